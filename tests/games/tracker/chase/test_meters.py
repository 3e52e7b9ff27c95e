"""Figures below the maze: what doubt is in cells, and sentences that fit."""

from __future__ import annotations

import numpy as np

from games.counting import places_of
from games.shell.app import App
from games.tracker.chase.meters import cells_of, on_cells, with_room


def test_doubt_is_told_as_so_many_equally_likely_cells() -> None:
    assert cells_of(np.array([0.25] * 4)) == 4
    assert cells_of(np.full(51, 1 / 51)) == places_of(5.7)  # as an event names it in tenths
    assert on_cells(cells_of(np.array([1.0, 0.0]))) == "on one cell, nearly surely"
    assert on_cells(14) == "on one of about 14 cells"


def test_the_longest_sentence_that_has_room_is_told(app: App) -> None:
    sentences = ("a long sentence that says all there is to say about it", "a short one", "one")
    assert with_room(app.canvas, sentences, 900.0) == sentences[0]
    assert with_room(app.canvas, sentences, 100.0) == "a short one"
    assert with_room(app.canvas, sentences, 5.0) == "one"
