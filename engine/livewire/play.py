"""What a move does: Goals are kept, cards laid, tricks won, tokens flipped, rounds scored and dealt.

Every function changes the position and adds to `events` in the order of happening.
"""

from __future__ import annotations

import msgspec

from engine.core import Event, Private, Public, Result, shuffled
from engine.livewire.circuit import DECK, FIRST_HAND, GOALS, OFFERED, ROUNDS, best, first_grid, flipped, worth
from engine.livewire.moves import AnyMove, Flip, Keep, Play
from engine.livewire.position import Position, Round
from engine.tricks import Laid, Trick, next_to_lay, next_to_lead

Events = list[Event]


def perform(state: Position, seat: int, move: AnyMove, events: Events) -> None:
    """Make a move that the rules allow."""
    match move:
        case Keep(goal=goal):
            _keep(state, seat, goal, events)
        case Play(card=card):
            _play(state, seat, card, events)
        case Flip(card=card, cell=cell):
            state.grid = flipped(state.grid, move.token)  # LW-WIRE-2
            events.append(Public("flipped", seat=seat, card=card, cell=list(cell), state=state.grid[move.token]))
            _finish_trick(state, ["flip", card, list(cell)])
            _lead(state, seat, events)  # LW-WIRE-4
        case _:
            events.append(Public("overloaded", seat=seat, card=move.card))
            _finish_trick(state, ["overload", move.card])
            _end_round(state, seat, events)  # LW-OVER-1


def deal(state: Position, events: Events) -> None:
    """Begin the round whose number the position has. LW-SETUP-3, LW-SETUP-4, LW-NEXT-1"""
    seats = state.seats
    state.phase = "keep"
    state.grid = first_grid(state.round)
    state.turn = (state.dealer + 1) % seats
    state.played = []
    cards = shuffled(list(DECK), state.seed, state.shuffles)
    goals = shuffled(list(GOALS), state.seed, state.shuffles + 1)
    state.shuffles += 2
    size = FIRST_HAND[seats]
    state.hands = [cards[at : at + size] for at in range(0, seats * size, size)]
    state.aside = cards[seats * size :]
    state.offered = [goals[at : at + OFFERED] for at in range(0, seats * OFFERED, OFFERED)]
    state.goals = [None] * seats
    state.discarded_goals = [[] for _ in range(seats)]
    events.append(
        Public("began_round", round=state.round, dealer=state.dealer, leader=state.turn, grid=state.grid)
    )
    for seat, (hand, offer) in enumerate(zip(state.hands, state.offered, strict=True)):
        secret = {"cards": list(hand), "goals": list(offer)}
        events.append(Private("dealt", seats=(seat,), secret=secret, seat=seat, count=size))


def _keep(state: Position, seat: int, goal: str, events: Events) -> None:
    state.goals[seat] = goal
    events.append(Private("chose", seats=(seat,), secret={"goal": goal}, seat=seat))
    if None in state.goals:
        return
    for discarded, offer, kept in zip(state.discarded_goals, state.offered, state.goals, strict=True):
        discarded += [goal for goal in offer if goal != kept]
    state.offered = []
    state.phase = "play"
    leader = (state.dealer + 1) % state.seats
    events.append(Public("all_chose", leader=leader))
    _lead(state, leader, events)  # LW-SETUP-4


def _play(state: Position, seat: int, card: str, events: Events) -> None:
    state.hands[seat].remove(card)
    state.trick.append(Laid(seat, card))
    events.append(Public("played", seat=seat, card=card))
    following = next_to_lay(state.trick, state.hands)
    if following is not None:
        state.turn = following
        return
    won = best(state.trick)
    state.turn = won.seat
    state.phase = "wire"
    events.append(Public("won_trick", seat=won.seat, card=won.card))


def _finish_trick(state: Position, deed: list[object]) -> None:
    """The deed is done, and the trick lies with the others of the round."""
    state.played.append(Trick(state.trick, state.turn, deed))
    state.trick = []
    state.phase = "play"


def _lead(state: Position, seat: int, events: Events) -> None:
    """This seat leads, unless the last card has been played."""
    leader = next_to_lead(state.hands, seat)
    if leader is None:
        _end_round(state, None, events)
    else:
        state.turn = leader


def _end_round(state: Position, overload: int | None, events: Events) -> None:
    goals = [goal for goal in state.goals if goal is not None]
    points = [worth(goal, state.grid, seat == overload) for seat, goal in enumerate(goals)]
    done = Round(round=state.round, goals=goals, points=points, overload=overload, grid=state.grid)
    state.history.append(done)
    state.scores = [score + more for score, more in zip(state.scores, points, strict=True)]
    events.append(Public("ended_round", **msgspec.to_builtins(done)))
    if state.round == ROUNDS:
        _end_game(state, events)
        return
    state.round += 1
    state.dealer = (state.dealer + 1) % state.seats
    deal(state, events)


def _end_game(state: Position, events: Events) -> None:
    """LW-END-1: the most points win, alone or together."""
    state.phase = "over"
    most = max(state.scores)
    winners = [seat for seat, score in enumerate(state.scores) if score == most]
    state.result = Result(winners=winners, reason="points", scores=list(state.scores))
    events.append(Public("ended", **state.result))
