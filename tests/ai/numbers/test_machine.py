"""The models of Numbers against an independent account of the original."""

from __future__ import annotations

from typing import Any

import pytest

from ai.numbers import demo_player
from ai.numbers.machine import Seed, Typist
from games import catalog
from games.core import Limit
from games.intervals import whole_percent
from games.match import Match
from games.mind import Bars, HeatMap, Lines, Note, Series
from games.numbers.rules import GAME, KEYS
from games.streams import Stream

PARAMS = catalog.spec("numbers").params({"keys": 0})


def original(keys: str) -> str:
    """The original's next prediction, recounted from its whole history."""
    history = "243" + keys
    counts = {
        key: 1 + sum(history[t - 2 : t + 1] == history[-2:] + key for t in range(3, len(history)))
        for key in "1234"
    }
    return max("1234", key=lambda key: (counts[key], -int(key)))


def playing(model: Any, seed: int = 1) -> Match[Any]:
    return Match(GAME, PARAMS, seed, {1: model})


def test_the_seed_is_the_original() -> None:
    compared = 0
    for seed in range(8):
        match, rng, keys = playing(Seed()), Stream.named(seed, "keys"), ""
        for _ in range(120):
            key = keys[-2] if len(keys) > 1 and rng.below(2) else KEYS[rng.below(4)]
            guess = match.decide(1, Limit()).move
            assert guess == original(keys)
            match.play({0: key, 1: guess})
            keys += key
            compared += 1
    assert compared == 960


def test_the_first_prediction_is_1() -> None:
    assert playing(Seed()).decide(1, Limit()).move == "1"


def test_uniform_guesses_everything_and_learns_nothing() -> None:
    guesses = [0] * 4
    for seed in (1, 2):
        match = playing(catalog.agent("numbers", "uniform").make({}, None), seed)
        while not match.over:
            guess = match.decide(1, Limit()).move
            guesses[KEYS.index(guess)] += 1
            match.play({0: "1", 1: guess})
    assert sum(guesses) == 4000
    assert [n / 4000 for n in guesses] == pytest.approx([0.25] * 4, abs=0.03)


def test_the_seed_reads_people_but_not_dice() -> None:
    params = catalog.spec("numbers").params({"keys": 300})
    hits = [Match(GAME, params, s, {0: Typist(), 1: Seed()}).run(Limit())[1] for s in range(8)]
    assert len(hits) == 8
    assert sum(hits) / 2400 > 0.30
    uniform = catalog.agent("numbers", "uniform")
    blind = [
        Match(GAME, params, s, {0: demo_player(), 1: uniform.make({}, None)}).run(Limit())[1]
        for s in range(8)
    ]
    assert sum(blind) / 2400 == pytest.approx(0.25, abs=0.03)


def test_the_mind_shows_table_accuracy_and_what_gave_away() -> None:
    match = playing(Seed())
    for t in range(60):
        match.step(Limit(), {0: "1234"[t % 3]})
    decision: Any = match.decide(1, Limit(mind=True))
    note, bars, table, right, given_away = decision.mind
    assert (type(note), type(bars), type(table)) == (Note, Bars, HeatMap)
    assert (type(right), type(given_away)) == (Series, Lines)
    assert KEYS[bars.chosen] == decision.move == "1"
    assert table.values[table.outlined] == bars.values
    assert table.row_labels[table.outlined] == "2 3"
    hits = sum(dict(turn)[0] == dict(turn)[1] for turn in match.turns)
    assert right.values[-1] == whole_percent(hits, 60) / 100
    assert right.low[-1] < 0.25 < right.high[-1] < right.values[-1]
    assert given_away.rows[0][0].startswith("after ")
    assert sum(value for _, value in given_away.rows) == pytest.approx(hits - 60 / 4, abs=1.5)
    assert all(value > 0 for _, value in given_away.rows)


def test_before_two_keys_the_seed_names_no_keys_that_were_not_pressed() -> None:
    model = Seed()
    match = playing(model)
    for words in ("I saw no key", "I saw one key"):
        note = model.mind()[0]
        assert isinstance(note, Note)
        assert words in note.text
        assert "after" not in note.text
        match.play({0: "4", 1: "1"})
    assert len(match.turns) == 2
    assert "after 4, 4" in model.mind()[0].text.lower()  # type: ignore[union-attr]
