"""The figures in the help of Numbers: exact bands, and what the card says."""

from __future__ import annotations

import json
import math

import pytest

from games import measured
from games.mind import Bars
from games.numbers import help_values
from games.numbers.rules import KEYS
from games.paths import WEIGHTS
from games.shell.pages.help import help_texts
from games.weights import UNKNOWN


def page(title: str) -> str:
    return dict(help_texts("numbers", help_values.help_figures()))[title]


def test_the_band_in_the_help_is_exact() -> None:
    text, checked = page("Chance"), 0
    for keys in (20, 60, 100, 300):
        below = [math.comb(keys, h) * 0.25**h * 0.75 ** (keys - h) for h in range(keys + 1)]
        low = next(h for h in range(keys) if math.fsum(below[: h + 1]) > 0.025)
        high = next(h for h in range(keys, 0, -1) if math.fsum(below[h:]) > 0.025)
        shares = f"{100 * low / keys:.1f}% to {100 * high / keys:.1f}%"
        assert f"| {keys} | {low} to {high} | {shares} |" in text
        checked += 1
    assert checked == 4
    rules = " ".join(page("Rules").split())
    assert "A game has 60, 100 or 300 keys. An endless game goes on to 2,000 keys" in rules


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("rng10_towse", "digits 1 to 10, said aloud"),
        ("rng10_webform", "digits, typed"),
        ("bin_taps", "two keys, tapped"),
        ("rps_adaptbots", "rock-paper-scissors v adaptive programs"),
        ("rps_fixedbots", "rock-paper-scissors v fixed programs"),
    ],
)
def test_the_help_shows_what_the_card_says(name: str, words: str) -> None:
    card = json.loads((WEIGHTS / "numbers" / "mind.json").read_text("utf-8"))
    known, other = card["people_left_out"][name], card["alphabet_left_out"][name]
    bits = f"{known['seed_bits']:.3f} | {known['bits']:.3f}"
    right = f"{known['accuracy']:.0f}% v {known['seed_accuracy']:.0f}%"
    assert f"| {words} | {bits} | {right} | {other['bits']:.3f} |" in page("Mind reader")
    assert f"{card['uniform_4']['bits']:.2f} bits each" in page("Mind reader")
    keys = help_values.SETS[name][1]
    reach = f"{1 / keys:.0%} | {known['seed_accuracy']:.0f}% | {known['accuracy']:.0f}%"
    assert f"| {words} | {reach} |" in page("The originals")
    trial = [row for row in measured.records("numbers", "networks") if row["people"] == name]
    for row in trial:
        found = f"| {words} | {row['mind']:.3f} | {row['networks']:.3f} | {row['both']:.3f} |"
        assert found in page("The originals")
    assert len(trial) == 2
    assert len(help_values.SETS) == 5


def test_the_loss_of_the_card_is_borne() -> None:
    whole = help_values.measured_figures(
        json.loads((WEIGHTS / "numbers" / "mind.json").read_text("utf-8"))
    )
    none = help_values.measured_figures({})
    assert none.keys() == whole.keys()
    assert all(UNKNOWN in text for text in none.values())
    assert not any(UNKNOWN in text for text in whole.values())


def test_the_formulas_are_worked_out_with_the_numbers_of_the_game() -> None:
    assert help_values.workings(0, 0, ()) == {}
    found = help_values.workings(12, 3, (0.9, 0.25))
    told = "C(12, 3) x 0.25^3 x 0.75^9 = 0.258"
    assert found["now_chance"] == f"Your game: P(3 hits of 12) = {told}"
    assert found["now_surprise"] == "Your last key: -log2(0.250) = 2.00 bits"
    assert help_values.workings(10_000, 10_000, (0.0,)).keys() == {"now_chance"}
    assert help_values.workings(300, 200, ())["now_chance"].endswith(" = 5.2e-52")


def test_the_counter_s_row_and_the_reader_s_powers_are_worked_out() -> None:
    bars = Bars("Which key", KEYS, (0.1, 0.1, 0.7, 0.1), forecast_of=0)
    told = help_values.read_workings("1231231", (bars,))
    assert told["now_count"] == "Your last key: P(1 | 2, 3) = 2 / (2 + 1 + 1 + 1) = 0.40"
    first = help_values.read_workings("1", ())
    assert first == {"now_count": "Your last key: P(1 | 4, 3) = 1 / (1 + 1 + 1 + 1) = 0.25"}
    assert told["now_read"].splitlines()[1] == (
        "p(3) = exp(1.95) / (exp(0.00) + exp(0.00) + exp(1.95) + exp(0.00)) = 0.70"
    )
    assert told["now_rule"].startswith("Same as the one three before, 4 of 4:")
    assert help_values.read_workings("", ()) == {}
