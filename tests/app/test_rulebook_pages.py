"""The rules pages show every rule and every example, in words and in cards, without a script."""

from __future__ import annotations

import html
import re
from collections import Counter

import pytest
from markupsafe import escape

import engine
from app import faces, rules_pages
from app.examples import examples, play, scenarios
from app.rulebook import EVERY_GAME, RULE_ID, Paragraph, Table, book, parse
from app.settings import ROOT
from tests.app.live import Server
from tests.engine.seeds import SHARED_IDS
from tests.engine.test_scenarios import refusal

GAMES = list(engine.GAMES)
ARTICLE = re.compile(r'<article class="rule" id="([^"]+)".*?</article>', re.DOTALL)


@pytest.fixture(scope="module")
def pages(shared: Server) -> dict[str, str]:
    """Each game's rules page, as the server sends it."""
    return {game: shared.client.get(f"/rules/{game}").raise_for_status().text for game in GAMES}


@pytest.mark.parametrize("game", GAMES)
def test_every_rule_has_its_place_and_its_text(pages: dict[str, str], game: str) -> None:
    articles = {found[1]: html.unescape(found[0]) for found in ARTICLE.finditer(pages[game])}
    assert list(articles) == [*book(game).rules, *book(EVERY_GAME).rules]
    for rule in book(game).rules.values():
        assert rule.title in articles[rule.id]
    assert len(re.findall(r'\sid="([^"]+)"', pages[game])) == len(set(re.findall(r'\sid="([^"]+)"', pages[game])))


@pytest.mark.parametrize("game", GAMES)
def test_every_scenario_stands_below_every_rule_that_it_names(pages: dict[str, str], game: str) -> None:
    articles = {found[1]: found[0] for found in ARTICLE.finditer(pages[game])}
    for scenario in scenarios(game):
        for rule in scenario["rules"]:
            assert f'data-example="{scenario["id"]}"' in articles[rule]
            assert scenario["title"] in html.unescape(articles[rule])


@pytest.mark.parametrize("game", GAMES)
def test_every_step_is_told_in_words(pages: dict[str, str], game: str) -> None:
    told = Counter[str]()
    for scenario in scenarios(game):
        state = engine.load(scenario["position"])
        example = play(scenario)
        assert len(example.steps) == len(scenario.get("steps", []))
        for step, shown in zip(scenario.get("steps", []), example.steps, strict=True):
            assert shown.text
            assert str(escape(shown.text)) in pages[game]
            refused = refusal(state, step["seat"], step["move"])
            told["refused" if refused else "played"] += 1
            assert shown.rule == (refused.rule if refused else "")
            if refused:
                assert f"“{refused.message}”" in shown.text
                assert not shown.places
            else:
                assert "{" not in shown.text
    assert min(told["refused"], told["played"]) > 20


@pytest.mark.parametrize("game", GAMES)
def test_every_card_of_the_deck_is_shown_with_what_it_does(pages: dict[str, str], game: str) -> None:
    for card in faces.deck(game)["cards"]:
        assert f'data-card="{card["code"]}"' in pages[game]
    for entry in book(game).cards:
        assert entry.rules, entry.text
    pictures = set(re.findall(r'<img[^>]* src="([^"]+)"', pages[game]))
    assert len(pictures) >= len(faces.deck(game)["cards"])
    assert all(re.search(r'alt="[^"]+"|alt=""', image) for image in re.findall(r"<img[^>]*>", pages[game]))


@pytest.mark.parametrize("game", GAMES)
def test_pictures_are_there_and_may_be_kept(shared: Server, pages: dict[str, str], game: str) -> None:
    for picture in sorted(set(re.findall(r'<img[^>]* src="([^"]+)"', pages[game]))):
        answer = shared.client.get(picture).raise_for_status()
        assert answer.headers["content-type"] == "image/svg+xml"
        assert "immutable" in answer.headers["cache-control"]
        assert "var(" not in answer.text
    assert shared.client.get(f"/cards/{game}/none.svg").status_code == 404


@pytest.mark.parametrize("game", GAMES)
def test_ids_that_the_texts_name_exist(pages: dict[str, str], game: str) -> None:
    known = set(book(game).rules) | set(book(EVERY_GAME).rules)
    read = book(game)
    for rows in (read.rows("quick"), read.rows("cards"), read.rows("words")):
        assert {rule for row in rows for rule in RULE_ID.findall(row[-1])} <= known
    assert set(re.findall(r'href="#([A-Z]{2,4}-[A-Z]+(?:-\d+)?)"', pages[game])) <= known


@pytest.mark.parametrize("game", GAMES)
def test_the_page_is_light_enough(shared: Server, pages: dict[str, str], game: str) -> None:
    answer = shared.client.get(f"/rules/{game}", headers={"Accept-Encoding": "gzip"})
    assert int(answer.headers["content-length"]) < 150_000
    assert "<use" not in pages[game]
    again = shared.client.get(f"/rules/{game}", headers={"If-None-Match": answer.headers["etag"]})
    assert again.status_code == 304


def test_every_refusal_of_every_game_and_of_the_room_has_its_rule() -> None:
    listed = set(
        re.findall(r"^\| `((?:MOVE|ROOM)-[A-Z]+)` \|", (ROOT / "docs" / "protocol.md").read_text(), re.MULTILINE)
    )
    assert set(book(EVERY_GAME).rules) == listed
    assert listed >= SHARED_IDS


@pytest.mark.parametrize("game", GAMES)
def test_the_questions_page_has_every_ruling(shared: Server, game: str) -> None:
    page = shared.client.get(f"/rules/{game}/questions").raise_for_status().text
    sections = book(game).sections
    told = [each for section in sections for each in section.rulings]
    told += [each for rule in book(game).rules.values() for each in rule.rulings]
    assert told
    for ruling in told:
        assert str(rules_pages.inline(ruling.text)) in page
    assert page.count("<article") == len(rules_pages.rulings(sections))


@pytest.mark.parametrize("game", GAMES)
def test_the_quick_card_has_its_few_lines(shared: Server, game: str) -> None:
    page = shared.client.get(f"/rules/{game}/quick").raise_for_status().text
    rows = list(book(game).rows("quick"))
    assert 6 <= len(rows) <= 16
    assert page.count("<dt>") == len(rows)


@pytest.mark.parametrize("track", ["core", "one", "shield", "red-shift"])
def test_a_track_shows_its_own_rules_and_those_of_every_game(shared: Server, track: str) -> None:
    page = shared.client.get(f"/rules/wireburn?track={track}").raise_for_status().text
    shown = {found[1] for found in ARTICLE.finditer(page)}
    wanted = {rule.id for rule in book("wireburn").rules.values() if rule.track in ("", track)}
    assert shown == wanted | set(book(EVERY_GAME).rules)
    others = {"One at a Time", "Shield edition", "Red Shift"} - {
        t.title for t in book("wireburn").tracks if t.name == track
    }
    examples_shown = Counter(re.findall(r"<summary><span>.*?</summary>", page))
    assert not [each for each in examples_shown if any(f'"tag">{other}' in each for other in others)]


def test_tracks_are_compared() -> None:
    [differs] = [section for section in book("wireburn").sections if section.title == "What differs"]
    [table] = [block for block in differs.blocks if isinstance(block, Table)]
    assert list(table.head[1:]) == [track.title for track in book("wireburn").tracks]


@pytest.mark.parametrize(
    ("game", "asked", "rule"),
    [
        ("wireburn", "Step", "WB-FOLLOW-1"),
        ("wireburn", "hijack", "WB-FOLLOW-2"),
        ("wireburn", "Echo", "WB-FOLLOW-2"),
        ("wireburn", "pivot", "WB-FOLLOW-3"),
        ("wireburn", "the Dig", "WB-DIG-1"),
        ("wireburn", "wash", "WB-WASH-1"),
        ("wireburn", "slam", "WB-RED-2"),
        ("wireburn", "boomer", "WB-SHIELD-4"),
        ("wireburn", "SYSTEM CLEAR", "WB-FIRE-1"),
        ("wireburn", "system clear!", "WB-FIRE-1"),
        ("wireburn", "wb-atk-4", "WB-ATK-4"),
        ("wireburn", "atk 4", "WB-ATK-4"),
        ("wireburn", "tripwire", "WB-ATK-2"),
        ("wireburn", "RED DOCK", "WB-RED-1"),
        ("wireburn", "MOVE-TURN", "MOVE-TURN"),
        ("burn", "stuck", "BN-PLAY-3"),
        ("burn", "four of a kind", "BN-MATCH-1"),
        ("burn", "peek", "BN-ACT-9"),
        ("firewall", "Cap", "FW-TRICK-3"),
        ("firewall", "depth", "FW-SCORE-1"),
        ("firewall", "Packet Drop", "FW-TRICK-4"),
        ("firewall", "breach", "FW-ACT-3"),
        ("livewire", "overload", "LW-OVER-1"),
        ("livewire", "hot cold", "LW-WIRE-2"),
        ("livewire", "keep goal", "LW-SETUP-4"),
    ],
)
def test_a_rule_is_found_by_what_players_call_it(shared: Server, game: str, asked: str, rule: str) -> None:
    page = shared.client.get(f"/rules/{game}", params={"q": asked}).raise_for_status().text
    found = [each[1] for each in ARTICLE.finditer(page)]
    assert rule in found
    assert len(found) < 20


def test_nothing_is_found_for_nonsense_and_markup_stays_text(shared: Server) -> None:
    page = shared.client.get("/rules/wireburn", params={"q": '<b>"zebra'}).raise_for_status().text
    assert not ARTICLE.findall(page)
    assert "<b>&#34;" not in page
    assert 'value="b zebra"' in page


def test_rulebook_text_is_escaped() -> None:
    [block] = parse("x", "# X\n\n<script> & `<b>` WB-ATK-1").blocks
    assert isinstance(block, Paragraph)
    assert rules_pages.inline(block.text) == (
        '&lt;script&gt; &amp; <code>&lt;b&gt;</code> <a class="id" href="#WB-ATK-1">WB-ATK-1</a>'
    )


def test_there_are_no_pages_of_other_games(shared: Server) -> None:
    for path in (
        "/rules/chess",
        "/rules/README",
        "/rules/chess/quick",
        "/rules/wireburn/examples/WB-NO-1",
        "/cards/x/T1.svg",
    ):
        assert shared.client.get(path).status_code == 404


@pytest.mark.parametrize("game", GAMES)
def test_the_panel_has_every_rule_and_fetches_examples(shared: Server, game: str) -> None:
    panel = shared.client.get(f"/rules/{game}/panel").raise_for_status().text
    assert [found[1] for found in ARTICLE.finditer(panel)] == [*book(game).rules, *book(EVERY_GAME).rules]
    assert 0 < panel.index('class="quick"') < panel.index('class="rule"'), "what one looks up most comes first"
    rule = next(iter(book(game).rules))
    assert f'data-examples="/rules/{game}/examples/{rule}"' in panel
    part = shared.client.get(f"/rules/{game}/examples/{rule}").raise_for_status().text
    assert part.count("data-example=") == len(examples(game)[rule])
