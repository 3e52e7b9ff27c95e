"""The figures in the help of Ur are those of the rule sets; every family of agents is explained."""

from __future__ import annotations

import json

from games import catalog
from games.paths import WEIGHTS
from games.shell.pages.help import help_texts
from games.ur.asks import JudgedStep
from games.ur.help_values import help_figures, workings
from games.ur.rulesets import RULE_SETS


def page(title: str) -> str:
    return dict(help_texts("ur", help_figures()))[title]


def table(text: str, first: str) -> dict[str, list[str]]:
    """The rows of the table that has this row, by their first cells."""
    found = next(part for part in text.split("\n\n") if f"\n| {first} |" in part)
    rows = [[cell.strip() for cell in row.split("|")[1:-1]] for row in found.split("\n")]
    return {row[0]: row[1:] for row in rows}


def test_the_table_of_rule_sets_is_true() -> None:
    rows = table(page("Rules"), "rosettes")
    names = [name.lower() for name in rows[""]]
    assert sorted(names) == sorted(RULE_SETS)
    for column, name in enumerate(names):
        rules = RULE_SETS[name]
        assert rows["pieces"][column] == str(rules.pieces)
        assert rows["squares"][column] == str(len(rules.tiles[0]))
        assert rows["rosettes"][column].split() == [str(square) for square in rules.rosettes]
        safe = rows["safe"][column].replace("none", "").split()
        assert safe == [str(square) for square in rules.safe]
        assert rows["dice"][column] == ("3" if name == "masters" else "4")
        assert rows["a capture"][column] == ("rolls again" if rules.capture_rolls else "")


def test_the_odds_of_the_rolls_are_those_of_the_dice() -> None:
    for first, of, name in (("of 16", 16, "finkel"), ("of 8", 8, "masters")):
        rows = table(page("Rules"), first)
        dice = dict(RULE_SETS[name].dice)
        total = sum(dice.values())
        told = {int(r): int(n) for r, n in zip(rows["roll"], rows[first], strict=True)}
        assert sum(told.values()) == of
        assert {roll: n * total for roll, n in told.items()} == {r: w * of for r, w in dice.items()}


def test_the_size_of_linear_is_that_of_its_card() -> None:
    card = json.loads((WEIGHTS / "ur" / "linear+.json").read_text("utf-8"))
    assert f"Adds {card['weights']} weights of squares" in page("How they think")


def test_every_family_of_agents_is_explained() -> None:
    text = page("How they think").lower()
    looked = 0
    for agent in catalog.agents("ur"):
        assert agent.name.lower().split(" ")[0].removesuffix("work") in text, agent.name
        looked += 1
    assert looked > 10


def test_luck_and_cost_are_worked_out_for_the_last_throw_and_the_last_move() -> None:
    steps = (
        JudgedStep("roll", 0, 0.50, -0.10, "2", "", None),
        JudgedStep("roll", 0, 0.55, 0.05, "3", "", None),
        JudgedStep("move", 1, 0.60, -0.05, "a", "b", None),
    )
    assert workings((), ("Ada", "Net")) == {}
    found = workings(steps, ("Ada", "Net"))
    assert found["now_luck"] == "Ada, last throw: luck = 55.0% − 50.0% = +5.0%"
    assert found["now_cost"] == "Net, last move: cost = 45.0% − 40.0% = 5.0%"
    assert "= −10.0%" in workings(steps[:1], ("Ada", "Net"))["now_luck"]
