"""The training room of Ur: a learner grows on the screen, and its best brain can be kept.

The training runs in a process of its own (`ai.ur.school`), some games at a time; after each stretch
it reports the win rates, the values, and the tree of brains with wins over games in each node, as
the original's picture shows it; or the values are shown on the squares of the board. How many
values change in a child, by how much, and whom the learner plays are options of the tree. The
training is kept on the disk after every stretch and goes on where it was, whenever it was left. The
best brain can be kept in the profile, where the agent then begins from it, or discarded; or one
plays against it at once, or against the one that it was after 50, 500 or 2,000 games.

A learner that was kept trains on from there: its tree is then the profile's own, and kept after
every stretch. Its opponent may be the person: each game counts, also a rematch's.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, Final

from games.mind import Series, TrialNode, TrialTree, mind_from_plain
from games.session.session import Session
from games.shell.draw.canvas import Box, Canvas
from games.shell.draw.theme import EDGE, GAP, NOTE, TEXT
from games.shell.draw.toasts import Strip
from games.shell.draw.tween import Springs
from games.shell.input import InputEvent, Press, Wheel
from games.shell.mind.items import REPORT_STYLE, draw_items, lay_out
from games.shell.mind.style import Style
from games.shell.opening import ensure_profile
from games.shell.shell import Scene, Shell
from games.shell.widgets.basic import Button, Choice, Form, ProgressBar, inside
from games.shell.widgets.page import draw_heading, leaves
from games.ur.drawing import LampLitTable, Layout, draw_board, draw_values
from games.ur.training.brains import (
    SCROLL,
    ZOOMS,
    TreePane,
    able_rivals,
    games_with,
    keep_brain,
    kept_learner,
    table_against,
)
from games.ur.training.course import BRAINS, MEASURED, YOU, YOURS, BrainTraining

NONE_KEPT: Final = "Keep a learner first; then it trains on here."
# What can be chosen: games of a training.
LENGTHS: Final = (500, 2000, 10_000)
RIVALS: Final = tuple(zip(MEASURED, ("Against Random", "Against Greedy"), strict=True))
CHANGED: Final = (1, 2, 3, 4, 8, 16)
"""How many values a child may differ in; the first is the original's."""
MARKS: Final = (("50", "50"), ("500", "500"), ("2000", "2,000"))
"""Brains that are put by, by the number of games, and what their buttons are called."""
TRAINED: Final = "What trains: a new learner, or the one that you have kept, from where it is."
PUT_BY: Final = "Look at the best brain as it was after so many games."
TO_BEGIN: Final = "Press Train and watch."
SPREADS: Final = (0.5, 1.0, 2.0, 3.0, 5.0, 10.0)
"""The width of a change; 3 is the original's."""
PICTURES: Final = ("Tree", "Board")
KEEP, DROP, MEET = 1, 2, 3
"""The places of buttons in their row."""
ROW: Final = 44.0  # units; chosen by eye
LEAST_PLOT: Final = 36.0  # units; chosen by eye


class TrainingRoom(Scene):
    """Trains a learner while one watches."""

    title = "Training room"
    said = EDGE + 360.0  # where hints and toasts begin, beside the title, once it is drawn

    def __init__(
        self, shell: Shell, params: Mapping[str, Any] | None = None, seed: int = 1
    ) -> None:
        """`params` are the options of a game to begin with, as far as learners train on it."""
        super().__init__(shell)
        games = games_with(params)
        self.course = BrainTraining(shell, games[0], LENGTHS[1], SPREADS[3])
        self.course.seed = seed
        self.mark = ""  # which brain is looked at, "" for that of now
        self.tree: TrialTree | None = None
        self.pane = TreePane()
        self.lesson_due = False  # the person is to play as soon as it is known against which brain
        self.counted: Session | None = None  # the match that was counted last
        self.springs = Springs(0.4)
        self.ground = LampLitTable()
        self.progress = ProgressBar()
        self.form = Form((), shell.play_sound)
        self._build(games)
        self.course.look_up()

    # -- widgets -----------------------------------------------------------------------

    def _build(self, games: Sequence[tuple[str, int]]) -> None:
        course = self.course
        named = [f"{rules.capitalize()} {pieces}" for rules, pieces in games]
        lengths = [f"{length:,}" for length in LENGTHS]
        counts = [f"{count} value{'s' * (count > 1)}" for count in CHANGED]
        widths = [f"\N{PLUS-MINUS SIGN}{spread:g}" for spread in SPREADS]
        known = "Learners train on the paths of 14 squares, those of Finkel and Schultz."
        changes = "How many of its parent's 16 values a child changes."
        wide = "The most that a value changes by; small changes are likelier."
        self.tuning = [
            Choice("Mutations", counts, CHANGED.index(course.changed), self._set_changed, changes),
            Choice("Step size", widths, SPREADS.index(course.spread), self._set_spread, wide),
        ]
        self.picture = Choice("View", PICTURES, 0, lambda n: None)
        told = "Whom the learner plays: a second learner, as in the original, you, or one of the "
        told += "list. Greedy goes by each square's number squared."
        self.against = Choice("Against", ("Itself",), 0, self._set_rival, told)
        self._list_rivals()
        sizes = [f"{zoom:.0%}" for zoom in ZOOMS]
        self.choices = [
            Choice("Brain", [name for _, name in BRAINS], course.brain, self.set_brain, TRAINED),
            Choice("Rules", named, 0, lambda n: self._set_game(games[n]), known),
            Choice("Games", lengths, LENGTHS.index(course.length), self._set_length),
            *self.tuning,
            self.against,
            self.picture,
            Choice(
                "Zoom", sizes, self.pane.zoom, self.pane.set_zoom, "The wheel scrolls the tree."
            ),
        ]
        self.go = Button("Train", self._toggle, "main", "play")
        keep = Button("Keep", self._keep, icon="check", hint="Play from this brain on.")
        drop = Button("Discard", self._discard, icon="trash", hint="Forget what was kept.")
        meet = Button("Play it", self._play_brain, icon="play")
        back = Button("Back", self.shell.pop, icon="back")
        self.buttons = [self.go, keep, drop, meet, back]
        self.marks = [
            Button(told, partial(self._look_at, mark), icon="eye", hint=PUT_BY)
            for mark, told in MARKS
        ]
        self.form.widgets = [*self.choices, *self.marks, *self.buttons, self.progress]
        self.form.focus_on(self.go)
        self._refresh()

    def _refresh(self) -> None:
        """Show the possible actions."""
        course, shell = self.course, self.shell
        again = "Go on" if course.brain == YOURS else "Again"
        label = again if course.done else "Go on" if course.played else "Train"
        self.go.label = "Teach it" if course.taught else "Pause" if course.running else label
        self.go.icon = "pause" if course.running else "redo" if label == "Again" else "play"
        self.buttons[KEEP].enabled = self.buttons[MEET].enabled = bool(course.report)
        for choice in (*self.tuning, self.against, self.picture):
            choice.enabled = course.grows
        kept_marks = course.report.get("marks", {})
        for (mark, _), button in zip(MARKS, self.marks, strict=True):
            button.enabled = mark in kept_marks
            button.kind = "main" if mark == self.mark else "plain"
        profile = shell.profile
        kept = profile is not None and shell.library.learned(profile.id, "ur") is not None
        self.buttons[DROP].enabled = kept
        self.progress.share = course.played / course.length
        more = " more" if course.before else ""
        self.progress.label = f"{course.played:,} of {course.length:,}{more} games"

    def set_brain(self, index: int) -> None:
        """Set another brain to train, by its place (`index`) among `BRAINS`."""
        if index == YOURS and not kept_learner(self.shell):
            self.choices[0].index = self.course.brain
            self.shell.toast(NONE_KEPT)
            return
        self.course.brain = index
        self._forget()

    def _set_game(self, game: tuple[str, int]) -> None:
        self.course.game = game
        self._list_rivals()
        self._forget()

    def _set_changed(self, index: int) -> None:
        self.course.changed = CHANGED[index]
        self._forget()

    def _set_spread(self, index: int) -> None:
        self.course.spread = SPREADS[index]
        self._forget()

    def _set_rival(self, index: int) -> None:
        self.course.rival = ("", YOU, *(agent.id for agent in able_rivals(self.course.game)))[index]
        self._forget()

    def _list_rivals(self) -> None:
        """Offer the agents that a learner can play here."""
        able = able_rivals(self.course.game)
        known = ["", YOU, *(agent.id for agent in able)]
        self.against.labels = ["Itself", "You", *(agent.name for agent in able)]
        self.course.rival = self.course.rival if self.course.rival in known else ""
        self.against.index = known.index(self.course.rival)

    def _look_at(self, mark: str) -> None:
        """Look at the brain of a mark, or again at the present one."""
        self.mark = "" if self.mark == mark else mark
        self._read_tree()
        self._refresh()

    @property
    def shown(self) -> Mapping[str, Any]:
        """The report on the brain that is looked at."""
        marks = self.course.report.get("marks", {})
        found: Mapping[str, Any] = marks.get(self.mark, self.course.report)
        return found

    @property
    def on_board(self) -> bool:
        """True if the values are shown on the squares in place of the tree."""
        return bool(self.picture.index)

    def _set_length(self, index: int) -> None:
        self.course.length = LENGTHS[index]
        self._refresh()

    def _forget(self) -> None:
        """Begin anew with what is chosen now."""
        self.course.forget()
        self.lesson_due, self.tree, self.mark = False, None, ""
        self.course.look_up()
        self._refresh()

    # -- the training ------------------------------------------------------------------

    def _toggle(self) -> None:
        course = self.course
        ensure_profile(self.shell)  # a training is kept with a player
        if course.taught:
            self._begin_lesson()
        else:
            course.toggle()
        if not course.report:
            self.tree, self.mark = None, ""
        self._refresh()

    def update(self, dt: float) -> None:
        """Take the reports that came, and let the training go on."""
        self.springs.still = self.shell.theme.reduced_motion
        self.springs.update(dt)
        told = self.course.report.get("told", "")
        for report in self.course.reports():
            self._show_report(report, told)
            told = report.get("told", "")
        if self.course.helper is not None and self.course.helper.ended:
            self.course.close()
            self.course.running = self.lesson_due = False
            self.shell.toast("The training stopped; what it had reported is still here.")
            self._refresh()

    def _show_report(self, report: Mapping[str, Any], told: str) -> None:
        """Show the state of the training; `told` was shown before."""
        self._read_tree()
        if report.get("told") and report["told"] != told:
            self.shell.toast(str(report["told"]))
        if self.course.done and self.course.running:
            self.course.running = False
            self.shell.play_sound("right")
        self._refresh()
        if self.lesson_due:
            self._begin_lesson()

    def _read_tree(self) -> None:
        """The tree of the brain that is looked at, where it grew in one."""
        plain = self.shown.get("tree")
        item = mind_from_plain([plain])[0] if plain is not None else None
        self.tree = None
        if isinstance(item, TrialTree):
            self.tree = item

    def leave(self) -> None:
        """End the process."""
        self.course.close()

    # -- what is done with the brain ---------------------------------------------------

    def _keep(self) -> None:
        if ensure_profile(self.shell) is None:
            return
        if keep_brain(self.shell, str(self.shown["learned"])):
            self.shell.toast("Kept: from now on this brain plays as your learner.")
        self._refresh()

    def _discard(self) -> None:
        profile = self.shell.profile
        if profile is not None:
            self.shell.library.forget_learned(profile.id, "ur")
            self.shell.toast("Discarded; the learners play with the brains that ship.")
        self._refresh()

    def _play_brain(self) -> None:
        """A game against the brain as it is now."""
        self.course.running = False
        self._refresh()
        course, brain = self.course, str(self.shown["learned"])
        self.shell.push(table_against(self.shell, course.agent, course.game, brain))

    def _begin_lesson(self) -> None:
        """A game against the brain that plays next, which teaches it."""
        course, report = self.course, self.course.report
        course.begin()
        self.lesson_due = "next" not in report or course.asked
        if not self.lesson_due:
            brain, seat = str(report["next"]), int(report["seat"])
            table = table_against(self.shell, course.agent, course.game, brain, seat)
            table.when_over = partial(self._teach, int(report["plays"]))
            self.shell.push(table)

    def _teach(self, node: int, session: Session) -> None:
        """Count the game of a `session` for the brain of a `node`, once."""
        if session is not self.counted and session.match.over:
            self.counted = session
            learner = 1 - session.people[0]
            self.course.teach(node, session.match.returns[learner] == 1.0)

    # -- the scene ---------------------------------------------------------------------

    def layout(self, width: float, height: float) -> None:
        """Place choices in two rows above, or three where it is narrow, the buttons below."""
        columns = 3 if width >= 1200 else 2
        wide = (width - 2 * EDGE - (columns - 1) * GAP) / columns
        for number, choice in enumerate(self.choices):
            row, column = divmod(number, columns)
            choice.box = (EDGE + column * (wide + GAP), 88 + row * ROW, wide, ROW - 4)
        step = (width - 2 * EDGE + 12) / len(self.buttons)
        for number, button in enumerate(self.buttons):
            button.box = (EDGE + number * step, height - 76, step - 12, 52)
        wide = (width - 2 * EDGE) / 2
        self.progress.box = (EDGE, height - 128, wide - GAP, 40)
        part = (wide + 8) / len(self.marks)
        for number, button in enumerate(self.marks):
            button.box = (EDGE + wide + number * part, height - 124, part - 8, 38)

    def toast_place(self, width: float) -> Strip:
        """Place toasts beside the title, in the place of the hint."""
        return Strip(self.said, 8.0, width - EDGE - self.said, tall=76.0)

    def handle(self, event: InputEvent) -> bool:
        """Handle the form; back leaves."""
        if leaves(event):
            self.shell.pop()
            return True
        if isinstance(event, Wheel) and inside(self.pane.box, event.x, event.y):
            return self.pane.scroll(-SCROLL if event.turn > 0 else SCROLL)
        if isinstance(event, Press) and event.action in ("page_up", "page_down"):
            return self.pane.scroll(4 * (SCROLL if event.action == "page_down" else -SCROLL))
        return self.form.handle(event)

    def next_frame(self) -> float | None:
        """Ask for the next frame often while it trains."""
        if self.springs.moving:
            return 0.0
        course = self.course
        waits = course.helper is not None and not course.report
        return 1 / 30 if course.asked or course.running or waits else None

    def draw(self, canvas: Canvas) -> None:
        """Draw the tree or the values at the left, the curves at the right."""
        width, height = self.shell.size
        self.ground.draw(canvas, (0, 0, width, height))
        self.said = draw_heading(canvas, "stats", self.title)
        top, bottom = self.choices[-1].box[1] + ROW + 14, height - 136
        right = 400.0 if width >= 1100 else 320.0
        area = (EDGE, top, width - 2 * EDGE - right - GAP, bottom - top)
        if not self.course.report:
            self._draw_beginning(canvas, area)
        elif self.tree is None or self.on_board:
            self._draw_values(canvas, area)
        else:
            self._draw_tree(canvas, area, self.tree)
        side = (width - EDGE - right, top, right, bottom - top)
        with canvas.clip((side[0] - 8, top - 4, right + 16, bottom - top + 8)):
            draw_items(canvas, self._items(), side, self.springs, style=self._style(canvas, side))
        self.form.draw(canvas)
        if self.shell.toasts.texts:  # they stand in the place of the hint
            return
        hint = self.form.hint
        if self.tree is not None and not self.on_board:
            hint = hint or self.tree.help
        left = self.said
        lines = min(3, len(canvas.wrap(hint, width - EDGE - left, NOTE)))
        at = (left, 52 - lines * canvas.line_height(NOTE) / 2)
        canvas.paragraph(hint, at, width - EDGE - left, NOTE, "quiet", most=3)

    def _draw_tree(self, canvas: Canvas, area: Box, tree: TrialTree) -> None:
        """Draw the tree, as high as there is room, and the record of its best brain."""
        x, y, w, _ = area
        self.pane.draw(canvas, self.springs, replace(tree, help=""), area)
        best = tree.nodes[tree.best or 0]
        room = w - canvas.text_width(tree.title, TEXT, "bold") - 32
        told = best_in_words(int(self.shown["size"]), best)
        words = next((each for each in told if canvas.text_width(each, NOTE) <= room), told[-1])
        canvas.text(words, (x + w - 16, y + 12), NOTE, "quiet", align="right", max_width=room)

    def _draw_beginning(self, canvas: Canvas, area: Box) -> None:
        x, y, w, _ = area
        words = (
            "A learner starts with 16 values, 0 to 15, one for each square, and plays. The learner "
            "grows a tree of brains: each child changes one value of its parent, plays a game, and "
            "the result counts for it and for all above. Learner+ learns from every position "
            "instead. "
        )
        words += "Press Teach it: each game counts." if self.course.taught else TO_BEGIN
        canvas.paragraph(words, (x, y + 8), min(w, 620.0), TEXT, "quiet")

    def _draw_values(self, canvas: Canvas, area: Box) -> None:
        """Draw the 16 values on the squares of a board, start and off in words."""
        x, y, w, h = area
        cell = min(w / 8.8, (h - 80) / 3.92)
        board = Layout(x + (w - 8 * cell) / 2, y + 40 + 0.4 * cell, cell, self.course.game[0])
        values = tuple(float(value) for value in self.shown["values"])
        draw_board(canvas, board)
        draw_values(canvas, board, 0, values)
        canvas.text("The value of each square, on blue's path", (x, y + 10), TEXT, "paper", "bold")
        ends = f"Start {values[0]:.1f}, off {values[15]:.1f}"
        canvas.text(ends, (x + w, y + 10), TEXT, "quiet", align="right")

    def _style(self, canvas: Canvas, side: Box) -> Style:
        """Return a report's style, with plots as high as the `side` has room for all of them."""
        items = self._items()
        _, high = lay_out(canvas, items, side[2], REPORT_STYLE)
        spare = (side[3] - high) / len(items)
        return replace(REPORT_STYLE, plot=max(LEAST_PLOT, REPORT_STYLE.plot + min(0.0, spare)))

    def _items(self) -> Sequence[Series]:
        return [Series(title, self.course.curve(name), "%", 0.5) for name, title in RIVALS]


def best_in_words(size: int, best: TrialNode) -> tuple[str, ...]:
    """Return the number of brains of a tree, `size`, and the record of the `best` with its
    descendants.

    The longest form comes first.
    """
    record = f"won {best.wins:,} of {best.games:,} games"
    if best.games == 1:
        record = "won its only game" if best.wins else "lost its only game"
    grown = f"{size:,} brain{'s' * (size != 1)}"
    return (
        f"{grown}; the best, number {best.number}, {record}",
        f"{grown}; number {best.number} {record}",
        f"Number {best.number} {record}",
    )
