"""The small experts that the sequence predictor mixes, by name and sentence.

Two kinds of experts are described here, as plain data.

*Tables* count what followed a context. A context is a tuple of slots of the recent history; what is
counted is the next symbol in one of four readings, so that a habit is learned in the form in which
people have it:

- `symbol`: the symbol itself (the original's table is `own 2` in this reading),
- `step`: its circular distance from the player's last symbol,
- `answer`: its circular distance from the opponent's last symbol,
- `age`: its rank by recency (0 is the symbol just used, k - 1 the one not used for longest).

Old counts fade by a factor each time the context is seen again: recent choices weigh more. The
factors were chosen by hand; the weight of each table was learned from people. *Foresight* tables
count the opponent's next symbol instead; what the player would gain by each reply to that forecast
is the expert's opinion.

*Habits* are numbers attached to each symbol that mean the same in every alphabet: the time since it
was last used, its step and direction from the last symbol, whether it repeats, its answer to a win
or a loss. Their weights are what carries over from people with ten symbols to people with four.

The ingredients (orders, recency, contexts of both players, alphabet-free habits) are those of the
research on human randomness, e.g. Towse & Neil (1998) "Analyzing human random generation behavior",
and of online context mixing, Mahoney (2005) "Adaptive weighing of context models".
"""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import Final, Literal, NamedTuple

import numpy as np

from games.arrays import BoolArray, FloatArray

Reading = Literal["symbol", "step", "answer", "age"]
READINGS: Final[tuple[Reading, ...]] = ("symbol", "step", "answer", "age")

RUN_CAP: Final = 8
"""Runs of one symbol are told apart up to this length."""
AGE_CAP: Final = 63
"""Ages (presses since a symbol was last used) are told apart up to this many presses."""
MAX_ROWS: Final = 1100
"""A table that would need more rows than this for an alphabet is left out for it."""
COUNT_BINS: Final = 7
"""Weights of a table depend on how often its context was seen: this many classes."""

SLOTS: Final[tuple[str, ...]] = (
    *(f"own{i}" for i in range(1, 9)),
    *(f"other{i}" for i in range(1, 5)),
    *(f"step{i}" for i in range(1, 8)),
    *(f"rank{i}" for i in range(1, 4)),
    *(f"relation{i}" for i in range(1, 5)),
    *(f"otherstep{i}" for i in range(1, 4)),
    "run",
)
"""Names of the history slots; `relation` is (own - other) mod k of one round, 1 the newest."""


class TableExpert(NamedTuple):
    """One table of counts: its name, its sentence about the player, and its way of counting.

    `fade` multiplies the counts of a context each time the context returns. `target` is "own" for
    the player's next symbol and "other" for the opponent's (a foresight table).
    """

    name: str
    sentence: str
    context: tuple[str, ...]
    reading: Reading
    fade: float
    needs_opponent: bool = False
    target: Literal["own", "other"] = "own"


def _slots(stem: str, count: int) -> tuple[str, ...]:
    return tuple(f"{stem}{i}" for i in range(1, count + 1))


def _own_tables() -> list[TableExpert]:
    frequency = "you favour some symbols over others"
    habit = "you do the same again after the same last {} symbols"
    step = "you move on by the same step after the same last {} steps"
    age = "you come back to symbols after a pause of the same length"
    tables = [
        TableExpert("seed", habit.format("two"), _slots("own", 2), "symbol", 1.0),
        TableExpert("favourites", frequency, (), "symbol", 0.98),
        TableExpert("recent favourites", "you stay with what you used lately", (), "symbol", 0.85),
        TableExpert(
            "own 1", "you follow one symbol by the same next one", ("own1",), "symbol", 1.0
        ),
        TableExpert(
            "own 1 recent",
            "lately you follow one symbol by the same next one",
            ("own1",),
            "symbol",
            0.8,
        ),
        TableExpert(
            "own 2 recent", "lately " + habit.format("two"), _slots("own", 2), "symbol", 0.75
        ),
    ]
    numbers = {3: "three", 4: "four", 5: "five", 6: "six", 8: "eight"}
    tables += [
        TableExpert(f"own {n}", habit.format(word), _slots("own", n), "symbol", 0.9)
        for n, word in numbers.items()
    ]
    tables += [
        TableExpert("step", "you like certain steps from key to key", (), "step", 0.98),
        TableExpert("step recent", "lately you like certain steps", (), "step", 0.85),
        TableExpert(
            "step 1", step.format("one").replace("one steps", "step"), ("step1",), "step", 0.95
        ),
        TableExpert("step 2", step.format("two"), _slots("step", 2), "step", 0.9),
        TableExpert("step 3", step.format("three"), _slots("step", 3), "step", 0.9),
        TableExpert("step 5", step.format("five"), _slots("step", 5), "step", 0.9),
        TableExpert("age", age, (), "age", 0.98),
        TableExpert("age recent", "lately " + age, (), "age", 0.85),
        TableExpert("age 1", age + ", again and again", ("rank1",), "age", 0.95),
        TableExpert("age 2", "your pauses follow a pattern of two", _slots("rank", 2), "age", 0.9),
        TableExpert(
            "age 3", "your pauses follow a pattern of three", _slots("rank", 3), "age", 0.9
        ),
        TableExpert(
            "run", "you break runs of one key after the same length", ("run",), "age", 0.95
        ),
    ]
    return tables


def _opponent_tables() -> list[TableExpert]:
    after, change = "you react in the same way to ", "you change in the same way after "
    seesaw, last = change + "winning and losing", after + "the last round"
    answer, recent = "you answer the opponent's last move in one way", "lately "
    others, results = _slots("other", 3), _slots("relation", 3)
    own, both = ("own1", "own2"), ("own1", "other1")
    steps, two = ("relation1", "step1", "relation2", "step2"), _slots("otherstep", 2)
    rows: list[tuple[str, str, tuple[str, ...], Reading, float]] = [
        ("other 1", after + "the opponent's last move", others[:1], "symbol", 0.95),
        ("other 2", after + "the opponent's last two moves", others[:2], "symbol", 0.92),
        ("other 3", after + "the opponent's last three moves", others, "symbol", 0.92),
        ("both 1", last, both, "symbol", 1.0),
        ("both 1 recent", recent + last, both, "symbol", 0.8),
        ("both 2", after + "the last two rounds", (*both, "own2", "other2"), "symbol", 0.9),
        (
            "own 1 other 2",
            after + "your last and the opponent's last two moves",
            ("own1", *others[:2]),
            "symbol",
            0.92,
        ),
        (
            "own 2 other 1",
            after + "your last two and the opponent's last move",
            (*own, "other1"),
            "symbol",
            0.92,
        ),
        ("result", seesaw, results[:1], "step", 0.97),
        ("result recent", recent + seesaw, results[:1], "step", 0.8),
        ("result 2", change + "the same last two results", results[:2], "step", 0.92),
        ("result 3", change + "the same last three results", results, "step", 0.92),
        ("result step", change + "the same result and change", steps[:2], "step", 0.92),
        ("result step 2", change + "the same two results and changes", steps, "step", 0.92),
        ("answer", answer, (), "answer", 0.95),
        ("answer recent", recent + answer, (), "answer", 0.8),
        (
            "answer step",
            "you answer the way the opponent moves on",
            ("otherstep1",),
            "answer",
            0.93,
        ),
        ("answer step 2", "you answer the opponent's last two changes", two, "answer", 0.92),
    ]
    return [TableExpert(*row, needs_opponent=True) for row in rows]


def _foresight_tables() -> list[TableExpert]:
    def other(
        name: str, what: str, context: tuple[str, ...], reading: Reading, fade: float
    ) -> TableExpert:
        sentence = f"you counter what {what} would make the opponent do next"
        return TableExpert(name, sentence, context, reading, fade, True, "other")

    return [
        other("foresight 0", "habit", (), "symbol", 0.9),
        other("foresight other 1", "its last move", ("other1",), "symbol", 0.95),
        other("foresight other 2", "its last two moves", _slots("other", 2), "symbol", 0.95),
        other("foresight own 1", "your last move", ("own1",), "symbol", 0.95),
        other("foresight own 2", "your last two moves", _slots("own", 2), "symbol", 0.95),
        other("foresight both", "the last round", ("own1", "other1"), "symbol", 0.95),
        other("foresight step", "its rhythm", ("otherstep1",), "answer", 0.9),
        other("foresight reply", "the last result", ("relation1",), "step", 0.9),
        other("foresight result", "the last result", ("relation1",), "answer", 0.9),
    ]


TABLES: Final[tuple[TableExpert, ...]] = (*_own_tables(), *_opponent_tables(), *_foresight_tables())
"""All tables; the first is the original's, kept whole (it never fades)."""


class MatchExpert(NamedTuple):
    """An expert that finds the last place where the recent past occurred and reads on there."""

    name: str
    sentence: str
    needs_opponent: bool


MATCHES: Final[tuple[MatchExpert, ...]] = (
    MatchExpert("own echo", "you repeat a long passage that you played before", False),
    MatchExpert("round echo", "you repeat a passage of rounds that happened before", True),
)
MATCH_BINS: Final[tuple[int, ...]] = (1, 2, 3, 4, 6, 9, 14, 22)
"""Upper ends of the classes of match lengths (beyond the length needed to start one)."""


class Habit(NamedTuple):
    """A feature of a symbol that means the same in every alphabet, and its family."""

    name: str
    family: str


class Family(NamedTuple):
    """Habits shown as one: what a player reads when they favour the probe habit, and when not."""

    probe: str
    sentence: str
    opposite: str


FAMILIES: Final[dict[str, Family]] = {
    "repeating": Family("same again", "you repeat", "you avoid repeats"),
    "climbing": Family("up one", "you climb", "you descend or jump"),
    "direction": Family("same direction", "you keep your direction", "you turn back"),
    "distance": Family("distance", "you jump far", "you stay near"),
    "place": Family("edge", "you like the end keys", "you like the middle keys"),
    "old keys": Family("rank share", "you return to earlier keys", "you stay with recent keys"),
    "staying": Family("stay after a win", "you stay after a win", "you change after a win"),
    "copying": Family(
        "copy", "you copy the opponent's last move", "you avoid the opponent's last move"
    ),
}
"""The families of habits, in the order they are shown."""

STEP_HABITS: Final[tuple[Habit, ...]] = (
    Habit("up one", "climbing"),
    Habit("down one", "climbing"),
    Habit("up two", "climbing"),
    Habit("down two", "climbing"),
    Habit("wrap up", "climbing"),
    Habit("wrap down", "climbing"),
    Habit("distance", "distance"),
    Habit("distance squared", "distance"),
    Habit("circular distance", "distance"),
    Habit("same direction", "direction"),
    Habit("same step", "direction"),
    Habit("counting on", "direction"),
    Habit("opposite direction", "direction"),
    Habit("step past two back", "climbing"),
    Habit("edge", "place"),
    Habit("first", "place"),
    Habit("last", "place"),
    Habit("off centre", "place"),
    Habit("height", "place"),
    Habit("same parity", "distance"),
    Habit("mirror", "place"),
    Habit("same distance", "distance"),
    Habit("wider step", "distance"),
)
"""Functions of (the last two symbols, the candidate)."""

AGE_HABITS: Final[tuple[Habit, ...]] = (
    Habit("same again", "repeating"),
    Habit("again in a run of 2", "repeating"),
    Habit("again in a run of 3", "repeating"),
    Habit("again in a longer run", "repeating"),
    Habit("again, per symbol", "repeating"),
    Habit("rank 1", "old keys"),
    Habit("rank 2", "old keys"),
    Habit("rank 3", "old keys"),
    Habit("rank share", "old keys"),
    Habit("rank share squared", "old keys"),
    Habit("oldest", "old keys"),
)
"""Functions of (the length of the present run, the recency rank of the candidate)."""

PAUSE_HABITS: Final[tuple[Habit, ...]] = (
    Habit("never used", "old keys"),
    Habit("pause", "old keys"),
    Habit("log pause", "old keys"),
    Habit("pause over one round", "old keys"),
    Habit("pause over two rounds", "old keys"),
    Habit("pause of two", "old keys"),
    Habit("pause of three", "old keys"),
    Habit("pause of four", "old keys"),
)
"""Functions of the number of presses since the candidate was last used."""

USE_HABITS: Final[tuple[Habit, ...]] = (
    Habit("used often", "old keys"),
    Habit("used lately", "old keys"),
    Habit("completes the round", "old keys"),
)
"""Functions of how often each symbol was used, and of which the last k - 1 were.

A symbol completes the round if the last k - 1 presses were all different and it was not among them;
in the first round, if all presses were different and it was never used.
"""

REPLY_HABITS: Final[tuple[Habit, ...]] = (
    Habit("stay after a win", "staying"),
    Habit("up after a win", "staying"),
    Habit("down after a win", "staying"),
    Habit("stay after a draw", "staying"),
    Habit("up after a draw", "staying"),
    Habit("down after a draw", "staying"),
    Habit("stay after a loss", "staying"),
    Habit("up after a loss", "staying"),
    Habit("down after a loss", "staying"),
    Habit("copy", "copying"),
    Habit("beat the last move", "copying"),
    Habit("beat the reply", "copying"),
)
"""Functions of (own last symbol, the opponent's last symbol, the candidate)."""

HABITS: Final = (*STEP_HABITS, *AGE_HABITS, *PAUSE_HABITS, *USE_HABITS, *REPLY_HABITS)


def _table(rows: Sequence[FloatArray | BoolArray], axis: int) -> FloatArray:
    """Return the `rows` stacked along `axis`, read-only because the table is made once."""
    table = np.stack([np.asarray(row, dtype=np.float64) for row in rows], axis=axis)
    table.flags.writeable = False
    return table


@functools.cache
def step_table(k: int) -> FloatArray:
    """Return STEP_HABITS (k + 1, k + 1, habits, k) by symbol before last, last and candidate.

    Index k stands for "none yet" in the first two axes; what needs it is 0 there.
    """
    before, last, new = np.meshgrid(*(np.arange(k + 1),) * 2, np.arange(k), indexing="ij")
    one, two = last < k, (last < k) & (before < k)
    step, earlier, span = new - last, last - before, max(k - 1, 1)
    distance = np.abs(step) / span
    circular = np.minimum(np.mod(step, k), np.mod(-step, k)) / (k // 2)
    wide = one & (k > 2)
    rows = [
        one & (step == 1),
        one & (step == -1),
        one & (step == 2),
        one & (step == -2),
        wide & (step == 1 - k),
        wide & (step == k - 1),
        one * distance,
        one * distance**2,
        one * circular,
        two & (np.sign(step) == np.sign(earlier)) & (step != 0),
        two & (step == earlier) & (step != 0),
        two & (step == earlier) & (np.abs(step) == 1),
        two & (np.sign(step) == -np.sign(earlier)) & (step != 0),
        two & (np.abs(new - before) == 1),
        (new == 0) | (new == k - 1),
        new == 0,
        new == k - 1,
        np.abs(new - (k - 1) / 2) / (k / 2),
        new / span,
        wide & (step % 2 == 0),
        one & (new == k - 1 - last),
        two & (np.abs(step) == np.abs(earlier)) & (step != 0),
        two & (np.abs(step) > np.abs(earlier)),
    ]
    return _table(rows, axis=2)


@functools.cache
def age_table(k: int) -> FloatArray:
    """Return AGE_HABITS as an array (RUN_CAP + 1, habits, k): present run, rank of candidate.

    A run of 0 stands for "nothing pressed yet"; all values are 0 there.
    """
    run, rank = np.meshgrid(np.arange(RUN_CAP + 1), np.arange(k), indexing="ij")
    share = rank / max(k - 1, 1)
    again = rank == 0
    rows = [
        again,
        again & (run == 2),
        again & (run == 3),
        again & (run > 3),
        again * (2.0 / k),
        rank == 1,
        rank == 2,
        rank == 3,
        share,
        share**2,
        (rank == k - 1) & (k > 2),
    ]
    return _table([(run > 0) * np.asarray(row, dtype=np.float64) for row in rows], axis=1)


@functools.cache
def pause_table(k: int) -> FloatArray:
    """Return PAUSE_HABITS for `k` symbols (habits, AGE_CAP + 1) by presses since last use, 0 for
    never.
    """
    pause = np.arange(AGE_CAP + 1)
    used = pause > 0
    rows = [
        ~used,
        used * np.minimum(pause / k, 4.0),
        used * np.log(np.maximum(pause, 1)),
        pause > k,
        pause > 2 * k,
        pause == 2,
        pause == 3,
        pause == 4,
    ]
    return _table(rows, axis=0)


def reply_table(k: int, payoff: FloatArray) -> FloatArray:
    """Return REPLY_HABITS as an array (k, k, habits, k): own last, the opponent's last, candidate.

    `payoff` (k, k) is the player's gain, own symbol by row; all 0 where there is no gain or loss.
    """
    own, other, new = np.meshgrid(*(np.arange(k),) * 3, indexing="ij")
    result = np.sign(payoff)[own, other]
    drawn = (result == 0) & bool(np.any(payoff))
    rows: list[FloatArray] = []
    for outcome in (result > 0, drawn, result < 0):
        rows += [
            outcome & (new == own),
            outcome & (new == (own + 1) % k),
            outcome & (new == (own - 1) % k),
        ]
    reply_to_own = np.argmin(payoff, axis=1) if np.any(payoff) else np.arange(k)
    rows += [new == other, payoff[new, other], payoff[new, reply_to_own[own]]]
    return _table(rows, axis=2)
