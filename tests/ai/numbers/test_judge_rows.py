"""The watcher that closes rows of twenty: its findings are those of the keys that were pressed."""

from __future__ import annotations

import random
from typing import cast

import pytest

from ai.numbers.judge import LOOKED_BACK
from ai.sequence.dares import NOTHING
from games import catalog
from games.mind import Note
from games.numbers.asks import ClosedRow, RowReader
from games.numbers.rules import GAME, KEYS, ROW
from games.streams import Stream


def rows_of(keys: str, guesses: str) -> list[ClosedRow]:
    watcher = cast(RowReader, catalog.watcher("numbers", "rows"))
    watcher.begin((), GAME, {"keys": 0}, Stream.named(0, "rows"))
    state = GAME.new({"keys": 0})
    for key, guess in zip(keys, guesses, strict=True):
        state, events = GAME.apply(state, {0: key, 1: guess})
        watcher.observe(events)
    texts = [item.text for item in watcher.mind() if isinstance(item, Note)]
    assert texts == [text for row in watcher.rows[-1:] for text in (row.finding, row.dare)]
    return watcher.rows


def test_a_row_is_closed_after_every_twenty_keys_with_its_hits() -> None:
    keys = "12421321423141241231" * 3
    guesses = keys[:7] + "".join("2" if key != "2" else "1" for key in keys[7:40]) + keys[40:]
    rows = rows_of(keys[:59], guesses[:59])
    assert [(row.number, row.hits) for row in rows] == [(1, 7), (2, 0)]
    assert [(row.number, row.hits) for row in rows_of(keys, guesses)][2] == (3, 20)
    assert rows[0].finding == "In this row you never repeat."
    assert rows[0].dare == "Beat me by repeating."


def test_a_dare_is_answered_in_the_next_row() -> None:
    stubborn, bold = "12421321423141241231", "11223341124433122113"
    rows = rows_of(stubborn + stubborn + bold, "1" * 60)
    assert [row.taken for row in rows] == [None, False, True]


def test_a_dare_that_was_taken_does_not_come_again_at_once() -> None:
    away = "21322334211322341332413221124412412413224232243141231342334414244233141243414134"
    rows = rows_of(away, "1" * 80)  # the key before last never comes, then now and then
    assert rows[1].finding == "In this row you never go back to the key before last."
    assert rows[2].taken
    assert "the key before last" not in rows[2].finding  # over 60 keys: 54 of 58 times


def test_what_is_said_of_a_row_holds_across_its_edge() -> None:
    row = "12421321423141241231"
    assert rows_of(row + "3" + row[1:], "1" * 40)[1].finding == "In this row you never repeat."
    told = rows_of(row + row, "1" * 40)[1].finding  # its first key repeats the one before the row
    assert told == "You hardly repeat a key: you change: 19 of 20 times."


def test_a_row_without_a_habit_is_looked_at_with_those_before() -> None:
    rng, keys = random.Random(3), [0]
    while len(keys) < 40 * ROW:  # repeats are seldom enough to show in many keys, not in twenty
        keys.append(rng.choice([key for key in range(4) if key != keys[-1] or rng.random() < 0.5]))
    text = "".join(KEYS[key] for key in keys)
    told = [row.finding for row in rows_of(text, "1" * len(text))]
    back = [text for text in told if text.startswith("In your last ")]
    assert back
    assert all(int(text.split()[3]) <= LOOKED_BACK for text in back)
    assert NOTHING.sentence in told


def test_who_is_read_without_a_plain_habit_hears_so() -> None:
    keys = "13241142311424132214"
    assert rows_of(keys, keys)[0].finding == "No plain habit in this row, and yet I read you."
    assert rows_of(keys, "1" * 20)[0].finding == NOTHING.sentence


HABITS = {
    "avoids repeats": (lambda keys, rng: rng.choice([k for k in KEYS if k != keys[-1:]]), "repeat"),
    "climbs": (
        lambda keys, rng: str(int(keys[-1:] or 4) % 4 + 1) if rng.random() < 0.8 else "3",
        "up one key",
    ),
    "favours a key": (lambda keys, rng: "2" if rng.random() < 0.75 else rng.choice(KEYS), "like 2"),
    "two in turn": (lambda keys, rng: "14"[len(keys) % 2], "key before last"),
    "leaves a key alone": (lambda keys, rng: rng.choice("124"), "press 3|3 alone"),
}


@pytest.mark.parametrize("name", HABITS)
def test_planted_habits_are_found_in_their_rows(name: str) -> None:
    habit, said = HABITS[name]
    rng, keys = random.Random(8), ""
    for _ in range(200):
        keys += habit(keys, rng)
    told = [row.finding for row in rows_of(keys, "1" * 200)]
    assert len(told) == 10
    assert sum(any(part in text for part in said.split("|")) for text in told) >= 8, told
