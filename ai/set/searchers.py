"""The agents of Set: searchers of a known strength, one that mirrors the player, and two ends.

An agent decides when the table is laid: it fixes the time and the cards of its claim before any
player can have found a set. After a wrong claim of the other it keeps to its plan, after its own it
plans anew from that time on, with another 600 ms first.
"""

from __future__ import annotations

import itertools
from collections.abc import Collection, Mapping, Sequence
from typing import Any, Final

from ai.core import Agent
from ai.set.following import Followed, Known, followed_from, followed_since
from ai.set.minds import (
    chance_bars,
    how_well_known,
    learned_bars,
    rate_bars,
    share_series,
    time_bell,
)
from ai.set.race import (
    START_MS,
    ClaimRates,
    LearnedRates,
    Rates,
    average,
    learned_from,
    near_misses,
    prior,
    race,
    search_seconds,
    steady_rates,
    waiting_ms,
)
from games.arrays import Arrays, arrays_from_text
from games.core import CHANCE, Decision, Event, Game, Limit, Moves
from games.mind import Mind, Note
from games.set.rules.cards import NAMES, THIRD, kind_of
from games.set.rules.claims import LONGEST, WAIT, Claim, earliest, parse, right_claims
from games.set.rules.state import FREE, State
from games.spec import Params
from games.streams import Stream

CALL_SHARE: Final = 0.5
"""That there is no set is called as soon as a set at this share of the average rate is found."""
PERCENT: Final = 100
LIKEST: Final = "I see cards that are alike first, at my own pace, whatever you do."
ANY: Final = "I search at my own pace, whatever you do."


class Searcher(Agent):
    """The common part of all searchers: the plan for this table, and the text of claims."""

    def begin(self, seats: tuple[int, ...], game: Game[Any], params: Params, rng: Stream) -> None:
        """Begin without a plan."""
        super().begin(seats, game, params, rng)
        self._kept = ""
        self._own_fault = 0

    def act(self, seat: int, view: State, legal: Collection[str], limit: Limit) -> Decision:
        """Keep to the plan, or make one."""
        claim = parse(self._kept)
        if claim is not None:
            move = self._in_time(claim, view, seat)
        elif self._kept:
            move = self._kept
        else:
            move = self._in_time(self.plan(view, self._own_fault), view, seat)
        return Decision(move, self.mind() if limit.mind else None)

    def _in_time(self, claim: Claim | None, view: State, seat: int) -> str:
        """Return the planned claim as a move, as soon as the seat may make it."""
        if claim is None:
            return WAIT
        claim = claim._replace(ms=max(claim.ms, earliest(view, seat)))
        return claim.text() if claim.ms <= LONGEST else WAIT

    def plan(self, view: State, since: int) -> Claim | None:
        """Return when to claim what on this table, searching from `since` ms on; None to wait."""
        raise NotImplementedError

    def observe(self, events: Sequence[Event]) -> None:
        """Remember the plan while the same table races on."""
        for event in events:
            if event.kind == "kept":
                self._kept = event.data["move"]
            elif event.kind == "race":
                own = event.data["result"] == "wrong" and event.data["seat"] == self.seat
                self._own_fault = event.data["ms"] if own else 0
                self._kept = ""

    def snapshot(self) -> object | None:
        """Return the plan is all that observing changes."""
        return (self._kept, self._own_fault)

    def restore(self, snapshot: object) -> None:
        """Plan as when the snapshot was taken."""
        assert isinstance(snapshot, tuple)
        self._kept, self._own_fault = snapshot


class Nobody(Searcher):
    """Waits, so that one can play alone."""

    def plan(self, view: State, since: int) -> Claim | None:
        """Return None: never claim."""
        return None

    def mind(self) -> Mind:
        """Return a note: this opponent does not play."""
        return (Note("I only wait: you play alone."),)


class Solver(Searcher):
    """Claims at 600 ms, always right."""

    def plan(self, view: State, since: int) -> Claim | None:
        """Return the first right claim in the order of places, or that there is none."""
        found = right_claims(view)
        if found:
            return Claim(since + START_MS, found[0])
        return Claim(since + START_MS, (), "none") if view.terms.none == "call" else None

    def mind(self) -> Mind:
        """Return a note on its method."""
        return (Note("I claim at once: I look up the third card of every two."),)


PAIR_MS: Final = 4000
"""The time of a newcomer for two cards and their third; chosen."""


class PairLooker(Searcher):
    """A newcomer: takes two cards, four seconds each time, until their third lies there too."""

    def plan(self, view: State, since: int) -> Claim | None:
        """Return the claim of the first two cards whose third lies there, None without any."""
        table = [card for card in view.table if card != FREE]
        pairs = list(itertools.combinations(table, 2))
        for looked in range(1, len(pairs) + 1):
            one, other = pairs.pop(self.rng.below(len(pairs)))
            cards = {one, other, THIRD[one][other]}
            if cards <= set(table):
                found = tuple(card for card in table if card in cards)
                return Claim(since + START_MS + looked * PAIR_MS, found)
        return None

    def mind(self) -> Mind:
        """Return a note on its method."""
        return (Note("I take two cards and look for the third."),)


class Steady(Searcher):
    """A searcher by the horse race, with rates of a level, that errs now and then."""

    def __init__(self, rates: Rates, error: int) -> None:
        self._rates = rates
        self._error = error / PERCENT
        self._seen: ClaimRates | None = None
        self._sealed_ms = 0

    @property
    def rates(self) -> Rates:
        """The rates for sets that differ in 1 to 4 features, a second."""
        return self._rates

    def plan(self, view: State, since: int) -> Claim | None:
        """Return the first find, at times a near miss instead; or the call that there is no set."""
        found = race(view, self.rates)
        self._seen, self._sealed_ms = found, since
        if found.total <= 0:
            return self._call(view, since)
        ms, cards = found.draw(self.rng)
        self._sealed_ms = since + ms
        if self._error and self.rng.random() < self._error:
            wrong = near_misses(view)
            if wrong:
                cards = wrong[self.rng.below(len(wrong))]
        return Claim(since + ms, cards)

    def _call(self, view: State, since: int) -> Claim | None:
        rate = CALL_SHARE * average(self.rates)
        if view.terms.none != "call" or rate <= 0:
            return None
        return Claim(since + START_MS + waiting_ms(rate, self.rng), (), "none")

    def mind(self) -> Mind:
        """Return the speed at which it finds each kind, and the time on this table."""
        bell = None if self._seen is None else time_bell(self._seen, self._sealed_ms)
        return (
            Note(LIKEST if self.rates == tuple(sorted(self.rates)[::-1]) else ANY),
            *([] if bell is None else [bell]),
            rate_bars(self.rates),
        )


class Mirror(Steady):
    """Has the player's own rates, learned from every race, times what gives it its share."""

    def __init__(
        self, share: int, learn: bool, error: int, start: str | None, follow: bool = False
    ) -> None:
        """With `follow` it reckons with a player who changes; else all races count alike."""
        super().__init__((), error)
        self._factor = share / (PERCENT - share)
        self._learn = learn
        arrays = None if start is None else arrays_from_text(start)
        self._start = prior() if arrays is None else learned_from(arrays)
        self._start_followed: Followed | None = None
        if follow:
            met = None if arrays is None else followed_from(arrays)
            self._start_followed = met or followed_since(self._start)
        self._forget()

    def _forget(self) -> None:
        """Know what was known at the start."""
        self.known: LearnedRates = self._start
        self._followed = self._start_followed

    def begin(self, seats: tuple[int, ...], game: Game[Any], params: Params, rng: Stream) -> None:
        """Begin with what is known of the player."""
        super().begin(seats, game, params, rng)
        self._forget()
        self._game = game
        self._state: State = game.new(params)
        self._seen_ms = 0
        self._seen = None
        self._taken: tuple[bool, ...] = ()

    @property
    def rates(self) -> Rates:
        """The player's rates as they are known, times share / (1 - share)."""
        return tuple(rate * self._factor for rate in self.believed.mean)

    @property
    def believed(self) -> Known:
        """The belief about the player, from the races seen."""
        return self._followed or self.known

    def observe(self, events: Sequence[Event]) -> None:
        """Follow the table, and learn from a race that ended."""
        super().observe(events)
        for event in events:
            if event.kind == "card":
                self._follow({CHANCE: f"*:{event.data['card']}"})
            elif event.kind == "race":
                self._learn_from(event.data)
                self._follow(moves_of(event.data))
                if event.data["result"] == "set":
                    self._followed = self._followed and self._followed.walked()
                    self._taken += (event.data["seat"] != self.seat,)

    def act(self, seat: int, view: State, legal: Collection[str], limit: Limit) -> Decision:
        """Look at the table, then keep to the plan or make one."""
        self._state = view
        return super().act(seat, view, legal, limit)

    def _follow(self, moves: Moves) -> None:
        """Know the table after a turn: a match that is taken up is observed without being asked."""
        self._state, _ = self._game.apply(self._state, moves)

    def _learn_from(self, data: Mapping[str, Any]) -> None:
        """Learn from a race, unless it had no winner, stood still or had a hint."""
        aided = "hint" in data or "paused" in data
        if not self._learn or data["ms"] is None or aided:
            self._seen_ms = data["ms"] if data["result"] == "wrong" else 0
            return
        other = data["seat"] is not None and data["seat"] != self.seat
        right = data["result"] == "set"
        found = kind_of(cards_named(data["cards"])) if other and right else 0
        kinds = [kind_of(claim) for claim in right_claims(self._state)]
        seconds = search_seconds(self._seen_ms, data["ms"])
        self.known = self.known.after(kinds, seconds, found)
        self._followed = self._followed and self._followed.after(kinds, seconds, found)
        self._seen_ms = data["ms"] if data["result"] == "wrong" else 0

    def learned_arrays(self) -> Arrays | None:
        """Return the distributions of the player's rates."""
        if not self._learn:
            return None
        followed = {} if self._followed is None else self._followed.arrays()
        return {**self.known.arrays(), **followed}

    def snapshot(self) -> object | None:
        """Return the plan, and what is known."""
        known = (self.known, self._followed)
        return (super().snapshot(), known, self._state, self._seen_ms, self._taken)

    def restore(self, snapshot: object) -> None:
        """Know and plan as when the snapshot was taken."""
        assert isinstance(snapshot, tuple)
        plan, (self.known, self._followed), self._state, self._seen_ms, self._taken = snapshot
        super().restore(plan)

    def mind(self) -> Mind:
        """Return the player's believed speed, the chances on this table, and the share so far."""
        share = self._factor / (1 + self._factor)
        chances = None if self._seen is None else chance_bars(self._seen, self._factor)
        line = share_series(self._taken, share)
        return (
            Note(how_well_known(self.known.finds, share)),
            learned_bars(self.believed),
            *([] if chances is None else [chances]),
            *([] if line is None else [line]),
        )


def moves_of(race: Mapping[str, Any]) -> Moves:
    """Return the moves that end a `race`; without the other seat's move after a wrong claim."""
    if race["result"] != "wrong":
        return dict(enumerate(race["moves"]))
    claim = Claim(race["ms"], cards_named(race["cards"]), race["word"])
    return {seat: claim.text() if seat == race["seat"] else WAIT for seat in (0, 1)}


def cards_named(names: Sequence[str]) -> tuple[int, ...]:
    """Return the cards with these names."""
    return tuple(NAMES.index(name) for name in names)


def steady(level: int, error: int) -> Steady:
    """Return the agent `steady-level`."""
    return Steady(steady_rates(level), error)
