"""Reviews of the games in the maze: words, the moment on the board, hints, and looking back."""

from __future__ import annotations

import functools
from pathlib import Path
from typing import Any

import pygame
import pytest

from games import catalog
from games.core import Limit, Log, Seating
from games.judging import Judging
from games.match import Match
from games.mind import Field, Lines, Note
from games.session.setup import Shown
from games.shell.app import App
from games.shell.counsel import ALL, SENTENCE
from games.shell.hinting import CAPTION
from games.shell.pages.past.replay import ReplayPage
from games.shell.pages.review.gathering import KeptMatch, judged_in
from games.shell.pages.review.page import ReviewPage, judging_of
from games.shell.pages.review.still import StillPage
from games.tracker import SPEC
from games.tracker.chase.board_table import MazeTable
from tests.support.hands import FRAME, Rig, key
from tests.support.maze_games import opened, rest

PLAYED: dict[str, tuple[str, tuple[str, ...], int]] = {
    "seek": ("seek", ("blinker", "explorer", "hound"), 0),
    "hide": ("hide", ("lamplighter", "hound"), 0),
    "hunt": ("hunt", ("strays", "pack", "random"), 0),
    "flee": ("hunt", ("pack", "pack", "random"), 2),
    "watch": ("watch", ("random",), 0),
}
"""The games with their agents, and the seat of the person whose agent plays."""


def kept_match(play: str, seed: int = 3) -> Shown:
    mode, agents, own = PLAYED[play]
    params = SPEC.params({"play": mode, "maze": "loops-small", "steps": 60})
    players = {n: catalog.agent("tracker", a).make({}, None) for n, a in enumerate(agents)}
    match: Match[Any] = Match(catalog.rules("tracker"), params, seed, players)
    match.run(Limit(nodes=1))
    seats = [Seating(agent) for agent in agents]
    seats[own] = Seating("human")
    names = ["You" if seat == own else f"Agent {seat}" for seat in range(len(agents))]
    return Shown(Log("tracker", params, seed, tuple(seats), list(match.turns)), names)


@functools.cache
def judged_match(play: str) -> tuple[Shown, Judging]:
    """A match of the game with all of its choices judged, once for all tests here."""
    judging = judging_of(found := kept_match(play))
    judging.wait()
    return found, judging


def review(app: App, play: str) -> ReviewPage:
    page = ReviewPage(app, *judged_match(play))
    app.push(page)
    app.frame(FRAME)
    return page


@pytest.mark.parametrize("play", list(PLAYED))
def test_a_review_has_the_measure_of_the_game_and_shows_its_costly_choices(
    tmp_path: Path, play: str
) -> None:
    rig = Rig(tmp_path, (1280, 720))
    page = review(rig.app, play)
    mode, _, own = PLAYED[play]
    while page.seat != own:
        page.turn_on()
    unit = {"seek": "moves", "hide": "points", "hunt": "steps", "watch": "points"}[mode]
    assert f" {unit}" in page.told[0]
    assert page.costly
    found = page.costly[0]
    assert page.rows[0].first.startswith({"seek": "Round "}.get(mode, "Step "))
    page.show(found)
    still = rig.app.top
    assert isinstance(still, StillPage)
    still.table.animate(FRAME)
    rig.app.frame(FRAME)
    assert still.said[0].startswith("You chose: ")
    assert f" {unit}" in still.said[1]
    lines = next(item for item in still.table.mind_view.mind if isinstance(item, Lines))
    assert all(unit in words for words in lines.words)
    assert any(isinstance(item, Field) for item in still.table.mind_view.mind)
    rig.app.close()


def test_what_is_asked_shows_only_what_the_seat_knew(tmp_path: Path) -> None:
    rig = Rig(tmp_path, (1280, 720))
    page = review(rig.app, "seek")
    page.find_better()
    asked = rig.app.top
    assert isinstance(asked, StillPage)
    table = asked.table
    assert isinstance(table, MazeTable)
    assert table.judged is None
    assert table.seen.cell == -1, "the ghost is not to be seen"
    assert not any(isinstance(item, Field) for item in table.mind_view.mind)
    wrong = table.course.steps_from(int(asked.position.found.judged.best[4:])).index(9)
    table.choose(f"cell{wrong}")
    assert asked.right == 0
    assert table.judged is not None
    assert table.judged.move == f"cell{wrong}"
    assert table.seen.cell == -1, "nor is it once the answer is judged"
    rig.app.close()


def test_a_hider_sees_the_cloud_while_it_is_asked_and_steps_by_a_key(tmp_path: Path) -> None:
    rig = Rig(tmp_path, (1280, 720))
    page = review(rig.app, "hide")
    page.find_better()
    asked = rig.app.top
    assert isinstance(asked, StillPage)
    assert isinstance(asked.table, MazeTable)
    assert asked.table.cloud.belief is not None, "the tracker's belief is on the table in play"
    rig.app.frame(FRAME)
    best = asked.position.found.judged.best
    rig.key({"slip": "o"}.get(best, best))
    assert asked.answers
    assert asked.right == 1
    rig.app.close()


def test_nothing_of_the_laboratory_is_asked_again() -> None:
    found = kept_match("watch")
    words = catalog.choice_words("tracker", found.log.params)
    assert not words.asks
    assert catalog.choice_words("tracker").asks, "costly choices of the games come to the exercises"
    row: Any = None
    assert list(judged_in(KeptMatch(row, found.log))) == []


@pytest.mark.parametrize("play", ["seek", "hide", "hunt"])
def test_a_hint_is_a_sentence_then_all_of_it_and_goes_with_the_choice(app: App, play: str) -> None:
    table = opened(app, play)
    for _ in range(2):  # the first key only warns
        key(app, pygame.K_h)
    counsel = table.hinting.counsel
    counsel.wait()
    table.update(FRAME)
    assert counsel.showing == SENTENCE
    assert table.hinting.words.startswith("Hint: ")
    assert table.hinting.best in table.match.legal(0)
    app.frame(FRAME)
    key(app, pygame.K_h)
    assert counsel.showing == ALL
    assert table.mind_view.caption == CAPTION
    kinds = [type(item) for item in table.mind_view.mind]
    assert kinds == [Note, Lines, Field]
    app.frame(FRAME)
    table.choose(table.hinting.best)
    for _ in range(4):
        table.update(0.5)
    assert not table.hinting.words
    assert table.mind_view.caption != CAPTION
    assert not table.session.for_record


@pytest.mark.parametrize("play", ["seek", "hide", "hunt"])
def test_one_looks_back_in_a_running_match_with_what_was_known(app: App, play: str) -> None:
    table = opened(app, play)
    for _ in range(5 if play != "seek" else 1):
        legal = sorted(move for move in table.match.legal(0) if move != "slip")
        table.choose(legal[0])
        table.skip()
        rest(app, table)
    assert table.open_past(table.session)
    table.look_back()
    for _ in range(100):
        app.frame(0.05)
        if isinstance(app.top, ReplayPage):
            break
    page = app.top
    assert isinstance(page, ReplayPage)
    past = page.table
    assert isinstance(past, MazeTable)
    page.playing = False
    ghost = {"seek": 1, "hide": None, "hunt": 2}[play]
    for moment in range(page.again.moments + 1):
        page.go_to(moment)
        if ghost is not None:
            assert past.seen.cell == -1
            assert page.again.said(ghost, past.mind_view.mind, 1) == ()
    assert page.again.said(past.believers[0], past.mind_view.mind, 1) == past.mind_view.mind
    app.pop()
    assert table.waiting_for_person == 0, "the match goes on where it was left"
