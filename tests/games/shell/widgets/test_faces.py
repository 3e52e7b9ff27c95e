"""Every opponent that ships has a face of its own; others get one from their names."""

from __future__ import annotations

import itertools

import numpy as np
import pygame
import pytest

from games import catalog
from games.paths import ASSETS
from games.session.ladder import rungs
from games.shell.draw.sprites import prepare, sprite, sprite_text
from games.shell.widgets.faces import FOLDER, MASKS, PERSON, face_of, face_of_person
from tests.support.cases import GROWN
from tests.support.hands import Rig

DRAWN = sorted(
    path.relative_to(ASSETS).with_suffix("").as_posix() for path in FOLDER.rglob("*.svg")
)


@pytest.mark.parametrize("game", GROWN)
def test_everybody_on_a_ladder_has_a_face_of_their_own(game: str) -> None:
    faces = {face_of(game, agent.id, agent.name) for agent in rungs(game)}
    assert all(face.sprite == f"faces/{game}/{agent.id}" for agent, face in _pairs(game))
    assert len(faces) == len(rungs(game))


def _pairs(game: str) -> list[tuple[object, object]]:
    return [(agent, face_of(game, agent.id, agent.name)) for agent in rungs(game)]


def test_every_face_belongs_to_an_agent() -> None:
    known = {f"faces/{game}/{a.id}" for game in catalog.GAMES for a in catalog.agents(game)}
    known |= {f"faces/stranger-{number + 1}" for number in range(MASKS)} | {PERSON}
    assert set(DRAWN) <= known
    assert len(DRAWN) >= 39


@pytest.mark.parametrize("name", DRAWN)
def test_a_face_is_drawn_with_what_the_renderer_knows(name: str) -> None:
    text = sprite_text(name)
    assert len(text) < 10_000
    for word in ("<text", "<filter", "<mask", "<clipPath", "<style", "<image", "class=", "<use"):
        assert word not in text
    assert 'viewBox="0 0 200 200"' in prepare(text, 48, 48, {})


def grey(name: str, size: int) -> np.ndarray:
    """A face without its colours, on ink."""
    ground = pygame.Surface((size, size))
    ground.fill((16, 24, 40))
    ground.blit(sprite(name, size, size), (0, 0))
    pixels = pygame.surfarray.array3d(ground).astype(float)
    return np.asarray(pixels @ (0.3, 0.59, 0.11))


@pytest.mark.parametrize("game", GROWN)
def test_faces_of_a_game_are_told_apart_without_colour_at_48_pixels(game: str) -> None:
    """Any two differ by more than 16 of 255 on average: three times what one differs from itself
    moved by a pixel."""
    faces = [grey(f"faces/{game}/{agent.id}", 48) for agent in rungs(game)]
    pairs = 0
    for one, other in itertools.combinations(faces, 2):
        assert np.abs(one - other).mean() > 16
        pairs += 1
    assert pairs >= 3


def test_a_face_from_a_name_is_always_the_same_and_differs_between_names() -> None:
    assert face_of("nullgame", "heads", "Optimist") == face_of("other", "x", "Optimist")
    names = [f"Agent {number}" for number in range(60)]
    faces = {face_of("nullgame", "x", name)[:2] for name in names}
    assert len(faces) >= 2 * MASKS
    assert face_of("nullgame", "x", "Zed").letter == "Z"


def test_a_person_wears_the_colour_of_their_sign(rig: Rig) -> None:
    first, second = face_of_person(0), face_of_person(1)
    assert first.sprite == second.sprite == PERSON
    assert first.colour != second.colour
