"""The experts' counts, echoes and habits against slow recounts that share no code with them."""

import itertools

import numpy as np
import pytest

from ai.sequence.bank import (
    HABIT_START,
    MATCH_START,
    WEIGHTS,
    ExpertBank,
    active_tables,
    cyclic_payoff,
)
from ai.sequence.experts import (
    HABITS,
    MAX_ROWS,
    RUN_CAP,
    STEP_HABITS,
    TABLES,
    step_table,
)
from ai.sequence.markov import initial_history


class Recount:
    """A player's history as plain lists, from which every slot and reading is worked out anew."""

    def __init__(self, k):
        self.k, self.own, self.other, self.steps, self.ranks = k, [], [], [], []

    def order(self):
        """Symbols by recency; those never used keep their own order behind."""
        used = list(dict.fromkeys(reversed(self.own)))
        return used, self.never_used()

    def never_used(self):
        rest = list(range(self.k))
        for symbol in self.own:
            if symbol in rest:
                rest.remove(symbol)
        return rest

    def slot(self, name):
        """The value of a history slot; 0 where the history is too short for it."""
        if name == "run":
            run = len(list(itertools.takewhile(lambda s: s == self.own[-1], reversed(self.own))))
            return min(run, RUN_CAP) - 1 if self.own else 0
        stem, number = name[:-1], int(name[-1])
        past = {
            "own": [*initial_history(self.k), *self.own],
            "other": self.other,
            "step": self.steps,
            "rank": self.ranks,
            "relation": [(a - b) % self.k for a, b in zip(self.own, self.other, strict=False)],
            "otherstep": [(b - a) % self.k for a, b in itertools.pairwise([0, *self.other])],
        }[stem]
        return past[-number] if len(past) >= number else 0

    def read(self, reading, symbol):
        """The column that a symbol is counted in, -1 for a symbol never used read by age."""
        if reading == "symbol":
            return symbol
        if reading == "step":
            return (symbol - self.own[-1]) % self.k if self.own else symbol
        if reading == "answer":
            return (symbol - self.other[-1]) % self.k if self.other else symbol
        used, _ = self.order()
        return used.index(symbol) if symbol in used else -1

    def see(self, symbol, other):
        used, _ = self.order()
        self.ranks.append(used.index(symbol) if symbol in used else len(used))
        self.steps.append((symbol - self.own[-1]) % self.k if self.own else 0)
        self.own.append(symbol)
        if other is not None:
            self.other.append(other)


def recounted(tables, history, counts):
    """Return the counts (tables, k) that the experts should read now."""
    rows = np.zeros((len(tables), history.k))
    for place, number in enumerate(tables):
        spec = TABLES[number]
        row = counts.get((number, tuple(history.slot(s) for s in spec.context)), {})
        used, rest = history.order()
        for symbol in range(history.k):
            column = history.read(spec.reading, symbol)
            if column >= 0:
                rows[place, symbol] = row.get(column, 0.0)
            else:
                columns = range(len(used), history.k)
                rows[place, symbol] = sum(row.get(c, 0.0) for c in columns) / len(rest)
    return rows


def count(tables, history, counts, symbol, other):
    for number in tables:
        spec = TABLES[number]
        target = symbol if spec.target == "own" else other
        row = counts.setdefault((number, tuple(history.slot(s) for s in spec.context)), {})
        for column in row:
            row[column] *= spec.fade
        column = history.read(spec.reading, target)
        if column < 0:
            column = len(history.order()[0])
        row[column] = row.get(column, 0.0) + 1.0


@pytest.mark.parametrize(("k", "opponent"), [(2, False), (3, True), (4, True), (7, False)])
def test_counts_equal_a_slow_recount(k, opponent):
    rng = np.random.default_rng(k)
    bank, history = ExpertBank(k, opponent, np.ones(len(TABLES))), Recount(k)
    tables, counts, compared = active_tables(k, opponent), {}, 0
    for _ in range(30):
        symbol = int(min(rng.integers(k), rng.integers(k)))
        other = int(rng.integers(k)) if opponent else None
        bank.read()
        assert bank.counts.now == pytest.approx(recounted(tables, history, counts), rel=1e-5)
        count(tables, history, counts, symbol, other)
        history.see(symbol, other)
        bank.observe(symbol, other)
        compared += 1
    assert compared == 30


def habit_row(bank, name):
    place = HABIT_START + [habit.name for habit in HABITS].index(name)
    return bank.evidence.matrix[bank.evidence.index.tolist().index(place)]


def test_habits_mean_what_their_names_say():
    bank = ExpertBank(5, False, np.ones(len(TABLES)))
    for symbol in (0, 3, 1, 2, 2):
        bank.read()
        bank.observe(symbol, None)
    bank.read()
    expected = {
        "up one": [0, 0, 0, 1, 0],
        "down two": [1, 0, 0, 0, 0],
        "same again": [0, 0, 1, 0, 0],
        "again in a run of 2": [0, 0, 1, 0, 0],
        "rank 1": [0, 1, 0, 0, 0],
        "pause of four": [0, 0, 0, 1, 0],
        "never used": [0, 0, 0, 0, 1],
        "edge": [1, 0, 0, 0, 1],
        "distance": [0.5, 0.25, 0, 0.25, 0.5],
    }
    assert len(expected) == 9
    for name, row in expected.items():
        assert habit_row(bank, name).tolist() == row, name


def recounted_use(k, past, often, lately):
    """USE_HABITS anew from all symbols pressed so far, and the counts of the two tables."""
    latest = past[-(k - 1) :]
    different = len(set(latest)) == len(latest)
    completes = [float(different and symbol not in latest) for symbol in range(k)]
    even = sum(often) / k
    return [
        [(count - even) / (even + 1) ** 0.5 for count in often],
        [count - sum(lately) / k for count in lately],
        completes,
    ]


@pytest.mark.parametrize("k", [2, 3, 5, 10])
def test_use_habits_equal_a_slow_recount(k):
    rng = np.random.default_rng(k)
    bank, past, completed = ExpertBank(k, False, np.ones(len(TABLES))), [], 0
    for t in range(16 * k):
        bank.read()
        names = ("used often", "used lately", "completes the round")
        now = [habit_row(bank, name).tolist() for name in names]
        then = recounted_use(k, past, *(bank.counts.now[row].tolist() for row in (1, 2)))
        for new, old in zip(now, then, strict=True):
            assert new == pytest.approx(old, rel=1e-5, abs=1e-5)
        completed += t > k and sum(now[2]) == 1
        past.append(int(rng.integers(k)) if rng.random() < 0.2 else (t * 3) % k)
        bank.observe(past[-1], None)
        if t % 7 == 0:
            restored = ExpertBank(k, False, np.ones(len(TABLES)))
            seen = bank.history
            restored.history.restore(seen.recent(), seen.slots, seen.rank, seen.last_used)
            restored.counts.cells = bank.counts.cells
            bank = restored
    assert len(past) == 16 * k
    assert completed > 5


def test_reactions_to_results_follow_the_payoff():
    bank = ExpertBank(3, True, np.ones(len(TABLES)))
    bank.read()
    bank.observe(1, 0)  # paper beats rock
    bank.read()
    assert habit_row(bank, "stay after a win").tolist() == [0, 1, 0]
    assert habit_row(bank, "up after a win").tolist() == [0, 0, 1]
    assert habit_row(bank, "stay after a loss").tolist() == [0, 0, 0]
    assert habit_row(bank, "copy").tolist() == [1, 0, 0]
    assert habit_row(bank, "beat the last move").tolist() == [0, 1, -1]


def test_rock_paper_scissors_is_the_default_payoff():
    assert cyclic_payoff(3).tolist() == [[0, -1, 1], [1, 0, -1], [-1, 1, 0]]
    assert not cyclic_payoff(4).any()


def test_no_table_is_too_large_and_the_first_is_the_originals():
    checked = 0
    for k, opponent in itertools.product(range(2, 11), (False, True)):
        bank = ExpertBank(k, opponent, np.ones(len(TABLES)))
        rows = bank.counts.cells.size // k
        assert rows <= MAX_ROWS * len(bank.layout.tables)
        assert bank.counts.cells.nbytes < 500_000
        assert bank.layout.tables[0] == 0
        assert bank.evidence.index.min() >= 0
        assert bank.evidence.index.max() < WEIGHTS
        checked += 1
    assert checked == 18
    assert TABLES[0].context == ("own1", "own2")
    assert TABLES[0].fade == 1.0
    assert all(0 < table.fade <= 1 for table in TABLES)
    assert MATCH_START < HABIT_START < WEIGHTS


def test_steps_are_compared_with_the_step_before() -> None:
    """Each habit of a step of a known size after a known one, by hand."""
    k, names = 5, [habit.name for habit in STEP_HABITS]
    table, looked = step_table(k), 0
    for before in range(k):
        for last in range(k):
            for new in range(k):
                step, earlier = new - last, last - before
                row = dict(zip(names, table[before, last, :, new], strict=True))
                assert row["wider step"] == (abs(step) > abs(earlier))
                assert row["same distance"] == (abs(step) == abs(earlier) and step != 0)
                looked += 1
    assert looked == 125
    assert not table[k, :, names.index("wider step")].any(), "without a step before there is none"
