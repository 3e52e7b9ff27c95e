"""What the mind reader learned of a player lasts, is shared as wanted, and can be forgotten."""

from __future__ import annotations

import dataclasses
import itertools
import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from ai.sequence.predictor import Predictor
from games import log
from games.arrays import arrays_from_text, arrays_to_text
from games.core import Seating
from games.mind import Lines, Meter, Note, Ribbon
from games.numbers.rules import MACHINE
from games.numbers.scene import Scene
from games.session.memory import Memory
from games.session.setup import Setup
from games.shell.app import App
from games.shell.opening import continue_match, saved_match
from games.shell.pages.statistics import LearnedScene, MindItems
from tests.support.hands import choose, open_for_record
from tests.support.onward import open_played

FRAME = 1 / 60


def play_as(app: App, name: str) -> str:
    player = app.library.create(name)
    app.change_settings(last_profile=player.id)
    return player.id


def opened(app: App, keys: int = 60, heard: str = "") -> Scene:
    """A game of so many keys, some of which were typed before."""
    turns = [((0, key), (1, "1")) for key in heard]
    table = open_played(app, "numbers", "mind", 3, {"keys": keys}, turns)
    assert isinstance(table, Scene)
    return table


def typed(table: Scene, count: int, habit: str = "1232") -> Scene:
    for number in range(count):
        assert choose(table, habit[number % len(habit)])
        table.skip()
    return table


def finished(app: App, habit: str = "1232") -> Scene:
    """A game of 60 keys to the end, recorded."""
    table = typed(opened(app, heard=habit * 14), 4, habit)
    table.update(2.0)
    assert table.session.keeping.recorded
    return table


def kept(app: App, identity: str | None = None) -> dict[str, Any] | None:
    text = app.library.learned(identity or app.library.current.id, "numbers")  # type: ignore[union-attr]
    return None if text is None else arrays_from_text(text)


def start_of(setup: Setup) -> str | None:
    return setup.seats[MACHINE].start


def test_a_finished_match_is_remembered_and_starts_the_next(app: App) -> None:
    assert start_of(opened(app).setup) is None
    table = finished(app)
    learned: Any = table.match.players[MACHINE]
    found = kept(app)
    assert found is not None
    assert all(np.array_equal(found[k], v) for k, v in learned.learned_arrays().items() if v.size)
    table.restart()
    assert start_of(table.setup) == arrays_to_text(learned.learned_arrays())
    assert table.match.players[MACHINE].predictor.observed == 60  # type: ignore[attr-defined]
    table = finished(app)
    again: Any = table.match.players[MACHINE]
    found = kept(app)
    assert found is not None
    assert found["recent"][0] == 120
    assert again.surprise.rate < learned.surprise.rate


def test_the_log_holds_the_start_and_brings_the_match_back(app: App) -> None:
    finished(app)
    table = typed(opened(app, keys=100, heard="4321" * 5), 4, "4321")
    table.session.save()
    saved = saved_match(app, "numbers")
    assert saved is not None
    assert saved.seats[MACHINE].start == start_of(table.setup)
    assert len(log.encode(saved)) < log.MAX_CHARACTERS / 8
    app.library.forget_learned(app.library.current.id, "numbers")  # type: ignore[union-attr]
    back = continue_match(app, saved)
    first: Any = table.match.players[MACHINE]
    second: Any = back.match.players[MACHINE]
    assert np.array_equal(first.predictor.predict(), second.predictor.predict())
    assert first.findings() == second.findings()


@pytest.mark.parametrize("more", [{"glass_box": True}, {"demo": True}])
def test_glass_boxes_and_demos_leave_nothing(app: App, more: dict[str, Any]) -> None:
    person = Seating("demo" if "demo" in more else "human")
    setup = Setup("numbers", (person, Seating("mind")), {"keys": 60}, 5, **more)
    table = Scene.open(app, setup, [((0, "1"), (1, "2"))] * 56)
    assert isinstance(table, Scene)
    if "glass_box" in more:
        typed(table, 4)
    for _ in range(400):
        if table.match.over:
            break
        table.update(0.5)
    assert table.match.over
    assert kept(app) is None
    memory = Memory.of(app.library, app.settings, app.toast)
    assert start_of(memory.add_starts(dataclasses.replace(setup, **more))) is None


def test_a_short_game_leaves_nothing(app: App) -> None:
    table = typed(opened(app), 12)
    table.finish_now()
    assert kept(app) is None


def test_the_counter_learns_nothing_for_good(app: App) -> None:
    table = open_for_record(app, "numbers", "seed", 3, {"keys": 60})
    assert isinstance(table, Scene)
    typed(table, 60)
    table.update(2.0)
    assert kept(app) is None


def test_a_new_player_starts_from_the_others_unless_switched_off(app: App) -> None:
    finished(app)
    play_as(app, "Bob")
    start = start_of(opened(app).setup)
    assert start is not None
    shared = arrays_from_text(start)
    assert shared["recent"][0] == 0
    assert shared["past0"].size == 0
    app.change_settings(local_prior=False)
    assert start_of(opened(app).setup) is None


def test_who_is_forgotten_starts_anew(app: App) -> None:
    finished(app)
    identity = app.library.current.id  # type: ignore[union-attr]
    assert app.library.forget_learned(identity, "numbers")
    assert start_of(opened(app).setup) is None


def test_what_cannot_be_used_is_said_and_left_out(app: App) -> None:
    identity = app.library.current.id  # type: ignore[union-attr]
    wrong = arrays_to_text(Predictor(3).to_arrays())
    app.library.save_learned(identity, "numbers", wrong)
    assert start_of(opened(app).setup) is None
    assert any("another game" in text for text in app.toasts.texts)


def test_the_report_tells_habits_rate_and_rank(app: App) -> None:
    items = finished(app).report().items
    words = [item.text for item in items if isinstance(item, Note)]
    assert sum("most guessable moment" in text for text in words) == 1
    found = r"How I read you, over the whole match: you.* \([0-9]+%\)"
    assert any(re.match(found, text) for text in words)
    meter = next(item for item in items if isinstance(item, Meter))
    assert meter.reference == 2
    assert 0 < meter.value < 2
    assert any(isinstance(item, Ribbon) for item in items)
    lists = {item.title: item for item in items if isinstance(item, Lines)}
    ranks = lists["You are harder to read than"]
    assert "rough comparison" in ranks.help


def test_the_page_of_what_was_learned_tells_it_in_words_and_numbers(app: App) -> None:
    finished(app)
    player = app.library.current
    assert player is not None
    page = LearnedScene(app, player, "numbers")
    app.push(page)
    for _ in range(3):
        app.frame(FRAME)
    assert page.tabs is not None
    assert all(isinstance(widget, MindItems) for widget in page.body.widgets)
    assert len(page.body.widgets) == 5
    boxes = [widget.box for widget in page.body.widgets]
    assert all(a[1] + a[3] < b[1] for a, b in itertools.pairwise(boxes))
    page.tabs.turn(1)
    app.frame(FRAME)
    found = kept(app)
    assert found is not None
    assert len(page.body.widgets) == sum(array.size > 0 for array in found.values())


def observed(found: dict[str, Any] | None) -> int:
    return 0 if found is None else int(found["recent"][0])


@pytest.mark.parametrize("local", [True, False])
def test_what_was_forgotten_does_not_come_back_with_an_unfinished_match(
    app: App, local: bool
) -> None:
    app.change_settings(local_prior=local)
    finished(app)
    typed(opened(app, heard="1232" * 13), 4)
    app.pop()
    identity = app.library.current.id  # type: ignore[union-attr]
    assert app.library.matches.any(identity, "numbers")
    assert app.library.forget_learned(identity, "numbers")
    files = [path for path in Path(str(app.library.store.root)).rglob("*") if path.is_file()]
    assert any("past-numbers" in str(path) for path in files)
    assert not any("curvature" in path.read_text() for path in files)
    saved = saved_match(app, "numbers")
    assert saved is not None
    assert len(saved.turns) == 56
    table = continue_match(app, saved)
    app.push(table)
    typed(table, 4)  # type: ignore[arg-type]
    table.update(2.0)
    assert observed(kept(app)) == 60


def test_what_is_forgotten_during_a_match_does_not_come_back(app: App) -> None:
    finished(app)
    table = typed(opened(app, heard="1232" * 14), 2)
    assert app.library.forget_learned(app.library.current.id, "numbers")  # type: ignore[union-attr]
    typed(table, 2, "3212")
    table.update(2.0)
    found = kept(app)
    assert found is not None
    assert observed(found) == 60
    taught = Predictor(4)
    for number in range(60):
        taught.update(int("1232"[number % 4]) - 1)
    assert all(np.array_equal(found[k], v) for k, v in taught.settled().items() if v.size)


def test_a_match_teaches_of_who_sat_at_its_start_whoever_plays_by_its_end(app: App) -> None:
    finished(app)
    app.change_settings(local_prior=False)
    table = typed(opened(app, heard="1232" * 14), 2)
    ada, bob = app.library.current.id, play_as(app, "Bob")  # type: ignore[union-attr]
    typed(table, 2, "32")
    table.update(2.0)
    assert kept(app, bob) is None
    assert observed(kept(app, ada)) == 120
