"""What is made from data: cells, tables by the shape of a result, and parts of a page."""

from __future__ import annotations

from typing import Any

import pytest

from ai.lab import pages
from games import measured
from games.measured import Entry


@pytest.mark.parametrize(
    ("value", "told"),
    [
        (1234, "1,234"),
        (0.12345, "0.1235"),
        (100_000_000.0, "100,000,000"),
        ([0.1, 0.25], "0.1 to 0.25"),
        ({"25": 63, "50": 93}, "25: 63, 50: 93"),
        (None, ""),
        ("words", "words"),
    ],
)
def test_a_value_is_told_alike_wherever_it_stands(
    monkeypatch: pytest.MonkeyPatch, value: Any, told: str
) -> None:
    assert f"| a | {told} |" in page_of({"rows": [{"name": "a", "value": value}]}, monkeypatch)


def page_of(result: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> str:
    """The measured page of an arcade in which this alone was measured, of Set."""
    entry = Entry("main.py arena set --agents a,b", 1, "2026-11-28", "12345678", result, "A note.")
    found = {"set": (entry,)}
    monkeypatch.setattr(measured, "entries", lambda name: found.get(name, ()))
    return pages.measured_page()


def test_a_pair_has_its_share_command_day_and_commit(monkeypatch: pytest.MonkeyPatch) -> None:
    pair = {"a": "a", "b": "b", "games": 100, "a_win_share": 0.75, "ci95": [0.657, 0.825]}
    page = page_of({"pairs": [pair]}, monkeypatch)
    assert "| `a` | `b` | usual | 100 | 75% (66 to 82) |" in page
    assert "| `main.py arena set --agents a,b` | 2026-11-28, 12345678 |" in page
    assert "## Set\n" in page
    assert "## Ra\n" not in page, "nothing was measured"


def test_speeds_and_words_are_tables_under_their_command(monkeypatch: pytest.MonkeyPatch) -> None:
    row = {"game": "set", "what": "a plan", "value": 30.0, "unit": "µs"}
    page = page_of({"rows": [row], "figures": [["of a | b", "half"]]}, monkeypatch)
    assert "**`main.py arena set --agents a,b`** (2026-11-28, 12345678). Seed 1. A note." in page
    assert "| a plan | 30 µs |" in page
    assert "| of a \\| b | half |" in page


def test_only_what_is_made_changes_in_the_page_of_a_game() -> None:
    part = "<!-- made by python -m ai.lab.pages: options -->\nold\n<!-- end: options -->"
    text = f"# Ours\n\n{part}\n\nBy hand.\n"
    made = pages.game_page("karate", text)
    assert made.startswith("# Ours\n\n<!-- made by")
    assert made.endswith("<!-- end: options -->\n\nBy hand.\n")
    assert "| `rounds` | " in made
    assert "old" not in made
    assert pages.game_page("karate", made) == made
