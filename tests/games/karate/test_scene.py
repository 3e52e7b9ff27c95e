"""Karate on the screen: whole matches by each device, the seal, skipping, watching, the report."""

from __future__ import annotations

import hashlib
import itertools
import re
from pathlib import Path
from typing import Any

import pygame
import pytest

from games import log
from games.karate import exchange as timeline
from games.karate.dojo import scoring_words
from games.karate.fighters import Stand
from games.karate.rules import MOVES, gain_matrix
from games.karate.scene import LEGEND_ROUNDS, Scene
from games.karate.thought import LEGEND, SHORT_LEGEND
from games.mind import Bars, Note
from games.session.growing import belts as rows_of_belts
from games.shell.app import App
from games.shell.draw.canvas import Canvas
from games.shell.draw.sprites import SpriteCache
from games.shell.mind.panel import GOES_ON
from games.shell.opening import continue_match
from games.shell.pages.result import ResultPage
from games.shell.pages.review.still import StillPage
from games.shell.pages.seal_page import SealPage
from games.shell.start import open_app
from tests.support.hands import (
    at_table,
    click,
    click_box,
    give,
    key,
    press_pad,
    unseen,
    until,
    wait,
)
from tests.support.reviews import open_review
from tests.support.ruler import listen, texts_told
from tests.support.words import Words

FRAME = 1 / 60
KEYS = (pygame.K_1, pygame.K_2, pygame.K_3, pygame.K_4)


def opened(app: App, agent: str = "seed-softmax", rounds: int = 10, **more: Any) -> Scene:
    first = more.pop("first", "demo" if more.get("demo") else "human")
    params = {"rounds": rounds, "table": more.pop("table", "classic")}
    return at_table(app, "karate", (first, agent), params, **more)


def by_keyboard(app: App, scene: Scene, move: int) -> None:
    key(app, KEYS[move])


def by_mouse(app: App, scene: Scene, move: int) -> None:
    x, y, w, h = scene.dojo.tiles[move][0]
    pixel = (app.canvas.x(x + w / 2), app.canvas.y(y + h / 2))
    give(app, pygame.MOUSEMOTION, pos=pixel, rel=(1, 1), buttons=(0, 0, 0))
    assert scene.hovered_choice == MOVES[move]
    app.frame(FRAME)
    give(app, pygame.MOUSEBUTTONDOWN, pos=pixel, button=1)
    give(app, pygame.MOUSEBUTTONUP, pos=pixel, button=1)


def by_gamepad(app: App, scene: Scene, move: int) -> None:
    press_pad(app, move)


# -- whole matches -------------------------------------------------------------------------


@pytest.mark.parametrize("hand", [by_keyboard, by_mouse, by_gamepad])
def test_a_whole_match_by_one_device_ends_in_the_report(app: App, hand: Any) -> None:
    scene = opened(app)
    played = 0
    while not scene.match.over:
        assert scene.waiting_for_person == 0
        commitment = scene.session.seals[1].commitment
        move = played * 7 % 4
        hand(app, scene, move)
        played += 1
        assert len(scene.rounds) == played
        assert scene.rounds[-1].moves[0] == MOVES[move]
        number, seal = scene.opened[-1]
        assert (number, seal.move) == (played, scene.rounds[-1].moves[1])
        text = f"{seal.nonce}:{seal.move}"
        assert hashlib.sha256(text.encode()).hexdigest() == commitment
        assert len(seal.nonce) == 32
        if not scene.match.over:
            wait(app, 1.6)
    assert played == 10
    wait(app, 3.0)
    assert isinstance(app.top, ResultPage)
    points = [sum(r.points[seat] for r in scene.rounds) for seat in (0, 1)]
    assert scene.match.returns == tuple(map(float, points))
    assert app.profile is not None
    record = app.library.statistics(app.profile.id).of("karate")[0]
    assert (record.matches, record.rounds) == (1, 10)
    assert (record.points_for, record.points_against) == tuple(points)
    assert record.counters["forecasts"] == 10
    assert record.counters["foreseen"] == sum(map(bool, scene.teller.foreseen))
    lead = points[0] - points[1]
    assert record.best == (lead if lead >= 0 else None)


@pytest.mark.parametrize("agent", ["random", "habits", "seed-argmax", "seed-softmax", "nash"])
def test_every_agent_can_be_fought(app: App, agent: str) -> None:
    scene = opened(app, agent)
    for move in range(4):
        key(app, KEYS[move])
        wait(app, 1.6)
    assert len(scene.rounds) == 4
    forecasts = agent.startswith("seed")
    assert [known is not None for known in scene.teller.foreseen] == [forecasts] * 4
    assert scene.mind_view.mind
    assert scene.mind_view.caption == f"{scene.seat_name(1)}, before round 4"


def test_a_move_is_fixed_before_the_key_and_does_not_follow_it(app: App) -> None:
    answers = set()
    for move in range(4):
        scene = opened(app, seed=3, practice=True)
        key(app, KEYS[move])
        answers.add(scene.rounds[0].moves[1])
        app.pop()
    assert len(answers) == 1


def test_a_press_during_the_exchange_skips_it_and_counts(app: App) -> None:
    scene = opened(app)
    key(app, KEYS[0])
    wait(app, 0.2)
    assert scene.busy
    assert scene.waiting_for_person is None
    key(app, pygame.K_SPACE)
    assert not scene.busy
    app.frame(FRAME)
    wait(app, 0.3)
    key(app, KEYS[1])
    wait(app, 0.1)
    assert scene.busy
    assert len(scene.rounds) == 2


def test_the_first_exchange_takes_over_a_second_and_less_under_reduced_motion(app: App) -> None:
    for reduced, longest in ((False, 1.6), (True, 0.5)):
        app.change_settings(reduced_motion=reduced)
        scene = opened(app)
        key(app, KEYS[0])
        frames = 0
        with unseen(app):
            while scene.busy and frames < 600:
                app.frame(FRAME)
                frames += 1
        assert longest * 0.6 < frames * FRAME < longest
        app.pop()


def test_undo_is_refused_and_nothing_is_lost(app: App) -> None:
    scene = opened(app)
    key(app, KEYS[2])
    wait(app, 1.6)
    turns, seal = list(scene.match.turns), scene.session.seals[1]
    for code in (pygame.K_u, pygame.K_BACKSPACE, pygame.K_r):
        key(app, code)
        app.frame(FRAME)
    assert scene.match.turns == turns
    assert scene.session.seals[1] is seal


def test_a_saved_match_goes_on_with_rounds_and_forecasts(app: App) -> None:
    scene = opened(app)
    for move in (0, 1, 1, 3, 1):
        key(app, KEYS[move])
        wait(app, 1.6)
    scene.session.save()
    assert app.profile is not None
    kept = app.library.matches.newest(app.profile.id, "karate")
    assert kept is not None
    again = continue_match(app, log.decode(kept.text))
    assert isinstance(again, Scene)
    assert again.rounds == scene.rounds
    assert again.teller.foreseen == scene.teller.foreseen
    assert again.match.returns == scene.match.returns
    assert again.mind_view.mind == (Note(GOES_ON),)
    app.replace(again)
    app.frame(FRAME)
    key(app, KEYS[0])
    assert len(again.rounds) == 6
    assert len(again.mind_view.mind) > 1
    wait(app, 1.6)
    assert again.waiting_for_person == 0


def test_leaving_in_the_middle_offers_to_continue_and_finishing_does_not(app: App) -> None:
    scene = opened(app)
    key(app, KEYS[0])
    wait(app, 1.6)
    app.back_to(app.stack[0])
    assert app.profile is not None
    first = app.library.matches.keys(app.profile.id, "karate")
    assert len(first) == 1
    scene = opened(app)
    key(app, KEYS[0])
    wait(app, 1.6)
    scene.session.save()
    assert len(app.library.matches.keys(app.profile.id, "karate")) == 2
    scene.finish_now()
    assert isinstance(app.top, ResultPage)
    assert app.library.matches.keys(app.profile.id, "karate") == first


# -- modes ---------------------------------------------------------------------------------


def test_two_agents_fight_by_themselves_at_a_pace_that_can_be_changed(app: App) -> None:
    scene = opened(app, first="seed-argmax", rounds=10)
    assert scene.waiting_for_person is None
    key(app, KEYS[0])
    rounds = {}
    for pace, code in ((1.0, None), (4.0, pygame.K_EQUALS)):
        for _ in range(4 if code else 0):
            key(app, code)  # type: ignore[arg-type]
        assert scene.pacing.speed == pace
        before = len(scene.rounds)
        wait(app, 2.5)
        rounds[pace] = len(scene.rounds) - before
    assert 1 <= rounds[1.0] < rounds[4.0]
    wait(app, 8)
    assert isinstance(app.top, ResultPage)
    assert app.library.statistics(app.library.current.id).records == ()  # type: ignore[union-attr]
    assert app.profile is not None
    assert app.library.statistics(app.profile.id).total("karate").matches == 0


def test_a_glass_box_shows_the_mind_first_and_is_not_recorded(app: App) -> None:
    scene = opened(app, glass_box=True)
    assert scene.waiting_for_person == 0
    assert any(isinstance(item, Bars) and item.truth is None for item in scene.mind_view.mind)
    scene.finish_now()
    for code in KEYS:
        key(app, code)
    assert app.profile is not None
    assert app.library.statistics(app.profile.id).total("karate").matches == 0
    hidden = opened(app)
    assert hidden.mind_view.mind == ()


def test_endless_goes_on_past_every_length(app: App) -> None:
    scene = opened(app, first="nash", rounds=0)
    scene.pacing.set_level(5)
    wait(app, 22, step=1 / 10)
    assert len(scene.rounds) > 50
    assert not scene.match.over
    assert app.top is scene


def test_the_demo_gives_the_same_picture_for_the_same_seed(tmp_path: Path) -> None:
    pictures = []
    for seed in (4, 4, 5):
        arcade = open_app(str(tmp_path), demo=True)
        scene = opened(arcade, demo=True, seed=seed, rounds=25)
        wait(arcade, 6.0)
        assert len(scene.rounds) > 2
        pictures.append(pygame.image.tobytes(arcade.window, "RGB"))
        arcade.close()
    assert pictures[0] == pictures[1] != pictures[2]


def test_on_guard_they_breathe_but_not_under_reduced_motion(app: App) -> None:
    for reduced in (False, True):
        app.change_settings(reduced_motion=reduced)
        scene = opened(app)
        wait(app, 1.0, seen=1)
        first = pygame.image.tobytes(app.window, "RGB")
        wait(app, 0.8, seen=1)
        app.draw()
        assert (pygame.image.tobytes(app.window, "RGB") == first) is reduced
        assert (scene.next_frame() is None) is reduced
        app.pop()


# -- what is seen --------------------------------------------------------------------------


def test_points_are_not_told_before_the_moves_meet(app: App) -> None:
    scene = opened(app, "random", table="balanced", seed=2)
    told = 0
    before = (0, 0)
    for move in (1, 1, 1, 1, 1, 1):
        key(app, KEYS[move])
        assert scene.exchange is not None
        with unseen(app):
            while not scene.exchange.met:
                assert scene.look().points == before
                app.frame(FRAME)
                told += 1
        before = (int(scene.match.returns[0]), int(scene.match.returns[1]))
        assert scene.look().points == before
        wait(app, 1.6)
    assert before != (0, 0)
    assert told >= 6 * 10


@pytest.mark.parametrize(
    ("size", "mind"),
    [
        *(((640, 480), mind) for mind in (True, False)),
        *(((1280, 720), mind) for mind in (True, False)),
        ((800, 600), True),
        ((2560, 1440), False),
        ((900, 1400), True),
    ],
)
def test_everything_fits(app: App, size: tuple[int, int], mind: bool) -> None:
    app.window = pygame.display.set_mode(size)
    app.resized()
    app.change_settings(mind_open=mind)
    scene = opened(app)
    x, y, w, h = scene.stage
    assert x + w <= (scene.panel[0] if scene.panel else app.canvas.width)
    boxes = [pygame.Rect(*(round(v) for v in box)) for box, _ in scene.dojo.tiles]
    assert len(boxes) == 4
    for one, other in itertools.combinations(boxes, 2):
        assert not one.colliderect(other)
    stage = pygame.Rect(round(x), round(y), round(w), round(h))
    assert all(stage.contains(box) for box in boxes)
    for seat in (0, 1):
        left, top, width, _ = scene.dojo.stand.box(seat, timeline.GUARD)
        assert left >= x - width * 0.15
        assert left + width <= x + w + width * 0.15
        assert top > 60
    key(app, KEYS[0])
    wait(app, 0.5)
    assert scene.exchange is not None
    assert app.top is scene


def test_a_click_on_the_mind_view_neither_skips_nor_chooses(app: App) -> None:
    scene = opened(app)
    key(app, KEYS[0])
    wait(app, 0.2)
    click(app, 1100, 640)
    assert scene.busy
    assert len(scene.rounds) == 1


def test_the_digits_under_the_seal_stand_behind_check_it(
    app: App, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn = texts_told(monkeypatch)
    scene = opened(app)
    seal = scene.session.seals[1]
    digits = hashlib.sha256(f"{seal.nonce}:{seal.move}".encode()).hexdigest()[:12]
    app.frame(FRAME)
    assert "sealed" in drawn
    assert not any(digits[:8] in text for text in drawn)
    click_box(app, scene.dojo.seal_box())
    assert isinstance(app.top, SealPage)
    assert digits in app.top.text
    app.pop()
    key(app, KEYS[0])
    wait(app, 1.6)
    app.frame(FRAME)
    assert "Check it" in drawn


@pytest.mark.parametrize("opponent", ["sensei", "seed-softmax"])
def test_the_help_works_out_what_the_open_mind_says(app: App, opponent: str) -> None:
    scene = opened(app, opponent)
    assert not any(name.startswith("now_") for name in scene.help_text()[0])
    for move in range(2):
        key(app, KEYS[move])
        wait(app, 1.6)
    told = scene.help_text()[0]
    drawn = next(i for i in scene.mind_view.mind if isinstance(i, Bars) and i.chosen is not None)
    assert drawn.chosen is not None
    head, _, formula = told["now_gain"].partition("\n")
    assert head.endswith(", before round 2:")
    assert formula.startswith(f"E[gain of {drawn.labels[drawn.chosen].lower()}] = ")
    gain = float(formula.rsplit(" = ", 1)[1].replace("\u2212", "-"))
    for worth in (i for i in scene.mind_view.mind if isinstance(i, Bars) and i.unit == "points"):
        assert gain == pytest.approx(worth.values[drawn.chosen], abs=0.051)
    mixes = [
        i for i in scene.mind_view.mind if isinstance(i, Bars) and i.title.startswith("My chances")
    ]
    if opponent == "seed-softmax":
        share = float(told["now_draw"].rsplit(" = ", 1)[1])
        assert share == pytest.approx(mixes[0].values[drawn.chosen], abs=0.006)
    else:
        assert "now_draw" not in told


def test_the_help_holds_the_opened_seals(app: App) -> None:
    scene = opened(app)
    for move in range(3):
        key(app, KEYS[move])
        wait(app, 1.6)
    key(app, pygame.K_F1)
    wait(app, 0.5)
    page: Any = app.top
    text = page.readers[4].text
    assert len(scene.opened) == 3
    for number, seal in scene.opened:
        assert f"Round {number}," in text
        assert seal.commitment in text
        assert f"{seal.nonce}:{seal.move}" in text
    assert scene.session.seals[1].nonce not in text
    key(app, pygame.K_ESCAPE)
    assert app.top is scene


# -- the fighters --------------------------------------------------------------------------


def test_frames_stand_as_far_apart_as_asked_and_mirror_each_other() -> None:
    stand = Stand(440, 540, 400)
    left, right = stand.box(0, 215), stand.box(1, 215)
    assert right[0] - left[0] == pytest.approx(215 * 400 / 320)
    assert (left[0] + right[0] + 400) / 2 == pytest.approx(440)
    assert stand.box(0, 215, back=8)[0] == pytest.approx(left[0] - 10)
    assert stand.box(1, 215, back=8)[0] == pytest.approx(right[0] + 10)
    assert stand.point(0, 215, (160, 300))[1] == pytest.approx(540)


def test_a_pose_is_drawn_at_one_size_wherever_it_stands(app: App) -> None:
    app.canvas.sprites = SpriteCache()
    scene = opened(app, "sensei", demo=True)
    wait(app, 12.0, 1 / 60)
    assert len(scene.rounds) >= 5
    number = len(scene.rounds)
    assert scene.mind_view.caption == f"The sensei to Guest, before round {number}"
    sizes: dict[str, set[tuple[int, int]]] = {}
    for name, width, height, *_ in app.canvas.sprites.surfaces:
        sizes.setdefault(str(name), set()).add((width, height))  # type: ignore[arg-type]
    fights = {name: found for name, found in sizes.items() if name.startswith("karate-")}
    assert len(fights) > 8
    assert all(len(found) == 1 for found in fights.values()), fights


# -- the duel ------------------------------------------------------------------------------


def test_the_bubble_and_the_remark_open_after_the_blow_and_stay(app: App) -> None:
    scene = opened(app, "sensei")
    assert (scene.teller.thought, scene.teller.remarks) == (None, ())
    for move in (1, 1, 1):
        key(app, KEYS[move])
        assert scene.exchange is not None
        with unseen(app):
            while not scene.exchange.met:
                assert scene.look().thought is None  # nothing is told before the blow
                assert scene.look().remarks == ()
                app.frame(FRAME)
        wait(app, 1.6)
        assert not scene.busy
        assert scene.teller.thought is not None
        assert scene.teller.thought.played == move
        assert scene.last is not None
        assert scene.teller.thought.shares == tuple(scene.last.forecasts[1][0])
    assert scene.teller.remarks[0].startswith("Third kick in a row.")
    key(app, pygame.K_SPACE)
    assert scene.teller.thought is not None


def test_the_bubble_is_explained_at_first_where_there_is_room(
    app: App, monkeypatch: pytest.MonkeyPatch
) -> None:
    app.change_settings(mind_open=False)
    scene, words = opened(app, "sensei"), Words(app, monkeypatch)
    told: list[set[str]] = []
    for _ in range(LEGEND_ROUNDS + 1):
        key(app, KEYS[0])
        wait(app, 1.6)
        words.look()
        told.append({word.text for word in words.seen} & set(LEGEND))
    assert told == [{LEGEND[0]}] * LEGEND_ROUNDS + [set()]
    assert app.canvas.text_width(LEGEND[1], 14) < app.canvas.text_width(LEGEND[0], 14)
    assert scene.look().legend == ()


def test_a_skipped_exchange_still_tells_what_was_expected(app: App) -> None:
    scene = opened(app)
    key(app, KEYS[0])
    wait(app, 0.1)
    key(app, pygame.K_SPACE)
    assert not scene.busy
    assert scene.teller.thought is not None
    assert scene.teller.remarks


def test_who_foresees_nothing_has_no_bubble_but_speaks(app: App) -> None:
    scene = opened(app, "nash")
    key(app, KEYS[0])
    wait(app, 1.6)
    assert scene.teller.thought is None
    assert scene.teller.remarks


def test_a_tile_that_is_meant_does_not_look_chosen(app: App, monkeypatch: Any) -> None:
    ticks: list[str] = []
    icon = Canvas.icon

    def noted(self: Canvas, name: str, *place: Any) -> None:
        ticks.extend([name] if name == "check" else [])
        icon(self, name, *place)

    monkeypatch.setattr(Canvas, "icon", noted)
    app.change_settings(mind_open=False)
    scene = opened(app)
    x, y, w, h = scene.dojo.tiles[1][0]
    pixel = (app.canvas.x(x + w / 2), app.canvas.y(y + h / 2))
    give(app, pygame.MOUSEMOTION, pos=pixel, rel=(1, 1), buttons=(0, 0, 0))
    app.frame(FRAME)
    assert scene.hovered_choice == MOVES[1]
    assert ticks == []
    key(app, KEYS[1])
    app.frame(FRAME)
    assert ticks == ["check"]


def test_the_sounds_of_a_round_come_in_their_order(app: App, monkeypatch: Any) -> None:
    heard: list[str] = []
    monkeypatch.setattr(app, "play_sound", heard.append)
    scene = opened(app)
    app.frame(FRAME)
    assert heard == ["wax"]
    key(app, KEYS[1])
    wait(app, 1.6)
    assert scene.rounds
    assert heard[:3] == ["wax", "press", "drum"]
    assert heard[3] in ("hit", "parry", "miss")
    assert heard[4:] == (["knew"] if scene.teller.knew else []) + ["wax"]


def test_a_press_on_the_seal_opens_the_page_that_checks_it(app: App) -> None:
    scene = opened(app)
    click_box(app, scene.dojo.seal_box())
    page: Any = app.top
    assert page.title == "The seal is closed"
    assert scene.session.seals[1].commitment in page.text
    assert scene.session.seals[1].nonce not in page.text
    key(app, pygame.K_ESCAPE)
    key(app, KEYS[1])
    wait(app, 1.6)
    click_box(app, scene.dojo.seal_box())
    page = app.top
    assert page.title == "Round 1: the seal held"
    assert scene.session.seals[1].nonce not in page.text
    assert len(scene.rounds) == 1
    key(app, pygame.K_ESCAPE)
    labels = [label for label, _, _ in scene.pause_entries()]
    assert labels == ["Check the seal"]  # for who has no mouse


def test_no_agent_thinks_in_the_frame_of_a_key(app: App, monkeypatch: Any) -> None:
    asked: list[int] = []
    scene = opened(app, "sensei")
    decide = scene.session.host.decide

    def counted(seat: int, *more: Any) -> Any:
        asked.append(seat)
        return decide(seat, *more)

    monkeypatch.setattr(scene.session.host, "decide", counted)
    for number in range(1, 5):
        key(app, KEYS[number % 4])
        assert asked == []
        app.frame(FRAME)
        assert asked == []  # the frame that shows the key
        assert len(scene.rounds) == number
        for _ in range(3):
            app.frame(FRAME)
        assert asked == [1]  # while the blow is shown; the next key finds it done
        assert scene.look().sealed is None
        asked.clear()


def test_what_is_thought_ahead_stays_hidden_in_a_glass_box(app: App) -> None:
    scene = opened(app, "sensei", glass_box=True)
    key(app, KEYS[1])
    wait(app, 0.6)
    assert scene.busy
    assert scene.mind_view.caption.endswith("before round 1")
    wait(app, 1.6)
    assert scene.mind_view.caption.endswith("before round 2")


def test_the_end_stands_on_the_stage_with_the_best_bluff(
    app: App, monkeypatch: pytest.MonkeyPatch
) -> None:
    scene = opened(app, "sensei")
    for move in (1, 1, 1, 1, 1, 1, 0, 1, 1, 1):
        key(app, KEYS[move])
        wait(app, 1.6)
    wait(app, 3.0)
    page: Any = app.top
    assert isinstance(page, ResultPage)
    bluff = scene.teller.bluff
    assert bluff is not None
    surest = [
        (max(forecast), number)
        for number, forecast in enumerate(scene.teller.expected, 1)
        if scene.teller.foreseen[number - 1] is False
    ]
    assert (bluff.share, bluff.number) == max(surest)
    told = dict(page.report.brief)
    assert told["Your best bluff"].startswith(f"Round {bluff.number}: I was ")
    assert scene.teller.bluffed is not None
    assert scene.teller.bluffed.played == MOVES.index(scene.rounds[bluff.number - 1].moves[0])
    plain = pygame.Surface(app.window.get_size())
    shown = Words(app, monkeypatch)
    shown.look()
    assert {f"In round {bluff.number} I expected", SHORT_LEGEND} <= {
        word.text for word in shown.seen
    }
    assert shown.overlaps() == []
    assert scene.draw_end(app.canvas)
    assert pygame.image.tobytes(app.window, "RGB") != pygame.image.tobytes(plain, "RGB")


def test_the_first_win_against_the_sensei_gives_the_first_belt(
    app: App, monkeypatch: pytest.MonkeyPatch
) -> None:
    belts, named, words = [], [], Words(app, monkeypatch)
    for _ in range(2):
        scene = opened(app, "sensei", 25, seed=2)
        while not scene.match.over:
            sealed = MOVES.index(scene.session.decisions[1].move)  # a look under the seal
            gains = [row[sealed] for row in gain_matrix("classic")]
            key(app, KEYS[gains.index(max(gains))])
            key(app, pygame.K_SPACE)
            wait(app, 0.2, FRAME, seen=100)
        wait(app, 4.0)
        page: Any = app.top
        assert isinstance(page, ResultPage)
        assert page.report.outcome == "won"
        belts.append([text for title, text in page.report.brief if title == "A new belt"])
        words.look()
        named.append("White belt" in [word.text for word in words.seen])
        app.back_to(app.stack[0])
    assert belts == [["The white belt is yours. It hangs in the hall."], []]
    assert named == [True, False]
    assert app.profile is not None
    won = rows_of_belts("karate", app.library.statistics(app.profile.id))
    assert [belt.rank for belt in won if belt.won] == ["white belt"]


@pytest.mark.parametrize("table", ["classic", "balanced"])
def test_before_the_first_round_it_is_told_what_each_move_scores(
    app: App, table: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    scene, words = opened(app, table=table), Words(app, monkeypatch)
    words.look()
    told = " ".join(word.text for word in words.seen)
    for move in MOVES:
        assert scoring_words(table, move) in told
    assert not any(word.cut for word in words.seen)
    assert not scene.rounds


# -- the review ------------------------------------------------------------------------------


def test_a_choice_is_shown_in_its_own_round_with_no_move_marked(app: App) -> None:
    page = open_review(app, "karate")
    found = next(found for found in page.costly if found.asked.choice.turn > 0)
    page.show(found)
    still = app.top
    assert isinstance(still, StillPage)
    assert isinstance(still.table, Scene)
    view = still.table.look()
    assert view.heading == f"{page.words.where(found.asked)} of 25"
    assert view.pressed == ""
    assert view.exchange is None
    assert len(view.rounds) == found.asked.choice.turn


@pytest.mark.parametrize("size", [(640, 480), (800, 600), (1280, 720)])
def test_a_result_leaves_the_seal_free_and_stays_on_the_stage(
    app: App, size: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    app.window = pygame.display.set_mode(size)
    app.resized()
    app.change_settings(reduced_motion=True, larger_text=True)
    scene = opened(app)
    seal, stage = pygame.Rect(scene.dojo.seal_box()), pygame.Rect(scene.stage)
    panels: list[pygame.Rect] = []
    told: list[dict[str, Any]] = []
    panel = Canvas.panel

    def noted(self: Canvas, box: Any, *more: Any) -> None:
        panels.append(pygame.Rect(box))
        panel(self, box, *more)

    monkeypatch.setattr(Canvas, "panel", noted)
    listen(monkeypatch, told.append)
    key(app, KEYS[0])
    until(app, lambda: scene.exchange is not None and scene.exchange.met, step=1 / 20)
    del panels[:], told[:]
    scene.draw(app.canvas)
    words = [line["place"] for line in told if re.match(r"(Hit!|Parry|Miss) \+", line["text"])]
    results = [box for box in panels if any(box.collidepoint(place) for place in words)]
    assert len(results) == 2
    assert not results[0].colliderect(results[1])
    for result in results:
        assert stage.contains(result)
        assert not seal.colliderect(result)
