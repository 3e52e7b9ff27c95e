"""The cloud of the games: on its way from one belief to the next, and its letters."""

from __future__ import annotations

import numpy as np
import pytest

from games.mazes import parse_layout
from games.mind import Field
from games.shell.app import App
from games.shell.draw.night_map import Board
from games.shell.mind.items import top_cells
from games.tracker.chase.cloud import Cloud
from tests.support.hands import key
from tests.support.maze_games import opened
from tests.support.words import Words

HALL = parse_layout("#####\n#   #\n#####\n")


def field(*shares: float) -> Field:
    cells = tuple((f"{x},1", share) for x, share in enumerate(shares, 1) if share)
    return Field("Where", cells, lettered=True)


def test_it_goes_from_one_belief_to_the_next_as_squares_or_guesses(
    app: App, monkeypatch: pytest.MonkeyPatch
) -> None:
    board = Board(HALL)
    cloud, drawn = Cloud(board), []
    for name in ("draw_belief", "draw_particles"):
        monkeypatch.setattr(board, name, lambda c, b, name=name: drawn.append((name, list(b))))
    assert not cloud.take(())
    cloud.draw(app.canvas, 1.0, (), False)
    assert drawn == []
    cloud.draw(app.canvas, 1.0, (field(0.0, 1.0),), False)
    assert drawn.pop() == ("draw_belief", [0.0, 1.0, 0.0]), "that of the mind on show"
    assert cloud.take((field(1.0),))
    assert cloud.take((field(0.0, 0.0, 1.0),))
    cloud.draw(app.canvas, 0.25, (), True)
    assert drawn.pop() == ("draw_particles", [0.75, 0.0, 0.25])


def test_the_open_mind_and_the_board_call_cells_by_the_same_letters(
    app: App, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, words = opened(app, "hide"), Words(app, monkeypatch)
    app.change_settings(mind_open=True)
    table.layout(*app.size)
    key(app, 0x40000050 if "left" in table.match.legal(0) else 0x40000051)
    table.update(1.0)
    table.update(1.0)
    (seen,) = (item for item in table.mind_view.mind if isinstance(item, Field))
    count = len(seen.highest(5))
    words.look()
    told = [word.text for word in words.seen]
    assert [told.count(letter) for letter in "ABCDE"] == [2] * count + [0] * (5 - count)
    assert not any("," in text and text.replace(",", "").isdigit() for text in told)
    app.change_settings(mind_open=False)
    table.layout(*app.size)
    words.look()
    assert not {word.text for word in words.seen} & set("ABCDE")


def test_letters_go_by_what_is_likeliest() -> None:
    assert field(0.2, 0.5, 0.3).highest(2) == [("A", "2,1", 0.5), ("B", "3,1", 0.3)]
    assert field(0.96, 0.03, 0.01).highest(3) == [("A", "1,1", 0.96)]
    nowhere = field(0.03, 0.04, 0.02)
    assert nowhere.highest(3) == []
    assert top_cells(nowhere).rows == (("any one cell, at most", 0.04),)
    plain = Field("Where", (("c5", 0.2), ("d6", 0.8)))
    assert plain.highest(5) == [("d6", "d6", 0.8), ("c5", "c5", 0.2)]
    assert np.isclose(sum(value for _, _, value in plain.highest(5)), 1.0)
