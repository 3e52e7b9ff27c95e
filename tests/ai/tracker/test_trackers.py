"""Trackers in a seat: what they answer, where they mark, that they learn the truth of a round."""

from __future__ import annotations

from typing import Any

import numpy as np

from ai.tracker.trackers import TrackerAgent, answer, belief_field
from games import catalog
from games.core import Limit
from games.match import Match
from games.mind import Field
from games.tracker import SPEC
from games.tracker.rules import GAME
from games.tracker.rules.seek import HOPS

LIMIT = Limit(nodes=1)


def test_an_answer_rounds_the_share_down_and_counts_doubt_in_tenths() -> None:
    belief = np.array([0.25, 0.5999, 0.1501, 0.0])
    assert answer(belief) == "1:59:14"
    assert answer(np.array([0.0, 1.0])) == "1:100:0"
    assert answer(np.array([0.4, 0.6])) == "1:60:10"


def test_a_mark_has_the_shortest_expected_way() -> None:
    """Two thirds of the belief lie far apart on one side: the median is better than the mode."""
    layout = "###########\n#         #\n# ####### #\n#         #\n###########\n"
    params = SPEC.params({"play": "seek", "layout": layout, "start": "unknown", "noise": 12})
    agent = TrackerAgent("random")
    match: Match[Any] = Match(GAME, params, 1, {2: agent})
    belief = np.zeros(len(match.state.course.cells))
    for x, share in ((1, 0.34), (8, 0.22), (9, 0.22), (7, 0.22)):
        belief[match.state.course.cells.index((x, 1))] = share
    agent.thought = agent.thought._replace(posterior=belief)
    decision = agent.act(2, match.state, (), Limit(mind=True))
    assert decision.move == f"cell{match.state.course.cells.index((7, 1))}"
    fields = [item for item in decision.mind or () if isinstance(item, Field)]
    assert dict(fields[0].cells) == {"1,1": 0.34, "7,1": 0.22, "8,1": 0.22, "9,1": 0.22}


def test_a_field_names_cells_by_column_and_row() -> None:
    agent = TrackerAgent("reading")
    Match(GAME, SPEC.params({"play": "seek"}), 1, {2: agent})
    graph = agent.tracker.graph
    belief = np.zeros(graph.n_cells)
    belief[5] = 1.0
    x, y = graph.position(5)
    assert belief_field(graph, belief, "T", 2).cells == ((f"{x},{y}", 1.0),)


def test_after_the_marks_it_knows_where_the_ghost_was() -> None:
    players = {
        seat: catalog.agent("tracker", name).make({}, None)
        for seat, name in enumerate(("blinker", "random", "drifter"))
    }
    match: Match[Any] = Match(GAME, SPEC.params({"play": "seek"}), 3, players)
    match.run(LIMIT, 2 * HOPS + 1)
    assert match.state.rounds == 1
    belief = match.players[2].thought.posterior  # type: ignore[attr-defined]
    assert belief[match.state.cell] == 1.0
    assert belief.sum() == 1.0
