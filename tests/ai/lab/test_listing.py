"""`main.py games` shows the id of an agent, which commands take, beside its name on pages."""

from __future__ import annotations

import pytest

from ai.lab.listing import show_games
from games import catalog


@pytest.mark.parametrize("game", catalog.GAMES)
def test_ids_and_names_stand_side_by_side(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert show_games(False, game) == 0
    lines = capsys.readouterr().out.splitlines()
    places = set()
    for agent in catalog.agents(game):
        line = next(line for line in lines if line.split()[:2] == ["agent", agent.id])
        places.add(line.index(agent.name, line.index(agent.id) + len(agent.id)))
        assert agent.description in line
    assert len(places) == 1, "the names are a column, and there are some"
