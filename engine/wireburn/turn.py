"""What a move does: cards move, attacks strike, stacks clear, turns pass.

Every function changes the position, adds to `events` in the order of happening, and stops where the game asks
somebody or ends. `after` and `clearing` say how the turn goes on from there.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

from engine.core import Event, Private, Public, Result, shuffled
from engine.wireburn.deck import CORE_SUITS, GREEN
from engine.wireburn.moves import Accept, AnyMove, Draw, Play, Shield, Target, Wash
from engine.wireburn.position import STALE_LIMIT, AskShield, AskTarget, Position
from engine.wireburn.stack import shown

Events = list[Event]

SURGES = ("R1", "R10")
CLEARING = (*(f"{suit}{number}" for suit in CORE_SUITS for number in (1, 10)), *SURGES)
"""The cards that clear their stack and end the turn. WB-ATK-2, WB-RED-8"""


def perform(state: Position, move: AnyMove, events: Events) -> None:
    """Make a move that the rules allow."""
    match move:
        case Draw():
            _dig(state, events)
        case Play(card=card, dock=dock):
            _play(state, card, dock, events)
        case Wash():
            _wash(state, events)
        case Target(seat=seat):
            _aim(state, seat, events)
        case Accept():
            _accept(state, events)
        case Shield():
            _shield(state, events)
        case _:
            _end_turn(state, events)


def _dig(state: Position, events: Events) -> None:
    card = _take(state, events)
    if card is None:
        return
    state.hands[state.turn].append(card)
    state.drawn += 1
    state.last_drawn = card
    events.append(Private("drew", seats=(state.turn,), secret={"card": card}, seat=state.turn))


def _play(state: Position, card: str, dock: str, events: Events) -> None:
    hand, stack = state.hands[state.turn], state.docks[dock]
    if card != "RED" and not shown(dock, stack).is_loaded:  # WB-RED-1, WB-RED-2: a RED DOCK opens nothing
        state.opened = True
    hand.remove(card)
    stack.append(card)
    state.played += 1
    state.stale = 0
    events.append(Public("played", seat=state.turn, card=card, dock=dock))
    if not hand:  # WB-FIRE-1
        events.append(Public("entered_firewall", seat=state.turn))
    paced = state.options.pace == "one"
    state.bonus = paced and card in GREEN and bool(hand)  # WB-ONE-2, WB-ONE-5
    if card in CLEARING:
        state.after, state.clearing = "clear", dock
    elif not hand or (
        paced and not state.bonus
    ):  # WB-TURN-4, WB-ONE-1; else the turn goes on: WB-TURN-2, WB-ATK-6
        state.after = "end"
    effect = EFFECTS.get(card)
    if effect is not None:
        effect(state, events)
    _go_on(state, events)


def _wash(state: Position, events: Events) -> None:
    hand = state.hands[state.turn]
    for card in ("+", "-"):  # WB-CLEAR-1, WB-WASH-1
        hand.remove(card)
        state.discard.append(card)
    state.played += 1
    state.bonus = False
    events.append(Public("washed", seat=state.turn))
    if not hand:
        events.append(Public("entered_firewall", seat=state.turn))
    if not hand or state.options.pace == "one":
        state.after = "end"
    _go_on(state, events)


def _go_on(state: Position, events: Events) -> None:
    """Go on after a play, once nothing is asked any more."""
    if not state.goes_on:
        return
    after, clearing = state.after, state.clearing
    state.after = state.clearing = None
    if clearing is not None:
        _clear(state, clearing, events)
    if after is not None or not state.hands[state.turn]:  # WB-TURN-4
        _end_turn(state, events)


# Attacks, in rulebook order


def _strike(state: Position, events: Events) -> None:
    """WB-ATK-1: one damage, at once (WB-DMG-6) or added to the turn's bundle."""
    if state.options.edition == "shield":  # WB-SHIELD-1
        state.damage += 1
        return
    if state.is_dry:  # WB-DMG-5
        return
    target = _aimed(state, "penalty", events)
    if target is not None:
        _penalise(state, target, events)


def _vent(state: Position, events: Events) -> None:
    """WB-RED-8: a normal penalty, then an extra card for a chosen opponent."""
    _strike(state, events)
    if state.goes_on:
        _give_extra(state, events)


def _give_extra(state: Position, events: Events) -> None:
    if state.is_dry:
        return
    opponents = state.opponents(state.turn)
    if len(opponents) == 1:
        _deal(state, opponents[0], "extra", 1, events)
    else:
        _ask(state, AskTarget("extra", sorted(opponents)), events)


def _ping(state: Position, events: Events) -> None:
    """WB-RED-9: a card for each opponent, clockwise."""
    for seat in state.opponents(state.turn):
        if state.result is None:
            _deal(state, seat, "ping", 1, events)


EFFECTS: dict[str, Callable[[Position, Events], None]] = {
    **dict.fromkeys(CLEARING, _strike),
    "VOLT": _strike,
    "STASIS": _strike,
    **dict.fromkeys(SURGES, _vent),
    "PING": _ping,
}


def _aimed(state: Position, why: Literal["penalty", "bundle"], events: Events) -> int | None:
    """Who is hit, or None where the attacker is asked first."""
    exposed = state.in_firewall(state.turn)
    if not exposed:  # WB-DMG-2
        return state.next_to(state.turn)
    if len(exposed) == 1:  # WB-DMG-3
        return exposed[0]
    _ask(state, AskTarget(why, exposed), events)
    return None


def _aim(state: Position, target: int, events: Events) -> None:
    pending = state.pending
    assert isinstance(pending, AskTarget)
    state.pending = None
    events.append(Public("targeted", seat=state.turn, target=target))
    if pending.why == "bundle":
        _ask(state, AskShield(target, state.turn, False), events)
        return
    if pending.why == "extra":  # WB-RED-8: it causes no skip
        _deal(state, target, "extra", 1, events)
    else:
        _penalise(state, target, events)
        if state.goes_on and state.clearing is not None and state.docks[state.clearing][-1] in SURGES:
            _give_extra(state, events)
    _go_on(state, events)


def _penalise(state: Position, target: int, events: Events) -> None:
    if _deal(state, target, "attack", 1, events) and target == state.next_to(state.turn):  # WB-DMG-4
        _skip_next_turn(state, target)


def _skip_next_turn(state: Position, seat: int) -> None:
    if seat not in state.skips:
        state.skips.append(seat)


def _ask(state: Position, ask: AskTarget | AskShield, events: Events) -> None:
    state.pending = ask
    if isinstance(ask, AskShield):
        events.append(Public("asked", seat=ask.seat, ask="shield", attacker=ask.attacker, passed=ask.passed))
    else:
        events.append(Public("asked", seat=state.turn, ask="target", why=ask.why, seats=list(ask.seats)))


# Cards from the draw pile


def _take(state: Position, events: Events) -> str | None:
    """The next card of the draw pile, or None where there is none or the game has just ended."""
    if not state.draw:
        if not state.discard:
            return None
        state.draw = shuffled(state.discard, state.seed, state.shuffles)  # WB-CLEAR-2
        state.discard = []
        state.shuffles += 1
        state.stale += 1
        events.append(Public("reshuffled", cards=len(state.draw)))
        if state.stale >= STALE_LIMIT:  # WB-CLEAR-3
            _finish(state, [], "deadlock", events)
            return None
    return state.draw.pop(0)


def _deal(
    state: Position, seat: int, why: Literal["attack", "extra", "ping", "bundle"], cards: int, events: Events
) -> bool:
    """WB-DMG-1: deal so many cards, as far as they go. Whether any came and the game goes on.

    These cards are no Dig of the seat's: WB-DIG-5.
    """
    hand = state.hands[seat]
    held = len(hand)
    for _ in range(cards):
        card = _take(state, events)
        if card is None:  # WB-DMG-5, WB-SHIELD-8
            break
        hand.append(card)
        events.append(Private("dealt", seats=(seat,), secret={"card": card}, seat=seat, by=state.turn, why=why))
    came = len(hand) > held and state.result is None
    if came and not held:
        if "NULL" in hand:  # WB-FIRE-4, WB-RED-12, WB-SHIELD-7
            events.append(Public("showed", seat=seat, card="NULL"))
            _finish(state, [seat], "null", events)
        else:  # WB-FIRE-3
            events.append(Public("left_firewall", seat=seat))
    return came and state.result is None


def _clear(state: Position, dock: str, events: Events) -> None:
    """WB-CLEAR-1: the stack goes to the discard pile, bottom card first."""
    stack = state.docks[dock]
    stays = 1 if dock.startswith("red") and stack[0] == "RED" else 0  # WB-RED-1, WB-RED-11
    cards = stack[stays:]
    del stack[stays:]
    state.discard += cards
    events.append(Public("cleared", dock=dock, cards=cards))


# The end of a turn


def _end_turn(state: Position, events: Events) -> None:
    state.bonus = False
    for dock, stack in state.docks.items():  # WB-ATK-4
        if stack and (stack[-1] == "VOLT" if state.options.edition == "shield" else "VOLT" in stack):
            _clear(state, dock, events)
    if state.damage and not state.is_dry:  # WB-SHIELD-1, WB-SHIELD-2
        target = _aimed(state, "bundle", events)
        if target is not None:
            _ask(state, AskShield(target, state.turn, False), events)
        return
    _pass_turn(state, events)


def _accept(state: Position, events: Events) -> None:
    pending = state.pending
    assert isinstance(pending, AskShield)
    state.pending = None
    events.append(Public("accepted", seat=pending.seat))
    came = _deal(state, pending.seat, "bundle", state.damage, events)
    if came and (pending.passed or pending.seat == state.next_to(state.turn)):  # WB-SHIELD-5
        _skip_next_turn(state, pending.seat)
    _pass_turn(state, events)


def _shield(state: Position, events: Events) -> None:
    pending = state.pending
    assert isinstance(pending, AskShield)
    state.pending = None
    hand = state.hands[pending.seat]
    hand.remove("NULL")
    state.discard.append("NULL")
    events.append(Public("shielded", seat=pending.seat))
    if not hand:  # WB-SHIELD-6
        events.append(Public("entered_firewall", seat=pending.seat))
    target = state.next_to(pending.seat)
    if target != state.turn:  # WB-SHIELD-3
        _ask(state, AskShield(target, state.turn, True), events)
        return
    _deal(state, target, "bundle", state.damage, events)  # WB-SHIELD-4
    _pass_turn(state, events)


def _pass_turn(state: Position, events: Events) -> None:
    """The turn is over: the next seat that does not skip begins its own."""
    if state.result is not None:
        return
    events.append(Public("ended_turn", seat=state.turn))
    if state.played or state.drawn:
        state.idle = []
    elif state.turn not in state.idle:
        state.idle.append(state.turn)
    if len(state.idle) == len(state.hands):  # WB-CLEAR-3
        _finish(state, [], "deadlock", events)
        return
    seat = state.next_to(state.turn)
    while seat in state.skips:
        state.skips.remove(seat)
        events.append(Public("skipped", seat=seat))
        seat = state.next_to(seat)
    state.turn = seat
    state.drawn = state.played = state.damage = 0
    state.opened = False
    state.last_drawn = None
    events.append(Public("began_turn", seat=seat))
    if not state.hands[seat]:  # WB-FIRE-2, WB-FIRE-5
        _finish(state, [seat], "survived", events)


def _finish(state: Position, winners: list[int], reason: str, events: Events) -> None:
    """The game is over; the table is left as it lies."""
    state.result = Result(winners=winners, reason=reason, scores=None)
    state.pending = state.after = state.clearing = None
    state.bonus = False
    events.append(Public("ended", winners=list(winners), reason=reason))
