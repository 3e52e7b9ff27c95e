"""The figures in karate's help are those of the rules, of the card, and of the match."""

from __future__ import annotations

import itertools
import json

import pytest

from games import catalog
from games.core import Seal
from games.karate import help_values
from games.karate.rules import POINTS
from games.paths import WEIGHTS
from games.shell.pages.help import help_texts
from games.weights import UNKNOWN


def page(title: str) -> str:
    """A page of the help as it is shown before a match."""
    return dict(help_texts("karate", help_values.help_figures()))[title]


def table_rows(title: str) -> list[str]:
    """The rows of the tables on a page, heads and rows of hyphens among them."""
    return [line for line in page(title).split("\n") if line.startswith("|")]


def test_the_tables_are_those_of_the_rules() -> None:
    rows = table_rows("Rules")
    assert len(rows) == 12
    for (start, table), move in itertools.product(((2, "classic"), (8, "balanced")), range(4)):
        numbers = [int(cell) for cell in rows[start + move].split("|")[2:6]]
        assert tuple(numbers) == POINTS[table][move]
    text = page("Rules")
    assert "## A blow that lands\n\nIt is worth 10." in text
    assert "## A parry against the right blow\n\nIt is worth 5," in text
    assert "There a parry is worth 10, and" in text


def test_the_gains_are_those_of_the_card() -> None:
    card = json.loads((WEIGHTS / "karate" / "sensei.json").read_text("utf-8"))
    means = card["roster_mean"]
    told = [float(row.split("|")[2]) for row in table_rows("The sensei")[2:]]
    assert told == [round(means[name], 1) for name in ("sensei:seed", "sensei:no-theory", "sensei")]
    text = " ".join(page("The sensei").split())
    assert f"in matches of {card['rounds']:,} rounds" in text
    assert f"(First student: {means['seed-argmax']:.1f})" in text
    level = next(o for o in catalog.agent("karate", "sensei").told().options if o.name == "level")
    assert "{:.1f}, {:.1f} and {:.1f} points".format(*told) in level.help


def test_without_a_card_there_are_no_gains(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(help_values, "measured", lambda name, *of: {})
    found = help_values.help_figures()
    assert [name for name, value in found.items() if value == UNKNOWN] == [
        "gain_first_student",
        "gain_of_pairs",
        "gain_of_habits",
        "gain_of_theories",
        "measured_rounds",
    ]
    assert found["classic_kick_punch"] == "10"


def test_opened_seals_stand_newest_first() -> None:
    assert help_values.seals_opened(()) == {"seals": ""}
    first, second = Seal("ab" * 16, "kick"), Seal("cd" * 16, "parry-kick")
    text = help_values.seals_opened(((1, first), (2, second)))["seals"]
    parts = [
        "Round 2, sealed as",
        f"\n```\n{second.commitment}\n```\n",
        f"\n```\n{second.nonce}:parry-kick\n```\n",
        "Round 1, sealed as",
        first.commitment,
        f"{first.nonce}:kick",
    ]
    places = [text.index(part) for part in parts]
    assert places == sorted(places)
