"""The judge of Set: the seconds that a claim took, beside what its table usually takes that player.

What a table usually takes comes from the horse race (`ai.set.race`) at the player's own rates,
which are learned from the races before (`LearnedRates`, a Gamma distribution for each kind of set).
At a total rate R a first find takes 1/R seconds of search on average. A player who has searched for
t seconds and found nothing still needs 1/R more, for the horse race has no memory. So a find after
t seconds lost t - 1/R seconds, and a table that the other took after t seconds lost t. These add up
to 0 on average at the player's own pace. The standard deviation of a find is 1/R, and the rates are
known with an error: a loss within two of these is chance.

A wrong claim costs its penalty: the seconds of a freeze, or a point, which takes as long to win
again as a set on that table usually takes. Races with a hint or a pause are not judged.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

from ai.core import Agent
from ai.set.race import (
    KINDS,
    SHARES,
    START_MS,
    LearnedRates,
    prior,
    search_seconds,
)
from ai.set.searchers import CALL_SHARE, cards_named, moves_of
from games.agents import Advice, Judged, Measure, Weighed
from games.core import CHANCE, Event, Game, Moves
from games.set.rules.cards import features, kind_of
from games.set.rules.claims import Claim, right_claims
from games.set.rules.state import FREEZE, State
from games.spec import Params
from games.streams import Stream

START: Final = START_MS / 1000
_FREEZE: Final = FREEZE / 1000
SEARCH: Final = Measure(
    "the seconds of search", "seconds", (_FREEZE / 5, _FREEZE, 2 * _FREEZE, 4 * _FREEZE)
)
"""A slip costs as much as the freeze after a wrong claim, and each grade twice the one before."""
Cards = tuple[int, ...]


class UsualTime(NamedTuple):
    """A player's usual speed at a table: the `rate` of ends a second, and its standard
    deviation `sd`; 0 where no set can be found.
    """

    rate: float
    sd: float

    @property
    def seconds(self) -> float:
        """The mean time of a find, from the start of the table on."""
        return START + 1 / self.rate

    @property
    def unsure(self) -> float:
        """The standard error of the mean time, since the rate is learned."""
        return self.sd / self.rate**2

    @property
    def spread(self) -> float:
        """The standard deviation of the time of a find that is to be foreseen."""
        return math.hypot(1 / self.rate, self.unsure)


def usual_time(state: State, known: LearnedRates) -> UsualTime:
    """Return how quickly a player usually ends the table of a `state`.

    A table without a set has to be called where that is played: then at the agents' pace for it.
    """
    kinds = [kind_of(claim) for claim in right_claims(state)]
    if kinds:
        parts: Sequence[float] = [kinds.count(kind) for kind in KINDS]
    elif state.terms.none == "call":
        parts = [CALL_SHARE * share for share in SHARES]
    else:
        return UsualTime(0.0, 0.0)
    rate = sum(part * mean for part, mean in zip(parts, known.mean, strict=True))
    sd = math.hypot(*(part * sd for part, sd in zip(parts, known.sd, strict=True)))
    return UsualTime(rate, sd)


def set_words(cards: Cards) -> str:
    """Return a right claim in words, by what its cards share; () is the call that there is none."""
    if not cards:
        return "no set"
    if len(cards) != 3:
        return f"the UltraSet with a pair that differs in {kind_of(cards)} of 4 features"
    same = [name for name, kind in features(cards).items() if kind == "same"]
    if not same:
        return "the set that shares nothing"
    *most, last = same
    return f"the set of one {', '.join(most)}{' and ' if most else ''}{last}"


class EndedRace(NamedTuple):
    """A race that ended, from its event, and the usual times of both seats before it.

    `searched` are the seconds that each seat has searched on this table up to its end, `ahead` the
    seconds that each had gained on its usual time before.
    """

    data: Mapping[str, Any]
    searched: tuple[float, ...]
    known: tuple[LearnedRates, ...]
    ahead: tuple[float, ...]

    @property
    def ms(self) -> int:
        """The end of the race, in ms since the table was laid; 0 where that is unknown."""
        return int(self.data["ms"] or self.data.get("at", 0))

    @property
    def wrong(self) -> bool:
        """True if it ended by a wrong claim."""
        return bool(self.data["result"] == "wrong")

    @property
    def timed(self) -> bool:
        """True if its time counts for the players."""
        aided = "hint" in self.data or "paused" in self.data
        return self.ms > 0 and not aided and self.data["result"] != "void"

    def loss(self, state: State, seat: int) -> tuple[float, float]:
        """Return the seconds that a `seat` lost, with their standard error."""
        usual, own = usual_time(state, self.known[seat]), self.data["seat"] == seat
        if self.wrong:
            return (_penalty(state, usual) if own else 0.0), 0.0
        if not self.timed or not usual.rate:
            return 0.0, 0.0
        found = 1 / usual.rate if own else 0.0
        return self.searched[seat] - found, usual.spread


def _penalty(state: State, usual: UsualTime) -> float:
    """Return the seconds that a wrong claim costs; that it is a loss is certain."""
    if state.terms.penalty == "freeze":
        return _FREEZE
    return usual.seconds if state.terms.penalty == "point" and usual.rate else 0.0


class Judge(Agent):
    """Follows the table and learns both seats' rates; it observes a race before it judges it."""

    def begin(self, seats: tuple[int, ...], game: Game[Any], params: Params, rng: Stream) -> None:
        """Watch a new match."""
        super().begin(seats, game, params, rng)
        self._game = game
        self._state: State = game.new(params)
        self.known: tuple[LearnedRates, ...] = (prior(), prior())
        self._searched: tuple[float, ...] = (0.0, 0.0)
        self._ahead: tuple[float, ...] = (0.0, 0.0)
        self._told: EndedRace | None = None

    def observe(self, events: Sequence[Event]) -> None:
        """Follow the table, and learn from a race that ended."""
        for event in events:
            if event.kind == "card":
                self._follow({CHANCE: f"*:{event.data['card']}"})
            elif event.kind == "race":
                self._end(event.data)
                self._follow(moves_of(event.data))

    def _follow(self, moves: Moves) -> None:
        self._state, _ = self._game.apply(self._state, moves)

    def _end(self, data: Mapping[str, Any]) -> None:
        """Take in the end of a race."""
        state = self._state
        seconds = [_searched(state, seat, data["ms"] or data.get("at", 0)) for seat in (0, 1)]
        total = tuple(sum(pair) for pair in zip(self._searched, seconds, strict=True))
        told = self._told = EndedRace(data, total, self.known, self._ahead)
        self._ahead = tuple(
            ahead - told.loss(state, seat)[0] for seat, ahead in enumerate(self._ahead)
        )
        self._searched = total if told.wrong else (0.0, 0.0)
        if not told.timed or data["result"] == "given_up":
            return
        kinds = [kind_of(claim) for claim in right_claims(state)]
        found = kind_of(cards_named(data["cards"])) if data["result"] == "set" else 0
        self.known = tuple(
            known.after(kinds, seconds[seat], found if data["seat"] == seat else 0)
            for seat, known in enumerate(self.known)
        )

    def judge(self, state: State, seat: int, move: str, seed: int = 0) -> Judged:
        """Judge the `move` of a `seat` in the race that it observed last, in this `state`."""
        told = self._told
        assert told is not None, "it is told of the race before"
        lost, error = told.loss(state, seat)
        claims = _easiest_first(state, told.known[seat])
        usual, ahead = usual_time(state, told.known[seat]), told.ahead[seat]
        if told.wrong:
            best = _claim(told.ms / 1000, claims, 0.0)
            own = Weighed(move, _own_words(told, seat), -lost)
            rows = [best, own]
        elif told.timed and usual.rate:
            best = _claim(usual.seconds, claims, -usual.seconds, f" by {usual.seconds:.1f} s")
            own = Weighed(move, _own_words(told, seat), -usual.seconds - lost)
            rows = [best, own, *(_alone(claims, told.known[seat]) if len(claims) > 1 else ())]
        else:
            best = own = Weighed(move, _own_words(told, seat), 0.0)
            rows = [own]
        return Judged(
            *(seat, move, SEARCH, ahead, ahead - lost, best.move, lost, error),
            why=_why(claims, told, seat) if lost > 0 else "",
            actions=tuple({row.move: row for row in reversed(rows)}.values())[::-1],
        )

    def hint(self, view: State, seed: int = 0) -> Advice:
        """Return the right claims of a table, the one that is usually seen first at the top."""
        known = prior()
        claims = _easiest_first(view, known)
        if not claims:
            return Advice("There is no set here.", (_claim(0.0, (), 0.0),))
        first = set_words(claims[0])
        told = f"{first[:1].upper()}{first[1:]} is usually seen first."
        return Advice(told, tuple(_alone(claims, known)))


def _searched(state: State, seat: int, ms: int) -> float:
    """Return the seconds in which a seat could search in a race that ended at `ms`."""
    return search_seconds(min(ms, max(state.after, state.frozen[seat])), ms)


def _easiest_first(state: State, known: LearnedRates) -> tuple[Cards, ...]:
    """Return the right claims of a table, those with the highest rates first."""
    return tuple(sorted(right_claims(state), key=lambda cards: -known.mean[kind_of(cards) - 1]))


def _claim(seconds: float, claims: Sequence[Cards], value: float, when: str = "") -> Weighed:
    """Return the claim of the first of the `claims`, or that there is none."""
    cards = claims[0] if claims else ()
    ms = max(1, round(1000 * seconds))
    move = Claim(ms, cards, "" if cards else "none").text()
    return Weighed(move, set_words(cards) + when, value)


def _alone(claims: Sequence[Cards], known: LearnedRates) -> list[Weighed]:
    """Return each claim at the time that it alone usually takes."""
    rows = []
    for cards in claims:
        seconds = START + 1 / known.mean[kind_of(cards) - 1]
        rows.append(_claim(seconds, [cards], -seconds, ", alone"))
    return rows


def _own_words(told: EndedRace, seat: int) -> str:
    """Return what a seat did in a race."""
    when = f"{told.ms / 1000:.1f} s"
    if told.data["seat"] != seat:
        return f"no claim in {when}" if told.ms else "no claim"
    if told.wrong:
        return f"too late at {when}" if told.data.get("word") == "late" else f"wrong at {when}"
    return f"{set_words(cards_named(told.data['cards']))} at {when}"


def _why(claims: Sequence[Cards], told: EndedRace, seat: int) -> str:
    """Return, after "it", why the easiest of the `claims` was to be seen, and what was taken."""
    if not claims:
        return "was a table without a set"
    means = [START + 1 / told.known[seat].mean[kind_of(cards) - 1] for cards in claims]
    first = claims[0]
    why = f"differs in {kind_of(first)} of 4 features and alone takes {means[0]:.1f} s on average"
    if means[-1] > means[0]:
        why += f", the hardest set of the table {means[-1]:.1f} s"
    taken = cards_named(told.data["cards"])
    if told.data["result"] == "set" and told.data["seat"] != seat and taken != first:
        why += f"; {set_words(taken)} was taken"
    return why
