"""What is pressed for an action, on the device in hand; at tables, too."""

from __future__ import annotations

from pathlib import Path
from typing import cast

import pytest

from games import catalog
from games.ctf.scene import Scene as CtfScene
from games.ctf.stage import foot_words
from games.jaipur.words import held_line
from games.karate.scene import Scene as KarateScene
from games.ra.scene import Scene as RaScene
from games.set.scene import Scene as SetScene
from games.shell.input import Input
from games.shell.keys import MORE, STOPPED, asked, foot, in_hand, named, stopped
from games.ur.coach.advice import CoachAdvice
from games.ur.rules import State
from games.ur.words import coached, which_piece
from tests.games.ra.test_scene import until_due
from tests.support.hands import Rig, at_table
from tests.support.words import Words


@pytest.fixture
def hands() -> Input:
    found = Input()
    found.use(catalog.spec("ra").actions)
    return found


def on_pad(hands: Input) -> Input:
    hands.state.device = "gamepad"
    return hands


def test_words_name_what_is_pressed(hands: Input) -> None:
    arrows = "Go with {up left down right}, then {confirm}."
    assert named(arrows, hands.label) == "Go with the arrow keys, then Enter."
    assert named("{slower faster}: speed", hands.label) == "-, =: speed"
    assert asked("Hint ({hint})", hands) == "Hint (H)"
    on_pad(hands)
    assert named(arrows, hands.label) == "Go with the cross, then Button 0."
    assert asked("Hint ({hint})", hands) == "Hint"
    assert asked("Skip ({skip})", hands) == "Skip (Button 5)"


def test_what_a_gamepad_has_no_button_for_is_on_the_pause_page(hands: Input) -> None:
    groups = (["{hint} hint", "{set_up} editor"], ["{skip} skips", "{step} steps"])
    assert foot(hands, *groups) == "H hint, E editor   Space skips, Full stop steps"
    on_pad(hands)
    assert foot(hands, *groups) == "Button 5 skips   More on the pause page (Button 7)"
    assert foot(hands, ["{skip} skips"]) == "Button 5 skips", "nothing was left out"
    assert in_hand(hands, groups[1]) == "Button 5 skips"
    hands.rebind({"pause": ["key:p"]})
    assert foot(hands, groups[0]) == "More on the pause page"
    hands.rebind({"hint": ["key:h", "pad:9"]})
    assert in_hand(hands, groups[0]) == "Button 9 hint", "one of the player's own"


def test_no_table_names_a_key_to_who_has_a_gamepad_in_hand(tmp_path: Path) -> None:
    rig = Rig(tmp_path, (1280, 720))
    rig.app.change_settings(guided="ra ctf set karate jaipur", reduced_motion=True)
    hands = rig.app.input
    ra = at_table(rig.app, "ra", ["human", "random", "random"], {"players": 3}, practice=True)
    assert isinstance(ra, RaScene)
    hands.state.device = "keyboard"
    until_due(rig, ra)
    more = named(MORE, lambda action: "Button 7")
    assert ra.said().words.keys.startswith("H hint")
    on_pad(hands)
    assert ra.said().words.keys == more
    ra = at_table(rig.app, "ra", ["heuristic"] * 3, {"players": 3})
    assert isinstance(ra, RaScene)
    assert ra.said().words.keys == f"Button 5 skips   {more}"
    ctf = at_table(rig.app, "ctf", ["human", "random", "random", "random"], {"maze": "loops-16x8"})
    assert isinstance(ctf, CtfScene)
    assert foot_words(ctf.look())[0] == ("Stick or cross steers, Button 0 stops. Button 3: belief")
    hands.state.device = "keyboard"
    assert foot_words(ctf.look())[2] == "Arrow keys or WASD steer, Enter stops."
    on_pad(hands)
    ctf = at_table(rig.app, "ctf", ["random"] * 4, {"maze": "loops-16x8"})
    assert isinstance(ctf, CtfScene)
    assert foot_words(ctf.look()) == (f"Button 5 stops. {more}.", "Button 5 stops.")
    sets = at_table(rig.app, "set", ["human", "steady-3"], {})
    assert isinstance(sets, SetScene)
    assert [words for words, _ in sets.look().buttons if "(" in words] == [
        words for words, _ in sets.look().buttons if "(Button" in words
    ]
    assert ("Hint (Button 2)", "set_hint") in sets.look().buttons
    karate = at_table(rig.app, "karate", ["habits", "habits"], {})
    assert isinstance(karate, KarateScene)
    assert karate.look().pace == "Pace 1."
    rig.app.close()


def test_a_table_that_stands_still_names_the_device_in_hand(hands: Input) -> None:
    assert stopped("It is your turn.", hands) == "It is your turn."
    assert stopped(STOPPED, hands) == STOPPED
    assert held_line(hands.label, False).text == ("Paused. Space plays on, the arrows go one move.")
    hands.rebind({"skip": ["key:g", "pad:9"]})
    assert stopped(STOPPED, hands) == "Paused. G plays on, Full stop goes one step."
    on_pad(hands)
    assert stopped(STOPPED, hands) == "Paused. Button 9 plays on."
    assert held_line(hands.label, True).text == (
        "Paused. Button 9 plays on, the cross goes one move."
    )


@pytest.mark.parametrize("game", ["ra", "ur"])
def test_watchers_with_a_gamepad_read_how_a_stopped_table_goes_on(
    game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rig = Rig(tmp_path, (1280, 720))
    table = at_table(rig.app, game, ["random"] * (3 if game == "ra" else 2), {})
    table.pacing.hold()  # type: ignore[attr-defined]
    table.changed()
    on_pad(rig.app.input)
    words = Words(rig.app, monkeypatch)
    rig.frames(3)
    if game == "ur":
        table.caption = STOPPED  # type: ignore[attr-defined]
    words.look()
    told = " ".join(word.text for word in words.seen)
    assert "Paused. Button 5 plays on." in told
    assert "Space" not in told
    rig.app.close()


def test_the_coach_of_ur_names_the_device_in_hand() -> None:
    hands = Input()
    slip = CoachAdvice(cast(State, None), "", "1", "A slip.")
    assert coached(slip, hands) == "A slip. Space or a click goes on, U takes yours back."
    assert which_piece(hands) == "Which piece? Press its number, or arrows and Enter."
    on_pad(hands)
    assert coached(slip, hands) == "A slip. Button 5 goes on, the pause page takes yours back."
    assert which_piece(hands) == "Which piece? Go to it with the cross, then Button 0."
