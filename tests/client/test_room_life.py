"""What goes on around a game: who is gone, talk, slips, the big screen, and the host's tools."""

from __future__ import annotations

import pytest
from playwright.async_api import Browser, expect

import engine
from tests.app.live import Server
from tests.client.company import Company, close_menu, open_menu
from tests.client.people import Person

pytestmark = [pytest.mark.anyio, pytest.mark.browser]

SETTINGS = {"FUSEBOX_GRACE": "2"}
CROWDED = """() => {
  const box = (node) => node.getBoundingClientRect();
  const seats = [...document.querySelectorAll(".opponents .seat")];
  const before = (a, b) => a.right <= b.left + 1 || a.bottom <= b.top + 1;
  const apart = (a, b) => before(a, b) || before(b, a);
  const inside = (part, seat) => box(part).left >= box(seat).left - 1 && box(part).right <= box(seat).right + 1;
  return seats.flatMap((seat, n) => [
    ...seats.slice(n + 1).filter((other) => !apart(box(seat), box(other))).map(() => `seat ${n} lies on another`),
    ...[...seat.querySelectorAll(".who, .count, .note, .board")].filter((part) => !inside(part, seat))
      .map((part) => `seat ${n}: ${part.className} sticks out`),
    ...[...seat.querySelectorAll(".board")]
      .filter((board) => !apart(box(board), box(seat.querySelector(".count"))))
      .map(() => `seat ${n}: its cards lie on what it says`),
    ...(box(seat.querySelector(".name")).width < 9 ? [`seat ${n} has no name`] : []),
  ]);
}"""
"""What does not fit at the seats."""


async def test_a_name_that_comes_twice_is_told_apart_at_the_table(server: Server, chromium: Browser) -> None:
    name = "Wilhelmina of Wallingford"[:24]
    ann, bob = [await Person.arrive(chromium, reduced_motion="reduce") for _ in range(2)]
    link, _ = await ann.open_room(server.url, name)
    await bob.page.goto(link)
    await bob.page.get_by_label("Your name").fill(name)
    await bob.page.get_by_role("button", name="Sit down").click()
    await ann.page.get_by_role("button", name="Start the game").click()
    number = ann.page.locator(".opponents .seat").get_by_text("(2)")
    await expect(number).to_be_visible()
    await ann.picture("name-twice")
    seat, shown = await ann.page.locator(".opponents .seat").bounding_box(), await number.bounding_box()
    assert seat is not None
    assert shown is not None
    assert shown["width"] < 40, "it stands by itself"
    assert shown["x"] + shown["width"] <= seat["x"] + seat["width"]
    for person in (ann, bob):
        await person.context.close()


@pytest.mark.parametrize(
    ("absent", "told"),
    [
        ("wait", "Your time ran out. The game waits for you."),
        ("stand_in", "Your time ran out, and your seat is played for you."),
        ("default", "Your time ran out, and your seat is played for you."),
    ],
)
async def test_who_is_out_of_time_is_told_so(server: Server, chromium: Browser, absent: str, told: str) -> None:
    house = {"clock": {"kind": "bank", "seconds": 5}, "absent": absent}
    host = server.post("/api/rooms", game="wireburn", name="Ann", options={"first": 0}, house=house)
    server.post("/api/join", code=host["code"], name="Bob")
    bearer = {"Authorization": f"Bearer {host['token']}"}
    link = server.client.post(f"/room/{host['code']}/move", headers=bearer).json()["move"]
    ann = await Person.arrive(chromium, viewport={"width": 360, "height": 640})
    await ann.page.goto(server.url + link)
    await ann.page.get_by_role("button", name="Take my seat here").click()
    await ann.page.get_by_role("button", name="Start the game").click()
    notice = ann.page.locator("#notices .notice")
    await expect(notice).to_contain_text(told, timeout=30_000)
    await expect(notice).to_have_count(1)  # nobody waits for Bob, who is not there, before it is his turn
    await notice.get_by_role("button").click()
    await expect(notice).to_have_count(0)
    assert ann.faults == []
    await ann.context.close()


@pytest.mark.parametrize("game", sorted(engine.GAMES))
async def test_clocks_and_long_names_have_room_at_every_table(
    server: Server, chromium: Browser, game: str
) -> None:
    house = {"clock": {"kind": "bank", "seconds": 900}}
    names = ["Wilhelmina of Wallingford"[:24], "Bob", "Wilhelmina of Wallingford"[:24], "Cy"]
    host = server.post("/api/rooms", game=game, name=names[0], house=house)
    for name in names[1:]:
        server.post("/api/join", code=host["code"], name=name)
    async with server.seated(host) as viewer:
        assert (await viewer.ask(type="start", id="1"))["type"] == "done"
    eve = await Person.arrive(chromium, reduced_motion="reduce")
    await eve.page.goto(server.url + host["watch"])
    await eve.page.locator(".seat .time").nth(3).wait_for()
    for width, height in ((1440, 900), (390, 844), (360, 640)):
        await eve.page.set_viewport_size({"width": width, "height": height})
        await eve.picture(f"long-names-{game}-{width}")
        assert await eve.page.evaluate(CROWDED) == [], width
        says = await eve.page.locator(".says").inner_text()
        assert "Your" not in says
    assert eve.faults == []
    await eve.context.close()


async def test_the_big_screen_fills_the_living_room(company: Company, chromium: Browser) -> None:
    eve = await Person.arrive(chromium, viewport={"width": 1920, "height": 1080})
    await eve.page.goto(company.watch)
    await eve.table.wait_for()
    await expect(company.ann.page.locator("#watching")).to_have_text("1 watching")
    small = await eve.page.locator(".dock").first.bounding_box()
    await eve.page.locator("#big").click()
    assert await eve.page.evaluate("document.fullscreenElement !== null")
    large = await eve.page.locator(".dock").first.bounding_box()
    assert small is not None
    assert large is not None
    assert large["width"] > small["width"] * 1.3
    assert await eve.page.evaluate(
        "document.body.scrollWidth <= innerWidth && document.body.scrollHeight <= innerHeight"
    )
    await eve.picture("big-screen")
    await eve.page.locator("#big").click()
    assert not await eve.page.evaluate("document.fullscreenElement !== null")
    assert eve.faults == []
    await eve.context.close()


async def test_talk_is_text_and_stays_among_its_own(company: Company, chromium: Browser) -> None:
    ann, bob = company.ann, company.bob
    eve = await Person.arrive(chromium)
    await eve.page.goto(company.watch)
    await eve.table.wait_for()
    line = "<img src=x onerror=alert(1)> & <b>bold</b>"
    await bob.page.locator("#talk-open").click()
    await bob.page.get_by_label("Say something").fill(line)
    await bob.page.keyboard.press("Enter")
    await expect(ann.page.locator("#toast")).to_have_text(f"Bob: {line}")
    await expect(ann.page.locator("#talk-open")).to_have_text("Talk 1")
    await ann.page.locator("#talk-open").click()
    said = ann.page.locator("#talk .said li")
    await expect(said.locator("span")).to_have_text(line)
    assert await ann.page.locator("#talk .said img, #talk .said span b, #toast *").count() == 0
    await ann.picture("talk-phone")

    await bob.page.locator("#talk summary").click()
    await bob.page.locator("#talk").get_by_role("button", name="claps").click()
    await bob.page.locator("#talk").get_by_role("button", name="Good luck!").click()
    await expect(said).to_have_count(3)
    await expect(said.nth(1)).to_contain_text("claps")
    await bob.picture("talk-wide")
    await ann.page.get_by_role("button", name="Hide or show what Bob says").first.click()
    await expect(said.nth(2).locator("span")).to_have_text("…")
    await ann.page.reload()
    await ann.table.wait_for()
    await ann.page.locator("#talk-open").click()
    await expect(said).to_have_count(3)
    await expect(said.nth(0).locator("span")).to_have_text("…")
    await ann.page.keyboard.press("Escape")
    await expect(ann.page.locator("#talk")).to_be_hidden()

    assert not any("Good luck" in frame or "bold" in frame for frame in eve.frames)
    await open_menu(ann.page)
    await ann.page.locator("[data-setting='house.talk'] [data-value=phrases]").click()
    await expect(bob.page.get_by_label("Say something")).to_have_count(0)
    await ann.page.locator("[data-setting='house.talk'] [data-value=none]").click()
    await expect(bob.page.locator("#talk")).to_contain_text("The host has switched talk off.")
    assert eve.faults == []
    await eve.context.close()


async def test_who_is_gone_is_waited_for_or_not(company: Company) -> None:
    """The host is asked what to do; the seat says what is done, and its player has it back at once."""
    ann, bob = company.ann, company.bob
    page = ann.page
    await company.turn_to(bob)
    await open_menu(page)
    await page.locator("[data-setting='house.absent'] [data-value=wait]").click()
    await page.locator("[data-setting='house.clock'] [data-value='bank 900 10']").click()
    await close_menu(page)
    clocks = page.locator("[data-clock]")
    await expect(clocks).to_have_count(2)
    await expect(clocks.filter(has_text="15:00").first).to_be_visible()
    await expect(page.locator(".time.runs")).not_to_have_text("15:00")

    where = bob.page.url
    await bob.page.goto("about:blank")
    seat = page.locator(".opponents .seat")
    await expect(seat.locator(".presence")).to_have_text("away")
    await expect(seat.locator(".presence")).to_have_text("gone")
    notice = page.locator("#notices .notice")
    await expect(notice).to_contain_text("Bob is not there. The game waits.")
    await ann.picture("absent-phone")
    await notice.get_by_role("button", name="Let a stand-in play").click()
    await expect(notice).to_have_count(0)
    await expect(seat.locator(".note")).to_contain_text("stand-in")
    await bob.page.goto(where)
    await expect(seat.locator(".presence")).to_have_count(0)
    await expect(seat.locator(".note")).to_have_count(0)

    await company.turn_to(ann)
    await open_menu(page)
    await page.locator("[data-setting='house.absent'] [data-value=wait]").click()
    await expect(page.locator("[data-setting='house.absent'] [aria-pressed=true]")).to_have_text("is waited for")
    await page.goto("about:blank")
    notice = bob.page.locator("#notices .notice")
    await expect(notice).to_contain_text("Ann is not there. The game waits.")
    await bob.picture("vote-wide")
    await notice.get_by_role("button", name="Move by default (0 of 1)").click()
    await expect(notice).to_have_count(0)
    await expect(bob.page.locator(".opponents .seat .note")).to_contain_text("default moves")


async def test_a_slip_is_taken_back_if_the_others_agree(company: Company) -> None:
    mover, waiter = await company.mover(), await company.waiter()
    while not await mover.page.locator(".hand .card.lit").count():
        await mover.page.locator(".actions button.draw, .actions button.end").first.click()
        mover, waiter = await company.mover(), await company.waiter()
    before = await mover.hand()
    await mover.move("button")
    await expect(mover.page.locator("#undo")).to_be_visible()
    await mover.page.reload()
    await mover.page.locator("#undo").click()
    await expect(mover.page.locator("#notices")).to_contain_text("0 of 1 agree")
    await waiter.picture("undo-asked")
    await waiter.page.locator("#notices").get_by_role("button", name="No", exact=True).click()
    await expect(mover.page.locator("#toast")).to_have_text("The others do not agree: your move stands.")
    await mover.page.locator("#undo").click()
    await waiter.page.locator("#notices").get_by_role("button", name="Let them").click()
    await expect(mover.page.locator(".hand .card")).to_have_count(len(before))
    assert sorted(await mover.hand()) == sorted(before)
    await expect(mover.page.locator("#undo")).to_be_hidden()


async def test_the_host_ends_a_game_seats_anew_and_plays_by_other_rules(company: Company) -> None:
    ann, bob = company.ann, company.bob
    page = ann.page
    await open_menu(page)
    await page.locator("[data-deed=end]").click()
    await expect(ann.table).to_be_visible()
    await page.get_by_role("button", name="Really end it?").click()
    await expect(page.locator("#gathering")).to_be_visible()
    people = page.locator("#menu .people li")
    await people.filter(has_text="Bob").locator("[data-deed=up]").click()
    await expect(bob.page.locator("#seats .who")).to_have_text(["Bob", "Ann"])
    await page.locator("[data-setting='next.pace'] [data-value=one]").click()
    first = page.locator("[data-setting='next.first']")
    await expect(first.locator("button")).to_have_text(["Chance decides", "Bob", "Ann"])
    await expect(first).to_contain_text("The rulebook says the youngest.")
    await page.locator("[data-setting='next.turn']").click()
    await expect(first.locator("button")).to_have_text(["Chance decides", "Ann", "Bob"])
    await page.locator("[data-setting='next.turn']").click()
    await first.get_by_role("button", name="Ann").click()
    await ann.picture("host-phone")
    await page.locator("#menu .close").click()
    await page.locator("#start").click()
    await bob.table.wait_for()
    assert (ann.view["options"]["pace"], ann.view["options"]["first"], ann.view["turn"]) == ("one", 1, 1)
    assert ann.seen["room"]["you"] == 1

    await open_menu(page)
    await people.filter(has_text="Bob").locator("[data-deed=hand_over]").click()
    await expect(page.locator("#menu [data-deed=end]")).to_have_count(0)
    await open_menu(bob.page)
    await bob.page.locator("#menu .people li").filter(has_text="Ann").locator("[data-deed=mute]").click()
    await expect(people.filter(has_text="Ann")).to_contain_text("muted")
    await bob.picture("host-wide")


async def test_a_player_is_sent_away_and_a_seat_moves(company: Company, chromium: Browser) -> None:
    ann, bob = company.ann, company.bob
    other = await Person.arrive(chromium)
    await open_menu(bob.page)
    await bob.page.locator("[data-deed=move]").click()
    await other.page.goto(await bob.page.input_value("#link"))
    await bob.page.go_back()
    await bob.table.wait_for()
    await other.page.get_by_role("button", name="Take my seat here").click()
    await other.table.wait_for()
    await expect(bob.page.locator("#gone")).to_contain_text("moved to another device")
    await open_menu(ann.page)
    bobs = ann.page.locator("#menu .people li").filter(has_text="Bob")
    await bobs.locator("[data-deed^=kick]").click()
    await bobs.get_by_role("button", name="Really send Bob away, for good?").click()
    await expect(other.page.locator("#gone")).to_contain_text("sent you away")
    await expect(bobs).to_contain_text("left")
    await other.picture("sent-away")
    assert other.faults == []
    await other.context.close()
