"""Guess 2/3 as the protocol's functions: two seats among a simulated crowd, in sealed rounds.

Both seats guess at once; then the round closes and all guesses are known. The crowd's dice are cast
before the first round (`lot-17`, one to gather it and one a round), so that no guess changes its
luck. A round pays one point for each player at the table who was farther off.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from games.core import CHANCE, Event, Game, IllegalMove, Moves
from games.guess import HIGH, LOW, SPEC
from games.guess.rules.crowds import MIDDLE, Crowd, LastRound, gather, guesses, learn
from games.guess.rules.scoring import (
    Multiplier,
    competition_ranks,
    distances,
    fraction_pair,
    target_of,
)
from games.spec import Params
from games.streams import MASK, Stream, mix64

SEATS: Final = (0, 1)
NUMBERS: Final = tuple(str(number) for number in range(LOW, HIGH + 1))
_KNOWN: Final = frozenset(NUMBERS)
LOTS: Final = 1024
_LOTS: Final = MappingProxyType({f"lot-{number}": number for number in range(LOTS)})
_CHANCES: Final = tuple((lot, 1) for lot in _LOTS)
ONE_ROUND: Final = "newspaper"
HIDDEN: Final = -1
"""In a view, a lot that is cast already."""


class MatchTerms(NamedTuple):
    """The terms of a match: rounds, size of the crowd beside the seats, its kind, multiplier."""

    rounds: int
    crowd: int
    kind: str
    multiplier: Multiplier

    @property
    def factor(self) -> float:
        """The multiplier as a float."""
        return self.multiplier[0] / self.multiplier[1]


class State(NamedTuple):
    """A match: its terms, the crowd's lots and members, rounds closed, the last one, points.

    `crowd` is as it will guess next; the lots are HIDDEN and the crowd is empty in a view.
    """

    terms: MatchTerms
    lots: tuple[int, ...] = ()
    crowd: Crowd = ()
    closed: int = 0
    told: LastRound | None = None
    points: tuple[int, int] = (0, 0)

    @property
    def cast(self) -> bool:
        """True if all lots of the crowd are cast."""
        return len(self.lots) > self.terms.rounds

    @property
    def over(self) -> bool:
        """True if the last round is closed."""
        return self.closed >= self.terms.rounds

    @property
    def anchor(self) -> float:
        """The number at which levels of thinking begin: the middle at first, then the last mean."""
        return MIDDLE if self.told is None else self.told.mean


def parse_multiplier(text: str) -> Multiplier:
    """Return the multiplier of an option, as in "2/3"."""
    num, den = text.split("/")
    return int(num), int(den)


class GuessGame(Game[State]):
    """The protocol's functions.

    The events are "gathered" (all dice of the crowd are cast) and "close": the number of the round,
    all guesses with the seats' first, the sum, the target as a pair, and ranks and points of the
    seats.
    """

    spec = SPEC

    def new(self, params: Params) -> State:
        """Return the state before the first guess and before the crowd."""
        rounds = 1 if params["crowd"] == ONE_ROUND else params["rounds"]
        multiplier = parse_multiplier(params["multiplier"])
        return State(MatchTerms(rounds, params["size"] - len(SEATS), params["crowd"], multiplier))

    def to_act(self, state: State) -> tuple[int, ...]:
        """Return chance until its lots are cast, then both seats at once."""
        if not state.cast:
            return (CHANCE,)
        return () if state.over else SEATS

    def legal(self, state: State, seat: int) -> Collection[str]:
        """Return all lots for chance, all numbers of the range for a seat."""
        if seat not in self.to_act(state):
            return ()
        return _LOTS.keys() if seat == CHANCE else NUMBERS

    def chance(self, state: State) -> Sequence[tuple[str, int]]:
        """Return every lot is as likely."""
        return () if state.cast else _CHANCES

    def apply(self, state: State, moves: Moves) -> tuple[State, tuple[Event, ...]]:
        """Cast a lot, or close a round."""
        acting = self.to_act(state)
        if set(moves) != set(acting):
            raise IllegalMove(_why_not_these(state, acting))
        known: Collection[str] = _KNOWN if state.cast else _LOTS
        for move in moves.values():
            if not isinstance(move, str) or move not in known:
                raise IllegalMove(f"{str(move)[:20]!r} is no guess; name a number {LOW} to {HIGH}.")
        return _closed(state, moves) if state.cast else _cast(state, moves[CHANCE])

    def view(self, state: State, seat: int) -> State:
        """Return the state without lots and crowd."""
        return state._replace(lots=(HIDDEN,) * len(state.lots), crowd=())

    def imagine(self, view: Any, seat: int, rng: Stream) -> State:
        """Return the same with another crowd and other dice."""
        found: State = view
        lots = tuple(rng.below(LOTS) for _ in found.lots)
        count = found.terms.crowd if found.cast else 0
        return found._replace(lots=lots, crowd=gather(found.terms.kind, count, rng))

    def returns(self, state: State) -> tuple[float, ...]:
        """Return the points of both seats."""
        return tuple(map(float, state.points))


def _why_not_these(state: State, acting: tuple[int, ...]) -> str:
    """Return one sentence on moves that do not come from those who act."""
    if not acting:
        return f"The match is over after {state.closed} rounds; start another."
    if acting == (CHANCE,):
        return "The crowd's dice are cast first; give a lot for chance alone."
    return "Both seats guess at once; give one number each for seats 0 and 1."


def _stream(lots: Sequence[int], number: int) -> Stream:
    """Return the dice of the crowd: number 0 gathers it, the others are of rounds."""
    key = 0
    for lot in lots[: number + 1]:
        key = mix64((key + lot + 1) & MASK)
    return Stream(key)


def _cast(state: State, lot: str) -> tuple[State, tuple[Event, ...]]:
    lots = (*state.lots, _LOTS[lot])
    after = state._replace(lots=lots)
    if not after.cast:
        return after, ()
    crowd = gather(state.terms.kind, state.terms.crowd, _stream(lots, 0))
    return after._replace(crowd=crowd), (Event("gathered", {"count": state.terms.crowd}),)


def _closed(state: State, moves: Moves) -> tuple[State, tuple[Event, ...]]:
    terms, dice = state.terms, _stream(state.lots, state.closed + 1)
    crowd = guesses(terms.kind, state.crowd, state.told, terms.factor, dice)
    all_guesses = (*(int(moves[seat]) for seat in SEATS), *crowd)
    apart = distances(all_guesses, terms.multiplier)
    total, count = sum(all_guesses), len(all_guesses)
    target = target_of(total, count, terms.multiplier)
    told = LastRound(total / count, float(target))
    won = tuple(sum(key > apart.keys[seat] for key in apart.keys) for seat in SEATS)
    event = Event(
        "close",
        {
            "round": state.closed + 1,
            "guesses": all_guesses,
            "sum": total,
            "target": tuple(fraction_pair(target)),
            "ranks": tuple(competition_ranks(apart.keys)[: len(SEATS)]),
            "points": won,
        },
    )
    after = state._replace(
        crowd=learn(terms.kind, state.crowd, crowd, told, state.anchor, terms.factor, dice),
        closed=state.closed + 1,
        told=told,
        points=(state.points[0] + won[0], state.points[1] + won[1]),
    )
    return after, (event,)


GAME: Final = GuessGame()
