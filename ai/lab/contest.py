"""Comparisons that say which agent is better: against another in its seats, or on the same seeds.

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

import contextlib
import itertools
import json
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

from ai.core import Agent
from ai.lab.arena import alike_words, prepared
from ai.lab.arena.faults import Forfeit, Guard
from ai.lab.arena.play import MOST_TURNS, Roster, Timed, match_text
from ai.lab.arena.schedule import sides
from ai.lab.arena.summary import first_of_each_kind, win_shares
from ai.lab.errors import BadArguments
from ai.lab.jobs import Jobs
from ai.lab.options import share_options
from ai.lab.progress import Progress
from ai.lab.rooms import Plain
from ai.lab.study import pieces
from games import bots, catalog
from games.core import Decision, Event, Limit, Player, Seating, Turn
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
DEMO: Final = "demo"
"""The name of the imitated person in a seat that no agent can take."""
LIMIT: Final = Limit()
_AT_ONCE: Final = 10
"""Games of one part of the work."""


def reference(game: str) -> str:
    """Return the agent of `game` by which better and worse are measured."""
    return REFERENCES.get(game, "random")


def measured_seat(game: str, given: Mapping[str, Any]) -> tuple[Params, int]:
    """Return the options of a game in which agents are compared, and a seat that they take."""
    spec = catalog.spec(game)
    own = {option.name for option in spec.options}
    chosen = {**_OPTIONS.get(game, {}), **{k: v for k, v in given.items() if k in own}}
    return spec.params(chosen), _SEATS.get(game, 0)


def free_options(game: str, params: Mapping[str, Any]) -> dict[str, str]:
    """Return those of the options of a match, as text, that a comparison of agents may have."""
    fixed = _OPTIONS.get(game, {})
    words = {True: "on", False: "off"}
    return {
        option.name: words[value] if isinstance(value, bool) else str(value)
        for option in catalog.spec(game).options
        if option.name not in fixed and (value := params.get(option.name)) is not None
    }


def usual(game: str) -> str:
    """Return the usual opponent of `game`, with its usual options."""
    opponents = catalog.spec(game).opponents
    return ":".join([opponents.default, *(f"{name}={value}" for name, value in opponents.options)])


class Contested(NamedTuple):
    """One game against another agent: the share of the win, 0 to 1, and a forfeit's sentence.

    `turns` are the turns that the agent itself played, `spent` the seconds of its choices after
    the first.
    """

    share: float
    fault: str
    turns: Sequence[Turn]
    spent: Sequence[float]


def contested(
    game: str, agent: str, other: str, numbers: Sequence[int], seed: int, given: Mapping[str, Any]
) -> Iterator[Contested]:
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
        fault = result.fault.of(0) if result.fault else ""
        share = win_shares(result, len(chunk.table))[0]
        yield Contested(share, fault, tuple(roster.turns), watch.later[begun:])


def _others(game: str, other: str, given: Mapping[str, Any]) -> list[str]:
    """Return an agent for each side but the first."""
    params, _ = measured_seat(game, given)
    return [other] * (len(sides(catalog.spec(game), params)) - 1)


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


class Alone(NamedTuple):
    """One game of an agent by itself: its score, and as in `Contested`; `match` is it as text."""

    score: float
    fault: str
    turns: Sequence[Turn]
    match: str = ""


class AlonePlayed(NamedTuple):
    """The games of a part, and for each the seconds of its choices after the first."""

    results: list[Alone]
    times: tuple[tuple[float, ...], ...]


class AlonePart(NamedTuple):
    """Some games of one agent by itself, for one worker, as text too where they are to `keep`."""

    game: str
    agent: str
    games: range
    seed: int
    given: Mapping[str, Any]
    keep: bool = False


def alone_seed(game: str, seed: int, number: int) -> int:
    """Return the seed of the game of a `number`, the same for all agents."""
    return stream_key(seed, f"contest {game} {number}") >> 1


def alone(part: AlonePart) -> AlonePlayed:
    """Play the games of a `part`; the same numbers and seed give the same games to all agents."""
    game, agent, numbers, seed, given, keep = part
    spec = catalog.spec(game)
    own = {option.name for option in spec.options}
    params, _ = measured_seat(game, given)
    rest = {name: value for name, value in given.items() if name not in own}
    resolved = catalog.resolve(game, agent, rest)
    seating = Seating(resolved.spec.id, resolved.options)
    watch = Timed(resolved.make())
    found, times = [], []
    for number in numbers:
        drawn = alone_seed(game, seed, number)
        begun = len(watch.later)
        guard = Guard(watch, 0, agent)
        score, fault, match = _scored(game, guard, spec.draw(params, drawn), drawn)
        turns = () if match is None else tuple(match.turns)
        text = match_text(match, _seats(game, seating)) if keep and match is not None else ""
        found.append(Alone(score, fault, turns, text))
        times.append(tuple(watch.later[begun:]))
    return AlonePlayed(found, tuple(times))


def _seats(game: str, seating: Seating) -> list[Seating]:
    """Return who sits where beside an agent that is measured."""
    found = [Seating(_BESIDE.get(game, DEMO))] * 2
    found[_SEATS[game]] = seating
    return found


def against(one: Alone, other: Alone) -> float:
    """Return the share of the win of `one` in the same game as an`other`, 0 to 1."""
    if one.fault or other.fault:
        return 0.0 if one.fault else 1.0
    return (one.score > other.score) + (one.score == other.score) / 2


def _alone(
    game: str, agent: str, other: str, numbers: Sequence[int], seed: int, given: Mapping[str, Any]
) -> Iterator[Contested]:
    for number in numbers:
        pair = [
            alone(AlonePart(game, name, range(number, number + 1), seed, options))
            for name, options in ((agent, given), (other, {}))
        ]
        own, theirs = (played.results[0] for played in pair)
        yield Contested(against(own, theirs), own.fault, own.turns, pair[0].times[0])


def _scored(
    game: str, player: Guard, params: Params, seed: int
) -> tuple[float, str, Match[Any] | None]:
    """Return the score of a player by itself, the sentence of its forfeit, and the match."""
    seat = _SEATS[game]
    watcher = _Distance(seat)
    match: Match[Any] | None = None
    try:
        players = {seat: player, 1 - seat: _beside(game, params, seed)}
        match = Match(catalog.rules(game), params, seed, players, (watcher,))
        match.run(LIMIT, MOST_TURNS)
    except Forfeit as fault:
        return 0.0, fault.sentence, match
    if game == "guess":
        return -sum(watcher.distances) / len(watcher.distances), "", match
    return match.returns[seat], "", match


def _beside(game: str, params: Params, seed: int) -> Player:
    """Return who fills the other seat; in Numbers a person whose keys no guess changes."""
    if game != "numbers":
        return catalog.resolve(game, _BESIDE[game]).make()
    blind = catalog.resolve(game, reference(game)).make()
    match: Match[Any] = Match(
        catalog.rules(game), params, seed, {0: catalog.demo_player(game), 1: blind}
    )
    match.run(LIMIT)
    return _Keys([dict(turn)[0] for turn in match.turns])


# -- what is said of it --------------------------------------------------------------------


class Against(NamedTuple):
    """The outcome of some games against one agent: the share of the wins with its 95 % interval."""

    agent: str
    games: int
    share: float
    ci95: tuple[float, float]
    forfeits: int


def tally(other: str, played: Sequence[Contested]) -> Against:
    """Return the outcome of the games that were `played` against an agent."""
    won = sum(bout.share for bout in played)
    forfeits = sum(bool(bout.fault) for bout in played)
    return Against(other, len(played), won / len(played), wilson(won, len(played)), forfeits)


def compared(
    game: str,
    agents: Sequence[str],
    games: int,
    seed: int,
    given: Mapping[str, Any],
    jobs: Jobs,
    progress: Callable[[float, str], None],
) -> Plain:
    """Return how agents compare that do not meet (`SOLO`), every pair on the same seeds.

    Raises `BadArguments` and the errors of the catalogue.
    """
    agents = list(dict.fromkeys(bots.admit(name) for name in agents))
    if len(agents) < 2:
        raise BadArguments("A comparison needs at least two agents, as in --agents A,B.")
    share_options(game, [catalog.agent(game, name) for name in agents], given)
    parts = [
        AlonePart(game, name, numbers, seed, given)
        for name in agents
        for numbers in pieces(games, _AT_ONCE)
    ]
    played = []
    for found in jobs.results(alone, parts):
        played += found.results
        progress(len(played) / (games * len(agents)), agents[(len(played) - 1) // games])
    by_name = {name: played[n * games : (n + 1) * games] for n, name in enumerate(agents)}
    pairs = [_pair(a, b, by_name[a], by_name[b]) for a, b in itertools.combinations(agents, 2)]
    return {"game": game, "seed": seed, "pairs": pairs}


def serve(
    game: str,
    agents: Sequence[str],
    games: int,
    seed: int,
    given: Mapping[str, Any],
    jobs: Jobs,
    as_json: bool,
    write: Callable[[Plain], None] = lambda found: None,
) -> int:
    """Print how agents compare that do not meet, and `write` it; returns the exit code.

    Raises as `compared`.
    """
    with contextlib.closing(Progress()) as progress:
        plain = compared(game, agents, games, seed, given, jobs, progress)
    write(plain)
    print(json.dumps(plain, allow_nan=False) if as_json else "\n".join(_lines(plain)))
    return 0


def _pair(a: str, b: str, ours: Sequence[Alone], theirs: Sequence[Alone]) -> Plain:
    """Return the figures of two agents who played the same games, each by itself."""
    won = sum(against(one, other) for one, other in zip(ours, theirs, strict=True))
    forfeits = [[one.fault for one in found if one.fault] for found in (ours, theirs)]
    kinds = [len({*map(_turns_of, found)}) for found in (ours, theirs)]
    return {
        "a": a,
        "b": b,
        "games": len(ours),
        "a_win_share": won / len(ours),
        "ci95": list(wilson(won, len(ours))),
        "a_forfeits": len(forfeits[0]),
        "b_forfeits": len(forfeits[1]),
        "forfeits": first_of_each_kind([*forfeits[0], *forfeits[1]]),
        **({"alike": True} if kinds == [1, 1] and len(ours) > 1 else {}),
    }


def _turns_of(game: Alone) -> Sequence[Turn]:
    return game.turns


def _lines(plain: Plain) -> Iterator[str]:
    yield f"{plain['game']}, seed {plain['seed']}: share of the games in which the first is better"
    for pair in plain["pairs"]:
        low, high = pair["ci95"]
        yield (
            f"  {pair['a']} v {pair['b']}: {pair['a_win_share']:.3f} ({low:.3f} to {high:.3f}); "
            f"{pair['games']} games, forfeited {pair['a_forfeits']} and {pair['b_forfeits']}"
        )
        yield from (f"    {sentence}" for sentence in pair["forfeits"])
        yield from (f"    {sentence}" for sentence in alike_words(pair))
