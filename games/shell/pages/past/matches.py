"""All matches of a player in a game: a row each, and what can be done with the one in focus.

Those that wait stand first, to be continued or given up; then those that were put aside, with the
reason; then the finished ones, the newest first.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from games import catalog
from games.fields import BadSave
from games.session.archiving import shown_of, time_words
from games.session.setup import Shown
from games.shell.draw.canvas import Box, Canvas
from games.shell.draw.theme import EDGE, GAP, NOTE, TEXT
from games.shell.pages.page import Page
from games.shell.pages.past.exchange import OpenPage, copy_match, open_shown, save_match
from games.shell.pages.past.film_progress import take_up
from games.shell.pages.past.rows import (
    Aside,
    Details,
    Entry,
    MatchList,
    More,
    Waiting,
    details_of,
    title_of,
    waiting_rows,
)
from games.shell.pages.review.page import ReviewPage
from games.shell.shell import Shell
from games.shell.widgets.basic import Button
from games.shell.widgets.form import Widget
from games.store.disk import BAD_FILES_KEPT
from games.store.matches import MOST_KEPT
from games.store.past import MOST_PAST, MOST_STARRED, PastLog, PastMatch
from games.store.place import printable_path
from games.store.profiles import Profile

SIDE: Final = 300.0  # units of the column at the right, its buttons, and between them; by eye
BUTTON: Final = 48.0
BETWEEN: Final = 8.0
LIMIT: Final = f"The last {MOST_PAST} are kept, and older ones with a star."
WAITING_LIMIT: Final = (
    f"The last {MOST_KEPT} unfinished ones are kept, and of each the last {BAD_FILES_KEPT} that "
    "were put aside."
)
FULL: Final = f"{MOST_STARRED} matches have a star, which is as many as can; take one away first."
GONE: Final = "This match was deleted meanwhile, in another window."


class MatchesPage(Page):
    """The matches of a player in a game, the unfinished ones first, then the newest."""

    emblem = ""

    def __init__(self, shell: Shell, profile: Profile, game_id: str) -> None:
        self.profile, self.game_id = profile, game_id
        self.matches: list[Entry] = []
        self.index, self._every = 0, False
        self._details = Details((), "")
        super().__init__(shell, f"{catalog.spec(game_id).title}: matches")
        opens = Button("Open", lambda: shell.push(OpenPage(shell)), icon="export")
        opens.hint = "Paste a match of somebody else's, or open one from a file."
        where = Button("Show file", self._show_file, icon="info")
        where.hint = "The file and the folder of the match in focus, and its seed."
        self.foot.widgets += [opens, where]
        self._show()

    def resume(self) -> None:
        """Read the list again: a match may have been played on meanwhile."""
        self._show(keep=True)

    @property
    def chosen(self) -> Entry | None:
        """The match in focus."""
        return self.matches[self.index] if self.index < len(self.matches) else None

    def _show(self, keep: bool = False) -> None:
        shell, game = self.shell, self.game_id
        own = shell.profile is not None and shell.profile.id == self.profile.id
        waiting = waiting_rows(shell, game, self._every) if own else []
        self.matches = [*waiting, *shell.library.archive.finished(self.profile.id, game)]
        self.index = min(self.index, max(0, len(self.matches) - 1))
        self.list = MatchList(self.matches, self.index, self._choose, self._begin)
        self._detail()
        self.fill([self.list, *self._buttons()] if self.matches else [], keep)
        if not self.matches:
            self.active = self.foot

    def _choose(self, index: int) -> None:
        self.index = index
        self._detail()
        self.body.widgets[1:] = self._buttons()
        self.layout(*self.size)

    def _detail(self) -> None:
        one = self.chosen
        self._details = details_of(self.shell, self.game_id, one) if one else Details((), "")

    def _buttons(self) -> list[Widget]:
        """Return the actions on the match in focus; the losing ones stand last."""
        one = self.chosen
        if isinstance(one, Waiting):
            give_up = Button("Give it up", self._ask_to_give_up, icon="trash")
            return [Button("Continue", self._begin, "main", "play"), give_up]
        if isinstance(one, More):
            return [Button("Show them all", self._begin, "main", "down")]
        if not isinstance(one, PastMatch):
            return []
        star = "Take the star" if one.starred else "Star"
        learned = "With what the opponent had learned of you by then."
        judged = catalog.judges(self.game_id)
        review = [Button("Review", lambda: self._with(self._review), icon="eye")] if judged else []
        return [
            Button("Replay", self._begin, "main", "play"),
            *review,
            Button(star, self._star, icon="star", hint="A match with a star is never dropped."),
            Button("Copy as text", lambda: self._with(copy_match), icon="copy", hint=learned),
            Button("Save as a file", lambda: self._with(save_match), icon="export", hint=learned),
            Button("Delete", self._ask_to_delete, icon="trash"),
        ]

    def _show_file(self) -> None:
        """Show where the match in focus lies, for experts."""
        one, shell = self.chosen, self.shell
        root, home = shell.library.store.root, f"profiles/{self.profile.id}"
        file, seed = home, ""
        if isinstance(one, PastMatch):
            file = shell.library.archive.file(self.profile.id, self.game_id, one.key)
            seed = f"Its seed is {one.seed}.\n"
        elif isinstance(one, Waiting | Aside):
            file = f"{home}/{one.file}"
        text = f"{seed}{file if root is None else printable_path(root / file)}"
        shell.push(shell.doors.card(shell, "Where it is kept", text, ""))

    # -- actions -----------------------------------------------------------------------

    def _begin(self) -> None:
        """Look at the finished match, or go on with the unfinished one."""
        one = self.chosen
        if isinstance(one, Waiting):
            self._continue(one)
        elif isinstance(one, More):
            self._every = True
            self._show()
        elif isinstance(one, PastMatch):
            self._with(self._replay)

    def _with(self, act: Callable[[Shell, PastLog], object]) -> None:
        """Act on the whole match in focus; a damaged one is put aside with a note, and one that
        another window has deleted gets a note here.
        """
        one = self.chosen
        if not isinstance(one, PastMatch):
            return
        archive, place = self.shell.library.archive, (self.profile.id, self.game_id, one.key)
        there = self.shell.library.store.exists(archive.file(*place))
        past = archive.read(*place)
        if past is None:
            if not there:
                self.shell.toast(GONE)
            archive.refresh()
            self._show(keep=True)
            return
        act(self.shell, past)

    def _replay(self, shell: Shell, past: PastLog) -> None:
        shown = self._shown(past)
        if shown is not None:
            open_shown(shell, shown)

    def _review(self, shell: Shell, past: PastLog) -> None:
        shown = self._shown(past)
        if shown is not None:
            names = [seat.name for seat in past.row.result.seats]
            shell.push(ReviewPage(shell, shown._replace(names=names or shown.names)))

    def _shown(self, past: PastLog) -> Shown | None:
        """Return a match to look at; None, with a note, where it cannot be played here."""
        try:
            return shown_of(past)
        except BadSave as problem:
            self.shell.toast(f"This match cannot be played here: {problem}")
            return None

    def _continue(self, one: Waiting) -> None:
        if not take_up(self.shell, one.found, self.shell.push):
            self._show(keep=True)

    def _star(self) -> None:
        one = self.chosen
        if isinstance(one, PastMatch):
            self._with(lambda shell, past: self._give_star(one.key, not one.starred))

    def _give_star(self, key: str, starred: bool) -> None:
        """Give a star to the match with a `key`, or take it."""
        if not self.shell.library.archive.star(self.profile.id, self.game_id, key, starred):
            self.shell.toast(FULL)
        self._show(keep=True)

    def _ask_to_delete(self) -> None:
        one = self.chosen
        if not isinstance(one, PastMatch):
            return

        def delete() -> None:
            self.shell.library.archive.forget(self.profile.id, self.game_id, one.key)
            self._show(keep=True)

        text = f"{title_of(one)}, {time_words(one.ended)}. What it counted for stays."
        self._ask("Delete this match?", text, "Delete it", delete)

    def _ask_to_give_up(self) -> None:
        one = self.chosen
        if not isinstance(one, Waiting):
            return

        def give_up() -> None:
            self.shell.library.matches.forget(self.profile.id, self.game_id, one.key)
            self._show(keep=True)

        text = "It is deleted, with its copies."
        self._ask("Give this match up?", text, "Give it up", give_up)

    def _ask(self, question: str, text: str, answer: str, act: Callable[[], None]) -> None:
        self.shell.push(self.shell.doors.ask(self.shell, question, text, [(answer, act)]))

    # -- places ------------------------------------------------------------------------

    def place(self, box: Box) -> None:
        """Place the list to the left; to the right what can be done, and far below what is lost by
        it.
        """
        x, y, _, h = box
        wide = self.size[0] - 2 * EDGE
        side = min(SIDE, wide * 0.32)
        left, end = x + wide - side, y + h
        self.list.box = (x, y, wide - side - GAP, h - 28)
        buttons = self.body.widgets[1:]
        if len(buttons) > 1:
            end -= BUTTON
            buttons[-1].box = (left, end, side, BUTTON)
            buttons = buttons[:-1]
        for number, button in enumerate(buttons):
            button.box = (left, y + number * (BUTTON + BETWEEN), side, BUTTON)
        top = y + len(buttons) * (BUTTON + BETWEEN) + BETWEEN
        self._detail_box: Box = (left, top, side, end - GAP - top)

    def draw_body(self, canvas: Canvas) -> None:
        """Draw the content of the page, and more about the match in focus."""
        x, y, _, h = self.body_box
        if not self.matches:
            text = "No match is finished yet. Play one, and it stands here."
            canvas.text(text, (x, y + 20), TEXT, "quiet")
            return
        place, room = (x, y + h - 8), self.list.box[2]
        canvas.text(self._limits, place, NOTE, "quiet", max_width=room)
        self._draw_details(canvas)

    @property
    def _limits(self) -> str:
        """The number of matches kept."""
        if isinstance(self.chosen, PastMatch):
            count = sum(isinstance(one, PastMatch) for one in self.matches)
            return f"{count} finished. {LIMIT}"
        return WAITING_LIMIT

    def _draw_details(self, canvas: Canvas) -> None:
        """Draw the players, with the scores, and the text below."""
        x, y, w, h = self._detail_box
        end = y + h
        for name, score, ink, mark in self._details.seats:
            if y + 28 > end:
                return
            used = canvas.text(score, (x + w, y + 14), TEXT, align="right") if score else 0.0
            canvas.icon(mark, (x + 8, y + 14), 14, ink)
            canvas.text(name, (x + 24, y + 14), TEXT, ink, "bold", max_width=w - used - 36)
            y += 28
        lines = max(0, int((end - y - 8) / canvas.line_height(NOTE)))
        if lines and self._details.text:
            canvas.paragraph(self._details.text, (x, y + 8), w, NOTE, "quiet", most=lines)
