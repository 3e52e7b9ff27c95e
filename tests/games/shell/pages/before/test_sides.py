"""The sentence on belts that is said once, and to players with results of before alone."""

from __future__ import annotations

from games.shell.opening import create_player
from games.shell.pages.before.sides import BELTS_ANEW
from games.shell.pages.setup import SetupPage
from games.store.statistics import MatchResult
from tests.support.hands import Rig


def test_a_player_with_results_hears_once_that_belts_were_read_anew(rig: Rig) -> None:
    player = create_player(rig.app, "Ada", 0)
    rig.app.library.record(player.id, MatchResult("karate", "habits", "won", "", 25))
    rig.show(SetupPage(rig.app, "ur"))
    assert BELTS_ANEW not in rig.app.toasts.texts, "Ur has no belts"
    rig.show(SetupPage(rig.app, "karate"))
    assert BELTS_ANEW in rig.app.toasts.texts
    rig.frames(600, 0.1)
    rig.show(SetupPage(rig.app, "karate"))
    assert BELTS_ANEW not in rig.app.toasts.texts


def test_a_new_player_hears_nothing_of_it(rig: Rig) -> None:
    player = create_player(rig.app, "Ada", 0)
    rig.show(SetupPage(rig.app, "karate"))
    rig.app.library.record(player.id, MatchResult("karate", "habits", "won", "", 25))
    rig.show(SetupPage(rig.app, "karate"))
    assert BELTS_ANEW not in rig.app.toasts.texts
