"""What *better* means in each game: one agent against another, in its seats or on the same seeds.

Two agents of a game of two sides meet; at a table of Ra one of them meets two of the other. In
Numbers, Guess 2/3 and the tracker agents do not meet: each plays the same seeds alone, and a seed
is won by the better score (`SOLO`).

| game | reference | score |
|---|---|---|
| Numbers, the machine's seat | `uniform` | hits on the same keys of an imitated person |
| Guess 2/3 | `nash` | the mean distance from the target, the smaller the better |
| tracker, the ghost of `play=hide` | `random` | points in the same maze against `drifter` |
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

from ai.core import Agent
from ai.lab.arena import prepared
from ai.lab.arena.faults import Forfeit, Guard
from ai.lab.arena.play import MOST_TURNS, Roster, Timed
from ai.lab.arena.schedule import sides
from ai.lab.arena.summary import win_shares
from games import catalog
from games.core import Decision, Event, Limit, Player, Turn
from games.intervals import wilson
from games.match import Match
from games.spec import Params
from games.streams import stream_key

REFERENCES: Final = {"set": "steady-1", "numbers": "uniform", "guess": "nash"}
"""The agents that a bot has to beat; `random` in all other games."""
SOLO: Final = ("numbers", "guess", "tracker")
"""Games in which agents do not meet."""
_OPTIONS: Final[Mapping[str, Mapping[str, Any]]] = {"tracker": {"play": "hide"}}
_SEATS: Final = {"numbers": 1, "guess": 1, "tracker": 0}
"""The seat of the agent that is measured."""
_BESIDE: Final = {"guess": "level0", "tracker": "drifter"}
"""The agent in the other seat."""
_LIMIT: Final = Limit()


def reference(game: str) -> str:
    """Return the agent of `game` by which better and worse are measured."""
    return REFERENCES.get(game, "random")


def usual(game: str) -> str:
    """Return the usual opponent of `game`, with its usual options."""
    opponents = catalog.spec(game).opponents
    return ":".join([opponents.default, *(f"{name}={value}" for name, value in opponents.options)])


class Bout(NamedTuple):
    """One game against another agent: the share of the win, 0 to 1, and a forfeit's sentence.

    `turns` are the turns that the agent itself played, `spent` the seconds of its choices after
    the first.
    """

    share: float
    fault: str
    turns: Sequence[Turn]
    spent: Sequence[float]


def bouts(
    game: str, agent: str, other: str, numbers: Sequence[int], seed: int, given: Mapping[str, Any]
) -> Iterator[Bout]:
    """Play the games of these `numbers` of an `agent` against another; `given` are options.

    A bot is named by its kept name (`games.bots.admit`). Raises `BadArguments` and the errors of
    the catalogue.
    """
    if game in SOLO:
        yield from _alone(game, agent, other, numbers, seed, given)
        return
    chunk = prepared(game, [agent, *_others(game, other, given)], seed, given, None)
    chunk = chunk._replace(table=tuple(chunk.table))
    roster = Roster(chunk)
    watch = roster.watches[0]
    for number in numbers:
        begun = len(watch.later)
        result = roster.play(number)
        fault = result.fault.sentence if result.fault and result.fault.who == 0 else ""
        share = win_shares(result, len(chunk.table))[0]
        yield Bout(share, fault, tuple(roster.turns), watch.later[begun:])


def _others(game: str, other: str, given: Mapping[str, Any]) -> list[str]:
    """Return an agent for each side but the first."""
    spec = catalog.spec(game)
    own = {option.name for option in spec.options}
    params = spec.params({name: value for name, value in given.items() if name in own})
    return [other] * (len(sides(spec, params)) - 1)


# -- alone ---------------------------------------------------------------------------------


class _Keys(Agent):
    """A person's keys in Numbers, whatever is guessed."""

    def __init__(self, keys: Sequence[str]) -> None:
        self._left = iter(keys)

    def act(self, seat: int, view: object, legal: Collection[str], limit: Limit) -> Decision:
        """Press the next key."""
        return Decision(next(self._left))


class _Distance(Agent):
    """A watcher of Guess 2/3: the distances of the guesses in `seat` from the targets."""

    def __init__(self, seat: int) -> None:
        self.measured, self.distances = seat, list[float]()

    def observe(self, events: Sequence[Event]) -> None:
        """Take in the rounds that are closed."""
        for event in events:
            if event.kind == "close":
                above, below = event.data["target"]
                guess = event.data["guesses"][self.measured]
                self.distances.append(abs(guess - above / below))


def _alone(
    game: str, agent: str, other: str, numbers: Sequence[int], seed: int, given: Mapping[str, Any]
) -> Iterator[Bout]:
    spec = catalog.spec(game)
    own = {option.name for option in spec.options}
    chosen = {**_OPTIONS.get(game, {}), **{k: v for k, v in given.items() if k in own}}
    theirs = {name: value for name, value in given.items() if name not in own}
    params = spec.params(chosen)
    measured = Timed(catalog.resolve(game, agent, theirs).make())
    rival = catalog.resolve(game, other).make()
    for number in numbers:
        drawn = stream_key(seed, f"contest {game} {number}") >> 1
        options = spec.draw(params, drawn)
        begun = len(measured.later)
        theirs_score, _, _ = _scored(game, Guard(rival, 1, other), options, drawn)
        score, fault, turns = _scored(game, Guard(measured, 0, agent), options, drawn)
        share = 0.0 if fault else (score > theirs_score) + (score == theirs_score) / 2
        yield Bout(share, fault, turns, measured.later[begun:])


def _scored(
    game: str, player: Guard, params: Params, seed: int
) -> tuple[float, str, Sequence[Turn]]:
    """Return the score of a player by itself, the sentence of its forfeit, and the turns."""
    seat = _SEATS[game]
    watcher = _Distance(seat)
    match: Match[Any] | None = None
    try:
        players = {seat: player, 1 - seat: _beside(game, params, seed)}
        match = Match(catalog.rules(game), params, seed, players, (watcher,))
        match.run(_LIMIT, MOST_TURNS)
    except Forfeit as fault:
        return 0.0, fault.sentence, () if match is None else tuple(match.turns)
    if game == "guess":
        return -sum(watcher.distances) / len(watcher.distances), "", tuple(match.turns)
    return match.returns[seat], "", tuple(match.turns)


def _beside(game: str, params: Params, seed: int) -> Player:
    """Return who fills the other seat; in Numbers a person whose keys no guess changes."""
    if game != "numbers":
        return catalog.resolve(game, _BESIDE[game]).make()
    blind = catalog.resolve(game, reference(game)).make()
    match: Match[Any] = Match(
        catalog.rules(game), params, seed, {0: catalog.demo_player(game), 1: blind}
    )
    match.run(_LIMIT)
    return _Keys([dict(turn)[0] for turn in match.turns])


# -- what is said of it --------------------------------------------------------------------


class Tally(NamedTuple):
    """The outcome of some games against one agent: the share of the wins with its 95 % interval."""

    agent: str
    games: int
    share: float
    ci95: tuple[float, float]
    forfeits: int


def tally(other: str, played: Sequence[Bout]) -> Tally:
    """Return the outcome of the games that were `played` against an agent."""
    won = sum(bout.share for bout in played)
    forfeits = sum(bool(bout.fault) for bout in played)
    return Tally(other, len(played), won / len(played), wilson(won, len(played)), forfeits)
