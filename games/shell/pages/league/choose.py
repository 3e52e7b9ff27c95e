"""The pane on which the agents of a league are chosen."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from games import bots, catalog
from games.session.starting import fresh_seed
from games.shell.draw.canvas import Box, Canvas
from games.shell.draw.theme import LABEL, NOTE, TEXT
from games.shell.pages.league.pane import LeagueTools, shown_name
from games.shell.widgets.basic import Button, Choice, TextField, Toggle
from games.shell.widgets.form import Widget
from games.shell.workroom import Pane

GAMES: Final = (2, 4, 10, 20, 100)
"""How many games each pair may play: an even number, for the sides change."""
ROW: Final = 44.0
LEAST: Final = 26.0
"""Units of a row of agents at least; with less they stand in two columns."""
USUAL: Final = 3
"""Agents that are chosen at first, the last ones of the list."""
LONGEST: Final = 1000


class ChoosePane(Pane[LeagueTools]):
    """Agents on the left, games on the right."""

    title = "Agents"
    hint = "All your own bots are in the list; any other agent can be named with its options."

    def __init__(self, room: LeagueTools) -> None:
        super().__init__(room)
        self.chosen: dict[str, bool] = {}
        self.games = GAMES[0]
        told = [str(number) for number in GAMES]
        self._choice = Choice("Games of each pair", told, 0, self._take_games)
        self.other = TextField(
            *("Another agent", "", lambda text: None, LONGEST),
            "An agent with options, as in nash:option=value, or a file, as in bot:mine.py; confirm "
            "adds it.",
            self._take_named,
        )
        self._begin = Button("Begin", self.start, "main", "play")
        self._toggles: list[Toggle] = []

    def _take_games(self, place: int) -> None:
        self.games = GAMES[place]

    def take(self, reply: Mapping[str, Any]) -> None:
        """Take the agents that can take part."""
        if reply["op"] == "opened" and not self.chosen:
            names = list(self.room.entrants)
            own = [name for name in names if name.startswith(bots.PREFIX)]
            first = {*own, *[name for name in names if name not in own][-USUAL:]}
            self.chosen = {name: name in first for name in names}
            self._make_toggles()

    def _make_toggles(self) -> None:
        def toggle(name: str) -> Toggle:
            def changed(on: bool) -> None:
                self.chosen[name] = on

            words = catalog.agent(self.room.game, name).description
            return Toggle(shown_name(self.room.game, name), self.chosen[name], changed, words)

        self._toggles = [toggle(name) for name in self.chosen]

    def _take_named(self) -> None:
        """Add the agent that was typed to the others, where there is one."""
        written = self.other.text.strip()
        if not written:
            return
        try:
            name = bots.admit(written)
            hindrance = catalog.resolve(self.room.game, name).spec.hindrance(self.room.params)
        except ValueError as problem:
            hindrance = str(problem)
        if hindrance:
            self.room.shell.toast(hindrance)
            return
        self.chosen[name] = True
        self.other.text, self.other.cursor = "", 0
        self._make_toggles()
        self.room.refresh()

    def start(self) -> None:
        """Begin a league of the agents that are chosen."""
        agents = [name for name, on in self.chosen.items() if on]
        if len(agents) < 2:
            self.room.shell.toast("A league is for two agents or more; choose another.")
            return
        self.room.begin(agents, self.games, fresh_seed())

    def widgets(self) -> Sequence[Widget]:
        """Return all of it."""
        return (*self._toggles, self._choice, self.other, self._begin)

    def place(self, box: Box) -> None:
        """Place two columns; agents stand in two of their own where they are many."""
        super().place(box)
        x, y, w, h = box
        half = (w - 32) / 2
        rows = max(1, len(self._toggles))
        columns = 1 if (h - 40) / rows >= LEAST else 2
        rows = -(-rows // columns)
        high, wide = min(ROW, (h - 40) / rows), (half - 12 * (columns - 1)) / columns
        for number, toggle in enumerate(self._toggles):
            left = x + number // rows * (wide + 12)
            toggle.box = (left, y + 36 + number % rows * high, wide, high - 2)
        self._choice.label_share = 0.36
        self._choice.box = (x + half + 32, y + 36, half, ROW - 2)
        self.other.box = (x + half + 32, y + 36 + ROW + 8, half, ROW)
        self._begin.box = (x + half + 32, y + 36 + 2 * ROW + 28, min(220.0, half), 52)

    def draw(self, canvas: Canvas) -> None:
        """Draw the headings, and what will be played."""
        x, y, w, _ = self.box
        half = (w - 32) / 2
        canvas.text("Who plays", (x, y + 16), LABEL, "brass", "title")
        canvas.text("What they play", (x + half + 32, y + 16), LABEL, "brass", "title")
        count = sum(self.chosen.values())
        left, top, _, high = self._begin.box
        told = (
            f"{count} agents. Each plays each from both sides, by the options on the game's page."
        )
        canvas.paragraph(told, (left, top + high + 12), half, TEXT - 2, "paper", most=3)
        if not count:
            canvas.text("Nobody is chosen.", (left, top + high + 90), NOTE, "quiet")
