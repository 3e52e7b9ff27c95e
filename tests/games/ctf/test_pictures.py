"""The living pictures show what the page says of them."""

from __future__ import annotations

import pygame
import pytest

from games.ctf.board import FieldBoard
from games.ctf.pictures import PICTURES, TEAM, MomentClip
from games.ctf.rules.sensing import enemies_of
from games.shell.draw.canvas import Canvas
from games.shell.draw.theme import Theme


def shown(name: str, still: bool = True) -> MomentClip:
    picture = PICTURES[name](Theme(reduced_motion=still))
    assert isinstance(picture, MomentClip)
    return picture


@pytest.mark.parametrize("name", ["sent", "eaten", "met"])
def test_at_the_moment_all_doubt_about_one_enemy_is_gone(name: str) -> None:
    picture = shown(name)
    at = picture.clip.moment
    assert picture.at == at
    kinds = {"sent": "catch", "eaten": "eat", "met": "catch"}
    event = next(e for e in picture.tape[at].events if e.kind == kinds[name])
    who = {"sent": "pacman", "eaten": "bot", "met": "ghost"}[name]
    place = enemies_of(TEAM).index(event.data[who])
    later = picture.lens.at(at if picture.tape[at].state.turn % 2 == TEAM else at + 1)
    assert later is not None
    assert later.doubts[place] < 0.3
    earlier = picture.lens.at(at - 2)
    assert earlier is not None
    if name != "sent":
        assert earlier.doubts[place] > 1.5


def test_nobody_is_believed_on_a_dot_that_is_there() -> None:
    picture = shown("shut")
    for at in range(picture.clip.moment - picture.clip.before, picture.clip.moment):
        state, frame = picture.tape[at].state, picture.lens.at(at)
        assert frame is not None
        if state.turn % 2 == TEAM:
            shut = [*state.food[TEAM], state.bots[TEAM], state.bots[TEAM + 2]]
            assert all(belief[shut].sum() == 0.0 for belief in frame.beliefs)


def test_it_comes_round_and_stands_under_reduced_motion() -> None:
    picture, seen = shown("heard", still=False), set()
    for _ in range(200):
        picture.update(0.2)
        seen.add(picture.at)
    clip = picture.clip
    assert seen == set(range(clip.moment - clip.before, clip.moment + clip.after + 1))
    still = shown("heard")
    still.update(9.0)
    assert still.at == clip.moment


@pytest.mark.parametrize(
    ("name", "caught"), [("sent", True), ("eaten", True), ("met", True), ("heard", False)]
)
def test_a_catch_is_drawn_at_its_moment_and_at_no_other(
    monkeypatch: pytest.MonkeyPatch, name: str, caught: bool
) -> None:
    cells: list[int] = []
    monkeypatch.setattr(
        FieldBoard, "draw_catch", lambda board, canvas, cell, *more: cells.append(cell)
    )
    picture = shown(name)
    canvas = Canvas(pygame.Surface((480, 270)), picture.theme).sibling(
        pygame.Surface((480, 270)), picture.units
    )
    picture.draw(canvas)
    assert bool(cells) is caught
    cells.clear()
    picture.at -= 1
    picture.draw(canvas)
    assert not cells
