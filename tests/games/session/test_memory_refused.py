"""What was learned and cannot be used: told in a sentence, set aside, and never a fault."""

from __future__ import annotations

import functools
import time

import numpy as np
import pytest

from ai.sequence.predictor import Predictor
from games.arrays import arrays_to_text
from games.shell.app import App
from games.shell.pages.setup import HUMAN, SetupPage
from games.shell.pages.statistics import LearnedScene
from games.shell.table import Table
from games.ur.training.room import TrainingRoom
from tests.support.hands import open_for_record, push_button, unseen

FRAME = 1 / 60
GAMES = {"numbers": "mind", "karate": "sensei"}


@functools.cache
def hostile() -> dict[str, str]:
    kept = {"karate": Predictor(4, opponent=True), "numbers": Predictor(4)}
    found = {}
    for game, mind in kept.items():
        for move in [0, 1, 2, 3, 1] * 6:
            mind.update(move, 1 if game == "karate" else None)
        arrays = mind.to_arrays()
        changes = {
            "counts": arrays["counts"] * 0 + np.float32(3e38),
            "belief": arrays["belief"] * 0,
            "members": np.array("x"),
            "recent": arrays["recent"] * 0 + 2**62,
        }
        for name, array in changes.items():
            found[f"{game} {name}"] = arrays_to_text({**arrays, name: array})
    words = ("zzz", "{}", "[]", "5", '{"values":{"dtype":"<f8","shape":[0],"zlib":"AAAA"}}')
    return found | {f"{game} {text}": text for game in GAMES for text in words}


@pytest.mark.parametrize("name", list(hostile()))
def test_a_memory_that_cannot_be_used_is_set_aside_with_a_sentence(
    app: App, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    game, text = name.split()[0], hostile()[name]
    profile = app.profile
    assert profile is not None
    assert app.library.save_learned(profile.id, game, text)
    app.push(LearnedScene(app, profile, game))
    app.frame(FRAME)
    app.pop()
    told: list[str] = []
    monkeypatch.setattr(app, "toast", told.append)
    table = open_for_record(app, game, GAMES[game], 3, {})
    assert table.setup.seats[1].start is None
    assert len(told) == 1
    assert told[0].endswith("It starts anew; the file is kept beside its place as .bad.")
    app.push(table)
    app.frame(FRAME)
    assert app.top is table
    assert app.library.learned(profile.id, game) is None
    root = app.library.store.root
    assert root is not None
    assert list(root.rglob(f"learned-{game}.json.bad-1"))
    assert not app.failed


BRAINS = (
    "zzz",
    arrays_to_text({"values": np.zeros(3)}),
    arrays_to_text({"values": np.full(16, np.nan)}),
    arrays_to_text({"brains": np.array(3.0)}),
    arrays_to_text({n: np.array(3) for n in ("brains", "games", "wins", "parents")}),
)


@pytest.mark.parametrize("agent", ["learner", "learner+"])
@pytest.mark.parametrize("text", BRAINS)
def test_a_brain_that_cannot_be_used_is_set_aside(
    app: App, monkeypatch: pytest.MonkeyPatch, agent: str, text: str
) -> None:
    profile = app.profile
    assert profile is not None
    app.library.save_learned(profile.id, "ur", text)
    told: list[str] = []
    monkeypatch.setattr(app, "toast", told.append)
    page = SetupPage(app, "ur")
    app.push(page)
    page.choices.seats[:] = [HUMAN, agent]
    push_button(page, "Play")
    app.frame(FRAME)
    assert isinstance(app.top, Table)
    assert app.top.setup.seats[1].start is None
    used = (("brains" in text) == (agent == "learner") and "zzz" not in text) or text == "zzz"
    assert len(told) == used
    assert (app.library.learned(profile.id, "ur") is None) == used


def test_a_damaged_brain_does_not_keep_a_new_one_out(app: App) -> None:
    profile = app.profile
    assert profile is not None
    app.library.save_learned(profile.id, "ur", "zzz")
    room = TrainingRoom(app)
    app.push(room)
    learned = arrays_to_text({"values": np.arange(16.0)})
    room.course.report = {"games": 20, "learned": learned, "values": [0.0] * 16, "rates": {}}
    room.buttons[1].action()
    assert app.library.learned(profile.id, "ur") == learned


def pass_unseen(app: App) -> None:
    time.sleep(0.01)
    with unseen(app):
        app.frame(FRAME)


def test_a_room_in_which_nothing_trains_asks_for_no_frames(app: App) -> None:
    room = TrainingRoom(app)
    app.push(room)
    room.go.activate()
    until = time.monotonic() + 30
    while not room.course.report and time.monotonic() < until:
        pass_unseen(app)
    assert room.next_frame() is not None
    room.go.activate()
    while (room.course.asked or room.springs.moving) and time.monotonic() < until:
        pass_unseen(app)
    assert room.course.helper is not None
    assert room.next_frame() is None
    app.pop()
