"""The laboratory with hands: counting by keys, mouse and pad, what is kept, words in every size."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from games import catalog
from games.arrays import arrays_to_text
from games.set.laboratory.room import USUAL, Laboratory, learned_weights
from games.set.laboratory.story import StoryPane
from games.shell.app import App
from games.shell.opening import ensure_profile
from tests.support import hands
from tests.support.set_laboratory import Near, counting, entered, near
from tests.support.words import IN_EVERY_SIZE, Words

__all__ = ["near"]
pytestmark = pytest.mark.usefixtures("near")
COUNT = 1


def test_the_page_before_a_game_leads_there(app: App) -> None:
    found = catalog.scene("set").Scene.workshop(app)
    labels = [label for label, _, _ in found]
    assert "Why is there no set so often?" in labels
    assert isinstance(found[labels.index("Why is there no set so often?")][2]({}), Laboratory)


def test_a_process_that_ends_is_told_of(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    scene = entered(app, COUNT)
    said: list[str] = []
    monkeypatch.setattr(app, "toast", said.append)
    counting(scene).toggle()
    assert isinstance(scene.child, Near)
    scene.child.ended = True
    app.frame(0.1)
    assert said == ["The counting stopped; what was counted is kept."]
    assert not counting(scene).running


def test_weights_are_those_that_the_mirror_has_learned(app: App) -> None:
    assert learned_weights(app) == USUAL
    profile = ensure_profile(app)
    assert profile is not None
    text = arrays_to_text({"shape": np.array([4.0, 3, 2, 1]), "rate": np.array([40.0, 40, 40, 40])})
    app.library.save_learned(profile.id, "set", text)
    assert learned_weights(app) == pytest.approx((0.1, 0.075, 0.05, 0.025))
    for shape, rate in ((1e300, 1e-300), (1.0, 1e-320), (-1.0, 1.0), (1e308, 1.0)):
        arrays = {"shape": np.full(4, shape), "rate": np.full(4, rate)}
        app.library.save_learned(profile.id, "set", arrays_to_text(arrays))
        assert learned_weights(app) == USUAL, "what nobody can have learned is left out"


@IN_EVERY_SIZE
def test_words_have_room_in_every_pane(
    size: tuple[int, int], larger: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = hands.Rig(tmp_path, size).app
    app.change_settings(larger_text=larger, reduced_motion=True)
    scene = entered(app)
    words = Words(app, monkeypatch)
    seen, problems = 0, []
    for number, pane in enumerate(scene.panes):
        scene.tabs.turn(number - scene.tabs.index)
        for moment in range(4):
            words.look()
            seen += len(words.seen)
            problems += [f"{pane.title} {moment}: {told}" for told in words.overlaps()]
            pane.widgets()[0].activate()
            if isinstance(pane, StoryPane):
                pane.next.activate()
            app.frame(0.05)
    assert problems == []
    assert seen > 60
    app.close()
