"""Cards of Set as they are drawn."""

from __future__ import annotations

import pytest

from games.set import drawing
from games.set.drawing import KEY_SIZE, STRIP, Faces, face, strip_height
from games.set.looks import USUAL
from games.shell.draw.canvas import Box, Canvas
from tests.support.hands import Rig


@pytest.mark.parametrize("larger", [False, True])
def test_the_least_letter_of_a_key_has_room_on_the_smallest_cards(rig: Rig, larger: bool) -> None:
    rig.app.change_settings(larger_text=larger)
    canvas = rig.app.canvas
    letter = canvas.theme.text_size(KEY_SIZE)
    assert strip_height(canvas, (0, 0, 75, 50)) >= 0.9 * letter
    assert strip_height(canvas, (0, 0, 75, 50)) < 50 / 2
    assert strip_height(canvas, (0, 0, 300, 200)) == pytest.approx(200 * STRIP)


def test_a_card_is_painted_once_wherever_it_lies(rig: Rig) -> None:
    canvas = rig.app.canvas
    here = face(canvas, 5, (10.2, 20.4, 150.0, 100.0), False, True, USUAL)
    there = face(canvas, 5, (333.7, 81.1, 150.0, 100.0), False, True, USUAL)
    assert here is there
    assert here is not face(canvas, 5, (10.2, 20.4, 150.0, 100.0), True, True, USUAL)
    assert here is not face(canvas, 6, (10.2, 20.4, 150.0, 100.0), False, True, USUAL)


def test_the_deck_is_painted_ahead_where_there_is_room(
    rig: Rig, monkeypatch: pytest.MonkeyPatch
) -> None:
    canvas, faces, painted = rig.app.canvas, Faces(), []

    def noted(canvas: Canvas, card: int, *args: object) -> None:
        painted.append(card)

    monkeypatch.setattr(drawing, "face", noted)
    for _ in range(60):
        faces.paint_some(canvas, (0, 0, 150.0, 100.0), False, True, USUAL)
    assert painted == list(range(81))
    faces.paint_some(canvas, (0, 0, 1500.0, 1000.0), False, True, USUAL)
    assert len(painted) == 81, "too large to be kept"
    faces.paint_some(canvas, (0, 0, 160.0, 100.0), False, True, USUAL)
    assert len(painted) > 81, "the table has other cards now"


@pytest.mark.parametrize("upright", [False, True])
def test_the_symbols_stand_in_the_middle_of_their_card(
    canvas: Canvas, monkeypatch: pytest.MonkeyPatch, upright: bool
) -> None:
    drawn: list[Box] = []
    monkeypatch.setattr(Canvas, "sprite", lambda canvas, name, box, **look: drawn.append(box))
    w, h = (100.0, 150.0) if upright else (150.0, 100.0)
    counts = set()
    for card in range(81):
        drawn.clear()
        face(canvas, card, (0.0, 0.0, w, h), False, False, USUAL._replace(upright=upright))
        counts.add(len(drawn))
        left, top = min(box[0] for box in drawn), min(box[1] for box in drawn)
        right, foot = (max(box[i] + box[i + 2] for box in drawn) for i in (0, 1))
        assert left > 0
        assert top > 0
        assert (left + right, top + foot) == pytest.approx((w, h))
    assert counts == {1, 2, 3}
