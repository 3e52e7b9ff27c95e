"""All matches of a player in a game: a row each, and what can be done with the one in focus."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from games import catalog
from games.agents import LostWeights
from games.core import BadOption, Log
from games.session.archiving import row_words, shown_of
from games.session.setup import HUMAN
from games.shell.draw.canvas import Box, Canvas
from games.shell.draw.theme import EDGE, GAP, NOTE, TEXT
from games.shell.opening import continue_match, refuse_match, saved_match
from games.shell.pages.before.telling import told_option
from games.shell.pages.kept import match_words
from games.shell.pages.page import Page
from games.shell.pages.past.exchange import OpenPage, copy_match, open_shown, save_match
from games.shell.shell import Shell
from games.shell.widgets.basic import Button, ListBox
from games.shell.widgets.form import Widget
from games.store.formats import BadSave
from games.store.past import MOST_PAST, MOST_STARRED, PastLog, PastMatch
from games.store.profiles import Profile
from games.store.statistics import option_values

MOST_UNFINISHED: Final = 8
"""So many unfinished matches stand above the finished ones; the others are on their own page."""
SIDE: Final = 300.0  # units of the column at the right; by eye
ROW: Final = 52.0
KINDS: Final = {
    "practice": "practice, counted for nothing",
    "today": "today's match",
    "glass": "glass box, counted for nothing",
    "again": "ended before in another window, counted once",
}
"""What is said of a match that is not in the records (`games.store.past.COUNTED`)."""
OUTCOMES: Final = {"won": "Won", "lost": "Lost", "drawn": "Drew", "played": "Played"}
OUTCOME_COLOURS: Final = {"won": "sky", "lost": "orange", "drawn": "paper", "played": "paper"}
LIMIT: Final = f"The last {MOST_PAST} are kept, and older ones with a star."
FULL: Final = f"{MOST_STARRED} matches have a star, which is as many as can; take one away first."
GONE: Final = "This match was deleted meanwhile, in another window."


def title_of(row: PastMatch) -> str:
    """How a match went, in a line: "Won 155 : 115 against The sensei"."""
    result = row.result
    told = OUTCOMES[result.outcome]
    if result.points_for or result.points_against:
        told = f"{told} {result.points_for:,.5g} : {result.points_against:,.5g}"
    others = [seat.name for n, seat in enumerate(result.seats) if n != result.own]
    if others:
        return f"{told} against {' and '.join(others)}"
    return f"{told}: {result.best_text}" if result.best_text else told


def second_of(row: PastMatch) -> str:
    """When that was, from which seed, and what it counted for."""
    kind = KINDS.get(row.counted)
    return f"{row_words(row)}, {kind}" if kind else row_words(row)


class MatchList(ListBox):
    """Rows of matches: a star, and how each went in the colour of its outcome."""

    row_height = ROW

    def __init__(
        self,
        matches: Sequence[PastMatch | Log],
        index: int,
        chosen: Callable[[int], None],
        confirmed: Callable[[], None],
    ) -> None:
        self.matches = matches
        rows = [
            (title_of(one), second_of(one))
            if isinstance(one, PastMatch)
            else (match_words(one), "Unfinished")
            for one in matches
        ]
        super().__init__(rows, index, chosen, confirmed=confirmed)

    def _draw_row(self, canvas: Canvas, index: int, top: float) -> None:
        x, _, w, _ = self.box
        one, (title, second) = self.matches[index], self.rows[index]
        if index == self.index:
            canvas.rect((x, top, w - 8, ROW - 4), "high", 8)
            canvas.rect((x, top + 8, 4, ROW - 20), "brass", 2)
        middle, ink, icon = top + (ROW - 4) / 2, "brass", "play"
        if isinstance(one, PastMatch):
            ink = OUTCOME_COLOURS[one.result.outcome]
            icon = "star" if one.starred else ""
        if icon:
            canvas.icon(icon, (x + 24, middle), 20, "brass")
        else:
            canvas.circle((x + 24, middle), 5, ink)
        room = w - 72
        canvas.text(title, (x + 48, middle - 10), TEXT, ink, "bold", max_width=room)
        canvas.text(second, (x + 48, middle + 12), NOTE, "quiet", max_width=room)


class MatchesPage(Page):
    """The matches of a player in a game, the unfinished ones first, then the newest."""

    emblem = ""

    def __init__(self, shell: Shell, profile: Profile, game_id: str) -> None:
        self.profile, self.game_id = profile, game_id
        self.matches: list[PastMatch | Log] = []
        self.index = 0
        super().__init__(shell, f"{catalog.spec(game_id).title}: matches")
        opens = Button("Open", lambda: shell.push(OpenPage(shell)), icon="export")
        opens.hint = "Paste a match of somebody else's, or open one from a file."
        self.foot.widgets.append(opens)
        self._show()

    def resume(self) -> None:
        """A match may have been played on meanwhile."""
        self._show(keep=True)

    @property
    def chosen(self) -> PastMatch | Log | None:
        """The match in focus."""
        return self.matches[self.index] if self.index < len(self.matches) else None

    def _show(self, keep: bool = False) -> None:
        shell, game = self.shell, self.game_id
        waiting = shell.library.matches.keys(self.profile.id, game)[:MOST_UNFINISHED]
        own = shell.profile is not None and shell.profile.id == self.profile.id
        found = [saved_match(shell, game, key) for key in waiting] if own else []
        unfinished = [match for match in found if match is not None]
        self.matches = [*unfinished, *shell.library.archive.finished(self.profile.id, game)]
        self.index = min(self.index, max(0, len(self.matches) - 1))
        rows = MatchList(self.matches, self.index, self._choose, self._begin)
        self.list = rows
        self.fill([rows, *self._buttons()] if self.matches else [], keep)
        if not self.matches:
            self.active = self.foot

    def _choose(self, index: int) -> None:
        self.index = index
        self.body.widgets[1:] = self._buttons()
        self.layout(*self.size)

    def _buttons(self) -> list[Widget]:
        """What can be done with the match in focus."""
        one = self.chosen
        if isinstance(one, Log):
            give_up = Button("Give it up", self._ask_to_give_up, icon="trash")
            return [Button("Continue", self._begin, "main", "play"), give_up]
        if one is None:
            return []
        star = "Take the star" if one.starred else "Star"
        learned = "With what the opponent had learned of you by then."
        return [
            Button("Replay", self._begin, "main", "play"),
            Button(star, self._star, icon="star", hint="A match with a star is never dropped."),
            Button("Copy as text", lambda: self._with(copy_match), icon="copy", hint=learned),
            Button("Save as a file", lambda: self._with(save_match), icon="export", hint=learned),
            Button("Delete", self._ask_to_delete, icon="trash"),
        ]

    # -- actions -----------------------------------------------------------------------

    def _begin(self) -> None:
        """Look at the finished match, or go on with the unfinished one."""
        one = self.chosen
        if isinstance(one, Log):
            self._continue(one)
        elif one is not None:
            self._with(lambda shell, past: self._replay(past))

    def _with(self, act: Callable[[Shell, PastLog], object]) -> None:
        """Do something with the whole match in focus; one that is damaged is put aside, and so told
        of, one that another window has deleted is told of here.
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

    def _replay(self, past: PastLog) -> None:
        try:
            open_shown(self.shell, shown_of(past))
        except BadSave as problem:
            self.shell.toast(f"This match cannot be played here: {problem}")

    def _continue(self, found: Log) -> None:
        try:
            table = continue_match(self.shell, found)
        except LostWeights as problem:  # the match itself is well, and stays
            self.shell.toast(f"This match cannot be continued: {problem}")
            return
        except (BadOption, ValueError) as problem:
            key = found.kept.key if found.kept is not None else ""
            refuse_match(self.shell, self.game_id, key, problem)
            self._show(keep=True)
            return
        self.shell.push(table)

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

        text = f"{title_of(one)}, {row_words(one)}. What it counted for stays."
        self._ask("Delete this match?", text, "Delete it", delete)

    def _ask_to_give_up(self) -> None:
        one = self.chosen
        if not isinstance(one, Log) or one.kept is None:
            return
        key = one.kept.key

        def give_up() -> None:
            self.shell.library.matches.forget(self.profile.id, self.game_id, key)
            self._show(keep=True)

        text = "It is deleted, with its copies."
        self._ask("Give this match up?", text, "Give it up", give_up)

    def _ask(self, question: str, text: str, answer: str, act: Callable[[], None]) -> None:
        self.shell.push(self.shell.doors.ask(self.shell, question, text, [(answer, act)]))

    # -- places ------------------------------------------------------------------------

    def place(self, box: Box) -> None:
        """The list to the left, what can be done to the right."""
        x, y, _, h = box
        wide = self.size[0] - 2 * EDGE
        side = min(SIDE, wide * 0.32)
        self.list.box = (x, y, wide - side - GAP, h - 28)
        top = y
        for widget in self.body.widgets[1:]:
            widget.box = (x + wide - side, top, side, 48)
            top += 56
        self._details: Box = (x + wide - side, top + 8, side, y + h - top - 8)

    def draw_body(self, canvas: Canvas) -> None:
        """What the page holds, and more of the match in focus."""
        x, y, _, h = self.body_box
        if not self.matches:
            text = "No match is finished yet. Play one, and it stands here."
            canvas.text(text, (x, y + 20), TEXT, "quiet")
            return
        count = sum(isinstance(one, PastMatch) for one in self.matches)
        told = f"{count} finished. {LIMIT}"
        canvas.text(told, (x, y + h - 8), NOTE, "quiet", max_width=self.list.box[2])
        one = self.chosen
        if isinstance(one, PastMatch):
            self._draw_details(canvas, one)

    def _options(self, one: PastMatch) -> str:
        """The options of a match in words, such as "25 rounds, strength gentle (0.1)"."""
        agents = (agent for agent in catalog.agents(self.game_id) if agent.id == one.result.agent)
        known = [*(option for agent in agents for option in agent.options)]
        known += catalog.spec(self.game_id).options
        options = {option.name: option for option in known}
        parts = []
        for name, text in option_values(one.result.options).items():
            try:
                parts.append(told_option(options[name], options[name].parse(text)))
            except (KeyError, ValueError):  # of an arcade that had other options
                parts.append(f"{name} {text}")
        words = ", ".join(parts)
        return words[:1].upper() + words[1:]

    def _draw_details(self, canvas: Canvas, one: PastMatch) -> None:
        """Everybody's score, and the options."""
        x, y, w, h = self._details
        end = y + h
        for seat in sorted(one.result.seats, key=lambda seat: seat.place):
            if y + 28 > end:
                return
            ink = "sky" if seat.agent == HUMAN else "orange"
            score = canvas.text(f"{seat.score:,.5g}", (x + w, y + 14), TEXT, align="right")
            canvas.text(seat.name, (x, y + 14), TEXT, ink, "bold", max_width=w - score - 12)
            y += 28
        told = f"{one.turns} turns. {self._options(one)}"
        line = canvas.line_height(NOTE)
        lines = max(0, int((end - y - 8) / line))
        if lines:
            canvas.paragraph(told, (x, y + 8), w, NOTE, "quiet", most=lines)
