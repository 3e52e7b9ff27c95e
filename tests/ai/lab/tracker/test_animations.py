"""The films of the original: walked again, drawn, and in the order that the post has them in."""

from __future__ import annotations

import itertools
from pathlib import Path

import numpy as np
import pytest

from ai.lab import command_line
from ai.lab.errors import BadArguments
from ai.lab.tracker.animations import ANIMATIONS, STEPS, make_animation


@pytest.mark.parametrize("number", range(1, len(ANIMATIONS) + 1))
def test_a_film_has_a_belief_and_a_ghost_at_every_step(number: int) -> None:
    animation = make_animation(number)
    assert len(animation.steps) == STEPS + 1
    cells = [animation.maze.cells[step.cell] for step in animation.steps]
    for (x, y), (u, v) in itertools.pairwise(cells):
        assert abs(x - u) + abs(y - v) == 1, "one cell a step"
    for step in animation.steps:
        assert step.belief.shape == (len(animation.maze.cells),)
        assert step.belief.sum() == pytest.approx(1.0)
    assert int(np.argmax(animation.steps[0].belief)) == animation.steps[0].cell
    heard = [step.distance for step in animation.steps if step.distance is not None]
    assert (len(heard) > 0) == (number > 3) == (animation.sensor is not None)


def test_the_second_fails_and_the_third_is_better_and_the_fourth_better_still() -> None:
    good, fails, better, whole = (make_animation(number).steps[-1].loss for number in (1, 2, 3, 4))
    assert good < 5.5 < fails
    assert whole < better < fails


def test_another_film_is_refused() -> None:
    with pytest.raises(BadArguments, match="1 to 5"):
        make_animation(6)


def test_a_film_is_written_and_none_over_another(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ai.lab.tracker.animations.STEPS", 3)
    path = tmp_path / "film.gif"
    words = ["play", "tracker", "--film", "4", "--gif", str(path)]
    assert command_line.run(words) == 0
    assert "4 pictures" in capsys.readouterr().out
    assert path.read_bytes().startswith(b"GIF89a")
    assert command_line.run(words) == 2
    assert "is there already" in capsys.readouterr().err
    assert command_line.run(["play", "ur", "--film", "1", "--gif", str(tmp_path / "b.gif")]) == 2
    assert "A film is the tracker's" in capsys.readouterr().err
