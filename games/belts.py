"""Belts: the wins that each asks for, and the chance to get one by pressing keys at random.

The levels of an opponent carry the belts. The first is won with one win at the gentlest level.
Every other is won at the level that carries it, by a number of wins among the last matches there at
full length (`games.session.growing`). Luck wins matches too, so the number is calculated: in a
career of `CAREER` matches a player who presses keys at random gets the second belt with a chance of
at most 1 in 100, the third 1 in 1,000, and so on.

`chance_in` is exact. The matches are independent, each won with the same share; the states are the
outcomes of the last matches, and a career is a number of steps of that Markov chain. The share that
`random` wins is taken at the upper end of its interval.

Of all rules within the bound `best_rule` takes the quickest for people. A person is taken to win
halfway between `random` and the best counter known. Wins in a row (4 against the sensei) need more
matches there than wins among the last ones (a slip costs one of them instead of all), and a sum
over all matches would never forget how a player began. The window is at most `RECENT` matches: that
number is kept, and a person can overlook it.

An opponent against whom skill cannot show gives no belt: no counter known wins more against it than
a player who presses the same key for ever, or random keys.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable, Mapping
from typing import Any, Final, NamedTuple

import numpy as np

from games import measured as figures
from games.intervals import wilson

RECENT: Final = 16
"""Matches: the longest window; records keep the order of so many, and so many can be overlooked."""
CAREER: Final = 500
"""Matches. The least likely belt stands for one career of 10,000 of this length."""
STEP: Final = 10
"""By how much each belt is less likely than the one before it, for who presses keys at random."""
RANDOM: Final = "random"


class WonShare(NamedTuple):
    """A share of matches won: the number won, of the number played; a drawn one is half a win."""

    won: float
    matches: int

    @property
    def low(self) -> float:
        """The lower end of the 95% interval of the share."""
        return wilson(self.won, self.matches)[0]

    @property
    def high(self) -> float:
        """The upper end of the 95% interval of the share."""
        return wilson(self.won, self.matches)[1]

    @property
    def value(self) -> float:
        """The share itself."""
        return self.won / self.matches


class Rule(NamedTuple):
    """The condition of a belt: `wins` among the last `of` matches that count.

    `chance` is the share of careers of players who press keys at random that meet it.
    """

    wins: int
    of: int
    chance: float = 0.0

    @property
    def short(self) -> str:
        """The condition where there is little room: "win 4 of 7"."""
        return f"win {self.wins} of {self.of}"

    @property
    def words(self) -> str:
        """The condition in words: "4 wins of your last 7"."""
        return f"{self.wins} wins of your last {self.of}"

    @property
    def chance_words(self) -> str:
        """The chance of luck, in a sentence."""
        careers = one_in(self.chance)
        return f"Random keys do that in 1 of {careers:,} careers of {CAREER} matches."


class OpponentShares(NamedTuple):
    """The shares won against one opponent: by the `blind`, by name, and by the `counters`."""

    blind: Mapping[str, WonShare]
    counters: Mapping[str, WonShare]

    @property
    def best(self) -> str:
        """The name of the counter that wins most for certain: by the lower end."""
        return max(self.counters, key=lambda name: self.counters[name].low)

    @property
    def skill_shows(self) -> bool:
        """True if a counter wins more than each of the blind, beyond what chance can do."""
        best = self.counters[self.best].low
        return best > max(share.high for share in self.blind.values())


def one_in(chance: float) -> int:
    """Return n for a `chance` above 0 of about 1 in n, to two digits, never less likely."""
    careers = int(1.0 / chance)
    unit: int = 10 ** max(0, len(str(careers)) - 2)
    return careers // unit * unit


class Career(NamedTuple):
    """A career with a rule: the `chance` to meet it, and the mean number of `matches` up to there.

    A career that never meets the rule counts with all its matches.
    """

    chance: float
    matches: float


def career(share: float, wins: int, of: int, matches: int = CAREER) -> Career:
    """Return how a player fares who wins this `share` of `matches` and needs `wins` of `of`.

    Exact: state c of the chain holds the last `of` - 1 outcomes as bits, the latest lowest, and
    0 for what was not played yet; states with `wins` wins are not kept. `of` is at most 20, which
    are half a million states.
    """
    if not 1 <= wins <= of <= 20:
        raise ValueError(f"Nobody wins {wins} of the last {of}; the most is 20 of 20.")
    size = 1 << (of - 1)
    codes = np.arange(size)
    won = sum(((codes >> bit) & 1 for bit in range(of - 1)), np.zeros(size, dtype=np.int64))
    kept = codes[won < wins]
    nowhere = len(kept)
    place = np.full(size, nowhere)
    place[kept] = np.arange(nowhere)
    there = np.flatnonzero(won[kept] == wins - 1)
    before = place[np.stack([kept >> 1, kept >> 1 | size >> 1])]  # the oldest outcome goes
    ended = np.append(won[kept] == wins - 1, False)[before]
    before[ended & (kept & 1 == 1)] = nowhere
    if size == 1:
        before[1] = nowhere
    factor = np.where(kept & 1, share, 1.0 - share)
    alive = np.zeros(nowhere + 1)
    alive[0] = 1.0
    chance = mean = 0.0
    for _ in range(matches):
        mean += float(alive.sum())
        chance += share * float(alive[there].sum())
        alive[:-1] = (alive[before[0]] + alive[before[1]]) * factor
    return Career(chance, mean)


def best_rule(careless: float, person: float, bound: float) -> Rule | None:
    """Return the rule that a player who wins the share `person` meets soonest, on the mean.

    Only rules that one who wins the share `careless` meets in at most `bound` careers. None where
    there is none of at most `RECENT` matches. The most wins are asked for where two are as quick.
    """
    found: tuple[float, Rule] | None = None
    wins = 1
    for of in range(1, RECENT + 1):
        while wins <= of and career(careless, wins, of).chance > bound:
            wins += 1
        if wins > of:
            continue
        rule = Rule(wins, of, career(careless, wins, of).chance)
        needed = career(person, wins, of).matches
        if found is None or needed < found[0]:
            found = needed, rule
    return None if found is None else found[1]


def belt_rules(opponents: Iterable[tuple[str, OpponentShares]]) -> dict[str, Rule]:
    """Return what the `opponents`, the weakest first, ask for their belts, by their names.

    The one at the foot is not among them. Those against whom skill cannot show give none.
    """
    found: dict[str, Rule] = {}
    bound = 1.0 / STEP
    for agent_id, opponent in opponents:
        if not opponent.skill_shows:
            continue
        bound /= STEP
        careless = opponent.blind[RANDOM].high
        person = (careless + opponent.counters[opponent.best].value) / 2
        rule = best_rule(careless, person, bound)
        if rule is not None:
            found[agent_id] = rule
    return found


@functools.cache
def measured(game_id: str) -> Mapping[str, OpponentShares]:
    """Return the measured opponents of a game that has belts, the weakest first; {} for other
    games.

    The file names the command that made it.
    """
    return {
        agent_id: OpponentShares(_shares(each["blind"]), _shares(each["counters"]))
        for agent_id, each in _kept(game_id, "opponents").items()
    }


def _shares(plain: Mapping[str, tuple[float, int]]) -> dict[str, WonShare]:
    return {name: WonShare(won, matches) for name, (won, matches) in plain.items()}


@functools.cache
def rules_of(game_id: str) -> Mapping[str, Rule]:
    """Return the rules of a game's belts by opponent, as they stand beside the figures.

    They are read, because calculating them takes a minute; a test compares both.
    """
    return {agent_id: Rule(*each) for agent_id, each in _kept(game_id, "belts").items()}


def _kept(game_id: str, name: str) -> Mapping[str, Any]:
    try:
        found = figures.result(game_id, name)
    except figures.NotMeasured:
        return {}
    return found
