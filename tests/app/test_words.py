"""Names, codes and limits."""

from __future__ import annotations

import pytest

from app import keys, names
from app.limits import Bucket, Buckets, network


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        ("Ann", "Ann"),
        ("  Ann \t of\nGreen  ", "Ann of Green"),
        ("Zoe\u0308", "Zoë"),
        ("A\u202en\u200bn\u0000\ufeff", "Ann"),
        ("<b>Bob</b>", "<b>Bob</b>"),
        ("🂡 Ace", "🂡 Ace"),
        ("x" * 24, "x" * 24),
        ("A\u034fn\U000e0041n\u00ad\u2066", "Ann"),
        ("An\u200dn\ufe0f \u200d👩\u200d\u200d", "Ann 👩"),
        ("👩\u200d\U0001f680👩🏽\u200d❤\ufe0f\u200d👨", "👩\u200d\U0001f680👩🏽\u200d❤\ufe0f\u200d👨"),
        ("👩\u200d\u200b\u200d🚀", "👩🚀"),
        ("👨\u200d👩\u200d👧\u200d👦" * 24, "👨\u200d👩\u200d👧\u200d👦" * 24),
        ("🇩🇪" * 24, "🇩🇪" * 24),
        ("e" + "\u0330" * 40, "ḛ" + "\u0330" * 4),
        ("👩🏻\u200d❤\ufe0f\u200d💋\u200d👨🏽" * 24, "👩🏻\u200d❤\ufe0f\u200d💋\u200d👨🏽" * 24),
    ],
)
def test_names_are_tidied(typed: str, shown: str) -> None:
    assert names.clean(typed) == shown
    assert names.clean(shown) == shown


@pytest.mark.parametrize(
    "typed",
    [
        *("", " ", "\u200b\u202e", "\u3164", "\u0301", "x" * 25, "\u200d", "🇩🇪" * 25),
        *("©\u200d" * 24 + "©", "\u1100" * 25, "ก" + "\u0e33" * 24),  # a single letter, by Unicode
    ],
)
def test_names_that_are_none(typed: str) -> None:
    with pytest.raises(ValueError, match="1 to 24"):
        names.clean(typed)


def test_names_that_look_alike() -> None:
    assert names.looks("ANN") == names.looks("Ann") == names.looks("ａｎｎ")
    assert names.looks("Ann") != names.looks("Anne")


def test_a_name_that_is_taken_gets_a_number() -> None:
    assert names.unlike("Ann", ["Bob"]) == "Ann"
    assert names.unlike("ann", ["Ann", "Ann (2)"]) == "ann (3)"
    family = "👨\u200d👩\u200d👧" * 24
    assert names.unlike(family, [family]) == "👨\u200d👩\u200d👧" * 20 + " (2)"


def test_codes_are_typed_any_way() -> None:
    code = keys.new_code()
    assert keys.typed_code(f" {code[:3].lower()}-{code[3:]} ") == code
    for typed in ("", "KFTQ", "KFTQRR", "KFTQ0", "KFTQI", "K" * 100, "ＫＦＴＱＲ"):
        assert keys.typed_code(typed) is None
    assert len({keys.new_code() for _ in range(100)}) > 95
    assert len(keys.new_secret()) == 32


def test_a_bucket_fills_up_again() -> None:
    now = [0.0]
    bucket = Bucket(2, 3, lambda: now[0])
    assert [bucket.take() for _ in range(4)] == [True, True, True, False]
    now[0] = 0.5
    assert [bucket.take() for _ in range(2)] == [True, False]
    now[0] = 100
    assert [bucket.take() for _ in range(4)] == [True, True, True, False]
    endless = Bucket(0, 1, lambda: now[0])
    assert all(endless.take() for _ in range(100))


def test_each_address_has_a_bucket_and_all_have_one() -> None:
    now = [0.0]
    buckets = Buckets(1, 2, lambda: now[0])
    assert [buckets.take("192.0.2.1") for _ in range(3)] == [True, True, False]
    assert buckets.has_some("192.0.2.2")
    assert sum(buckets.take(f"192.0.2.{n}") for n in range(2, 200)) == 98
    assert not buckets.has_some("198.51.100.1")
    now[0] = 1
    assert buckets.has_some("192.0.2.1")


def test_forgotten_addresses_leave_room_for_others(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Buckets, "MOST", 3)
    now = [0.0]
    buckets = Buckets(1, 5, lambda: now[0])
    assert [buckets.take(address) for address in ("a", "b", "c", "d")] == [True, True, True, False]
    now[0] = 2
    assert buckets.take("d")


def test_who_an_address_stands_for() -> None:
    assert network("192.0.2.7") == "192.0.2.7"
    assert network("::ffff:192.0.2.7") == "192.0.2.7"
    assert network("2001:db8:1:2::3") == network("2001:db8:1:2:ffff::1")
    assert network("2001:db8:1:2::3") != network("2001:db8:1:3::3")
    assert network("") == ""
