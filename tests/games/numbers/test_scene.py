"""The screen of Numbers: every press counts once, seals come first, and what is shown is true."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pygame
import pytest

from games import catalog, log
from games.core import Limit
from games.intervals import chance_band
from games.match import Match
from games.mind import Note
from games.numbers import drawing
from games.numbers.miniature import Miniature
from games.numbers.report import NOTHING, Hits, report, result
from games.numbers.rules import GAME
from games.numbers.scene import Scene
from games.numbers.tally import CURVE_LENGTH, TAPE_LENGTH, Tally
from games.shell.app import App
from games.shell.draw.theme import NOTE
from games.shell.hooks import AWAY
from games.shell.input import Press
from games.shell.mind.panel import GOES_ON
from games.shell.mind.style import figures
from games.shell.opening import continue_match
from games.shell.start import open_app
from games.streams import Stream
from tests.support import hands
from tests.support.hands import passing, wait
from tests.support.ruler import Ruler
from tests.support.words import Words

FRAME = 1 / 60


def opened(app: App, keys: int = 100, agent: str = "seed", **more: Any) -> Scene:
    """A game on the screen; `more` goes into the setup."""
    first = "demo" if more.get("demo") else "human"
    return hands.at_table(app, "numbers", (first, agent), {"keys": keys}, **more)


def press(app: App, *symbols: str) -> None:
    """Press keys of the keyboard, all before the next frame."""
    for symbol in symbols:
        hands.key(app, getattr(pygame, f"K_{symbol}"))


def pressed(scene: Scene) -> str:
    return "".join(dict(turn)[0] for turn in scene.match.turns)


def guessed(scene: Scene) -> str:
    return "".join(dict(turn)[1] for turn in scene.match.turns)


def random_keys(count: int, seed: int = 1) -> str:
    rng = Stream.named(seed, "keys")
    return "".join("1234"[rng.below(4)] for _ in range(count))


def original(keys: str) -> str:
    """What the original predicts before each of these keys, written anew from its description."""
    history, counts, guesses = "243", {}, ""
    for key in keys:
        row = counts.setdefault(history[-2:], dict.fromkeys("1234", 1))
        guesses += min("1234", key=lambda symbol: (-row[symbol], symbol))
        row[key] += 1
        history += key
    return guesses


# -- pressing ------------------------------------------------------------------------------


def test_the_first_prediction_is_1_as_in_the_original(app: App) -> None:
    scene = opened(app)
    press(app, "1")
    assert (pressed(scene), guessed(scene)) == ("1", "1")


def test_keys_pressed_within_one_frame_count_once_each_and_in_order(app: App) -> None:
    scene = opened(app)
    keys = random_keys(100)
    press(app, *keys)
    assert pressed(scene) == keys
    assert guessed(scene) == original(keys)
    press(app, "1", "2")
    assert len(scene.match.turns) == 100


@pytest.mark.parametrize("frames", [0, 1, 3, 7, 30])
def test_no_press_is_lost_at_any_pace(app: App, frames: int) -> None:
    scene = opened(app, keys=60)
    keys = random_keys(20, frames)
    for key in keys:
        press(app, key)
        wait(app, frames * FRAME, FRAME, seen=20)
    assert pressed(scene) == keys
    scene.skip()
    assert scene.tally.pressed == 20
    assert scene.tally.hits == sum(a == b for a, b in zip(keys, original(keys), strict=True))


def test_every_guess_is_sealed_before_its_key_is_taken(app: App) -> None:
    scene = opened(app)
    for number, key in enumerate(random_keys(30)):
        commitment = scene.session.seals[1].commitment
        press(app, key)
        assert len(scene.match.turns) == number + 1
        assert scene.opened is not None
        text = f"{scene.opened.nonce}:{guessed(scene)[-1]}"
        assert hashlib.sha256(text.encode()).hexdigest() == commitment
        assert len(scene.opened.nonce) == 32
    assert number == 29


def test_presses_wait_for_a_slow_machine_and_none_is_lost(
    app: App, monkeypatch: pytest.MonkeyPatch
) -> None:
    scene = opened(app, keys=60)
    decide: Callable[..., Any] = scene.session.host.decide
    asked = 0

    def slow(seat: int, limit: Any, wait: bool = False, lot: int | None = None) -> Any:
        nonlocal asked
        asked += 1
        return decide(seat, limit, wait, lot) if asked % 7 == 0 else None

    monkeypatch.setattr(scene.session.host, "decide", slow)
    keys = random_keys(25)
    press(app, *keys)
    assert len(pressed(scene)) < 25
    wait(app, 5, FRAME)
    assert pressed(scene) == keys
    assert guessed(scene) == original(keys)
    press(app, *random_keys(100))
    assert len(scene.pending) <= 60 - len(scene.match.turns)


def test_what_waits_is_not_pressed_under_the_pause_page(
    app: App, monkeypatch: pytest.MonkeyPatch
) -> None:
    scene = opened(app, keys=60)
    decide: Callable[..., Any] = scene.session.host.decide
    press(app, "1")
    turns, slow = len(scene.match.turns), True
    monkeypatch.setattr(
        scene.session.host,
        "decide",
        lambda *given, **more: None if slow else decide(*given, **more),
    )
    press(app, "2", "3")
    assert len(scene.match.turns) == turns + 1  # the guess that was sealed already
    assert scene.pending
    slow = False
    hands.key(app, pygame.K_ESCAPE)
    assert app.top is not scene
    assert len(scene.match.turns) == turns + 1


def test_keypad_mouse_and_gamepad_press_too(app: App) -> None:
    scene = opened(app)
    app.take_events([pygame.event.Event(pygame.KEYDOWN, key=pygame.K_KP3, mod=0, unicode="")])
    app.take_events([pygame.event.Event(pygame.JOYBUTTONDOWN, button=3, instance_id=0, joy=0)])
    (x, y, w, h), _ = scene.choice_boxes[1]
    place = (app.canvas.x(x + w / 2), app.canvas.y(y + h / 2))
    app.take_events([pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=place, button=1)])
    assert pressed(scene) == "342"


def test_a_finished_game_shows_its_result_after_a_last_look(app: App) -> None:
    scene = opened(app, keys=60)
    press(app, *random_keys(60))
    app.frame(FRAME)
    assert app.top is scene
    wait(app, 2)
    assert type(app.top).__name__ == "ResultPage"
    assert app.library.statistics(app.library.current.id).total("numbers").matches == 1


def test_the_key_that_ends_the_last_look_early_is_no_key_of_the_next_game(app: App) -> None:
    scene = opened(app, keys=60)
    press(app, *random_keys(60), "3", "3")
    wait(app, 2)
    scene.restart()
    assert scene.match.turns == []
    assert scene.tally.pressed == 0
    assert not scene.pending


# -- what is shown -------------------------------------------------------------------------


def test_the_tape_tells_nothing_before_the_letter_is_open(app: App) -> None:
    scene = opened(app)
    press(app, "1")
    app.frame(FRAME)
    assert scene.opening.running
    assert scene.tally.pressed == 0
    wait(app, 1)
    assert scene.tally.pressed == 1
    assert list(scene.tally.tape) == [("1", True)]


def test_the_percentage_is_the_nearest(app: App) -> None:
    tally = Tally()
    for guess in "1222":
        tally.add("1", guess)
    assert (tally.percent, tally.share) == (25, 0.25)
    for guess in "1212":
        tally.add("1", guess)
    assert tally.percent == 38
    assert tally.share == 3 / 8


def test_whose_success_the_share_is_stands_in_words_and_green_is_the_originals_alone(
    app: App, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[tuple[str, Any]] = []
    draw: Callable[..., float] = app.canvas.text

    def noted(text: str, place: Any, size: float, ink: Any, *rest: Any, **more: Any) -> float:
        told.append((text, ink))
        return draw(text, place, size, ink, *rest, **more)

    monkeypatch.setattr(app.canvas, "text", noted)
    inks = {"seed": ("green", "paper"), "uniform": ("orange", "orange")}
    for agent, (many, few) in inks.items():
        scene = opened(app, agent=agent)
        for hits, ink in ((1, many), (0, few)):
            scene.tally = Tally()
            for number in range(4):
                scene.tally.add("1", "1" if number < hits else "2")
            told.clear()
            scene.draw(app.canvas)
            low, high = chance_band(4, 0.25)
            assert (f"{25 * hits}%", ink) in told
            assert ("I read you", "orange") in told
            assert f"within chance ({low * 100:.0f} to {high:.0%})" in dict(told)
        app.pop()
    assert len(inks) == 2


def test_a_tally_stays_small_and_true_in_an_endless_game() -> None:
    tally, rng = Tally(), Stream.named(4, "tally")
    shares = [0.0]
    for _ in range(20_000):
        tally.add("1", "1234"[rng.below(4)])
        shares.append(tally.share)
    assert len(tally.tape) == TAPE_LENGTH
    assert 100 <= len(tally.curve) <= CURVE_LENGTH
    assert all(shares[number] == share for number, share in tally.curve)
    assert tally.curve[-1][0] > 19_000
    assert len(drawing.band_points(20_000)) < 200


def test_the_mind_has_bars_table_curve_and_contexts(app: App) -> None:
    scene = opened(app)
    press(app, *"1234" * 10)
    kinds = [type(item).__name__ for item in scene.last.minds[1]]
    assert {"Bars", "HeatMap", "Series", "Lines"} <= set(kinds)
    bars = next(item for item in scene.last.minds[1] if type(item).__name__ == "Bars")
    heat = next(item for item in scene.last.minds[1] if type(item).__name__ == "HeatMap")
    assert bars.truth == 3
    assert bars.chosen == int(guessed(scene)[-1]) - 1
    assert heat.row_labels[heat.outlined] == "2 3"
    assert (len(heat.values), len(heat.values[0])) == (16, 4)


@pytest.mark.parametrize("mind_open", [False, True])
@pytest.mark.parametrize("size", [(640, 480), (800, 600), (1280, 720), (2560, 1440), (700, 1400)])
def test_everything_fits_at_every_size(app: App, size: tuple[int, int], mind_open: bool) -> None:
    pygame.display.set_mode(size, pygame.RESIZABLE)
    app.take_events([pygame.event.Event(pygame.WINDOWSIZECHANGED, x=size[0], y=size[1])])
    app.change_settings(mind_open=mind_open, larger_text=True, high_contrast=mind_open)
    scene = opened(app)
    width = app.size[0] if scene.panel is None else scene.panel[0]
    boxes = [scene.key_card, scene.guess_card, scene.waiting, scene.figures, scene.plot]
    boxes += [scene.tape_box, *(box for box, _ in scene.choice_boxes)]
    assert len(boxes) == 10
    for number, (x, y, w, h) in enumerate(boxes):
        assert 0 <= x < x + w <= width
        assert 64 <= y < y + h <= app.size[1]
        for other in boxes[number + 1 :]:
            a, b, c, d = other
            assert x + w <= a or a + c <= x or y + h <= b or b + d <= y
    press(app, *random_keys(10))
    for _ in passing(app, 14, 2 * FRAME):
        assert app.top is scene


@pytest.mark.parametrize("reduced_motion", [False, True])
def test_every_moment_of_the_opening_can_be_drawn(app: App, reduced_motion: bool) -> None:
    app.change_settings(reduced_motion=reduced_motion)
    scene = opened(app, glass_box=True)
    drawn = 0
    for key in "12":  # the first is foreseen, the second is not
        press(app, key)
        for _ in range(25):
            app.frame(0.027)
            drawn += 1
            assert app.top is scene
    assert drawn == 50
    assert scene.tally.hits == 1
    assert not scene.moving


def test_attract_mode_is_the_same_picture_for_the_same_seed(tmp_path: Path) -> None:
    def picture(seed: int) -> tuple[bytes, str]:
        arcade = open_app(str(tmp_path / "data"), demo=True)
        scene = opened(arcade, demo=True, seed=seed)
        wait(arcade, 8)
        arcade.draw()
        found = pygame.image.tobytes(arcade.window, "RGB"), pressed(scene)
        arcade.close()
        return found

    first, again, other = picture(3), picture(3), picture(4)
    assert first == again
    assert first[1] != other[1]
    assert 8 <= len(first[1]) <= 18  # a human pace


# -- keeping and telling -------------------------------------------------------------------


def test_an_unfinished_game_is_continued_where_it_was(app: App) -> None:
    scene = opened(app)
    keys = random_keys(30)
    press(app, *keys)
    scene.skip()
    again = continue_match(app, log.decode(log.encode(scene.session.log())))
    assert isinstance(again, Scene)
    assert pressed(again) == keys
    assert (again.tally.pressed, again.tally.hits) == (30, scene.tally.hits)
    assert again.tally.curve == scene.tally.curve
    assert again.shown == scene.shown
    assert again.mind_view.mind == (Note(GOES_ON),)
    app.replace(again)
    app.frame(FRAME)
    press(app, "2")
    assert len(again.mind_view.mind) > 1
    assert guessed(again) == original(keys + "2")


def match_of(keys: str, agent: str = "seed", length: int = 0) -> Match[Any]:
    """A finished or endless match with these keys."""
    machine = catalog.agent("numbers", agent).make({}, None)
    match = Match(GAME, {"keys": length}, 1, {1: machine})
    for key in keys:
        match.step(Limit(), {0: key})
    return match


def test_a_readable_person_loses_and_an_unreadable_one_wins() -> None:
    readable = result(match_of("1234" * 25, length=100), "seed")
    assert readable is not None
    assert readable.outcome == "lost"
    keys = random_keys(100)
    hits = sum(a == b for a, b in zip(keys, original(keys), strict=True))
    free = result(match_of(keys, length=100), "seed")
    assert free is not None
    assert hits <= 100 * chance_band(100, 0.25)[1]
    assert free.outcome == "won"
    assert (free.points_for, free.points_against) == (100 - hits, hits)
    assert free.best == pytest.approx(hits)
    assert free.best_text == f"{hits}% guessed"
    assert free.lower_is_better


def test_what_is_too_short_or_blind_is_no_contest() -> None:
    assert result(match_of("1" * 19), "seed") is None
    short = result(match_of("1" * 59), "seed")
    assert short is not None
    assert short.best is None
    left = result(match_of(random_keys(80), length=100), "seed")
    assert left is not None
    assert left.best is None
    endless = result(match_of(random_keys(80)), "seed")
    assert endless is not None
    assert endless.best is not None
    blind = result(match_of("1234" * 25, "uniform"), "uniform")
    assert blind is not None
    assert (blind.outcome, blind.best) == ("played", None)


def test_the_share_is_the_same_whole_per_cent_in_play_report_and_launcher() -> None:
    keys, near = random_keys(90), 0
    for count in range(60, 91):
        match = match_of(keys[:count])
        hits = int(match.returns[1])
        percent = Tally(match.turns).percent
        assert abs(100 * hits / count - percent) <= 0.5
        near += 100 * hits // count < percent
        told = result(match, "seed")
        assert told is not None
        assert told.best_text == f"{percent}% guessed"
        mind = match.players[1].mind()  # type: ignore[attr-defined]
        items = (*report(match, "seed", ()).items, *mind)
        curves = [
            item for item in items if getattr(item, "title", "").startswith("How often I was")
        ]
        curves += [item for item in items if getattr(item, "title", "") == "How often it was right"]
        assert [figures(curve.values[-1], "%") for curve in curves] == [f"{percent}%"] * 2
    assert near > 5, "some are rounded up"


@pytest.mark.parametrize(("count", "matches"), [(19, 0), (20, 1)])
def test_an_endless_game_counts_from_twenty_keys(app: App, count: int, matches: int) -> None:
    scene = opened(app, keys=0)
    press(app, *random_keys(count))
    scene.finish_now()
    assert type(app.top).__name__ == "ResultPage"
    assert app.library.statistics(app.library.current.id).total("numbers").matches == matches


def test_a_match_ended_early_is_neither_won_nor_lost(app: App) -> None:
    scene = opened(app, keys=60)
    press(app, *random_keys(23))
    scene.finish_now()
    found = app.library.statistics(app.library.current.id).total("numbers")
    assert (found.matches, found.won, found.lost) == (1, 0, 0)


def test_a_glass_box_records_nothing(app: App) -> None:
    scene = opened(app, keys=60, glass_box=True)
    assert scene.mind_view.mind
    press(app, *random_keys(60))
    wait(app, 2)
    assert type(app.top).__name__ == "ResultPage"
    assert app.library.statistics(app.library.current.id).total("numbers").matches == 0


def test_the_report_says_what_was_counted(app: App) -> None:
    scene = opened(app)
    press(app, *"1234" * 25)
    told = scene.report()
    hits = sum(a == b for a, b in zip("1234" * 25, original("1234" * 25), strict=True))
    assert told.headline == f"I guessed {hits} of your 100 keys"
    low, high = chance_band(100, 0.25)
    assert f"in at least 95 of 100 such games between {100 * low:.0f} and" in told.lines[0]
    assert f"{100 * high:.0f} times" in told.lines[0]
    assert "more than chance explains" in told.lines[1]
    assert told.outcome == "lost"
    assert told.brief[0].title == AWAY
    assert told.brief[0].text != NOTHING
    words = " ".join(item.text for item in told.items if type(item).__name__ == "Note")
    assert "twice in a row 0 of 99 times" in words
    assert "three in a row: 1, 2, 3, 25 times" in words
    assert "most guessable moment" in words
    assert any(type(item).__name__ == "Lines" for item in told.items)
    series = next(item for item in told.items if type(item).__name__ == "Series")
    assert series.values[-1] == hits / 100
    assert len(series.values) == len(series.low) == len(series.high) == 100


def test_every_game_of_this_machine_counts_for_the_originals_claim(app: App) -> None:
    for game in range(2):
        scene = opened(app, keys=0)
        press(app, *random_keys(25))
        lines = scene.report().lines
        assert "Pair counter would have guessed" in lines[2]
        assert len(lines) == 3 + game  # those of earlier games are counted
        scene.finish_now()
        app.pop()
    counted = app.library.statistics(app.library.current.id).total("numbers").counters
    assert counted["counted-games"] == 2


def test_where_nothing_gave_the_player_away_nobody_is_accused() -> None:
    """A game read at chance said how often a key was pressed twice in a row."""
    found = (Note("You press 1 after 2."), Note("Press another key."))
    for notes in ((), found):
        match = match_of(tuple("12341" * 20))
        keys, hits = match.turns, Hits(match)
        told = report(match, "seed", (), notes)
        assert keys
        away = dict(told.brief)[AWAY]
        assert (away == NOTHING) == (not hits.readable)
    quiet = match_of(random_keys(100))
    assert not Hits(quiet).readable
    for notes in ((), found):
        assert dict(report(quiet, "seed", (), notes).brief)[AWAY] == "Nothing gave you away."


@pytest.mark.parametrize("count", [0, 1, 2, 3, 19, 1001])
def test_a_report_of_any_length_stands(count: int) -> None:
    told = report(match_of(random_keys(count)), "seed", ())
    assert told.headline
    for item in told.items:
        assert len(getattr(item, "values", ())) <= 310


# -- miniature -----------------------------------------------------------------------------


def test_the_miniature_plays_on_and_is_the_same_every_time(app: App) -> None:
    def pictures() -> list[bytes]:
        surface = pygame.Surface((400, 225))
        small = Miniature(app.theme)
        canvas = app.canvas.sibling(surface, small.units)
        found = []
        for number in range(15 * 120):
            small.update(1 / 15)
            if number % 50 == 0:
                small.draw(canvas)
                found.append(pygame.image.tobytes(surface, "RGB"))
        assert small.tally.pressed > 0
        return found

    first = pictures()
    assert len(first) == 36
    assert len(set(first)) > 25
    assert first == pictures()


def test_confirm_and_skip_open_the_letter_at_once(app: App) -> None:
    scene = opened(app)
    press(app, "2")
    scene.handle(Press("skip"))
    assert not scene.moving
    assert scene.tally.pressed == 1


@pytest.mark.parametrize(
    ("size", "larger"),
    [
        ((800, 600), True),
        pytest.param((800, 600), False, marks=pytest.mark.sweep),
        ((1280, 720), False),
        pytest.param((1280, 720), True, marks=pytest.mark.sweep),
    ],
)
def test_the_tape_has_digits_that_stand_apart(
    size: tuple[int, int], larger: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = hands.Rig(tmp_path, size).app
    app.change_settings(larger_text=larger, reduced_motion=True)
    scene = opened(app)
    for number in range(64):
        press(app, str(number % 4 + 1))
        scene.drive(0.0)
        scene.skip()
    words = Words(app, monkeypatch)
    words.look()
    tape = app.canvas.box(scene.tape_box)
    digits = sorted((w.place.left, w.text) for w in words.seen if tape.contains(w.place))
    assert len(digits) >= 30
    said = "".join(text for _, text in digits)
    assert pressed(scene).endswith(said)
    assert words.overlaps() == []
    app.close()


def test_the_counter_names_the_key_that_is_due(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    scene, ruler = opened(app), Ruler(monkeypatch)

    def counter() -> str:
        texts = [line.text for line in ruler.draw(scene, app.canvas)]
        return next(text for text in texts if text.startswith("Key "))

    assert counter() == "Key 1 of 100"
    for number in (2, 3):
        press(app, "1")
        wait(app, 3.0)
        assert counter() == f"Key {number} of 100"


@pytest.mark.parametrize("larger", [False, True])
def test_the_seal_stands_apart_from_the_hint_and_the_keys(
    app: App, larger: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    app.change_settings(larger_text=larger)
    scene, ruler = opened(app), Ruler(monkeypatch)
    wait(app, 1.0)
    seals: list[float] = []
    monkeypatch.setattr(
        drawing.ChangingLine,
        "draw",
        lambda line, canvas, text, middle, *how: seals.append(middle[1]),
    )
    hint = next(line for line in ruler.draw(scene, app.canvas) if line.text.startswith("Press 1"))
    half = app.canvas.line_height(NOTE) / 2 - 2  # a line is higher than its letters
    assert len(seals) == 1
    assert hint.bottom <= seals[0] - half
    assert seals[0] + half <= scene.choice_boxes[0][0][1]
