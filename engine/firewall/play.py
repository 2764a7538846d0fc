"""What a move does: cards are laid, tricks won, Ports built and torn down, rounds scored and dealt.

Every function changes the position and adds to `events` in the order of happening.
"""

from __future__ import annotations

import msgspec

from engine.core import Event, Private, Public, Result, shuffled
from engine.firewall.moves import AnyMove, Boot, Breach, Fortify, Play, deeds
from engine.firewall.ports import DECK, FIRST_HAND, ROUNDS, best, blocked, leader_of, side_of, worth
from engine.firewall.position import Position, Round
from engine.tricks import SUITS, Laid, Trick, next_to_lay, next_to_lead, suit_of

Events = list[Event]


def perform(state: Position, seat: int, move: AnyMove, events: Events) -> None:
    """Make a move that the rules allow."""
    match move:
        case Boot(card=card):
            _boot(state, seat, card, events)
        case Play(card=card):
            _play(state, seat, card, events)
        case Fortify(card=card):  # FW-ACT-2
            state.stacks[suit_of(card)].append(card)
            events.append(Public("fortified", seat=seat, card=card))
            _finish_trick(state, ["fortify", card], events)
        case Breach(card=card):  # FW-ACT-3
            removed = state.stacks[suit_of(card)].pop()
            state.discard.append(removed)
            events.append(Public("breached", seat=seat, card=card, removed=removed))
            _finish_trick(state, ["breach", card], events)
        case _:
            events.append(Public("declined", seat=seat))
            _finish_trick(state, ["decline"], events)


def deal(state: Position, events: Events) -> None:
    """Begin the round whose number the position has: FW-SCORE-3, FW-BOOT-1."""
    state.leader = state.turn = leader_of(state.round, state.round1_leader)
    state.phase = "boot"
    state.stacks = {suit: [] for suit in SUITS}
    state.boot = [None] * 4
    state.played = []
    state.discard = []
    cards = shuffled(list(DECK), state.seed, state.shuffles)
    state.shuffles += 1
    state.hands = [cards[at : at + FIRST_HAND] for at in range(0, len(cards), FIRST_HAND)]
    events.append(Public("began_round", round=state.round, leader=state.leader, blue=state.blue))
    for seat, hand in enumerate(state.hands):
        events.append(Private("dealt", seats=(seat,), secret={"cards": list(hand)}, seat=seat, count=len(hand)))


def _boot(state: Position, seat: int, card: str, events: Events) -> None:
    state.hands[seat].remove(card)
    state.boot[seat] = card
    events.append(Private("chose", seats=(seat,), secret={"card": card}, seat=seat))  # FW-BOOT-1
    cards = [card for card in state.boot if card is not None]
    if len(cards) < 4:
        return
    events.append(Public("booted", leader=state.leader, cards=cards))
    for booted in cards[state.leader :] + cards[: state.leader]:  # FW-BOOT-2
        state.stacks[suit_of(booted)].append(booted)
    state.turn = state.leader
    _lead(state, events)


def _play(state: Position, seat: int, card: str, events: Events) -> None:
    state.hands[seat].remove(card)
    state.trick.append(Laid(seat, card))
    events.append(Public("played", seat=seat, card=card))
    following = next_to_lay(state.trick, state.hands)
    if following is not None:
        state.turn = following
        return
    won = best(state.trick, state.led_stack)  # FW-ACT-4: before any action
    dropped = won.card in blocked(state.trick, state.led_stack)
    events.append(Public("won_trick", seat=won.seat, card=won.card, dropped=dropped))
    state.tricks[side_of(won.seat)] += 1  # FW-ACT-1
    state.turn = won.seat
    state.phase = "act"
    if not deeds(state):  # FW-ACT-3
        events.append(Public("could_not_breach", seat=won.seat))
        _finish_trick(state, ["decline"], events)


def _finish_trick(state: Position, deed: list[str], events: Events) -> None:
    state.played.append(Trick(state.trick, state.turn, deed))
    state.trick = []
    _lead(state, events)


def _lead(state: Position, events: Events) -> None:
    """The seat whose turn it is leads (FW-ACT-5), unless the last card has been played."""
    state.phase = "play"
    leader = next_to_lead(state.hands, state.turn)
    if leader is None:
        _end_round(state, events)
    else:
        state.turn = leader


def _end_round(state: Position, events: Events) -> None:
    depth = {suit: len(stack) for suit, stack in state.stacks.items()}
    scores = [worth(cards, state.blue) for cards in depth.values()]
    done = Round(
        round=state.round,
        blue=state.blue,
        depth=depth,
        points=[sum(score[side] for score in scores) for side in (0, 1)],
        ports=[sum(score[side] > 0 for score in scores) for side in (0, 1)],  # FW-SCORE-2
        tricks=[state.tricks[side] - sum(before.tricks[side] for before in state.history) for side in (0, 1)],
    )
    state.history.append(done)
    for side in (0, 1):
        state.points[side] += done.points[side]
        state.ports[side] += done.ports[side]
    events.append(Public("ended_round", **msgspec.to_builtins(done)))
    if state.round == ROUNDS:
        _end_match(state, events)
        return
    state.round += 1
    state.blue = 1 if state.blue == 0 else 0  # FW-SETUP-2
    deal(state, events)


def _end_match(state: Position, events: Events) -> None:
    """FW-END-1: more points, or else more Ports, or else more tricks; or else a draw, which nobody wins."""
    state.phase = "over"
    winners: list[int] = []
    reason = "draw"
    for name, totals in (("points", state.points), ("ports", state.ports), ("tricks", state.tricks)):
        if totals[0] != totals[1]:
            side = 0 if totals[0] > totals[1] else 1
            winners, reason = [side, side + 2], name
            break
    state.result = Result(
        winners=winners, reason=reason, scores=[state.points[side_of(seat)] for seat in range(4)]
    )
    events.append(Public("ended", **state.result))
