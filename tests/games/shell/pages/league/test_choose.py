"""Agents of a league are chosen."""

from __future__ import annotations

from pathlib import Path

import pytest

from games import catalog
from games.shell.input import Typed
from games.shell.pages.league.room import CHOOSE
from tests.games.shell.pages.league.conftest import Quick, choose, panes
from tests.support.hands import Rig
from tests.support.words import IN_EVERY_SIZE, Words

FIRST = "def choose(view, legal, rng):\n    return legal[0]\n"


def test_one_agent_is_too_few(room: Quick) -> None:
    choose(room, "random").start()
    assert room.asked == []
    assert room.pane is room.panes[CHOOSE]


def test_all_that_ship_and_own_bots_are_in_the_list(rig: Rig, bot_home: Path) -> None:
    own = bot_home / "data" / "bots"
    own.mkdir(parents=True)
    (own / "mine.py").write_text(FIRST)
    room = Quick(rig.app)
    rig.show(room)
    room.answer()
    pane, _ = panes(room)
    names = list(pane.chosen)
    assert names[:6] == [agent.id for agent in catalog.agents("karate")]
    assert [name.partition("@")[0] for name in names[6:]] == ["bot:mine.py"]
    assert pane.chosen[names[6]], "who has a bot wants to see it play"
    assert sum(pane.chosen.values()) == 4
    room.own.close()


def test_an_agent_with_options_is_added_by_its_name(room: Quick) -> None:
    pane, _ = panes(room)
    pane.other.typed(Typed("seed-softmax:beta=3"))
    pane.other.activate()
    assert pane.chosen["seed-softmax:beta=3"]
    assert pane.other.text == ""
    assert any(widget.hint for widget in pane.widgets())


@pytest.mark.parametrize(
    "typed", ["nobody", "nash:beta=1", "bot:nowhere.py", "bot:" + "W" * 300, "seed-softmax:beta=99"]
)
def test_a_name_that_is_no_agent_is_told_and_can_be_mended(room: Quick, typed: str) -> None:
    pane, _ = panes(room)
    before = dict(pane.chosen)
    pane.other.typed(Typed(typed))
    pane.other.activate()
    assert pane.chosen == before
    assert pane.other.text == typed
    assert room.shell.toasts.texts


@pytest.mark.parametrize("game", catalog.GAMES)
def test_every_game_has_its_league_on_the_page_before(game: str, rig: Rig) -> None:
    spec = catalog.spec(game)
    room = Quick(rig.app, game, spec.params())
    rig.show(room)
    room.answer()
    pane, _ = panes(room)
    assert len(pane.chosen) >= 3
    assert sum(pane.chosen.values()) >= 2
    rig.app.draw()
    room.own.close()


@IN_EVERY_SIZE
def test_thirteen_agents_and_their_words_are_whole(
    size: tuple[int, int], larger: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rig = Rig(tmp_path, size)
    rig.app.change_settings(larger_text=larger)
    room = Quick(rig.app, "ur", catalog.spec("ur").params())
    rig.show(room)
    room.answer()
    rig.frames(2)
    words = Words(rig.app, monkeypatch)
    words.look()
    names = {agent.name for agent in catalog.agents("ur") if not agent.hindrance(room.params)}
    assert names <= {word.text for word in words.seen}
    assert not [word.text for word in words.seen if word.cut]
    assert not words.overlaps()
    room.own.close()
    rig.app.close()
