"""What they know about a player: the figure, the line, the stars, who was beaten, the matches."""

from __future__ import annotations

import itertools
from typing import Any

import pygame
import pytest

from games import catalog
from games.session.archiving import past_log
from games.shell.draw.canvas import Canvas, Point
from games.shell.opening import create_player
from games.shell.pages.knowing import page as page_of_knowing
from games.shell.pages.knowing.page import (
    HERO,
    TALL,
    Beaten,
    KnownPage,
    MatchRow,
    Portrait,
    habits_of,
)
from games.shell.pages.past.matches import MatchesPage
from games.shell.pages.past.replay import ReplayPage
from games.shell.pages.statistics import LearnedScene, StatisticsScene
from games.shell.widgets.basic import Button
from games.shell.widgets.faces import Face, face_of
from games.shell.widgets.form import Look
from games.store.past import PastMatch
from games.store.profiles import Profile
from games.store.statistics import MatchResult, Record
from tests.support.careers import keep, learned, read, result
from tests.support.hands import Rig, filmed_whole
from tests.support.replays import played, thinking_here
from tests.support.ruler import listen
from tests.support.words import Words


def ada(rig: Rig) -> Profile:
    """A player with a past in three games, who is playing."""
    player = create_player(rig.app, "Ada", 3)
    rig.app.change_settings(last_profile=player.id)
    library = rig.app.library
    counters = read(("foreseen", "forecasts"), [0.5, 0.5, 0.25, 0.25], 24)
    keep(
        library,
        player.id,
        [result("karate", "sensei", "lost", counted, (115, 155)) for counted in counters],
    )
    games = [result("ur", "greedy", "won", None, (7, 3)), result("ur", "random", "lost")]
    keep(library, player.id, games)
    doubt = {"doubt": 1500, "steps": 150}
    walk = MatchResult("tracker", "auto", "played", "", 150, 150.0, 0.0, 1.0, "", counters=doubt)
    keep(library, player.id, [walk])
    return player


def opened(rig: Rig) -> KnownPage:
    return first_game(rig, ada(rig))


def first_game(rig: Rig, player: Profile) -> KnownPage:
    """The page of a player, the tab of the first game open."""
    page = rig.show(KnownPage(rig.app, player))
    assert page.tabs is not None
    page.tabs.turn(1)
    rig.frames(2)
    return page


def part(page: KnownPage, kind: type) -> list[object]:
    return [widget for widget in page.body.widgets if isinstance(widget, kind)]


def test_each_game_that_was_played_has_its_figure_and_its_line(rig: Rig) -> None:
    page = opened(rig)
    assert page.title == "What they know about you"
    assert page.tabs is not None
    assert page.tabs.labels == ["All games", "Virtual Karate", "Royal Game of Ur", "Belief Tracker"]
    seen = []
    for _ in range(3):
        assert page.portrait is not None
        seen.append((*page.portrait.figure, len(page.portrait.line), page.portrait.told))
        rig.key("tab")
    assert seen[0] == (
        "38%",
        "of your moves were foreseen",
        4,
        "Pure chance: 25%. Harder to read than before (50%).",
    )
    assert seen[1][1:3] == ("of matches you would win against Greedy", 2)
    assert seen[1][3].startswith("Luck aside, between ")
    assert seen[2] == ("2", "places where it thought you could be", 1, "Your best: 2.")


def test_who_was_beaten_and_every_match_stand_below(rig: Rig) -> None:
    page = opened(rig)
    rig.key("tab")
    (beaten,) = part(page, Beaten)
    assert isinstance(beaten, Beaten)
    assert [face.sprite for face, won in beaten.opponents if won] == [
        face_of("ur", "greedy", "").sprite
    ]
    rows = [row for row in part(page, MatchRow) if isinstance(row, MatchRow)]
    assert [(row.name, row.row.result.outcome, row.score) for row in rows] == [
        ("Random", "lost", ""),
        ("Greedy", "won", "7 : 3"),
    ]
    rig.key("tab")
    assert part(page, Beaten) == [], "nobody is beaten in the tracker"
    assert len(part(page, MatchRow)) == 1


def test_habits_are_stars_where_something_was_learned(rig: Rig) -> None:
    player = ada(rig)
    text = learned("karate", "sensei", "habits")
    rig.app.library.save_learned(player.id, "karate", text)
    page = first_game(rig, player)
    assert page.portrait is not None
    habits = page.portrait.habits
    assert habits == habits_of("karate", text)
    assert len(habits) >= 2
    assert all(words and 0 <= share <= 1 for words, share in habits)
    shares = [share for _, share in habits]
    assert shares == sorted(shares, reverse=True)
    assert habits_of("karate", "no text of any kind") == ()
    rig.key("tab")
    assert not page.portrait.reads, "nobody in Ur reads habits"


def test_the_numbers_and_the_memory_are_one_press_away(rig: Rig) -> None:
    page = opened(rig)
    rig.click_on(page.foot.widgets[1])
    assert isinstance(rig.app.top, StatisticsScene)
    rig.key("escape")
    assert not page.learned.enabled
    player = page.profile
    rig.app.library.save_learned(player.id, "karate", learned("karate", "sensei", "habits"))
    page.opened(1)
    rig.click_on(page.foot.widgets[2])
    assert isinstance(rig.app.top, LearnedScene)


def test_who_has_not_played_and_who_is_somebody_else_are_told_so(rig: Rig) -> None:
    bea = create_player(rig.app, "Bea", 1)
    ada(rig)
    page = KnownPage(rig.app, bea)
    rig.show(page)
    assert page.title == "What they know about Bea"
    assert page.portrait is None
    rig.key("tab", "down", "up", "right")
    rig.pad(1)
    assert rig.app.top is rig.floor


def test_what_was_counted_before_matches_were_kept_is_shown_without_a_line(rig: Rig) -> None:
    player = create_player(rig.app, "Ada", 0)
    rig.app.library.record(player.id, MatchResult("karate", "sensei", "won"))
    page = first_game(rig, player)
    assert page.portrait is not None
    assert page.portrait.line == ()
    assert page.portrait.figure == ("100%", "of 1 match won")
    assert page.portrait.told == "From now on each match adds a dot to the line."
    walks = Portrait(catalog.spec("tracker"), (), (), (), Record("tracker", ""), reads=False)
    assert "in the Laboratory" in walks.told


@pytest.mark.parametrize("size", [(1280, 720), (800, 600)])
def test_no_word_of_the_portrait_is_cut(
    rig: Rig, monkeypatch: pytest.MonkeyPatch, size: tuple[int, int]
) -> None:
    pygame.display.set_mode(size, pygame.RESIZABLE)
    rig.give(pygame.WINDOWSIZECHANGED, x=size[0], y=size[1])
    page = opened(rig)
    words = Words(rig.app, monkeypatch)
    for _ in range(3):
        words.look()
        told = [word.text for word in words.seen]
        assert any("match" in text for text in told)
        assert not [text for text in told if text.endswith("\u2026")]
        assert isinstance(page.body.widgets[0], Portrait)
        rig.key("tab")


def test_a_match_is_watched_again_and_all_of_them_are_a_press_away(rig: Rig) -> None:
    player, found = ada(rig), played("karate", seed=3)
    won = MatchResult("karate", "sensei", "won", "rounds=10", 10, 45.0, 35.0)
    row = PastMatch("again", "2026-04-01T12:00:00+00:00", won, 0, 0)
    names = ["Ada", "The sensei"]
    rig.app.library.archive.keep(player.id, past_log(found, won, names, (45.0, 35.0), 0, row))
    page = first_game(rig, player)
    newest = part(page, MatchRow)[0]
    assert isinstance(newest, MatchRow)
    assert newest.name == "The sensei"
    with thinking_here():
        newest.activate()
        assert isinstance(filmed_whole(rig.app), ReplayPage)
        rig.app.pop()
    (button,) = part(page, Button)
    assert isinstance(button, Button)
    button.activate()
    assert isinstance(rig.app.top, MatchesPage)
    rig.app.pop()
    rig.app.library.archive.forget(player.id, "karate", "again")
    newest.activate()
    assert rig.app.top is page
    assert list(rig.app.toasts.texts) == ["This match is not kept any more."]


def test_a_game_without_a_line_has_its_stars_below_the_figure_and_no_gap(
    rig: Rig, null_games: tuple[str, ...]
) -> None:
    def portrait(game: str, reads: bool) -> Portrait:
        total = Record(game, "", matches=3, won=2, lost=1)
        return Portrait(catalog.spec(game), (), (), (), total, reads)

    assert catalog.spec("nullgame").told.course is None
    plain, reading = portrait("nullgame", False), portrait("nullgame", True)
    lined = portrait("karate", True)
    for made in (plain, reading, lined):
        made.fit(1184.0)
    assert plain.told == reading.told == "2 won, 1 lost"
    assert plain.box[3] == HERO
    assert HERO + TALL < reading.box[3] < lined.box[3] + TALL
    assert lined.box[3] == HERO + TALL, "its stars stand beside the line"


@pytest.mark.parametrize("count", [1, 6, 15, 30])
def test_faces_of_opponents_never_lie_on_each_other(
    rig: Rig, monkeypatch: pytest.MonkeyPatch, count: int
) -> None:
    drawn: list[tuple[float, float]] = []

    def note(canvas: Canvas, face: Face, centre: Point, size: float, **how: object) -> None:
        drawn.append((centre[0], size))

    monkeypatch.setattr(page_of_knowing, "draw_face", note)
    row = Beaten([(face_of("karate", "sensei", "The sensei"), False)] * count)
    row.box = (48.0, 100.0, 864.0, 76.0)
    row.draw(rig.app.canvas, Look())
    assert len(drawn) == count
    assert all(x + size / 2 <= 48 + 864 for x, size in drawn)
    for (left, size), (right, _) in itertools.pairwise(drawn):
        assert right - left >= size + 3


def test_the_columns_of_a_match_stand_in_their_row_from_left_to_right(
    rig: Rig, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Opponent, result, points, and the day at the right end."""
    match = PastMatch("m1", "2025-01-31T10:00:00+00:00", result("ur", "greedy", "won"), 7, 90)
    row = MatchRow(match, "Greedy", lambda: None)
    row.box = (100.0, 200.0, 600.0, 44.0)
    told: list[dict[str, Any]] = []
    listen(monkeypatch, told.append)
    row.draw(rig.app.canvas, Look())
    places = [line["place"][0] for line in told]
    assert len(told) == 4
    assert places == sorted(places)
    assert (told[0]["text"], places[0]) == ("Greedy", 100.0)
    assert (told[-1]["align"], places[-1]) == ("right", 700.0)
    assert all(line["place"][1] == told[0]["place"][1] for line in told)


def test_faces_that_were_beaten_are_no_place_to_go_to(rig: Rig) -> None:
    page = opened(rig)
    assert page.tabs is not None
    page.tabs.turn(1)  # Ur
    rig.frames(2)
    faces = part(page, Beaten)
    assert faces
    for _ in range(12):
        rig.key("down")
        assert page.body.widgets[page.body.focus] not in faces
