"""One true sentence about a row of twenty, and a dare; what is said is counted anew here."""

from __future__ import annotations

import random
import re
from collections.abc import Callable

import pytest

from ai.sequence.dares import LEAST, NOTHING, finding, taken

NAMES = "1234"


def row(text: str) -> list[int]:
    return [NAMES.index(key) for key in text]


def told(text: str) -> tuple[str, str]:
    found = finding(row(text), NAMES)
    return found.sentence, found.dare


@pytest.mark.parametrize(
    ("keys", "sentence", "dare"),
    [
        ("12421321423141241231", "You never repeat.", "Beat me by repeating."),
        ("11111111111111111111", "You repeat one key all the time.", "Beat me by changing."),
        ("12341234123412341234", "You always go up one key.", "Beat me by jumping about."),
        ("14321432143214321432", "You always go down one key.", "Beat me by jumping about."),
        (
            "12121212121212121212",
            "You always go back to the key before last.",
            "Beat me by not going back.",
        ),
        ("33133323343333331333", "You like 3: 16 of 20 times.", "Beat me by leaving 3 alone."),
        ("44232443323432244323", "You never press 1.", "Beat me by pressing 1."),
        ("13241142311424132214", NOTHING.sentence, NOTHING.dare),
    ],
)
def test_what_stands_out_in_a_row(keys: str, sentence: str, dare: str) -> None:
    assert told(keys) == (sentence, dare)


def _steps(keys: list[int], rounds: int, step: int = 0) -> tuple[int, int]:
    """How often the choice was that of so many before and a step on, counted over pairs."""
    pairs = [(b - a - step) % 4 == 0 for a, b in zip(keys, keys[rounds:], strict=False)]
    return sum(pairs), len(pairs)


def _oldest(keys: list[int]) -> tuple[int, int]:
    held = []
    for place, key in enumerate(keys):
        last = {k: max((i for i in range(place) if keys[i] == k), default=-1) for k in range(4)}
        if min(last.values()) >= 0:
            held.append(last[key] == min(last.values()))
    return sum(held), len(held)


def _key(symbol: int) -> Callable[[list[int]], tuple[int, int]]:
    return lambda keys: (keys.count(symbol), len(keys))


# what is said of a row, the count that it speaks of, and whether it says that this is rare
CLAIMS: tuple[tuple[str, Callable[[list[int]], tuple[int, int]], bool], ...] = (
    (r"You (hardly|never) repeat", lambda keys: _steps(keys, 1), True),
    (r"You repeat", lambda keys: _steps(keys, 1), False),
    (r"You (hardly|never) go up one key", lambda keys: _steps(keys, 1, 1), True),
    (r"You (always )?go up one key", lambda keys: _steps(keys, 1, 1), False),
    (r"You (hardly|never) go down one key", lambda keys: _steps(keys, 1, 3), True),
    (r"You (always )?go down one key", lambda keys: _steps(keys, 1, 3), False),
    (r"You (keep away from|never go back to) the key before last", lambda k: _steps(k, 2), True),
    (r"You (always )?go back to the key before last", lambda keys: _steps(keys, 2), False),
    (r"Every third key is the same", lambda keys: _steps(keys, 3), False),
    (r"Every fourth key is the same", lambda keys: _steps(keys, 4), False),
    (r"You (keep away from|never go back to) the key you left alone", _oldest, True),
    (r"You (always )?go back to the key you left alone", _oldest, False),
    *((rf"You (like|press nothing but) {n + 1}", _key(n), False) for n in range(4)),
    *((rf"You (leave {n + 1} alone|never press {n + 1}\.)", _key(n), True) for n in range(4)),
)


def _some_row(rng: random.Random) -> list[int]:
    """A row of somebody with habits of any strength."""
    weights = [rng.expovariate(1.0) for _ in range(4)]
    again, onward = rng.choice([0.0, 0.2, 1.0, 5.0]), rng.choice([0.2, 1.0, 6.0])
    keys = [rng.randrange(4)]
    for _ in range(19):
        appeal = list(weights)
        appeal[keys[-1]] *= again
        appeal[(keys[-1] + 1) % 4] *= onward
        keys.append(rng.choices(range(4), appeal)[0])
    return keys


def test_every_finding_is_true_and_counted_right() -> None:
    rng, found, claims = random.Random(5), 0, set()
    for _ in range(600):
        keys = _some_row(rng)
        said = finding(keys, NAMES)
        if said == NOTHING:
            continue
        found += 1
        matching = [claim for claim in CLAIMS if re.match(claim[0], said.sentence)]
        assert len(matching) == 1, said
        pattern, count, rare = matching[0]
        claims.add(pattern)
        hits, trials = count(keys)
        assert (hits * 4 < trials) == rare, (keys, said)
        numbers = re.search(r"(\d+) of (\d+) times", said.sentence)
        held = trials - hits if rare else hits
        spoken = tuple(map(int, numbers.groups())) if numbers else (trials, trials)
        assert spoken == (held, trials), (keys, said)
    assert found > 300
    assert len(claims) >= 12


def test_chance_seldom_shows_a_habit() -> None:
    rng = random.Random(1)
    rows = [[rng.randrange(4) for _ in range(20)] for _ in range(500)]
    shown = [finding(keys, NAMES) for keys in rows]
    assert 0.05 < sum(said != NOTHING for said in shown) / 500 < 0.15
    assert all(said.bits >= LEAST for said in shown if said != NOTHING)


def test_whether_a_dare_was_taken_is_seen_in_the_next_row() -> None:
    never = finding(row("12421321423141241231"), NAMES)
    assert taken(never, row("13421321423141241231"), NAMES) is False
    assert taken(never, row("11223341124433122113"), NAMES) is True
    assert taken(never, row("11111111111111111111"), NAMES) is True  # more than was asked
    assert taken(NOTHING, row("11111111111111111111"), NAMES) is None


@pytest.mark.parametrize("k", [2, 3, 10])
def test_rows_over_other_alphabets_are_told_too(k: int) -> None:
    names = [str(number) for number in range(k)]
    assert finding([0] * 20, names).sentence == "You repeat one key all the time."
    away = finding([place * 3 % k if k > 3 else place % k for place in range(20)], names)
    assert away != NOTHING
    assert finding([], names) == NOTHING


def test_a_dare_whose_habit_had_no_place_in_the_row_was_taken() -> None:
    never = finding(row("13421321423141241231"), NAMES)
    assert never.name
    assert taken(never, (), NAMES) is True
