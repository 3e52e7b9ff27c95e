"""All unfinished matches of the player in a game: to be continued or given up.

Also the files that were put aside because they cannot be continued, with the reason.
"""

from __future__ import annotations

from collections.abc import Callable

from games import catalog
from games.agents import LostWeights
from games.core import BadOption, Log
from games.session.setup import HUMAN
from games.shell.draw.theme import NOTE, TEXT
from games.shell.opening import continue_match, refuse_match, saved_match, why_aside
from games.shell.pages.page import Page
from games.shell.shell import Shell
from games.shell.widgets.basic import Button, Label
from games.shell.widgets.form import Widget
from games.store.disk import BAD_FILES_KEPT
from games.store.files import printable_path
from games.store.matches import MOST_KEPT


class KeptPage(Page):
    """The matches that wait, the one played last first, and those that were put aside."""

    emblem = "play"

    def __init__(self, shell: Shell, game_id: str) -> None:
        super().__init__(shell, "Unfinished matches")
        self.game_id = game_id
        self._show()

    def _show(self) -> None:
        profile = self.shell.profile
        rows: list[Widget] = []
        if profile is not None:
            matches, game = self.shell.library.matches, self.game_id
            for key in matches.keys(profile.id, game):
                rows += self._match_rows(key)
            for file in matches.aside(profile.id, game):
                rows += self._aside_rows(file)
            limits = f"The last {MOST_KEPT} of a game are kept, and of each the last"
            rows.append(Label(f"{limits} {BAD_FILES_KEPT} that were put aside.", NOTE, "quiet"))
            root = self.shell.library.store.root
            where = "" if root is None else printable_path(root / "profiles" / profile.id)
            rows.append(Label(where, NOTE, "quiet"))
        self.fill(rows)

    def _match_rows(self, key: str) -> list[Widget]:
        found = saved_match(self.shell, self.game_id, key)
        if found is None or found.kept is None:
            return []
        file = f"match-{self.game_id}-{key}.json" if key else f"match-{self.game_id}.json"
        words = f"{match_words(found)}: continue"
        note = Label(file, NOTE, "quiet")
        note.box = (0, 0, 0, 28)
        give_up = Button("Give this match up", self._asking(key), icon="trash")
        return [Button(words, lambda: self._go_on(found), icon="play"), give_up, note]

    def _go_on(self, found: Log) -> None:
        try:
            table = continue_match(self.shell, found)
        except LostWeights as problem:  # the match itself is well, and stays
            self.shell.toast(f"This match cannot be continued: {problem}")
            return
        except (BadOption, ValueError) as problem:
            key = found.kept.key if found.kept is not None else ""
            refuse_match(self.shell, self.game_id, key, problem)
            self._show()
            return
        self.shell.pop()
        self.shell.replace(table)

    def _asking(self, key: str) -> Callable[[], None]:
        def give_up() -> None:
            profile = self.shell.profile
            if profile is not None:
                self.shell.library.matches.forget(profile.id, self.game_id, key)
            self._show()

        def ask() -> None:
            question, text = "Give this match up?", "It is deleted, with its copies."
            answers = [("Give it up", give_up)]
            self.shell.push(self.shell.doors.ask(self.shell, question, text, answers))

        return ask

    def _aside_rows(self, file: str) -> list[Widget]:
        """The name of a file that was put aside, and why."""
        reason = Label(why_aside(self.shell, self.game_id, file), NOTE, "quiet")
        reason.box = (0, 0, 0, 28)
        name = Label(f"Put aside: {file}", TEXT, "paper")
        name.box = (0, 0, 0, 32)
        return [name, reason]


def kept_button(shell: Shell, game_id: str) -> list[Button]:
    """The button to all unfinished matches, where more is kept than one that can be continued."""
    profile, matches = shell.profile, shell.library.matches
    if profile is None:
        return []
    if len(matches.keys(profile.id, game_id)) < 2 and not matches.aside(profile.id, game_id):
        return []
    hint = "All unfinished matches, and where those stand that cannot be continued."
    return [
        Button("Unfinished", lambda: shell.push(KeptPage(shell, game_id)), icon="edit", hint=hint)
    ]


def match_words(found: Log) -> str:
    """Which match it is: who plays against whom, and how far it is."""
    names = [
        "You" if seat.agent == HUMAN else catalog.seated(found.game, seat).spec.name
        for seat in found.seats
    ]
    return f"{' v '.join(names)}, {catalog.scene(found.game).Scene.place_of(found)}"
