"""What was thought: found again where a match is taken up, and said to who sits here."""

from __future__ import annotations

import pytest

from games import log
from games.mind import Bars, Fork, Ladder, Mind, Note, Way
from games.ra.playing.thoughts import addressed, last_turn
from games.ra.rules.state import TURN
from games.ra.scene import Scene
from games.shell.opening import begin_again, sit_down
from tests.games.ra.test_scene import until_due
from tests.support.hands import Rig, open_for_record
from tests.support.ra_scene import RA

pytestmark = pytest.mark.rig(size=(1280, 720), **{**RA, "mind_open": True})


def played(rig: Rig, agents: str) -> Scene:
    """A match that counts, up to an own choice after each other seat has acted."""
    table = open_for_record(rig.app, "ra", agents, 3, {"players": 3})
    assert isinstance(table, Scene)
    rig.app.push(table)
    rig.frames(1)
    for _ in range(40):
        until_due(rig, table)
        if len(table.mind_view.heads) == 2 and len(table.match.turns) > 12:
            return table
        rig.key("d" if table.seen.phase == TURN else "n")
    raise AssertionError("the others did not act")


@pytest.mark.parametrize("agents", ["easy,heuristic", "net+,net", "seed-net,random"])
def test_a_match_that_is_taken_up_again_shows_what_was_thought(rig: Rig, agents: str) -> None:
    table = played(rig, agents)
    heads, shown, view = dict(table.mind_view.heads), table.mind_view.mind, table.mind_view
    assert shown in heads.values()
    table.session.save()
    assert rig.app.profile is not None
    kept = rig.app.library.matches.newest(rig.app.profile.id, "ra")
    assert kept is not None
    found = log.decode(kept.text)
    coming = begin_again(rig.app, found)
    assert coming.film_on(99)
    again = sit_down(rig.app, found, coming)
    assert isinstance(again, Scene)
    rig.app.replace(again)
    rig.frames(2)
    assert again.match.turns == table.match.turns
    assert again.mind_view.heads == heads, "each seat's last thought, drawn by the same lots"
    assert again.mind_view.mind == shown
    assert again.mind_view.caption == view.caption != ""


def test_what_was_taken_back_is_no_thought_any_more(rig: Rig) -> None:
    table = played(rig, "heuristic,heuristic")
    minds = dict(table.mind_view.heads)
    rig.key("d" if table.seen.phase == TURN else "n")
    until_due(rig, table)
    rig.key("u")
    rig.frames(2)
    assert table.mind_view.heads == minds
    for _ in range(30):
        rig.key("u")
        rig.frames(1)
    acted = {seat for seat in (1, 2) if last_turn(table.match.turns, seat) >= 0}
    assert len(acted) < 2, "one of them had not acted before the first own choice"
    assert set(table.mind_view.heads) == acted


def test_everybody_is_called_as_at_the_table() -> None:
    mind: Mind = (
        Note("I bid 8, and my 5 would lose to sky's 9 (I expect sky to get it), not to green's 7."),
        Bars("Who wins", ("sky", "orange", "green"), (0.4, 0.4, 0.2)),
        Ladder("Who bids", (Fork(0, "sky", (Way("9", 0.5, 0, "sky with 9"),), 0),)),
    )
    note, bars, ladder = addressed(mind, ("You", "Scribe", "Farmer"), 1)
    assert note == Note(
        "I bid 8, and my 5 would lose to your 9 (I expect you to get it), not to Farmer's 7."
    )
    assert isinstance(bars, Bars)
    assert bars.labels == ("you", "me", "Farmer")
    assert isinstance(ladder, Ladder)
    assert (ladder.forks[0].name, ladder.forks[0].ways[0].end) == ("you", "you with 9")
    named = addressed(mind, ("Ada", "Orange", "Green"), 2)[0]
    assert isinstance(named, Note)
    assert "lose to Ada's 9 (I expect Ada to get it)" in named.text
    unnamed = addressed(mind, ("Sky", "Orange", "Green"), 2)[1]
    assert isinstance(unnamed, Bars)
    assert unnamed.labels == ("sky", "orange", "me"), "those of one name stay colours"
