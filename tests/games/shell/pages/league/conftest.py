"""A room of a league whose desk answers at once, in this process."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from ai.lab.league.desk import LeagueDesk
from games.shell.pages.league.choose import ChoosePane
from games.shell.pages.league.room import LeagueRoom
from games.shell.pages.league.standing import StandingPane
from games.shell.shell import Shell
from tests.support.hands import Rig

OPTIONS = {"rounds": "10"}


class Quick(LeagueRoom):
    """The room whose desk answers at once, in this process; `asked` is what it was asked."""

    def __init__(
        self, app: Shell, game: str = "karate", options: Mapping[str, Any] = OPTIONS
    ) -> None:
        self.own, self.asked = LeagueDesk(), []  # type: tuple[LeagueDesk, list[Mapping[str, Any]]]
        super().__init__(app, game, options)

    def send(self, message: Mapping[str, Any]) -> None:
        self.asked.append(message)

    def answer(self) -> None:
        """Answer all that was asked."""
        while self.asked:
            self.take(self.own.answer(self.asked.pop(0)))
        self.refresh()

    def leave(self) -> None:
        self.own.close()


@pytest.fixture
def rig(tmp_path: Path) -> Iterator[Rig]:
    rig = Rig(tmp_path, (1280, 720))
    yield rig
    rig.app.close()


@pytest.fixture
def room(rig: Rig) -> Iterator[Quick]:
    made = Quick(rig.app)
    rig.show(made)
    made.answer()
    yield made
    made.own.close()


def panes(room: LeagueRoom) -> tuple[ChoosePane, StandingPane]:
    choose, standing = room.panes
    assert isinstance(choose, ChoosePane)
    assert isinstance(standing, StandingPane)
    return choose, standing


def choose(room: Quick, *agents: str) -> ChoosePane:
    pane, _ = panes(room)
    pane.chosen = {name: name in agents for name in pane.chosen}
    return pane


def held(room: Quick) -> None:
    choose(room, "random", "nash").start()
    room.answer()
