"""The hall: a large picture, a strip of all games, words about the one in focus, and hints."""

from __future__ import annotations

import dataclasses
import itertools
from typing import Any

import pygame
import pytest

from games import catalog
from games.belts import rules_of
from games.session.growing import belts
from games.shell.draw.canvas import Canvas
from games.shell.draw.theme import HEADING
from games.shell.opening import create_player
from games.shell.pages.hall_tiles import Tile
from games.shell.pages.launcher import Launcher
from games.shell.pages.setup import SetupPage
from games.shell.widgets.form import Look
from games.spec import GameSpec
from games.store.statistics import MatchResult, option_key
from tests.support.hands import Rig, look
from tests.support.ruler import listen

NAME = "Bartholomew Longname III"
LONG_TITLE = "Royal Game of Em"


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> list[dict[str, Any]]:
    """Every line of text that is drawn: how it was asked for, and its left and right end."""
    found: list[dict[str, Any]] = []

    def note(values: dict[str, Any]) -> None:
        wide = values["self"].text_width(values["text"], values["size"], values["face"])
        left = values["place"][0] - {"left": 0, "centre": wide / 2, "right": wide}[values["align"]]
        values["text"] = values["text"].replace("\u00a0", " ")
        found.append({**values, "wide": wide, "left": left, "right": left + wide})

    listen(monkeypatch, note)
    return found


def opened(rig: Rig) -> Launcher:
    launcher = Launcher(rig.app)
    rig.app.stack[:] = []
    rig.show(launcher)
    return launcher


def test_back_leads_to_the_way_out_and_says_so_without_a_toast(
    rig: Rig, drawn: list[dict[str, Any]]
) -> None:
    launcher = opened(rig)
    rig.key("escape")
    assert launcher.form.focused is launcher.corner[-1]
    assert rig.app.toasts.next_frame() is None
    assert "Press Enter to quit." in [line["text"] for line in drawn]
    rig.key("left")
    drawn.clear()
    launcher.draw(rig.app.canvas)
    assert "Press Enter to quit." not in [line["text"] for line in drawn]
    rig.key("escape", "return")
    assert not rig.app.running


def test_the_game_played_last_is_in_the_large_frame(rig: Rig) -> None:
    first = opened(rig)
    assert first.current is first.tiles[0]
    create_player(rig.app, NAME, 0)
    assert opened(rig).current.game_id == catalog.GAMES[0]
    ada = rig.app.profile
    for game in ("ur", "set", "numbers"):
        rig.app.library.record(ada.id, MatchResult(game, "random", "won"))
    assert opened(rig).current.game_id == "numbers"


def resized(rig: Rig, size: tuple[int, int], larger: bool = False) -> Launcher:
    """The hall in a window of another size, shown again."""
    pygame.display.set_mode(size, pygame.RESIZABLE)
    rig.give(pygame.WINDOWSIZECHANGED, x=size[0], y=size[1])
    rig.app.change_settings(save=False, larger_text=larger)
    return opened(rig)


def settle(rig: Rig, launcher: Launcher) -> None:
    """Let every miniature be loaded and drawn."""
    rig.frames(2 * len(launcher.tiles) + 4)


SIZES = [(640, 480), (800, 600), (1280, 720), (720, 1280), (1440, 720)]


@pytest.fixture
def nine_games(null_games: tuple[str, ...], monkeypatch: pytest.MonkeyPatch) -> None:
    """A catalogue of nine games, those that are planted with names as long as names get."""
    plain = catalog.spec

    def renamed(game: str) -> GameSpec:
        found = plain(game)
        return dataclasses.replace(found, title=LONG_TITLE) if game in null_games else found

    real = [game for game in catalog.GAMES if game not in null_games]
    monkeypatch.setattr(catalog, "GAMES", (*real, *[null_games[0]] * 9)[:9])
    monkeypatch.setattr(catalog, "spec", renamed)


@pytest.mark.parametrize(
    ("size", "larger"),
    [
        *((size, True) for size in SIZES),
        *(pytest.param(size, False, marks=pytest.mark.sweep) for size in SIZES),
    ],
)
@pytest.mark.parametrize("games", [pytest.param(7, marks=pytest.mark.sweep), 9])
def test_names_and_results_stand_whole_beside_each_other(
    rig: Rig,
    drawn: list[dict[str, Any]],
    nine_games: None,
    monkeypatch: pytest.MonkeyPatch,
    size: tuple[int, int],
    larger: bool,
    games: int,
) -> None:
    monkeypatch.setattr(catalog, "GAMES", catalog.GAMES[:games])
    player = create_player(rig.app, NAME, 0)
    counters = {"foreseen": 12, "forecasts": 24}
    result = MatchResult("karate", "sensei", "lost", "", 25, 155.0, 115.0, counters=counters)
    rig.app.library.record(player.id, result)
    monkeypatch.setattr(rig.app.library.matches, "any", lambda _, game: game in ("ur", "karate"))
    badges: list[float] = []
    monkeypatch.setattr(Tile, "draw_badge", lambda tile, canvas: badges.append(tile.box[1]))
    launcher = resized(rig, size, larger)
    settle(rig, launcher)
    told = {}
    for tile in launcher.tiles:
        drawn.clear()
        badges.clear()
        launcher.draw(rig.app.canvas)
        lines = [line for line in drawn if line["self"] is rig.app.canvas and line["text"]]
        check_lines(rig.app.canvas, lines)
        words = [line["text"] for line in lines]
        waits = tile.game_id in ("ur", "karate")
        assert tile.invites == ("Continue" if waits else "Play")
        strip = words.count("Continue") - waits + len(badges)
        assert strip == 2, "a word, or a sign where it has no room"
        told[tile.game_id] = " ".join(words)
        assert all(other.title in told[tile.game_id] for other in launcher.tiles)
        rig.key("down")
    assert all(NAME in text for text in told.values())
    assert "The sensei foresees 50% of your moves. Last time 155 : 115." in told["karate"]
    assert [text for text in told.values() if "…" in text] == []


def check_lines(canvas: Canvas, lines: list[dict[str, Any]]) -> None:
    """Nothing is cut, outside the canvas, or over something else."""
    for line in lines:
        assert line["max_width"] is None or line["wide"] <= line["max_width"] + 1, line["text"]
        assert line["left"] >= 0
        assert line["right"] <= canvas.width
        half = canvas.line_height(line["size"], line["face"]) / 2
        assert line["place"][1] + half <= canvas.height, line["text"]
    for one, other in itertools.combinations(lines, 2):
        if abs(one["place"][1] - other["place"][1]) < 12:
            apart = one["right"] + 8 <= other["left"] or other["right"] + 8 <= one["left"]
            assert apart, (one["text"], other["text"])


def test_a_game_tells_what_it_remembers_or_who_can_play(
    rig: Rig, drawn: list[dict[str, Any]]
) -> None:
    create_player(rig.app, NAME, 0)
    player = rig.app.library.current
    assert player is not None
    for outcome in ("won", "lost"):
        rig.app.library.record(player.id, MatchResult("ur", "greedy", outcome, "", 9, 4.0, 7.0))
    launcher = opened(rig)
    settle(rig, launcher)
    told = {}
    while launcher.current is not launcher.tiles[0]:
        rig.key("up")
    for tile in launcher.tiles:
        drawn.clear()
        launcher.draw(rig.app.canvas)
        told[tile.game_id] = [line["text"] for line in drawn]
        rig.key("down")
    assert "You won 1 of 2. Last time against Greedy 4 : 7 pieces home." in told["ur"]
    assert "1 player, or watch two opponents" in told["karate"]
    assert "1 to 5 players, or watch three to five opponents" in told["ra"], "as an option says"
    for tile in launcher.tiles:
        assert tile.spec is not None
        invites = tile.spec.tagline[:20]
        assert any(text.startswith(invites) for text in told[tile.game_id])


def test_the_highest_belt_is_named_and_any_other_under_the_mouse(
    rig: Rig, drawn: list[dict[str, Any]]
) -> None:
    player = create_player(rig.app, "Ada", 0)
    rule, (highest, black) = rules_of("karate")["normal"], (1, -1)
    normal = option_key(catalog.spec("karate").opponents.levels[1].values)
    for agent, options in (*[("sensei", normal)] * rule.wins, ("random", "")):
        rig.app.library.record(player.id, MatchResult("karate", agent, "won", options, 9, 7.0, 4.0))
    found = belts("karate", rig.app.library.statistics(player.id))
    assert [belt.won for belt in found] == [True, True, False, False]
    assert (found[highest].rank, found[black].rank) == ("green belt", "black belt")
    launcher = resized(rig, (1280, 720))
    drawn.clear()
    launcher.draw(rig.app.canvas)
    told = "Last time against Coin tosser 7 : 4. You wear the green belt."
    assert told in [line["text"] for line in drawn]
    x, y, _, _ = launcher.places.words
    title = next(line for line in drawn if line["size"] == HEADING and line["left"] == x)
    told = [f"White belt, won: {found[0].words_with_name}"]
    told += [f"Black belt, not yet won: {found[black].words_with_name}"]
    for across, words in zip((30, 190), told, strict=True):
        rig.move(title["right"] + across, y + 24)
        rig.frames(1)
        drawn.clear()
        launcher.draw(rig.app.canvas)
        assert words in " ".join(line["text"] for line in drawn)


def test_the_keys_go_through_nine_games_in_one_column(rig: Rig, nine_games: None) -> None:
    launcher = resized(rig, (800, 600))
    assert len(launcher.tiles) == launcher.places.column == 9
    rig.key(*["down"] * 8)
    assert launcher.current is launcher.tiles[8]
    assert [tile.poster.problem for tile in launcher.tiles] == [""] * 9


def test_the_keys_go_across_two_columns_of_many_games(rig: Rig, nine_games: None) -> None:
    launcher = resized(rig, (1280, 720))
    assert launcher.places.column == 5
    rig.key("right")
    assert launcher.current is launcher.tiles[5]
    assert launcher.tiles[5].box[1] == launcher.tiles[0].box[1]
    rig.key("down", "left")
    assert launcher.current is launcher.tiles[1]
    rig.key("down", "down", "down", "right")
    assert launcher.current is launcher.tiles[4], "nothing stands beside the ninth"
    rig.key("left")
    assert launcher.form.focused is launcher.today
    assert len({tile.type_size for tile in launcher.tiles}) == 1


def test_what_is_remembered_is_new_when_one_comes_back(
    rig: Rig, drawn: list[dict[str, Any]]
) -> None:
    player = create_player(rig.app, NAME, 0)
    launcher = opened(rig)
    settle(rig, launcher)
    rig.key("return")
    rig.app.library.record(player.id, MatchResult("karate", "nash", "won", "", 9, 7.0, 4.0))
    rig.key("escape")
    assert rig.app.top is launcher
    rig.frames(2)
    told = " ".join(line["text"] for line in drawn)
    assert "Last time against the wall 7 : 4." in told


# -- hands ---------------------------------------------------------------------------------


def test_the_focus_goes_along_the_strip_to_the_corner_and_back_to_the_same_game(rig: Rig) -> None:
    launcher = opened(rig)
    rig.key("down", "down")
    assert launcher.current is launcher.tiles[2]
    rig.key("escape", "left")
    assert launcher.form.focused is launcher.corner[-2]
    assert launcher.current is launcher.tiles[2], "the picture stays while the focus is elsewhere"
    rig.key("down")
    assert launcher.form.focused is launcher.tiles[2]
    rig.key("up", "up", "up")
    assert launcher.form.focused is launcher.corner[0]
    rig.key("left")
    assert launcher.form.focused is launcher.tiles[0]
    rig.hat("down")
    assert launcher.current is launcher.tiles[1]
    rig.pad(0)
    assert isinstance(rig.app.top, SetupPage)
    assert rig.app.top.spec.id == launcher.tiles[1].game_id


def test_a_mouse_that_rests_on_a_game_shows_it_and_one_that_passes_does_not(rig: Rig) -> None:
    launcher = opened(rig)
    settle(rig, launcher)
    x, y, w, h = launcher.tiles[3].box
    rig.move(x + w / 2, y + h / 2)
    rig.frames(3)
    assert launcher.current is launcher.tiles[0]
    rig.frames(12)
    assert launcher.current is launcher.tiles[3]
    rig.move(*[launcher.places.frame[n] + 50 for n in (0, 1)])
    rig.frames(12)
    assert launcher.current is launcher.tiles[3]


def test_a_key_that_leads_away_leaves_one_tile_lit(
    rig: Rig, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The tile that was last under the mouse stayed bright beside the one chosen by keys."""
    launcher = opened(rig)
    settle(rig, launcher)
    lit: list[str] = []
    plain = Tile.draw

    def seen(tile: Tile, canvas: Canvas, look: Look) -> None:
        if look.focused or look.hovered or tile.current:
            lit.append(tile.game_id)
        plain(tile, canvas, look)

    monkeypatch.setattr(Tile, "draw", seen)
    x, y, w, h = launcher.tiles[3].box
    rig.move(x + w / 2, y + h / 2)
    rig.frames(30)
    assert launcher.current is launcher.tiles[3]
    rig.key("down")
    rig.key("return")
    rig.key("escape")
    lit.clear()
    look(rig.app)
    assert lit == [launcher.tiles[4].game_id]


def test_every_sign_of_the_corner_has_its_words_under_the_mouse(
    rig: Rig, drawn: list[dict[str, Any]]
) -> None:
    launcher = opened(rig)
    settle(rig, launcher)
    for button, words in zip(
        launcher.corner, ("Exercises", "Players and results", "Settings", "Quit"), strict=True
    ):
        x, y, w, h = button.box
        rig.move(x + w / 2, y + h / 2)
        drawn.clear()
        look(rig.app)
        assert words in [line["text"] for line in drawn]


def test_a_press_on_a_small_picture_or_on_the_large_one_opens_its_game(rig: Rig) -> None:
    launcher = opened(rig)
    rig.click_on(launcher.tiles[2])
    assert isinstance(rig.app.top, SetupPage)
    assert rig.app.top.spec.id == launcher.tiles[2].game_id
    rig.app.pop()
    rig.frames()
    x, y, w, h = launcher.places.picture
    rig.click(x + w / 2, y + h / 2)
    assert isinstance(rig.app.top, SetupPage)
    assert rig.app.top.spec.id == launcher.tiles[2].game_id


def test_under_the_large_picture_stands_what_a_press_on_it_does(
    rig: Rig, drawn: list[dict[str, Any]]
) -> None:
    launcher = opened(rig)
    settle(rig, launcher)
    drawn.clear()
    look(rig.app)
    assert "Play" in [line["text"] for line in drawn]
    x, y, w, h = launcher.places.sign
    fx, fy, fw, fh = launcher.places.frame
    assert y > fy + fh, "it covers nothing of the picture"
    assert x + w == pytest.approx(fx + fw)
    rig.click(x + w / 2, y + h / 2)
    assert isinstance(rig.app.top, SetupPage)


def test_icons_tell_their_names_to_the_mouse_as_to_the_keyboard(
    rig: Rig, drawn: list[dict[str, Any]]
) -> None:
    launcher = opened(rig)
    for number, name in enumerate(("Exercises", "Players and results", "Settings", "Quit")):
        x, y, w, h = launcher.corner[number].box
        drawn.clear()
        rig.move(x + w / 2, y + h / 2)
        rig.frames()
        assert name in [line["text"] for line in drawn]
    rig.move(10, 700)
    for number, name in enumerate(("Exercises", "Players and results", "Settings")):
        launcher.form.focus_on(launcher.corner[number])
        drawn.clear()
        launcher.draw(rig.app.canvas)
        assert name in [line["text"] for line in drawn]


# -- what is drawn when --------------------------------------------------------------------


def test_the_first_frame_is_shown_before_any_miniature_is_loaded(
    rig: Rig, drawn: list[dict[str, Any]]
) -> None:
    launcher = Launcher(rig.app)
    rig.app.push(launcher)
    rig.frames(1)
    assert all(tile.poster.miniature is None for tile in launcher.tiles)
    assert launcher.tiles[0].title in [line["text"] for line in drawn]
    rig.frames(1)
    assert launcher.tiles[0].poster.miniature is not None, "the one in focus comes first"


def test_pictures_that_are_due_are_drawn_alone_and_all_of_them_live(
    rig: Rig, monkeypatch: pytest.MonkeyPatch
) -> None:
    launcher = opened(rig)
    settle(rig, launcher)
    rig.frames(30)
    whole: list[int] = []
    monkeypatch.setattr(rig.app, "draw", lambda: whole.append(1))
    alive = {tile.game_id: 0 for tile in launcher.tiles}
    for tile in launcher.tiles:

        def note(
            age: float, name: str = tile.game_id, update: Any = tile.poster.miniature.update
        ) -> None:
            alive[name] += 1
            update(age)

        monkeypatch.setattr(tile.poster.miniature, "update", note)
    before = rig.app.window.copy()
    rig.frames(60)
    assert whole == []
    assert all(12 <= count <= 16 for count in alive.values()), alive
    assert pygame.image.tobytes(before, "RGB") != pygame.image.tobytes(rig.app.window, "RGB")
    monkeypatch.undo()
    alone = pygame.image.tobytes(rig.app.window, "RGB")
    monkeypatch.setattr(launcher, "update", lambda dt: None)
    rig.give(pygame.WINDOWEXPOSED)
    rig.frames(1, dt=0.0)
    assert pygame.image.tobytes(rig.app.window, "RGB") == alone, "as if all had been drawn"


def test_an_event_a_toast_or_a_lost_miniature_has_everything_drawn(
    rig: Rig, monkeypatch: pytest.MonkeyPatch
) -> None:
    launcher = opened(rig)
    settle(rig, launcher)
    rig.frames(30)
    whole: list[int] = []
    draw = rig.app.draw
    monkeypatch.setattr(rig.app, "draw", lambda: (whole.append(1), draw()))
    rig.move(5, 5)
    rig.frames(1)
    assert len(whole) == 1
    rig.app.toast("Something.")
    rig.frames(3)
    assert len(whole) == 4
    rig.frames(400)
    whole.clear()

    def broken(age: float) -> None:
        raise RuntimeError("no more")

    monkeypatch.setattr(launcher.tiles[2].poster.miniature, "update", broken)
    rig.frames(8)
    assert whole
    assert "no more" in launcher.tiles[2].poster.problem


def test_nothing_is_due_under_reduced_motion(rig: Rig) -> None:
    rig.app.change_settings(save=False, reduced_motion=True)
    launcher = opened(rig)
    settle(rig, launcher)
    assert launcher.next_frame() is None
    rig.key("down")
    rig.frames(2)
    assert launcher.next_frame() is None, "another game is drawn once"
