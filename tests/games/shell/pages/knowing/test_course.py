"""Where a line stands: shares from the bottom, strength by logits, faces that do not overlap."""

from __future__ import annotations

from typing import Any

import pytest

from games import catalog
from games.session.course import MatchEstimate
from games.session.ladder import rungs
from games.shell.pages.knowing import course as drawing
from games.shell.pages.knowing.course import FACE, FOOT, CourseRival, Scale, day_words, draw_course
from games.shell.widgets.faces import face_of
from tests.support.hands import Rig
from tests.support.ruler import Ruler

BOX = (100.0, 50.0, 600.0, 200.0)
UR, KARATE = catalog.spec("ur").told.course, catalog.spec("karate").told.course


def line(*values: float) -> tuple[MatchEstimate, ...]:
    return tuple(
        MatchEstimate(value, value, value, "2026-03-01T12:00:00+00:00") for value in values
    )


def test_shares_rise_from_the_ground_and_matches_go_from_left_to_right() -> None:
    assert KARATE is not None
    scale = Scale(KARATE, line(0.2, 0.5, 0.3), BOX)
    assert scale.y(0.0) == 250.0
    assert scale.y(0.75) == 50.0
    assert scale.y(2.0) == 50.0
    assert 100 <= scale.x(0) < scale.x(1) < scale.x(2) <= 700
    assert Scale(KARATE, line(0.2), BOX).x(0) == 400.0
    assert Scale(KARATE, line(0.9), BOX).top > 0.9


def test_a_strength_of_one_half_is_in_the_middle() -> None:
    assert UR is not None
    scale = Scale(UR, line(0.5), BOX)
    assert scale.y(0.5) == pytest.approx(150.0)
    assert scale.y(0.9) - scale.y(0.99) == pytest.approx(scale.y(0.01) - scale.y(0.1))


def test_faces_stand_at_their_heights_and_none_lies_on_another(
    rig: Rig, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert UR is not None
    placed: list[tuple[float, float]] = []

    def note(canvas: Any, face: Any, centre: tuple[float, float], size: float) -> None:
        assert size == FACE
        placed.append(centre)

    monkeypatch.setattr(drawing, "draw_face", note)
    rivals = [
        CourseRival(face_of("ur", agent.id, agent.name), agent.measure)
        for agent in rungs("ur")
        if agent.measure is not None
    ]
    assert len(rivals) >= 7
    draw_course(rig.app.canvas, BOX, UR, line(0.4, 0.6), rivals)
    assert len(placed) == len(rivals)
    for number, (x, y) in enumerate(placed):
        for u, v in placed[number + 1 :]:
            assert abs(x - u) >= FACE or abs(y - v) >= FACE
    heights = [y for _, y in placed]
    assert heights[0] > heights[-1], "the strongest stands highest"


def test_a_day_is_told_in_words() -> None:
    assert day_words("2026-03-01T12:00:00+00:00") == "1 Mar"
    assert day_words("no day") == "no day"


@pytest.mark.parametrize("value", [0.05, 0.25, 0.45])
def test_the_word_for_chance_stands_beside_the_line(
    rig: Rig, monkeypatch: pytest.MonkeyPatch, value: float
) -> None:
    course = catalog.spec("karate").told.course
    assert course is not None
    band = (0.1, 0.4)
    line = [MatchEstimate(value, 0.0, 0.6, "2026-01-01", 5, 24, band) for _ in range(4)]
    box = (48.0, 100.0, 700.0, 220.0)
    ruler = Ruler(monkeypatch)
    ruler.canvas = rig.app.canvas
    draw_course(rig.app.canvas, box, course, line)
    (word,) = [text for text in ruler.lines if text.text == "chance"]
    scale = Scale(course, line, (box[0], box[1], box[2], box[3] - FOOT))
    level = scale.y(value)
    middle = (word.top + word.bottom) / 2
    assert abs(middle - level) >= 12
    assert scale.y(band[1]) < middle < scale.y(band[0])
