"""Figures of cards: as the card has them, and a sign where it has none."""

from __future__ import annotations

from pathlib import Path

import pytest

from games import weights
from games.weights import UNKNOWN, figure, read_card


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the card of sample/agent ships."""
    monkeypatch.setattr(weights, "WEIGHTS", tmp_path)
    (tmp_path / "sample").mkdir()
    return tmp_path / "sample" / "agent.json"


def test_a_figure_is_the_number_of_the_card_in_its_format(place: Path) -> None:
    text = '{"games": 12345, "bits": {"people": {"mean": 1.2345}}, "name": "x"}'
    place.write_text(text, encoding="utf-8")
    card = read_card("sample", "agent")
    assert figure(card, "games", form=",") == "12,345"
    assert figure(card, "bits", "people", "mean", form=".2f") == "1.23"
    assert figure(card, "games", unit="%") == "12345%"
    for keys in (("name",), ("none",), ("bits",), ("games", "mean"), ("bits", "none", "mean")):
        assert figure(card, *keys, form=".2f", unit="%") == UNKNOWN


@pytest.mark.parametrize("form", ["", ",", ".2f", ".0%"])
@pytest.mark.parametrize(
    "number", ["1" + "0" * 400, "-1" + "0" * 5000, "1e300", "1e999", "NaN", "-Infinity", "true"]
)
def test_a_number_that_nothing_measures_is_no_figure(place: Path, number: str, form: str) -> None:
    place.write_text(f'{{"games": {number}}}', encoding="utf-8")
    assert figure(read_card("sample", "agent"), "games", form=form, unit="%") == UNKNOWN


def test_the_largest_figures_are_told(place: Path) -> None:
    place.write_text('{"games": 999999999999999, "gain": -123456.5}', encoding="utf-8")
    card = read_card("sample", "agent")
    assert figure(card, "games", form=",") == "999,999,999,999,999"
    assert figure(card, "gain", form=".1f") == "-123456.5"


@pytest.mark.parametrize("content", [None, b"", b"{", b"[1]", b"\xff", b"[" * 100_000])
def test_a_card_that_cannot_be_read_has_no_figures(place: Path, content: bytes | None) -> None:
    if content is not None:
        place.write_bytes(content)
    card = read_card("sample", "agent")
    assert card == {}
    assert figure(card, "games") == UNKNOWN


def test_what_ships_is_found_from_anywhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert read_card("karate", "sensei")["agent"] == "sensei"
