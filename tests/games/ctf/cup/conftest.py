"""A tournament room whose desk answers at once, in this process."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from ai.ctf.desk import TournamentDesk
from games.ctf.cup.choose import ChoosePane
from games.ctf.cup.room import CupRoom
from games.ctf.cup.standing import StandingPane
from tests.support.hands import Rig

OPTIONS = {"maze": "loops-16x8", "map": 2, "moves": 40}


class Quick(CupRoom):
    """The room whose desk answers at once, in this process; `asked` is what it was asked."""

    def __init__(self, rig: Rig) -> None:
        self.own, self.asked = TournamentDesk(), []  # type: tuple[TournamentDesk, list[Mapping[str, Any]]]
        super().__init__(rig.app, OPTIONS)

    def send(self, message: Mapping[str, Any]) -> None:
        self.asked.append(message)

    def answer(self) -> None:
        """Answer all that was asked."""
        while self.asked:
            self.take(self.own.answer(self.asked.pop(0)))
        self.refresh()


@pytest.fixture
def rig(tmp_path: Path) -> Iterator[Rig]:
    rig = Rig(tmp_path, (1280, 720))
    yield rig
    rig.app.close()


@pytest.fixture
def room(rig: Rig) -> Quick:
    made = Quick(rig)
    rig.show(made)
    made.answer()
    return made


def panes(room: CupRoom) -> tuple[ChoosePane, StandingPane]:
    choose, standing = room.panes
    assert isinstance(choose, ChoosePane)
    assert isinstance(standing, StandingPane)
    return choose, standing


def held(room: Quick) -> None:
    choose, _ = panes(room)
    choose.chosen = {name: name in ("gatherer", "random") for name in choose.chosen}
    choose.start()
    room.answer()
