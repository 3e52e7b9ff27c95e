from __future__ import annotations

import pytest

from games import mind
from games.mind import Bars, Bell, Fork, HeatMap, Ladder, Lines, Note, Series, Way
from games.shell.mind.items import PAINTERS
from games.shell.mind.spoken import MOST_POINTS, item_node, mind_nodes


def outline(item: mind.MindItem) -> list[str]:
    return list(item_node(item).outline())


def test_every_kind_of_item_that_is_painted_is_spoken() -> None:
    made = {
        Note: Note("I expect a kick."),
        Bars: Bars("Next", ("kick",), (0.7,)),
        HeatMap: HeatMap("After", ("kick",), ("punch",), ((0.2,),), outlined=0),
        Lines: Lines("Best", (("3 from home", 0.61),), unit="%"),
        Series: Series("Foreseen", (0.5, 0.6)),
        mind.Ribbon: mind.Ribbon("Trust", ("copies",), ((0.5,), (0.8,))),
        mind.Gauge: mind.Gauge("Level", ("first", "second"), (0.3, 0.7), 1, "It is deep."),
        mind.Holdings: mind.Holdings("Hand", ("camels",), ((0.2, 0.8),), known=(1,)),
        mind.Meter: mind.Meter("Surprise", 1.7, 0.0, 4.0, 2.0, "bits"),
        Bell: Bell("Read", (0.1, 0.6), 0.0, 1.0, 0.4, (("you", 0.4),), "Harder than most."),
        mind.Field: mind.Field("Where", (("3,4", 0.6),)),
        mind.Route: mind.Route("Attack", ("3,4", "3,5"), "Two steps."),
        mind.ContextTree: mind.ContextTree(
            "Contexts", (mind.ContextNode("kick", 1, 0.4, 0.7, True),)
        ),
        mind.TrialTree: mind.TrialTree("Search", (mind.TrialNode(0, -1, 10, 6, True),), best=0),
        Ladder: Ladder("Auction", (Fork(1, "Nefer", (Way("pass", 0.3),), 0, 0),)),
    }
    assert set(made) == set(PAINTERS)
    for item in made.values():
        node = item_node(item)
        assert node.name
        if node.role != "paragraph":
            assert all(child.name for child in node.children)
            assert node.children


def test_rows_have_label_value_and_what_came_of_them() -> None:
    bars = Bars("Your move", ("kick", "punch"), (0.7, 0.3), chosen=0, truth=1, words=("", "rare"))
    assert outline(bars) == [
        "group Your move",
        "  item kick, 70%, chosen",
        "  item punch, rare, came",
    ]


def test_a_plot_gives_a_sentence_and_a_table_of_points() -> None:
    lines = outline(Series("Foreseen", (0.25, 0.5, 0.4), reference=0.25))
    assert lines[1] == "  paragraph It rises from 25% to 40%, between 25% and 50%, over 3 points."
    assert lines[2] == "  paragraph The line of reference is 25%."
    assert [line.strip() for line in lines if "row" in line] == [
        *("row Point, Value", "row 1, 25%", "row 2, 50%", "row 3, 40%")
    ]


@pytest.mark.parametrize("count", [1, MOST_POINTS, MOST_POINTS + 1, 1000])
def test_long_plots_are_thinned_out_and_keep_their_last_point(count: int) -> None:
    table = item_node(Series("Long", tuple(n / count for n in range(count)))).children[-1]
    rows = table.children[1:]
    assert len(rows) <= MOST_POINTS
    assert rows[-1].children[0].name == str(count)


def test_a_mind_is_spoken_in_its_order() -> None:
    told = mind_nodes((Note("First."), Bars("Then", ("a",), (1.0,))))
    assert [node.role for node in told] == ["paragraph", "group"]
