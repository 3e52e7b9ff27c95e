"""The pane on which the teams of a tournament are chosen, and what they play."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Final

from games import catalog
from games.ctf.cup.pane import CupDesk
from games.session.starting import fresh_seed
from games.shell.draw.canvas import Box, Canvas
from games.shell.draw.theme import LABEL, NOTE, TEXT
from games.shell.pages.text_files import short_name
from games.shell.widgets.basic import Button, Choice, TextField, Toggle
from games.shell.widgets.form import Widget
from games.shell.workroom import Pane
from games.spec import Option

GAMES: Final = (2, 4, 10, 20)
"""How many games each pair may play: an even number, for the sides change."""
ROW: Final = 44.0
PELITA: Final = "pelita:"
LONGEST_PATH: Final = 1000


class ChoosePane(Pane[CupDesk]):
    """Teams on the left, rules and games on the right."""

    title = "Teams"
    hint = "A file with a team of Pelita can be named, or dropped on the window."

    def __init__(self, room: CupDesk) -> None:
        super().__init__(room)
        agents = [agent.id for agent in catalog.agents("ctf") if not agent.hindrance(room.params)]
        self.chosen: dict[str, bool] = {name: name in ("gatherer", "hunter") for name in agents}
        self.games = GAMES[0]
        options = {option.name: option for option in catalog.spec("ctf").options}
        self._choices = [self._choice(options[name]) for name in ("rules", "maze")]
        told = [str(number) for number in GAMES]
        self._choices.append(Choice("Games of each pair", told, 0, self._take_games))
        self.file = TextField(
            *("File of a Pelita team", "", lambda text: None, LONGEST_PATH),
            "The name of a file that was written for Pelita; confirm adds the team.",
            self._take_named,
        )
        self._begin = Button("Begin", self.start, "main", "play")
        self._toggles = self._make_toggles()

    def _choice(self, option: Option) -> Choice:
        def changed(place: int) -> None:
            self.room.params[option.name] = option.choices[place]

        here = option.choices.index(self.room.params[option.name])
        return Choice(option.label, option.labels, here, changed, option.help)

    def _take_games(self, place: int) -> None:
        self.games = GAMES[place]

    def _make_toggles(self) -> list[Toggle]:
        def toggle(name: str) -> Toggle:
            def changed(on: bool) -> None:
                self.chosen[name] = on

            return Toggle(team_name(name), self.chosen[name], changed, team_line(name))

        return [toggle(name) for name in self.chosen]

    def _take_named(self) -> None:
        """The file that was typed joins the others, where there is one."""
        if not self.file.text.strip():
            return
        try:
            path = Path(self.file.text.strip()).expanduser().absolute()
            there = path.is_file()
        except (OSError, RuntimeError):  # too long a name, or the home of nobody
            path, there = Path(self.file.text.strip()), False
        if not (there and self.take_file(str(path))):
            self.room.shell.toast(f"{short_name(path)} is no team; name a file that ends in .py.")
        elif f"{PELITA}{path}" in self.chosen:
            self.file.text, self.file.cursor = "", 0

    def take_file(self, path: str) -> bool:
        """Add a dropped file with a team of Pelita to the others; return whether it was used."""
        if not path.endswith(".py"):
            return False
        name = f"{PELITA}{path}"
        try:
            hindrance = catalog.agent("ctf", name).hindrance(self.room.params)
        except catalog.UnknownAgent as problem:
            hindrance = str(problem)
        if hindrance:
            self.room.shell.toast(hindrance)
            return True
        self.chosen[name] = True
        self._toggles = self._make_toggles()
        self.room.refresh()
        return True

    def start(self) -> None:
        """Begin a tournament of the teams that are chosen."""
        teams = [name for name, on in self.chosen.items() if on]
        if len(teams) < 2:
            self.room.shell.toast("A tournament is for two teams or more; choose another.")
            return
        self.room.begin(teams, self.games, fresh_seed())

    def widgets(self) -> Sequence[Widget]:
        """Return all of it."""
        return (*self._toggles, *self._choices, self.file, self._begin)

    def place(self, box: Box) -> None:
        """Two columns; on a narrow page one below the other."""
        super().place(box)
        x, y, w, h = box
        half = (w - 32) / 2
        high = min(ROW, (h - 40) / max(1, len(self._toggles)))
        for number, toggle in enumerate(self._toggles):
            toggle.box = (x, y + 36 + number * high, half, high - 2)
        for number, choice in enumerate(self._choices):
            choice.label_share = 0.36
            choice.box = (x + half + 32, y + 36 + number * ROW, half, ROW - 2)
        top = y + 36 + len(self._choices) * ROW + 8
        self.file.box = (x + half + 32, top, half, ROW)
        top += ROW + 20
        self._begin.box = (x + half + 32, min(top, y + h - 60), min(220.0, half), 52)

    def draw(self, canvas: Canvas) -> None:
        """The headings, and how many games there will be."""
        x, y, w, _ = self.box
        half = (w - 32) / 2
        canvas.text("Who plays", (x, y + 16), LABEL, "brass", "title")
        canvas.text("What they play", (x + half + 32, y + 16), LABEL, "brass", "title")
        count = sum(self.chosen.values())
        games = count * (count - 1) // 2 * self.games
        left, top, _, high = self._begin.box
        told = f"{count} teams, {games} games: each meets each, on the same mazes, sides changing."
        canvas.paragraph(told, (left, top + high + 12), half, TEXT - 2, "paper", most=2)
        if not count:
            canvas.text("Nobody is chosen.", (left, top + high + 60), NOTE, "quiet")


def team_name(name: str) -> str:
    """Return the name of a team: an agent's, or a file's."""
    if name.startswith(PELITA):
        return Path(name.removeprefix(PELITA)).stem
    return catalog.agent("ctf", name).name


def team_line(name: str) -> str:
    """Return a sentence about a team."""
    if name.startswith(PELITA):
        return "A team of Pelita, in a process of its own."
    return catalog.agent("ctf", name).description
