"""The page before a game tells of weights that were trained here, and goes back to what ships."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from ai.ur import FITTED
from games import catalog, weights
from games.agents import NOT_MEASURED
from games.arrays import arrays_to_text
from games.core import Seating
from games.session.setup import HUMAN, Setup
from games.shell.pages.before.own_weights import BRAIN, WayBack
from games.shell.pages.before.sentences import agent_words
from games.shell.pages.before.tune import TunePage
from games.shell.pages.help import HelpPage
from games.store.library import Library
from tests.support.disk_use import disk_use
from tests.support.hands import Rig, look, tuned
from tests.support.trained import give

OTHER = np.arange(16.0)
LEARNER = Setup("ur", (Seating(HUMAN), Seating("learner+")), {"rules": "schultz", "pieces": 4}, 1)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Weights of `learner+` that were trained here, chosen as the window chooses them."""
    made = give(tmp_path, "ur/learner+", {"games": 7}, values=OTHER)
    weights.choose(made)
    return made


def shown(rig: Rig, setup: Setup = LEARNER) -> TunePage:
    return tuned(rig.app, setup.game, setup)


def ways_back(page: TunePage) -> list[WayBack]:
    return [widget for widget in page.body.widgets if isinstance(widget, WayBack)]


def words(page: TunePage, seat: int = 1) -> str:
    return " ".join(text for text, _ in agent_words(page.choices, seat))


def test_the_line_and_the_button_stand_where_something_was_trained(rig: Rig, folder: Path) -> None:
    page = shown(rig)
    assert "Plays with weights that you trained on " in words(page)
    assert NOT_MEASURED in words(page)
    (button,) = ways_back(page)
    assert "put aside, not deleted" in button.hint
    page.choices.seats[1] = "greedy"
    page.build()
    assert ways_back(page) == []
    assert "trained" not in words(page)


def test_without_trained_weights_there_is_neither(rig: Rig) -> None:
    page = shown(rig)
    assert ways_back(page) == []
    assert "trained" not in words(page)
    assert "wins 92.6% against Random" in words(page)


def by_keyboard(rig: Rig, page: TunePage, button: WayBack) -> None:
    for _ in range(20):
        if page.active is page.body and page.body.focused is button:
            break
        rig.key("up")
    rig.key("return")


def by_gamepad(rig: Rig, page: TunePage, button: WayBack) -> None:
    for _ in range(20):
        if page.active is page.body and page.body.focused is button:
            break
        rig.hat("up")
    rig.pad(0)


def by_mouse(rig: Rig, page: TunePage, button: WayBack) -> None:
    x, y, w, h = button.box
    rig.click(x + w / 2, y + h / 2)


@pytest.mark.parametrize("press", [by_keyboard, by_gamepad, by_mouse])
def test_the_button_goes_back_to_what_ships(
    rig: Rig,
    folder: Path,
    monkeypatch: pytest.MonkeyPatch,
    press: Callable[[Rig, TunePage, WayBack], None],
) -> None:
    told: list[str] = []
    monkeypatch.setattr(rig.app, "toast", told.append)
    page = shown(rig)
    assert FITTED.load() == tuple(OTHER)
    press(rig, page, ways_back(page)[0])
    assert FITTED.load() != tuple(OTHER)
    assert (folder / "ur" / "learner+.npz.aside-1").is_file()
    assert told == [
        f"ur/learner+ is what ships again. Yours lie in {folder / 'ur'} as learner+.npz.aside-1."
    ]
    assert ways_back(page) == []
    assert "wins 92.6% against Random" in words(page)
    assert rig.app.top is page


def test_a_button_that_cannot_rename_says_so(
    rig: Rig, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(*_: object) -> None:
        raise PermissionError(13, "Permission denied")

    told: list[str] = []
    monkeypatch.setattr(rig.app, "toast", told.append)
    page = shown(rig)
    monkeypatch.setattr(weights.os, "replace", refused)
    ways_back(page)[0].activate()
    assert told == ["Your weights could not be put aside: Permission denied."]
    assert len(ways_back(page)) == 1


def test_two_agents_with_weights_of_their_own_have_a_button_each(
    rig: Rig, tmp_path: Path, folder: Path
) -> None:
    give(tmp_path, "ur/linear+")
    seats = (Seating("linear+"), Seating("learner+"))
    page = shown(rig, Setup("ur", seats, LEARNER.params, 1))
    rows = ["Your weights: Linear+", "Your weights: Learner+"]
    assert [button.row for button in ways_back(page)] == rows
    twice = (Seating("learner+"), Seating("learner+"))
    page = shown(rig, Setup("ur", twice, LEARNER.params, 1))
    assert [button.row for button in ways_back(page)] == ["Your weights"]


def test_a_hidden_person_can_go_back_to_the_models_that_ship(rig: Rig, tmp_path: Path) -> None:
    weights.choose(give(tmp_path, "tracker/junctions"))
    params = catalog.spec("tracker").params()
    page = shown(rig, Setup("tracker", (Seating("explorer"),), params, 1))
    assert "Is followed with weights that you trained on" in words(page, 0)
    page.choices.seats[0] = HUMAN
    page.build()
    assert len(ways_back(page)) == 1


def test_a_brain_of_the_player_goes_before_weights(rig: Rig, folder: Path) -> None:
    library: Library = rig.app.library
    player = library.create("Ada")
    library.save_learned(player.id, "ur", arrays_to_text({"values": OTHER}))
    page = shown(rig)
    assert BRAIN in words(page)
    assert "trained" not in words(page).replace(BRAIN, "")
    assert NOT_MEASURED in words(page)


def test_a_page_with_trained_weights_is_drawn_without_the_disk(
    rig: Rig, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = shown(rig)
    assert len(ways_back(page)) == 1
    with disk_use() as uses:
        for _ in range(20):
            look(rig.app)
    assert uses == []


def test_the_help_tells_what_the_weights_in_use_were_measured_to_be(rig: Rig, folder: Path) -> None:
    from games import catalog

    page = HelpPage(rig.app, catalog.spec("ur"), catalog.scene("ur").Scene.help_figures())
    strong = page.readers[-2].text
    own = strong.split("## Learner+\n\n")[1].split("\n\n")[0]
    assert own.startswith("Plays with weights that you trained on ")
    assert own.endswith(NOT_MEASURED)
    assert "78.3% against Random" in strong


def test_damage_is_told_on_the_screen(
    rig: Rig, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (folder / "ur" / "learner+.npz").write_bytes(b"PK")
    weights.look_again()
    told: list[str] = []
    monkeypatch.setattr(rig.app.toasts, "add", lambda sentence, **how: told.append(sentence))
    page = shown(rig)
    assert "trained" not in words(page)
    assert [sentence for sentence in told if "which you trained, is damaged" in sentence]
    assert ways_back(page) == []
