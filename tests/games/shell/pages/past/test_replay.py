"""A match looked at again, in every game: slider, steps, playing, minds, and all by pad alone."""

from __future__ import annotations

import dataclasses
import re
from typing import Any

import numpy as np
import pygame
import pytest

from games import catalog
from games.core import Log
from games.mind import Note
from games.session.setup import Shown
from games.shell.draw.canvas import Canvas
from games.shell.pages.past.replay import (
    KNOB,
    LATE,
    MOST_WORDED,
    NO_CHOICE,
    THINKING,
    UNREADY,
    ReplayPage,
)
from games.shell.pages.past.rows import details_of
from games.store.past import PastMatch
from games.store.statistics import MatchResult
from tests.support.hands import Rig, look, open_for_record, push_button, wait
from tests.support.replays import played
from tests.support.ruler import listen

pytestmark = pytest.mark.rig(here=True)

GAMES = catalog.GAMES


@pytest.fixture(scope="module")
def logs() -> dict[str, Log]:
    return {game: played(game, 24) for game in GAMES}


def opened(rig: Rig, found: Log, playing: bool = False, **more: object) -> ReplayPage:
    names = ["Ada"] + [""] * (len(found.seats) - 1)
    page = ReplayPage(rig.app, Shown(found, names, **more))  # type: ignore[arg-type]
    page.playing = playing
    rig.show(page)
    return page


def picture(rig: Rig) -> bytes:
    rig.app.draw()
    return pygame.image.tobytes(rig.app.window, "RGB")


def settle(rig: Rig, page: ReplayPage) -> None:
    for _ in range(40):
        rig.frames(1, 0.2)


@pytest.mark.parametrize("game", GAMES)
def test_every_moment_can_be_stood_at_and_looks_otherwise(
    rig: Rig, logs: dict[str, Log], game: str
) -> None:
    page = opened(rig, logs[game])
    first = page.again.first
    assert page.moment == first
    assert page.again.words(first) == "The start"
    seen = {}
    later = min(first + 9, page.again.moments - 1)  # a match of a small game may be over by then
    for moment in (page.again.moments, first + 5, first, later, first + 5):
        page.go_to(moment)
        settle(rig, page)
        assert page.moment == page.slider.value == moment
        now = picture(rig)
        if moment == 5 and moment in seen and game == "numbers":
            assert seen[moment] == now
        seen[moment] = now
    assert len(set(seen.values())) == 4
    page.go_to(10_000)
    assert page.moment == page.again.moments
    page.go_to(-3)
    assert page.moment == first


@pytest.mark.parametrize("game", GAMES)
def test_it_plays_to_its_end_and_from_the_start_again(
    rig: Rig, logs: dict[str, Log], game: str
) -> None:
    page = opened(rig, logs[game], playing=True)
    page.pace.set_level(len(page.pace.levels) - 1)
    frames = 0
    while page.playing:
        page.update(0.1)
        frames += 1
        assert frames < 2000, page.moment
    assert page.moment == page.again.moments
    assert page.next_frame() in (0.0, UNREADY, None)
    rig.key("space")
    assert page.playing
    assert page.moment - page.again.first in (0, 1), "from the start; the quickest is a move on"


def test_a_window_that_grows_and_shrinks_again_shows_the_table(
    rig: Rig, logs: dict[str, Log], monkeypatch: pytest.MonkeyPatch
) -> None:
    """What a part of a window of before is drawn into is memory that is gone."""
    page, drawn, held = opened(rig, logs["karate"]), [], []
    rig.app.draw()

    def drawn_into(canvas: Canvas) -> None:
        pixels = [pygame.surfarray.pixels3d(each) for each in (canvas.surface, rig.app.window)]
        drawn.append(np.shares_memory(*pixels))

    monkeypatch.setattr(page.table, "draw", drawn_into)
    for _ in range(3):
        for width, height in ((1000, 700), (2560, 1440), (1280, 720)):
            pygame.display.set_mode((width, height), pygame.RESIZABLE)
            changed = pygame.event.Event(pygame.WINDOWSIZECHANGED, x=width, y=height)
            rig.app.take_events([changed])
            held.append(pygame.Surface((1280, 720)))  # where the window was, perhaps
        rig.app.draw()
    assert drawn == [True] * 3


def test_arrows_home_end_and_space(rig: Rig, logs: dict[str, Log]) -> None:
    page = opened(rig, logs["karate"])
    rig.key("right")
    rig.key("right")
    assert page.moment == 2
    rig.key("left")
    assert page.moment == 1
    rig.key("end")
    assert page.moment == page.again.moments == 10
    rig.key("right")
    assert page.moment == 10
    rig.key("home")
    rig.key("left")
    assert page.moment == 0
    rig.key("space")
    assert page.playing
    rig.key("right")
    assert not page.playing
    rig.key("=")
    assert page.pace.speed == 2.0
    rig.key("-", "-")
    assert page.pace.speed == 0.5
    rig.key("escape")
    assert rig.app.top is rig.floor


def test_the_slider_is_dragged(rig: Rig, logs: dict[str, Log]) -> None:
    page = opened(rig, logs["numbers"])
    x, y, w, h = page.slider.box
    x, w = x + KNOB, w - 2 * KNOB
    rig.press(x, y + h / 2)
    for share in (0.25, 0.5, 1.0, 0.5):
        rig.move(x + w * share, y + h / 2)
        rig.frames()
        assert page.moment == round(page.again.moments * share)
    rig.let_go(x + w * 0.5, y + h / 2)
    rig.move(x, y + h / 2)
    assert page.moment == round(page.again.moments * 0.5)
    rig.wheel(x + w / 2, y + h / 2, -1)
    assert page.moment == round(page.again.moments * 0.5) + 1


def test_after_a_click_on_a_button_the_keys_are_the_sliders_again(
    rig: Rig, logs: dict[str, Log]
) -> None:
    page = opened(rig, logs["karate"])
    rig.click_on(page.play_button)
    assert page.playing
    rig.click_on(page.play_button)
    assert not page.playing
    before = page.moment
    rig.key("right")
    assert page.moment == before + 1


def test_its_way_out_says_where_it_leads(rig: Rig, logs: dict[str, Log]) -> None:
    below = rig.app.top
    page = opened(rig, logs["karate"])
    push_button(page, "Back")
    assert rig.app.top is below


def test_by_pad_alone(rig: Rig, logs: dict[str, Log]) -> None:
    page = opened(rig, logs["karate"])
    rig.hat("right", "right")
    assert page.moment == 2
    rig.pad(0)
    assert page.playing
    rig.pad(2)
    assert not page.playing
    rig.hat("down")
    rig.hat(*["left"] * len(page.form.widgets))
    reached = []
    for _ in range(len(page.form.widgets)):
        focused = page.form.focused
        assert focused is not None
        reached.append(focused)
        rig.hat("right")
    assert len(set(map(id, reached))) == len(page.form.widgets) - 1
    rig.hat("up")
    assert page.form.focused is page.slider
    rig.pad(1)
    assert rig.app.top is rig.floor


def test_the_mind_of_the_moment_is_open(rig: Rig, logs: dict[str, Log]) -> None:
    page = opened(rig, logs["karate"])
    page.go_to(6)
    settle(rig, page)
    view = page.table.mind_view
    assert view.caption == "The sensei, before round 6"
    assert view.mind
    assert page.rethinking is not None
    assert view.mind == page.rethinking.minds(6)[1]
    page.go_to(0)
    settle(rig, page)
    assert view.caption == ""
    assert page.notice == ""


@pytest.mark.parametrize("game", ["karate", "ur", "tracker"])
def test_with_the_mind_hidden_the_stage_has_all_the_room_above_the_bar(
    rig: Rig, logs: dict[str, Log], game: str
) -> None:
    page = opened(rig, logs[game])
    table = page.table

    def right() -> float:
        x, _, w, _ = table.panel or table.stage
        return x + w

    whole, places = right(), (table.stage, table.panel)
    assert whole > rig.app.size[0]  # its units are smaller than the page's
    rig.key("m")
    assert right() == whole
    rig.key("m")
    assert (table.stage, table.panel) == places


def test_what_is_being_thought_is_not_told_as_nothing_thought(
    rig: Rig, logs: dict[str, Log], monkeypatch: pytest.MonkeyPatch
) -> None:
    page = opened(rig, logs["karate"])
    settle(rig, page)
    view = page.table.mind_view
    assert view.mind == (Note(NO_CHOICE),)
    assert page.rethinking is not None
    monkeypatch.setattr(page.rethinking, "thoughts", {})
    monkeypatch.setattr(page.rethinking, "update", lambda wait=False: False)
    page.go_to(6)
    assert view.mind == (Note(THINKING),)


def test_a_mind_of_another_moment_does_not_stay_on_show_for_long(
    rig: Rig, logs: dict[str, Log], monkeypatch: pytest.MonkeyPatch
) -> None:
    page = opened(rig, logs["karate"])
    view = page.table.mind_view
    page.go_to(2)
    settle(rig, page)
    earlier = view.mind
    assert earlier != (Note(THINKING),)
    page.go_to(12)
    monkeypatch.setattr(page.rethinking, "thoughts", {})
    monkeypatch.setattr(page.rethinking, "update", lambda wait=False: False)
    rig.frames(2)
    assert view.mind == earlier, "what is gone and back in a moment flickers"
    rig.frames(1, LATE)
    assert view.mind == (Note(THINKING),)
    assert view.caption == ""


def test_between_two_agents_a_tab_stands_for_each(rig: Rig) -> None:
    found = played("ur", 40)
    both = dataclasses.replace(found, seats=(found.seats[1], found.seats[1]))
    page = opened(rig, both)
    page.go_to(30)
    settle(rig, page)
    assert set(page.table.mind_view.heads) == {0, 1}
    shown = page.table.mind_view.showing
    rig.key("tab")
    assert page.table.mind_view.showing in (0, 1)
    rig.key("tab")
    assert {shown, page.table.mind_view.showing} <= {0, 1}


def test_where_an_agent_has_changed_the_bar_says_so(rig: Rig, logs: dict[str, Log]) -> None:
    page = opened(rig, logs["karate"], changed=(1,))
    assert page.notice == "The sensei has changed since then: these are thoughts of today."


@pytest.mark.parametrize("game", GAMES)
def test_where_the_list_has_another_end_the_bar_says_so(
    rig: Rig, logs: dict[str, Log], game: str
) -> None:
    page = opened(rig, logs[game])
    session = page.table.session
    session.match.go_to(len(logs[game].turns))
    scores = list(session.match.returns)
    told = " : ".join(f"{score:,.5g}" for score in scores)
    same = opened(rig, logs[game], scores=scores)
    assert "another end" not in same.notice, "nothing is said where they agree"
    page = opened(rig, logs[game], scores=[*scores[:-1], scores[-1] + 1])
    assert page.notice.startswith("The list has another end, ")
    assert page.notice.endswith(f": played again, this match ended {told}.")


def test_where_what_was_learned_cannot_be_read_the_bar_says_so(
    rig: Rig, logs: dict[str, Log]
) -> None:
    person, sensei = logs["karate"].seats
    seats = (person, dataclasses.replace(sensei, start="garbage"))
    page = opened(rig, dataclasses.replace(logs["karate"], seats=seats))
    page.wait_for_minds()
    settle(rig, page)
    told = "What The sensei had learned by then cannot be read: these are thoughts without it."
    assert page.notice == told


def test_the_costly_choices_of_ur_are_marked_and_gone_to(rig: Rig) -> None:
    page = opened(rig, played("ur", 90, seed=3))
    assert page.slider.marks
    for mark in page.slider.marks[:3]:
        page.form.widgets[8].activate()  # the next mistake
        rig.frames(2)
        assert page.moment == page.slider.value == mark
        assert page.again.mind_taken
    assert page.table.mind_view.caption == "The judge"


ADDRESSED = re.compile(r"^(Choose|Press|Pick|Mark|Name|Throw|Your turn)\b|: choose|Take a ")
"""What asks a player for a choice; a rival's remark to whom it played against is a quotation."""


@pytest.mark.parametrize("game", GAMES)
def test_nothing_on_the_stage_asks_the_viewer_for_a_choice(
    rig: Rig, logs: dict[str, Log], game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A replay of Ur asked its viewer to choose a piece."""
    page, drawn = opened(rig, logs[game]), list[str]()
    listen(monkeypatch, lambda line: drawn.append(line["text"]))
    page.table.mind_open = False  # a mind speaks to whom it met
    page.table.lay_out_again()
    first, last = page.again.first, page.again.moments
    for moment in range(first, last + 1, (last - first) // 6 | 1):  # odd: throws and moves
        page.go_to(moment)
        rig.frames(1, 1.0)
        drawn.clear()
        look(rig.app)
        told = [text for text in drawn if ADDRESSED.search(text)]
        assert drawn
        assert not told, (moment, told)


@pytest.mark.parametrize("game", ["ur", "tracker", "karate", "numbers"])
def test_it_counts_turns_as_the_list_of_matches_does(
    rig: Rig, logs: dict[str, Log], game: str
) -> None:
    """The list said 294 turns, the replay and the table 147."""
    found = logs[game]
    page = opened(rig, found)
    told = page.again.words(page.again.moments)
    counted = int(told.rpartition(" ")[2])
    rounds = counted if game == "tracker" else len(found.turns)
    result = MatchResult(game, "x", "won", "", rounds)
    row = PastMatch("k", "2026-01-31T14:05", result, 7, len(found.turns))
    details = details_of(rig.app, game, row)
    assert details.text.startswith(f"{counted} "), (told, details.text)


@pytest.mark.parametrize("by", ["button", "key"])
def test_a_jump_to_a_mistake_stops_a_replay_that_plays(rig: Rig, by: str) -> None:
    """It played on, and the better move was gone after a second and a half."""
    page = opened(rig, played("ur", 90, seed=3))
    page.playing = True
    if by == "button":
        page.form.widgets[8].activate()
    else:
        rig.key("down")
    assert page.moment in page.slider.marks
    assert not page.playing
    moment = page.moment
    wait(rig.app, 4.0)
    assert page.moment == moment
    page.playing = True
    page.entries[-1].activate()  # names of the squares: no other moment
    assert page.playing


def test_the_graph_of_ur_leads_to_a_turn(rig: Rig) -> None:
    page = opened(rig, played("ur", 60))
    x, y, w, h = page.table.board.graph_box  # type: ignore[attr-defined]
    zoom = page.slider.box[1] / 720  # the table is as much smaller as the bar leaves
    share = (rig.app.canvas.height - 96.0) / rig.app.canvas.height
    assert zoom < 1
    rig.click((x + w / 2) * share, (y + h / 2) * share)
    assert abs(page.moment - page.again.moments / 2) <= 1


def test_it_opens_from_the_page_after_a_match_and_leads_back(rig: Rig) -> None:
    from games.shell.pages.result import ResultPage

    table = open_for_record(rig.app, "karate", "nash", 3, {"rounds": 10})
    rig.show(table)
    while not table.session.over:
        table.choose("kick")
        table.drive(1.0)
        table.skip()
    table.finish_now()
    page = rig.app.top
    assert isinstance(page, ResultPage)
    push_button(page, "Replay")
    assert isinstance(rig.app.top, ReplayPage)
    rig.frames(5)
    rig.key("escape")
    assert rig.app.top is page


@pytest.mark.parametrize("game", GAMES)
def test_the_stage_names_the_round_that_the_bar_names(
    rig: Rig, logs: dict[str, Log], monkeypatch: pytest.MonkeyPatch, game: str
) -> None:
    page = opened(rig, logs[game])
    compared = 0
    for moment in range(page.again.first + 1, page.again.moments, 3):
        page.go_to(moment)
        settle(rig, page)
        named = re.search(r"[Rr]ound (\d+)", page.again.words(moment))
        with monkeypatch.context() as patch:
            lines: list[dict[str, Any]] = []
            listen(patch, lines.append)
            page.draw(rig.app.canvas)
        stage = [str(line["text"]) for line in lines]
        shown = [found.group(1) for text in stage if (found := re.match(r"[Rr]ound (\d+)", text))]
        if named is not None:
            assert {*shown} <= {named.group(1)}, (game, moment, stage)
            compared += len(shown)
    assert compared or game not in ("karate", "guess", "ctf")


@pytest.mark.parametrize(
    ("size", "larger", "worded"),
    [
        ((800, 600), False, MOST_WORDED),
        ((800, 600), True, 0),
        ((1280, 720), False, 9),
        ((1280, 720), True, 9),
    ],
)
def test_buttons_go_without_words_only_where_the_window_is_narrow_and_the_text_large(
    rig: Rig, logs: dict[str, Log], size: tuple[int, int], larger: bool, worded: int
) -> None:
    pygame.display.set_mode(size, pygame.RESIZABLE)
    rig.give(pygame.WINDOWSIZECHANGED, x=size[0], y=size[1])
    rig.app.change_settings(larger_text=larger)
    page = opened(rig, logs["ur"])
    rig.frames(2)
    assert page.entries
    for place, entry in enumerate(page.entries):
        assert bool(entry.label) == (place < worded)
        assert entry.label or entry.hint
