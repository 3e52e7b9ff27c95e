"""The players of this machine: the present one, their names and signs, results, learned data.

Play does not need this page: `ensure_profile` makes a first player silently.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import cast

from games import catalog
from games.session.today import day_words
from games.shell.draw.canvas import Box, Canvas
from games.shell.draw.theme import EDGE, HEADING, TEXT
from games.shell.opening import create_player
from games.shell.pages.knowing.page import KnownPage
from games.shell.pages.naming import NamePage
from games.shell.pages.overlays import Dialog, ask_to_forget
from games.shell.pages.page import Page
from games.shell.pages.statistics import LearnedScene, known_spec
from games.shell.shell import Shell
from games.shell.widgets.avatars import draw_sign
from games.shell.widgets.basic import Button, Choice, ListBox
from games.shell.widgets.form import Widget
from games.store.answers import AnswerBook
from games.store.library import export_text
from games.store.not_saved import NotSaved
from games.store.profiles import Profile

LIST_WIDTH = 320.0  # units; chosen by eye


class PlayerList(ListBox):
    """The players with their signs; a tick at the one who plays."""

    row_height = 68.0

    def __init__(self, chosen: Callable[[int], None], confirmed: Callable[[], None]) -> None:
        super().__init__((), 0, chosen, confirmed=confirmed)
        self.avatars: list[int] = []
        self.playing = -1

    def _draw_row(self, canvas: Canvas, index: int, top: float) -> None:
        x, _, w, _ = self.box
        name, second = self.rows[index]
        high = self.row_height - 4
        if index == self.index:
            canvas.rect((x, top, w - 8, high), "high", 8)
        draw_sign(canvas, self.avatars[index], (x + 34, top + high / 2), 34)
        room = w - 76 - (40 if index == self.playing else 8)
        canvas.text(name, (x + 66, top + high / 2 - 11), TEXT, "paper", "bold", max_width=room)
        canvas.text(second, (x + 66, top + high / 2 + 13), TEXT - 2, "quiet", max_width=room)
        if index == self.playing:
            canvas.icon("check", (x + w - 34, top + high / 2), 22, "brass")


class PlayersScene(Page):
    """The list of players to the left, the chosen one and what can be done to the right."""

    emblem = "profile"

    def __init__(self, shell: Shell) -> None:
        super().__init__(shell, "")
        self.title = "Players"
        self.players: tuple[Profile, ...] = ()
        self.learned: list[tuple[str, str]] = []
        self.game = 0  # of those that have learned something, the one in hand
        self.learned_top = 0.0
        self.played = ""
        self.list = PlayerList(self._chosen, self._play)
        new = Button("New player", self._new, icon="plus")
        self.foot.widgets.append(new)
        playing = shell.profile
        self._read(playing.id if playing is not None else "")

    # -- the data ----------------------------------------------------------------------

    def _read(self, chosen: str) -> None:
        """Read all players anew, and choose one of them."""
        self.players = self.shell.library.profiles()
        playing = self.shell.profile
        ids = [profile.id for profile in self.players]
        self.list.rows = [self._row(profile, playing) for profile in self.players]
        self.list.avatars = [profile.avatar for profile in self.players]
        self.list.playing = ids.index(playing.id) if playing is not None else -1
        self.list.index = ids.index(chosen) if chosen in ids else max(0, self.list.playing)
        self._show()

    def _row(self, profile: Profile, playing: Profile | None) -> tuple[str, str]:
        if playing is not None and profile.id == playing.id:
            return profile.name, "playing now"
        return profile.name, f"since {day_words(profile.created)}"

    @property
    def chosen(self) -> Profile | None:
        """The player whose row is chosen."""
        return self.players[self.list.index] if self.players else None

    def _chosen(self, index: int) -> None:
        self._show()

    def _show(self) -> None:
        """The buttons of the chosen player."""
        profile = self.chosen
        if profile is None:
            self.learned = []
            self.fill(())
            self.active = self.foot
            return
        library = self.shell.library
        statistics = library.statistics(profile.id)
        matches = sum(record.matches for record in statistics.records)
        few = {0: "No match played yet", 1: "1 match played"}
        self.played = few.get(matches, f"{matches} matches played")
        self.learned = [
            (game, spec.title)
            for game in catalog.GAMES
            if (spec := known_spec(game)) is not None
            and library.learned(profile.id, game) is not None
        ]
        self.game = min(self.game, max(0, len(self.learned) - 1))
        self.fill([self.list, *self._buttons(profile)], keep_focus=True)

    def _buttons(self, profile: Profile) -> list[Widget]:
        is_playing = self.list.index == self.list.playing
        label = "Playing now" if is_playing else f"Play as {profile.name}"
        play = Button(label, self._play, "main", "play")
        play.enabled = not is_playing
        buttons: list[Widget] = [
            play,
            Button("Rename", self._edit, icon="edit"),
            Button("What they know", self._known, icon="mind"),
            Button("Delete", self._delete, icon="trash"),
        ]
        return [*buttons, *self._learned_buttons()] if self.learned else buttons

    def _learned_buttons(self) -> list[Widget]:
        """Return the row for a game's agents, and the buttons for their learned data."""

        def taken(index: int) -> None:
            self.game = index

        def of(act: Callable[[str], None]) -> Callable[[], None]:
            return lambda: act(self.learned[self.game][0])

        titles = [title for _, title in self.learned]
        return [
            Choice("Opponents in", titles, self.game, taken),
            Button("Look", of(self._look), icon="eye"),
            Button("Export", of(self._export), icon="export"),
            Button("Erase", of(self._forget), icon="trash"),
        ]

    # -- actions -----------------------------------------------------------------------

    def _play(self) -> None:
        profile = self.chosen
        if profile is not None:
            self.shell.change_settings(last_profile=profile.id)
            self._read(profile.id)

    def _new(self) -> None:
        def done(name: str, avatar: int) -> None:
            profile = create_player(self.shell, name, avatar)
            self.shell.pop()
            self._read(profile.id)

        avatar = len(self.players) % 25
        self.shell.push(NamePage(self.shell, "New player", "", avatar, done))

    def _edit(self) -> None:
        profile = self.chosen
        assert profile is not None

        def done(name: str, avatar: int) -> None:
            self.shell.library.rename(profile.id, name, avatar)
            self.shell.pop()

        page = NamePage(self.shell, "Name and sign", profile.name, profile.avatar, done)
        self.shell.push(page)

    def _known(self) -> None:
        if self.chosen is not None:
            self.shell.push(KnownPage(self.shell, self.chosen))

    def _delete(self) -> None:
        profile = self.chosen
        assert profile is not None

        def delete() -> None:
            self.shell.library.delete(profile.id)
            if self.shell.settings.last_profile == profile.id:
                self.shell.change_settings(last_profile="")
            self._read("")

        question = f"Delete {profile.name}?"
        text = "Results, unfinished matches and what was learned go with the player."
        self.shell.push(Dialog(self.shell, question, text, [("Delete", delete)]))

    # -- what was learned --------------------------------------------------------------

    def _look(self, game: str) -> None:
        if self.chosen is not None:
            self.shell.push(LearnedScene(self.shell, self.chosen, game))

    def _export(self, game: str) -> None:
        profile = self.chosen
        assert profile is not None
        folder = self.shell.library.store.root or Path.home()
        path = folder / "exports" / f"learned-{game}-{profile.id}.json"
        try:
            self.shell.library.store.disk.files.mkdir(path.parent)
            self.shell.library.export_learned(profile.id, game, path)
        except OSError as problem:
            self.shell.toast(
                f"The folder {path.parent} cannot be written to ({problem.strerror}); "
                "allow that, or choose another one with --data-dir."
            )
            return
        except NotSaved as problem:
            self.shell.toast(str(problem))
            return
        answers = AnswerBook(self.shell.library.store, profile.id).text()
        if answers:
            kept = path.with_name(f"answers-{profile.id}.json")
            export_text(self.shell.library, kept, answers, "the answers")
        self.shell.toast(f"Written to {path}.")

    def _forget(self, game: str) -> None:
        assert self.chosen is not None
        ask_to_forget(self.shell, self.chosen, game, self._show)

    # -- the scene ---------------------------------------------------------------------

    def resume(self) -> None:
        """Read again: names and results may have changed."""
        self._read(self.chosen.id if self.chosen is not None else "")

    def place(self, box: Box) -> None:
        """Place the list to the left, the buttons to the right: one large, three to a row, and
        below them what was learned.
        """
        width, _ = self.size
        wide = min(LIST_WIDTH, width * 0.32)
        self.list.box = (EDGE, box[1], wide, box[3])
        left, room = EDGE + wide + 48, min(560.0, width - 2 * EDGE - wide - 48)
        third, top = (room - 32) / 3, box[1] + 108
        buttons = self.body.widgets[1:]
        for button in buttons[:1]:
            button.box = (left, top, room, 52)
        x = left
        wordy = self.shell.theme.larger_text and room < 520  # words matter more than icons
        row = zip(buttons[1:4], (0.27, 0.46, 0.27), ("edit", "mind", "trash"), strict=False)
        for button, share, icon in row:
            wide = (room - 32) * share
            button.box = (x, top + 68, wide, 48)
            cast(Button, button).icon = "" if wordy else icon
            x += wide + 16
        self.learned_top = top + 2 * 68 + 32
        for button in buttons[4:5]:
            button.box = (left, self.learned_top + 24, room, 52)
        for column, button in enumerate(buttons[5:]):
            button.box = (left + column * (third + 16), self.learned_top + 88, third, 48)

    def draw_body(self, canvas: Canvas) -> None:
        """Draw the chosen player's sign, name and matches, and headings over the rest."""
        profile = self.chosen
        if profile is None:
            canvas.text("Nobody has played yet.", (EDGE, self.body_box[1] + 20), TEXT, "quiet")
            return
        x, y, w, _ = self.list.box
        left, room = x + w + 48, self.size[0] - EDGE - x - w - 48
        draw_sign(canvas, profile.avatar, (left + 34, y + 40), 68)
        place = (left + 88, y + 28)
        canvas.text(profile.name, place, HEADING, "paper", "title", max_width=room - 88)
        second = f"{self.played} · since {day_words(profile.created)}"
        canvas.text(second, (left + 88, y + 64), TEXT, "quiet", max_width=room - 88)
        if self.learned:
            place = (left, self.learned_top)
            canvas.text("What opponents remember", place, TEXT, "quiet", "bold", max_width=room)
