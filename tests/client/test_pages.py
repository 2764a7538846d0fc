"""The pages without a browser: they need no JavaScript, and nothing is done twice."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

import httpx
import pytest

import engine
from app.settings import ROOT
from tests.app.live import SECONDS, Server

ROOM = {"game": "wireburn", "name": "Ann", "edition": "current", "pace": "one", "red_shift": "false", "first": "1"}


@pytest.fixture
def browser(server: Server) -> Iterator[httpx.Client]:
    """What a browser without JavaScript is: cookies, forms, and pages that follow on them."""
    with newcomer(server) as client:
        yield client


def newcomer(server: Server) -> httpx.Client:
    return httpx.Client(
        base_url=server.url,
        follow_redirects=True,
        headers={"Accept": "text/html"},
        trust_env=False,
        timeout=SECONDS,
    )


def field(page: httpx.Response, name: str) -> str:
    """The value of an input of this id."""
    found = re.search(rf'id="{name}"[^>]*value="([^"]*)"', page.text)
    assert found
    return found[1]


def test_a_room_is_opened_shared_and_entered_by_forms_alone(server: Server, browser: httpx.Client) -> None:
    page = browser.post("/rooms", data=ROOM)
    assert page.status_code == 200
    code = page.url.path.removeprefix("/room/")
    assert "Pace: One at a Time" in page.text
    assert "Who starts: Seat 2" in page.text
    with newcomer(server) as friend:
        form = friend.get(field(page, "link"))
        assert form.url.path == f"/room/{code}"
        assert "At the table: Ann" in form.text
        seated = friend.post(form.url.path, data={"name": "<i>Bob</i>"})
        assert "&lt;i&gt;Bob&lt;/i&gt;" in seated.text
        assert "<i>" not in seated.text
        again = friend.post(form.url.path, data={"name": "Bob once more"})
        assert again.text.count('class="who"') == 2
    with newcomer(server) as other:
        assert other.post("/find", data={"code": code.lower()}).url.path == f"/room/{code}"


def test_house_rules_are_told_in_words(browser: httpx.Client) -> None:
    firewall = {"game": "firewall", "name": "Ann", "first": "3", "blue_first": "1"}
    page = browser.post("/rooms", data=firewall).text
    assert "Who leads first: Seat 4" in page
    assert "Who begins as Blue: Seats 2 and 4" in page
    assert "FW-TALK-1" in page
    page = browser.post("/rooms", data={"game": "livewire", "name": "Ann", "dealer": "random"}).text
    assert "First dealer: Chance decides" in page
    assert "FW-TALK-1" not in page
    assert "electric shock" in browser.get("/").text


def test_a_form_is_answered_by_a_redirect(server: Server) -> None:
    with newcomer(server) as client:
        made = client.post("/rooms", data=ROOM, follow_redirects=False)
        assert made.status_code == 303
        cookie = made.headers["set-cookie"].lower()
        assert f"path={made.headers['location'].lower()}" in cookie
        assert "httponly" in cookie
        assert "samesite=lax" in cookie


def test_a_watch_page_leads_to_no_seat(server: Server, browser: httpx.Client) -> None:
    page = browser.post("/rooms", data=ROOM)
    code, join = page.url.path.removeprefix("/room/"), field(page, "link").rsplit("/", 1)[1]
    with newcomer(server) as watcher:
        seen = watcher.get(field(page, "watch"))
        assert seen.status_code == 200
        assert code not in seen.text
        assert join not in seen.text


@pytest.mark.parametrize(
    "path", ["/room/QQQQQ", "/join/nothing", "/watch/nothing", "/nowhere", "/cards/nothing.svg"]
)
def test_what_is_not_there_has_a_page_that_says_so(browser: httpx.Client, path: str) -> None:
    page = browser.get(path)
    assert page.status_code == 404
    assert 'href="/"' in page.text


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"name": " "}, "A name has"),
        ({"red_shift": "true", "edition": "shield"}, "house rules do not work"),
        ({"pace": "9"}, "house rules do not work"),
        ({"first": "77"}, "house rules do not work"),
        ({"game": "poker"}, "The games here are"),
    ],
)
def test_a_wrong_form_comes_back_as_it_was_filled_in(
    browser: httpx.Client, wrong: dict[str, str], message: str
) -> None:
    page = browser.post("/rooms", data={**ROOM, "listed": "on", **wrong})
    assert page.status_code == 422
    assert message in page.text
    assert re.search(r'name="listed"\s+checked', page.text)


def test_a_listed_room_stands_on_the_home_page(server: Server, browser: httpx.Client) -> None:
    code = browser.post("/rooms", data={**ROOM, "listed": "on", "name": "Lister"}).url.path
    with newcomer(server) as other:
        page = other.get("/")
        assert "Lister" in page.text
        assert f'href="{code}"' in page.text


def test_a_listed_room_without_a_seat_is_to_be_watched(server: Server, browser: httpx.Client) -> None:
    seats = [server.post("/api/rooms", game="firewall", name="Full", listed=True)]
    seats += [server.post("/api/join", code=seats[0]["code"], name="Friend") for _ in range(3)]
    page = browser.get("/").text
    full = page[page.index("Full") :].partition("</li>")[0]
    assert re.findall(r'<span class="tag">(.*?)</span>', full) == ["Full"]
    path = re.findall(r'href="(.*?)">Watch<', full)[0]
    assert f'href="{seats[0]["watch"]}"' in browser.get(path).text


def test_the_pages_have_no_inline_script_or_style(browser: httpx.Client) -> None:
    pages = [browser.get("/"), browser.post("/rooms", data=ROOM), browser.get("/nowhere")]
    for page in pages:
        assert not re.search(r"\sstyle=|<style|\son\w+=|<script(?![^>]*\ssrc=)", page.text)
        assert "'unsafe" not in page.headers["content-security-policy"]


def test_card_faces_may_be_kept(browser: httpx.Client) -> None:
    address = re.search(r'data-sprite="([^"]*)"', browser.get("/").text)
    assert address
    faces = browser.get(address[1])
    assert "immutable" in faces.headers["cache-control"]
    assert faces.headers["content-type"].startswith("image/svg+xml")
    bare = browser.get("/cards/wireburn.svg")
    assert "immutable" not in bare.headers["cache-control"]
    assert browser.get("/cards/wireburn.svg", headers={"If-None-Match": bare.headers["etag"]}).status_code == 304


def test_the_home_page_shows_cards_of_every_game(browser: httpx.Client) -> None:
    cards = re.findall(r'src="(/cards/(\w+)/[^"]+)"', browser.get("/").text)
    assert {game for _, game in cards} == set(engine.GAMES)
    assert {browser.get(address).status_code for address, _ in cards} == {200}


def test_every_option_has_its_words() -> None:
    words = json.loads((ROOT / "static/lang/en.json").read_text())
    for info in engine.GAMES.values():
        for option in info.options:
            stem = f"{info.name}.{option.name}"
            wanted = [stem, f"{stem}.hint", *(f"{stem}.{str(value).lower()}" for value in option.values)]
            assert [key for key in wanted if key not in words] == []
