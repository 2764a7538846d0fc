"""What the moves of Burn do: each changes the position and tells it in events."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Literal

from engine.burn.deck import NUMBERS
from engine.burn.moves import AnyMove, Arrange, Flip, Play, Spy, Swap
from engine.burn.pile import MATCH, broken, shown
from engine.burn.position import HAND, IDLE_LIMIT, Ask, Position, Sighting
from engine.core import Event, Private, Public, Result

Events = list[Event]


def perform(state: Position, seat: int, move: AnyMove, events: Events) -> None:
    """Make a move that the rules allow."""
    if isinstance(move, Arrange):
        _arrange(state, seat, move.cards, events)
        return
    state.idle += 1
    match move:
        case Play(cards=cards):
            _play(state, cards, events)
        case Flip(slot=slot):
            _flip(state, slot, events)
        case Swap():
            _swap(state, move, events)
        case Spy():
            _spy(state, move, events)
        case _:
            _pick_up(state, events)
    if state.idle >= IDLE_LIMIT and state.result is None:  # BN-END-1
        _finish(state, [], "deadlock", events)


def _arrange(state: Position, seat: int, cards: Sequence[str], events: Events) -> None:
    """BN-SETUP-3: six face up, four for the hand; the last to choose shows all rows."""
    assert state.dealt is not None
    hand = state.dealt[seat]
    assert hand is not None
    for card in cards:
        hand.remove(card)
    state.hands[seat] = hand
    state.up[seat] = list(cards)
    state.dealt[seat] = None
    events.append(Public("arranged", seat=seat))
    if any(ten is not None for ten in state.dealt):
        return
    state.dealt = None
    state.phase = "play"
    events.append(Public("revealed", up=[list(row) for row in state.up]))
    if state.draw:  # BN-SETUP-4
        card = state.draw.pop(0)
        state.pile = [card]
        state.starter = card not in NUMBERS
        events.append(Public("started", card=card))
    events.append(Public("began_turn", seat=state.turn))


def _play(state: Position, cards: Sequence[str], events: Events) -> None:
    seat = state.turn
    source: Literal["hand", "up"] = "hand" if state.hands[seat] else "up"  # BN-ZONE-1, BN-ZONE-2
    if source == "up":
        state.idle = 0
    held = state.hands[seat] or state.up[seat]
    for card in cards:
        held.remove(card)
    events.append(Public("played", seat=seat, cards=list(cards), source=source))
    _lay(state, cards, events)


def _flip(state: Position, slot: int, events: Events) -> None:
    """BN-ZONE-4: a legal card is played, an illegal one is shown and goes into the hand with the pile."""
    seat = state.turn
    card = state.down[seat][slot]
    assert card is not None
    fits = broken(card, shown(state.pile, state.starter)) is None
    state.down[seat][slot] = None
    state.seen = [known for known in state.seen if (known.seat, known.slot) != (seat, slot)]
    state.idle = 0
    events.append(Public("flipped", seat=seat, slot=slot, card=card, fits=fits))
    if fits:
        _lay(state, [card], events)
    else:
        state.pile.append(card)
        _pick_up(state, events)


def _pick_up(state: Position, events: Events) -> None:
    """BN-PLAY-3; BN-PLAY-4: nothing is left of the pile, so nothing is asked. BN-DRAW-1: nothing is drawn."""
    state.hands[state.turn] += state.pile
    events.append(Public("picked_up", seat=state.turn, count=len(state.pile)))
    state.pile = []
    state.starter = False
    _pass_turn(state, 1, events)


def _lay(state: Position, cards: Sequence[str], events: Events) -> None:
    """Put the cards on the pile and let them act."""
    state.pile += cards
    effect = EFFECTS.get(cards[0], _number)
    steps = effect(state, events)
    if state.pending is None:
        _settle(state, steps, events)


def _settle(state: Position, steps: int, events: Events) -> None:
    """After a play and its effect: draw, see whether the player is out, and let the turn pass so many seats on."""
    seat = state.turn
    hand = state.hands[seat]
    drawn = state.draw[: max(0, HAND - len(hand))]  # BN-DRAW-1, BN-DRAW-2
    if drawn:
        del state.draw[: len(drawn)]
        hand += drawn
        state.idle = 0
        events.append(Private("drew", seats=(seat,), secret={"cards": drawn}, seat=seat, count=len(drawn)))
    if state.is_out(seat):  # BN-WIN-1: "play again" does not stand against it
        _finish(state, [seat], "out", events)
    else:
        _pass_turn(state, steps, events)


# What a card does, in rulebook order. Each answers how many seats on the next turn is, 0 for BN-ACT-11.


def _number(state: Position, events: Events) -> int:
    """BN-MATCH-1: four of one number in a row clear the pile."""
    if shown(state.pile, state.starter).row < MATCH:
        return 1
    return _clear(state, "match", events)


def _burn(state: Position, events: Events) -> int:
    """BN-ACT-3"""
    return _clear(state, "burn", events)


def _reverse(state: Position, events: Events) -> int:
    """BN-ACT-6"""
    state.direction = -1 if state.direction == 1 else 1
    events.append(Public("reversed", seat=state.turn, direction=state.direction))
    return 0 if state.seats == 2 else 1


def _skip(state: Position, events: Events) -> int:
    """BN-ACT-7: of two players the next but one is oneself."""
    events.append(Public("skipped", seat=state.on_from(state.turn, 1)))
    return 2


def _swap_first(state: Position, events: Events) -> int:
    """BN-ACT-8"""
    return _ask(state, "swap", events)


def _spy_first(state: Position, events: Events) -> int:
    """BN-ACT-9"""
    return _ask(state, "spy", events)


def _nothing_more(state: Position, events: Events) -> int:  # noqa: ARG001 - the pile shows what it asks now
    """BN-ACT-1, BN-ACT-2, BN-ACT-4"""
    return 1


EFFECTS: dict[str, Callable[[Position, Events], int]] = {
    "WILD": _nothing_more,
    "RESET": _nothing_more,
    "BURN": _burn,
    "UNDER": _nothing_more,
    "REVERSE": _reverse,
    "SKIP": _skip,
    "SWAP": _swap_first,
    "SPY": _spy_first,
}


def _clear(state: Position, why: Literal["match", "burn"], events: Events) -> int:
    """The pile leaves the game, and the player plays again. BN-PLAY-4"""
    events.append(Public("burned", seat=state.turn, count=len(state.pile), why=why))
    state.burned += state.pile
    state.pile = []
    state.starter = False
    state.idle = 0
    return 0


def _ask(state: Position, ask: Literal["swap", "spy"], events: Events) -> int:
    if state.can_be_asked(ask):  # BN-WIN-2
        state.pending = Ask(ask)
        events.append(Public("asked", seat=state.turn, ask=ask))
    return 0


def _swap(state: Position, move: Swap, events: Events) -> None:
    """BN-ACT-8; BN-ZONE-6: what has been seen is known in its new place too."""
    seat = state.turn
    mine, theirs = state.down[seat], state.down[move.seat]
    mine[move.slot], theirs[move.their_slot] = theirs[move.their_slot], mine[move.slot]
    goes = {(seat, move.slot): (move.seat, move.their_slot), (move.seat, move.their_slot): (seat, move.slot)}
    for index, known in enumerate(state.seen):
        place = goes.get((known.seat, known.slot))
        if place is not None:
            state.seen[index] = Sighting(known.spy, *place, known.card)
    state.pending = None
    events.append(Public("swapped", seat=seat, slot=move.slot, their_seat=move.seat, their_slot=move.their_slot))
    _settle(state, 0, events)


def _spy(state: Position, move: Spy, events: Events) -> None:
    """BN-ACT-9: all learn which slot was seen, only the spy what it was."""
    seat = state.turn
    card = state.down[move.seat][move.slot]
    assert card is not None
    sighting = Sighting(seat, move.seat, move.slot, card)
    if sighting not in state.seen:
        state.seen.append(sighting)
    state.pending = None
    events.append(
        Private(
            "spied", seats=(seat,), secret={"card": card}, seat=seat, their_seat=move.seat, their_slot=move.slot
        )
    )
    _settle(state, 0, events)


def _pass_turn(state: Position, steps: int, events: Events) -> None:
    seat = state.on_from(state.turn, steps)
    events.append(Public("kept_turn" if seat == state.turn else "began_turn", seat=seat))
    state.turn = seat


def _finish(state: Position, winners: list[int], reason: Literal["out", "deadlock"], events: Events) -> None:
    """The game is over; the table is left as it lies."""
    state.result = Result(winners=winners, reason=reason, scores=None)
    state.pending = None
    events.append(Public("ended", winners=list(winners), reason=reason))
