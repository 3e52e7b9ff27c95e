"""`main.py arena set --option study=mirror`: does `mirror` take its share, and is it as sure as it
should be?

Each of `--agents` is a simulated player whose rates `mirror` does not know: `slow` (between
`steady-1` and `steady-3`), `fair` (3 to 5), `quick` (6 to 8), `uneven` (level 4, each kind up to
three times quicker or slower), `quickening` (from level 3 to 5 over its sets), `erring` (level 4,
10% of its claims are wrong). `--games` is the number of players of each kind, each with rates of
its own. A player meets `mirror` as on its first day, match after match in which it goes on
learning, until `sets` sets were taken together. `share`, `error` and `follow` are
options of `mirror`.

Measured are the share of sets that `mirror` took of the 11th to the last and of the last 50, and
how often the interval of each rate held the true one, after each of these sets and after the last.
Intervals are of 95%, over players. All follows from the seed, for any number of jobs.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

import numpy as np

from ai.lab.errors import BadArguments
from ai.lab.options import all_options
from ai.lab.rooms import ArenaQuestion, Plain
from ai.lab.study import Groups, Study, Values, mean_interval, pieces
from ai.set.following import Known
from ai.set.race import KINDS, RATE, STEP, WEIGHTS, Rates
from ai.set.searchers import Mirror, Steady
from games.arrays import arrays_to_text
from games.core import Event, Limit
from games.match import Match
from games.set import SPEC
from games.set.rules import GAME
from games.set.rules.state import State
from games.spec import Option
from games.streams import Stream, stream_key

MIRROR: Final = "mirror"
PLAYERS: Final = ("slow", "fair", "quick", "uneven", "quickening", "erring")
OPTIONS: Final = (
    Option(*("study", "Study", "choice", MIRROR), choices=(MIRROR,)),
    Option(*("share", "Share that it should take", "int", 50), low=10, high=90),
    Option(*("sets", "Sets taken together", "int", 100), low=60, high=1000),
    Option(*("error", "Wrong claims of the mirror", "int", 3), low=0, high=20),
    Option(*("follow", "Whether it follows who changes", "bool", False)),
)
PARAMS: Final = SPEC.params({})
WARM_UP: Final = 10
"""So many sets are not counted."""
LATELY: Final = 50
PLAYERS_AT_ONCE: Final = 5
LEVELS: Final = {"slow": (1.0, 3.0), "fair": (3.0, 5.0), "quick": (6.0, 8.0)}
MIDDLE, UNEVEN, FROM, TO, ERRING = 4.0, 3.0, 3.0, 5.0, 10


class PlayersPart(NamedTuple):
    """Some players of a kind."""

    name: str
    seed: int
    players: range
    share: int
    sets: int
    error: int
    follow: bool = False


class LearningPlayer(Steady):
    """A searcher whose rates may grow with the sets that were `taken`."""

    def __init__(self, rates: Rates, error: int, growth: float, sets: int) -> None:
        """`growth` is the factor by which rates have grown after `sets` sets."""
        super().__init__(rates, error)
        self._growth, self._sets = growth, sets
        self.taken = 0

    @property
    def rates(self) -> Rates:
        """The rates by now."""
        factor = self._growth ** min(1.0, self.taken / self._sets)
        return tuple(rate * factor for rate in self._rates)

    @property
    def right_rates(self) -> Rates:
        """The rates at which it makes right claims."""
        return tuple(rate * (1 - self._error) for rate in self.rates)

    def observe(self, events: Sequence[Event]) -> None:
        """Count the sets."""
        super().observe(events)
        self.taken += sum(e.kind == "race" and e.data["result"] == "set" for e in events)


def level_rates(level: float) -> Rates:
    """Return the rates of a level between those of `steady-k`."""
    return tuple(RATE * STEP ** (level - 5) * weight for weight in WEIGHTS)


def make_player(name: str, rng: Stream, sets: int) -> LearningPlayer:
    """Return a player of a kind, drawn by `rng`."""
    if name in LEVELS:
        low, high = LEVELS[name]
        return LearningPlayer(level_rates(low + (high - low) * rng.random()), 0, 1.0, sets)
    if name == "uneven":
        bent = (rate * UNEVEN ** (2 * rng.random() - 1) for rate in level_rates(MIDDLE))
        return LearningPlayer(tuple(bent), 0, 1.0, sets)
    if name == "quickening":
        return LearningPlayer(level_rates(FROM), 0, STEP ** (TO - FROM), sets)
    return LearningPlayer(level_rates(MIDDLE), ERRING, 1.0, sets)


class MirrorCareer(NamedTuple):
    """The career of a player: the sets that `mirror` took, 1 or 0 each, and which intervals held
    the true rates, a row a set.
    """

    taken: tuple[int, ...]
    held: tuple[tuple[bool, ...], ...]


def career(part: PlayersPart, number: int) -> MirrorCareer:
    """Play matches of a player against `mirror` until enough sets were taken."""
    key = stream_key(part.seed, f"{part.name} {number}")
    player = make_player(part.name, Stream(key), part.sets)
    taken: list[int] = []
    held: list[tuple[bool, ...]] = []
    start: str | None = None
    while len(taken) < part.sets:
        mirror = Mirror(part.share, True, part.error, start, part.follow)
        seed = stream_key(key, f"match {len(taken)}") >> 1
        match: Match[State] = Match(GAME, PARAMS, seed, {0: player, 1: mirror})
        while match.to_act and len(taken) < part.sets:
            for event in match.step(Limit()):
                if event.kind == "race" and event.data["result"] == "set":
                    taken.append(int(event.data["seat"] == 1))
                    held.append(holds(mirror.believed, player.right_rates))
        learned = mirror.learned_arrays()
        start = None if learned is None else arrays_to_text(learned)
    return MirrorCareer(tuple(taken), tuple(held))


def holds(known: Known, rates: Rates) -> tuple[bool, ...]:
    """Return whether the interval of each rate holds the true one."""
    low, high = known.interval
    return tuple(a <= rate <= b for a, rate, b in zip(low, rates, high, strict=True))


def careers(part: PlayersPart) -> list[MirrorCareer]:
    """Return all players of a part."""
    return [career(part, number) for number in part.players]


def _parts(asked: ArenaQuestion, values: Values) -> Groups[PlayersPart]:
    share, sets, error, follow = (values[name] for name in ("share", "sets", "error", "follow"))
    split = pieces(asked.games, PLAYERS_AT_ONCE)
    return [
        (
            name,
            [
                PlayersPart(name, asked.seed, players, share, sets, error, follow)
                for players in split
            ],
        )
        for name in asked.agents
    ]


def _row(name: str, found: list[MirrorCareer], asked: ArenaQuestion) -> Plain:
    taken = np.array([each.taken for each in found], float)
    held = np.array([each.held for each in found], float)
    row: Plain = {"player": name, "players": len(found), "sets": taken.shape[1]}
    for part, counted in (("share", taken[:, WARM_UP:]), ("share_last_50", taken[:, -LATELY:])):
        row[part], row[f"{part}_ci95"] = mean_interval(counted.mean(1))
    counted = held[:, WARM_UP:, :]
    return {
        **row,
        "held": [float(value) for value in counted.mean((0, 1))],
        "held_at_the_end": [float(value) for value in held[:, -1, :].mean(0)],
    }


def _shares(name: str) -> str:
    """Return the template of a share for each kind of set."""
    return ", ".join(f"{{{name}[{place}]:.1%}}" for place in range(len(KINDS)))


STUDY: Final = Study(
    _parts,
    careers,
    _row,
    (
        f"  {{player:11}} sets {WARM_UP + 1} to {{sets}}: {{share:.1%}} "
        "({share_ci95[0]:.1%} to {share_ci95[1]:.1%}); "
        f"last {LATELY}: {{share_last_50:.1%}} "
        "({share_last_50_ci95[0]:.1%} to {share_last_50_ci95[1]:.1%}); {players} players",
        f"    intervals held the rates of kinds {', '.join(map(str, KINDS))}: {_shares('held')}; "
        f"after the last set {_shares('held_at_the_end')}",
    ),
)


def arena(asked: ArenaQuestion) -> Plain:
    """Return the JSON output: a row for each kind of player among the `agents`."""
    values = all_options(OPTIONS, asked.given)
    if not asked.agents or not set(asked.agents) <= set(PLAYERS):
        known = ", ".join(PLAYERS)
        raise BadArguments(f"This study plays against simulated players; name some of {known}.")
    head = {"game": "set", "seed": asked.seed, "study": MIRROR, "share": values["share"] / 100}
    head |= {"error": values["error"] / 100, "follow": values["follow"]}
    return {**head, "rows": STUDY.rows(asked, values)}


def report(found: Mapping[str, Any]) -> str:
    """Return the rows for a person."""
    how = "following" if found["follow"] else "not following"
    head = f"set, seed {found['seed']}, mirror at {found['share']:.0%}, {how}"
    return "\n".join([f"{head}; 95% over players", *STUDY.lines(found["rows"])])
