"""What stands below the maze where one seeks: marks that need no colour, figures of every round."""

from __future__ import annotations

import pytest

from games.shell.app import App
from games.shell.draw.canvas import Canvas
from games.shell.draw.tween import Springs
from games.tracker import SPEC
from games.tracker.chase import seek_foot
from games.tracker.rules.ground import SensorReading, make_course
from tests.support.words import Words

BOX = (40.0, 500.0, 400.0, 112.0)


def test_who_had_a_round_is_seen_by_shape(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    icons: list[str] = []
    rings: list[object] = []
    monkeypatch.setattr(Canvas, "icon", lambda self, name, *rest: icons.append(name))
    monkeypatch.setattr(Canvas, "ring", lambda self, *rest: rings.append(rest))
    rounds = [(0, 2), (3, 1), (4, 4), (1, 5)]
    seek_foot.draw_score(app.canvas, rounds, (2, 1), ("you", "Drifter"), BOX)
    assert icons == ["seat-disc", "seat-triangle", "seat-disc"]
    assert len(rings) == 1, "neither was closer"


def test_every_round_has_its_figures_and_every_eye_its_readings(
    app: App, monkeypatch: pytest.MonkeyPatch
) -> None:
    words = Words(app, monkeypatch)
    seek_foot.draw_rounds(app.canvas, [(0, 2), (13, 1)], Springs(), BOX)
    told = [word.text for word in words.seen]
    assert [text for text in told if text.isdigit()] == ["0", "2", "13", "1"]
    course = make_course(SPEC.params({"play": "seek", "maze": "loops-small", "sensors": 2}))
    first, second = course.sensors
    heard = [
        (SensorReading(first, 12), SensorReading(second, 9)),
        (SensorReading(first, None, (1, 1)),) * 2,
    ]
    before = len(words.seen)
    seek_foot.draw_heard(app.canvas, course, heard, BOX)
    told = [word.text for word in words.seen[before:]]
    assert [text for text in told if text.isdigit()] == ["12", "9"], "what was seen has no figure"
    assert [text for text in told if "ear" in text] == [
        "from the ear below left",
        "from the ear below right",
    ]
