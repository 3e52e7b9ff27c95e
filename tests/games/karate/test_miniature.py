"""Karate in the launcher."""

from __future__ import annotations

import pygame
import pytest

from games.agents import LostWeights
from games.karate.exchange import Exchange, Round
from games.karate.miniature import PLAYED, Miniature
from games.shell.draw.canvas import Canvas
from games.shell.draw.theme import Theme
from tests.support.hands import filmed_twice
from tests.support.ruler import listen


@pytest.mark.parametrize("reduced", [False, True])
def test_the_miniature_plays_by_itself_and_always_the_same(reduced: bool) -> None:
    pictures, turns = filmed_twice(Miniature, reduced)
    assert len(set(pictures)) > (3 if reduced else 20)
    assert turns > PLAYED + 1


def test_the_miniature_has_a_spare_where_weights_are_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    def lost(weights: object) -> None:
        raise LostWeights("mind.npz is missing.")

    monkeypatch.setattr("games.weights.Weights.load", lost)
    pygame.font.init()
    miniature = Miniature(Theme())
    assert len(miniature.match.turns) == PLAYED
    miniature.update(2.0)
    assert sum(miniature.forecast) == pytest.approx(1.0)


def test_each_fighter_has_its_own_result_above_it(
    canvas: Canvas, monkeypatch: pytest.MonkeyPatch
) -> None:
    miniature = Miniature(Theme())
    played = Round(("kick", "punch"), (10, 0), ("hit", "miss"))
    miniature.exchange = Exchange(played, still=True)
    told: dict[str, float] = {}
    listen(monkeypatch, lambda line: told.update({line["text"]: line["place"][0]}))
    miniature.draw(canvas)
    assert told == {"Hit! +10": 74.0, "Miss +0": 174.0}
