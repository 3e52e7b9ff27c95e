"""The map of progress: a constellation a game, by every hand, and no word of it is cut."""

from __future__ import annotations

import pygame
import pytest

from games import catalog
from games.session.ladder import rungs
from games.shell.opening import create_player
from games.shell.pages.knowing import map as map_of_games
from games.shell.pages.knowing.map import Constellation, MapHead, star_places
from games.shell.pages.knowing.page import KnownPage
from games.shell.pages.setup import SetupPage
from games.store.statistics import MatchResult, option_key
from tests.support.hands import Rig
from tests.support.words import Words


def page_of(rig: Rig, **wins: int) -> KnownPage:
    """The map of a player who has beaten the first so many minds of each game."""
    player = create_player(rig.app, "Ada", 3)
    rig.app.change_settings(last_profile=player.id)
    for game, count in wins.items():
        for agent in rungs(game)[:count]:
            options = option_key({**catalog.spec(game).params(), **agent.defaults})
            rig.app.library.record(player.id, MatchResult(game, agent.id, "won", options, 25))
    return rig.show(KnownPage(rig.app, player))


def stars_of(page: KnownPage) -> dict[str, Constellation]:
    found = [widget for widget in page.body.widgets if isinstance(widget, Constellation)]
    return {widget.climb.game: widget for widget in found}


def test_every_game_has_a_constellation_and_the_count_stands_above(rig: Rig) -> None:
    page = page_of(rig, karate=2, numbers=3)
    head, stars = page.body.widgets[0], stars_of(page)
    assert isinstance(head, MapHead)
    assert list(stars) == list(catalog.GAMES)
    whole = sum(len(one.climb.minds) for one in stars.values())
    assert head.told == f"5 of {whole} minds beaten"
    assert stars["numbers"].told == "All beaten"
    assert stars["karate"].told == f"Next: {rungs('karate')[2].name}"
    assert stars["tracker"].told == "Here you play for records."


@pytest.mark.parametrize("way", ["keys", "mouse", "pad"])
def test_a_press_leads_to_the_next_mind(rig: Rig, way: str) -> None:
    page = page_of(rig, ur=1)
    goal = stars_of(page)["ur"]
    if way == "mouse":
        rig.click_on(goal)
    elif way == "pad":
        rig.hat("right", "right")
        rig.pad(0)
    else:
        rig.key("right", "right", "return")
    before = rig.app.top
    assert isinstance(before, SetupPage)
    assert before.spec.id == "ur"
    assert goal.climb.next is not None
    assert goal.climb.next.id in before.choices.seats
    rig.key("escape")
    assert rig.app.top is page


def test_beaten_minds_alone_are_bright(rig: Rig, monkeypatch: pytest.MonkeyPatch) -> None:
    page = page_of(rig, karate=2, jaipur=1)
    drawn: list[object] = []
    monkeypatch.setattr(map_of_games, "draw_star", lambda canvas, place, size: drawn.append(place))
    rig.give(pygame.WINDOWEXPOSED)
    page.draw(rig.app.canvas)
    assert len(drawn) == 3


@pytest.mark.parametrize("size", [(1280, 720), (800, 600), (640, 480)])
@pytest.mark.parametrize("larger", [False, True])
def test_no_word_of_the_map_is_cut(
    rig: Rig, monkeypatch: pytest.MonkeyPatch, size: tuple[int, int], larger: bool
) -> None:
    pygame.display.set_mode(size, pygame.RESIZABLE)
    rig.give(pygame.WINDOWSIZECHANGED, x=size[0], y=size[1])
    rig.app.change_settings(larger_text=larger)
    page_of(rig, karate=2)
    words = Words(rig.app, monkeypatch)
    words.look()
    assert not [word.text for word in words.seen if word.text.endswith("\u2026")]


def test_stars_go_from_left_to_right_inside_their_box() -> None:
    for count in (0, 1, 2, 15):
        places = star_places(count, (10.0, 20.0, 200.0, 60.0))
        assert len(places) == count
        assert places == sorted(places)
        assert all(10 <= x <= 210 and 20 <= y <= 80 for x, y in places)
