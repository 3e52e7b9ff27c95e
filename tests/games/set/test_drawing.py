"""Cards of Set as they are drawn."""

from __future__ import annotations

import pytest

from games.set.drawing import KEY_SIZE, STRIP, strip_height
from tests.support.hands import Rig


@pytest.mark.parametrize("larger", [False, True])
def test_the_least_letter_of_a_key_has_room_on_the_smallest_cards(rig: Rig, larger: bool) -> None:
    rig.app.change_settings(larger_text=larger)
    canvas = rig.app.canvas
    letter = canvas.theme.text_size(KEY_SIZE)
    assert strip_height(canvas, (0, 0, 75, 50)) >= 0.9 * letter
    assert strip_height(canvas, (0, 0, 75, 50)) < 50 / 2
    assert strip_height(canvas, (0, 0, 300, 200)) == pytest.approx(200 * STRIP)
