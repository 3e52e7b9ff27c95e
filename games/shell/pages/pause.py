"""The page over a game that stands still."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from games.core import CHANCE
from games.shell.input import InputEvent, Press
from games.shell.pages.overlays import MORE, Dialog, Entry, Overlay, Rest
from games.shell.shell import Shell
from games.shell.table import Table
from games.shell.widgets.basic import Button, Widget

MOST: Final = 6
"""The most buttons of a pause page beside `MORE`."""
FIRST: Final = (
    "Rules",
    "Hint",
    "Take back",
    "Settings",
    "Finish",
    "End now",
    "Start again",
    "Play one",
)
"""The first words of the entries that stand on a pause page before others, in this order."""
LOOK_BACK: Final = "Look back"
FEW: Final = 3
"""The most choices of a match that is left for another without a question."""


class Pause(Overlay):
    """The game stands still; go on, start again, see help or settings, or leave."""

    def __init__(self, shell: Shell, entries: Sequence[Entry]) -> None:
        self._entries = list(entries)
        super().__init__(shell, "Paused")

    def widgets(self) -> Sequence[Widget]:
        """Return the button to go on, and one for each entry; of many the usual ones, and More."""
        first, (shown, rest) = Button("Resume", self.cancel, "main", "play"), folded(self._entries)
        found = [Button(label, act, icon=icon) for label, icon, act in shown]
        if rest:
            found.insert(-1, Button(MORE, lambda: self._open_rest(rest), icon="plus"))
        return (first, *found)

    def _open_rest(self, rest: Sequence[Entry]) -> None:
        self.shell.replace(Rest(self.shell, rest, self))

    def handle(self, event: InputEvent) -> bool:
        """Handle the buttons; the key for help opens it from here, too."""
        if isinstance(event, Press) and event.action == "help" and not event.repeat:
            act = next((act for _, icon, act in self._entries if icon == "help"), None)
            if act is not None:
                act()
                return True
        return super().handle(event)


def folded(entries: Sequence[Entry]) -> tuple[list[Entry], list[Entry]]:
    """Return the entries that stand on a pause page in their order, and those behind `MORE`.

    The last one, the way out, always stands there; the others by their places in `FIRST`.
    """
    if len(entries) < MOST:
        return list(entries), []

    def rank(entry: Entry) -> int:
        known = [n for n, label in enumerate(FIRST) if entry[0].startswith(label)]
        return known[0] if known else len(FIRST)

    room = MOST - 2  # beside Resume and the way out
    kept = sorted(entries[:-1], key=rank)[:room]
    shown = [entry for entry in entries[:-1] if entry in kept]
    return [*shown, entries[-1]], [entry for entry in entries[:-1] if entry not in kept]


def pause_page(shell: Shell, table: Table) -> Pause:
    """Return the pause page over the game at a `table`."""

    def leave() -> None:
        shell.back_to(table)
        shell.pop()

    def again() -> None:
        shell.back_to(table)
        table.restart()

    def ask_again() -> None:
        if table.match.over or choices <= FEW:
            again()
            return
        told = f"You leave this match after {choices} moves, and another begins."
        shell.push(Dialog(shell, "Start again?", told, [("Start again", again)]))

    def finish() -> None:
        shell.back_to(table)
        table.finish_now()

    today = bool(table.setup.day)
    people = table.session.people
    made = [seat for turn in table.match.turns for seat, _ in turn if seat != CHANCE]
    choices = sum(seat in people for seat in made)
    curtain = table.session.looking is None and table.session.secret
    shown = bool(made) and table.open_past(table.session) and not curtain
    back = [(LOOK_BACK, "step-back", table.look_back)] if shown else []
    entries = [
        ("Rules and opponents", "help", table.open_help),
        ("Settings", "settings", lambda: shell.push(shell.doors.settings(shell))),
        *back,
        *([] if curtain else _hint(table)),
        *table.pause_entries(),
        *([] if curtain or table.finished or not people else _spoken(table)),
        ("Play one that is not today's" if today else "Start again", "redo", ask_again),
        ("Leave", "back", leave),
    ]
    if table.match.turns and not table.match.over:
        told = _finish_words(table)
        entries.insert(-1, (told, "stats", finish))
    return Pause(shell, entries)


def _hint(table: Table) -> list[Entry]:
    """Return the entry for a hint where a person can ask for one by a key, for a gamepad."""
    runs = bool(table.session.people) and table.session.clock is not None
    plays = runs or table.waiting_for_person is not None
    if table.finished or not plays or all(action.id != "hint" for action in table.actions):
        return []
    return [("Hint", "info", table.after_pages(lambda: table.handle(Press("hint"))))]


def _spoken(table: Table) -> list[Entry]:
    """Return the entries that do what the keys of `games.shell.access.voice` do, for a gamepad."""
    voice, name = table.voice, table.shell.input.name
    return [
        (name("choices"), "info", table.after_pages(voice.show_choices)),
        (name("standing"), "info", table.after_pages(voice.say_standing)),
    ]


def _finish_words(table: Table) -> str:
    """Return the effect of ending the match at a `table` here: an early end counts neither as won
    nor as lost, in every game.
    """
    if table.setup.day:
        return "Finish: today's one try ends"
    early = table.session.ended_early and table.session.counts
    return "End now (does not count)" if early else "Finish and see the report"
