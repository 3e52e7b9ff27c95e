"""The numbers of a match in the help of Ra."""

from __future__ import annotations

from games import catalog
from games.exhibition import Exhibition
from games.ra.help_values import LEAST, help_figures, workings
from games.ra.rules.odds import AHEAD, at_least
from games.ra.rules.state import OVER, State
from games.ra.tiles import RA
from games.shell.pages.help import help_texts
from tests.support.hands import Rig, at_table


def test_the_chance_of_the_end_is_worked_out_until_it_cannot_come() -> None:
    show, told = Exhibition("ra", ("random",) * 3, {}, 5), 0
    for _ in range(150):
        show.turn()
        state: State = show.match.state
        words = workings(state)
        wanted, bag = state.limit - state.ra, sum(state.left)
        assert (state.phase == OVER) <= (not words)
        if words:
            told += 1
            chance = at_least(wanted, state.left[RA], bag, min(AHEAD, bag))
            assert words["now_end"].endswith(
                f" = {chance:.3f}" if chance >= LEAST else f" < {LEAST}"
            )
            assert f"n = {bag}, R = {state.left[RA]}, r = {wanted}" in words["now_end"]
    assert told > 20


def test_who_counts_alone_is_told_no_odds(rig: Rig) -> None:
    seats = ["human", "random", "random"]
    scene = at_table(rig.app, "ra", seats, {}, practice=True)
    assert "now_end" in scene.help_text()[0]
    alone = at_table(rig.app, "ra", seats, {"show_bag": False}, practice=True)
    assert "now_end" not in alone.help_text()[0]


def test_the_exercise_of_five_and_seven_is_answered_by_the_agents_of_the_list() -> None:
    text = dict(help_texts("ra", help_figures()))["Suns and calls"]
    rows = [line for line in text.splitlines() if line.startswith("| ") and "points" in line]
    names = [agent.name for agent in catalog.agents("ra")]
    assert len(rows) == 3
    assert all(row.split(" | ")[0].removeprefix("| ") in names for row in rows)
    assert any(row.endswith("never |") for row in rows)
