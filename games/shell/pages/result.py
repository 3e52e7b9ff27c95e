"""The page after a match: its end and the lesson from it; all figures; a rematch.

At first sight at most `MOST_WORDS` words: the player's most readable habit, how strong it was, one
thing to try, and one picture of the match. A button unfolds the rest.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable
from dataclasses import replace
from typing import Final

from games import bots, catalog
from games.core import CHANCE
from games.mind import Bell, Series
from games.session.growing import LevelOffer, at_level, offer_to
from games.session.replaying import shown_now
from games.session.starting import rematch
from games.shell.draw.canvas import Box, Canvas
from games.shell.draw.roles import OUTCOMES, OWN
from games.shell.draw.theme import EDGE, GAP, HEADING, LABEL, NOTE, TEXT
from games.shell.draw.tween import Springs
from games.shell.hooks import TRY, Insight, Report, with_score, with_verdict
from games.shell.input import InputEvent, Pointer, Press, Wheel
from games.shell.mind.items import Style, draw_items
from games.shell.mind.spread import ReportPages
from games.shell.pages.before.choices import MatchChoices
from games.shell.pages.review.page import ReviewPage
from games.shell.pages.today import copy_line
from games.shell.shell import Scene, Shell
from games.shell.table import Table
from games.shell.widgets.basic import Button, Form

OUTCOME_ICONS = {"won": "trophy", "lost": "mind", "drawn": "check", "left": "flag"}
REST_SECONDS, LONGEST_REST = 2.0, 6.0
"""Keys and clicks that were meant for the game do nothing here: until there was none for the first,
and at most for the second. Shorter ones, one second among them, took a newcomer's key as a wish for
a rematch."""
REPLAY: Final = "Replay"
REVIEW: Final = "Review"
ORDINARY: Final = "Ordinary match"
MOST_WORDS: Final = 60
"""So many words are on the page before it is unfolded, those of buttons and plots among them."""
PLOT_WORDS: Final = 5
"""The figures at the ends of a plot; with its title they count as words."""
STAGE_WORDS: Final = 8
"""So many words a game may write on its own ground at the end."""
# Units, chosen by eye.
HEAD, FOOT, BUTTON = 104.0, 92.0, 44.0
OFFER: Final = 40.0  # what the words of the opponent take above the buttons
PICTURE_ZOOM: Final = 1.25
PICTURE_AROUND: Final = 110.0  # what a picture takes beside its plot
LARGE: Final = 30.0
ICON_ROOM: Final = 32.0
FIGURES: Final = "All figures"
CURIOUS: Final = "For the curious"
"""What leads from the first page of figures to the others."""


def words_in(*texts: str) -> int:
    """Return the number of words in `texts` together; a sign alone is none."""
    return sum(any(map(str.isalnum, word)) for text in texts for word in text.split())


def picture_of(report: Report) -> Series | Bell | None:
    """Return the picture that stands on the first page: the first over time or of a crowd.

    Its title names the unit.
    """
    kinds = (item for item in report.items if isinstance(item, Series | Bell))
    found = next((item for item in kinds if len(item.values) > 1), None)
    unit = found.unit if isinstance(found, Series) else ""
    if found is None or unit in ("", "%") or unit in found.title:
        return found
    head, comma, rest = found.title.partition(",")
    return replace(found, title=f"{head} in {unit}{comma}{rest}")


def words_around(picture: Series | Bell | None) -> int:
    """Return the number of words at a picture, where there is one: its title, and figures."""
    return 0 if picture is None else PLOT_WORDS + words_in(picture.title)


def first_words(report: Report, room: int, lacking: str = "") -> list[Insight]:
    """Return the first insights of a `report`, in at most `room` words.

    Room is for notices first, the report's and what is `lacking`, then for the brief; a report
    without one starts with its first lines. Notices come last on the page.
    """
    notices = [Insight("", text) for text in (lacking, *report.notices) if text]
    lines = [Insight("", line) for line in report.lines if line not in report.notices]
    told: list[Insight] = []
    for insight in (*notices, *(report.brief or lines)):
        room -= words_in(*insight)
        if room < 0:
            break
        told.append(insight)
    known = sum(insight in notices for insight in told)
    return [*told[known:], *told[:known]]


def first_clause(title: str) -> str:
    """Return the part of a `title` before its comma."""
    return title.partition(",")[0]


def first_sight(
    report: Report, room: int, lacking: str, picture: Series | Bell | None
) -> tuple[list[Insight], Series | Bell | None]:
    """Return the first insights beside a `picture`, in at most `room` words with its own.

    Where the advice has no room, the title of the picture gives way to it, and else the insights
    between it and the first of the brief; where that does not help either, none gives way.
    """
    brief = report.brief
    advice = next((n for n, insight in enumerate(brief) if insight.title == TRY), 0)
    short = replace(report, brief=(*brief[: min(1, advice)], *brief[advice:]))
    bare = None if picture is None else replace(picture, title="")
    brief_title = None if picture is None else replace(picture, title=first_clause(picture.title))
    goals = ((report, -1), (report, advice), (short, advice)) if brief else ()
    for (each, goal), shown in itertools.product(goals, (picture, brief_title, bare)):
        told = first_words(each, room - words_around(shown), lacking)
        if brief[goal] in told:
            return told, shown
    return first_words(report, room - words_around(picture), lacking), picture


class ResultPage(Scene):
    """Shows the report of a finished match, folded or with all its figures, with buttons below.

    Among the figures, rows that tell of turns can be chosen with the mouse, or with up from the
    buttons and confirm.
    """

    def __init__(self, shell: Shell, table: Table) -> None:
        super().__init__(shell)
        self.table = table
        self.title = table.title
        own = table.human if table.session.forfeited is None else None
        result = None if own is None else table.result(own)
        self.report = with_score(table.final_report(), result, table.names())
        if len(table.session.people) == 1:
            self.report = with_verdict(self.report, result)
        self.springs = Springs(0.6)
        self.figures = ReportPages(self.report.lines, self.report.items, self.report.turns)
        self.unfolded = False
        self._rested = 0.0
        self._age = 0.0
        self.unfold = Button(FIGURES, self._unfold, icon="stats")
        self.form = Form(
            (
                Button(self._again_word(), self._rematch, "main", "redo"),
                self.unfold,
                Button("Change", self._change, icon="edit"),
                *(
                    Button(label, self._leaving(act), icon=icon)
                    for label, icon, act in table.result_entries()
                ),
                *(Button(ask.label, ask.open, icon=ask.icon) for ask in self.report.asks),
                *self._reviewing(),
                *self._replaying(),
                *self._sharing(),
                Button("Arcade", self._home, icon="back"),
            ),
            shell.play_sound,
        )
        self.offer = self._offered()
        if self.offer is not None:
            self.form.widgets.insert(1, Button(self.offer.label, self._accept, icon="up"))
        self._icons = [getattr(widget, "icon", "") for widget in self.form.widgets]

    def _offered(self) -> LevelOffer | None:
        """Return the level that the opponent offers after this match, None for none."""
        session, setup = self.table.session, self.table.setup
        profile, library = session.profile, session.library
        if profile is None or library is None or setup.practice or setup.day or setup.demo:
            return None
        rows = library.archive.finished(profile.id, setup.game)
        return offer_to(catalog.spec(setup.game), rows, setup.params, setup.seats)

    def _accept(self) -> None:
        """Play at the level that is offered, and meet the opponent there from now on."""
        assert self.offer is not None
        setup = at_level(rematch(self.table.setup), self.offer.level)
        MatchChoices(self.shell, setup.game, setup).remember()
        self.shell.pop()
        self.table.begin_with(setup)

    def _again_word(self) -> str:
        """Return the word for another match: where a bot forfeited, its file may be mended; after
        today's one try it is an ordinary match.
        """
        if self.table.setup.day:
            return ORDINARY
        seat, seats = self.table.session.forfeited, self.table.setup.seats
        mended = seat is not None and seats[seat].agent.startswith(bots.PREFIX)
        return "Try again" if mended else "Rematch"

    def _sharing(self) -> list[Button]:
        """After today's match: a button that copies the line to share."""
        scored = self.table.session.day_match
        if scored is None:
            return []
        return [Button("Copy", lambda: copy_line(self.shell, scored), icon="copy")]

    def _reviewing(self) -> list[Button]:
        """Return where the game judges choices: the button to the review, from where one comes
        back.
        """
        table = self.table
        own = any(label == REVIEW for label, _, _ in table.result_entries())
        chosen = any(seat != CHANCE for turn in table.match.turns for seat, _ in turn)
        if own or table.setup.demo or not chosen or not catalog.judges(table.setup.game):
            return []
        return [Button(REVIEW, self._review, icon="eye")]

    def _review(self) -> None:
        shown = shown_now(self.table.session, self.table.names())
        self.shell.push(ReviewPage(self.shell, shown))

    def _replaying(self) -> list[Button]:
        """Return the button to the arcade's replay, if the game has no replay of its own."""
        own = any(label == REPLAY for label, _, _ in self.table.result_entries())
        if own or not self.table.match.turns:
            return []
        return [Button(REPLAY, self._replay, icon="play")]

    def _replay(self) -> None:
        """Look at the match again; from there one comes back to this page."""
        shown = shown_now(self.table.session, self.table.names())
        self.shell.push(self.shell.doors.replay(self.shell, shown))

    def _leaving(self, action: Callable[[], None]) -> Callable[[], None]:
        """Return an action of the game, run at its table."""

        def run() -> None:
            self.shell.pop()
            action()

        return run

    def _unfold(self) -> None:
        """Show all figures, page by page, and after the last the first sight again."""
        if self.unfolded and not self.figures.turn(1):
            self._fold()
        elif not self.unfolded:
            self.unfolded = True
        self._name_the_button()

    def _fold(self) -> None:
        self.unfolded, self.figures.page, self.figures.row = False, 0, None
        self._name_the_button()

    def _name_the_button(self) -> None:
        last = self.figures.page == self.figures.pages - 1
        onward = "Summary" if last else CURIOUS if self.figures.page == 0 else "Next page"
        self.unfold.label = onward if self.unfolded else FIGURES

    def _rematch(self) -> None:
        self.shell.pop()
        self.table.restart()

    def _change(self) -> None:
        self.shell.pop()
        self.shell.replace(
            self.shell.doors.setup(self.shell, self.table.setup.game, self.table.setup)
        )

    def _home(self) -> None:
        self.shell.back_to(self.shell.stack[0])

    def layout(self, width: float, height: float) -> None:
        """Place buttons in a row at the bottom."""
        widgets, grown = self.form.widgets, self.shell.theme.text_size(TEXT) / TEXT
        labels = [widget.label for widget in widgets]
        labels[widgets.index(self.unfold)] = CURIOUS  # the longest of those that it has in turn
        widths = [grown * (24.0 + 9.6 * max(8, len(label))) + ICON_ROOM for label in labels]
        room = width - 2 * EDGE - 12 * (len(widgets) - 1)
        if sum(widths) > room:  # words matter more than icons
            widths = [wide - ICON_ROOM for wide in widths]
        left, share = float(EDGE), min(1.0, room / sum(widths))
        for button, icon, wide in zip(widgets, self._icons, widths, strict=True):
            if isinstance(button, Button):
                button.icon = icon if sum(widths) + ICON_ROOM * len(widths) <= room else ""
            button.box = (left, height - FOOT / 2 - BUTTON / 2, wide * share, BUTTON)
            left += wide * share + 12

    # -- input -------------------------------------------------------------------------

    def handle(self, event: InputEvent) -> bool:
        """Handle buttons, pages of figures, help, and back, once hands are at rest."""
        if self.resting and isinstance(event, Press) and event.action not in ("fullscreen", "mute"):
            self._rested = 0.0
            return True
        if self.resting and isinstance(event, Pointer) and event.kind == "down":
            self._rested = 0.0
            return True
        if isinstance(event, Press) and self._press(event):
            return True
        if self.unfolded and self._look_on(event):
            return True
        return self.form.handle(event)

    def _press(self, event: Press) -> bool:
        """Help, and back: from the figures to what is seen first, from there to the arcade."""
        if event.action == "help" and not event.repeat:
            self.table.open_help()
            return True
        if event.action == "back":
            if self.unfolded:
                self._fold()
            else:
                self._home()
            return True
        return False

    def _look_on(self, event: InputEvent) -> bool:
        """Turn the pages of the figures, or choose a row; True where the event was used."""
        figures = self.figures
        if isinstance(event, Press):
            if event.action == "confirm" and figures.row is not None:
                self._show(figures.row)
                return True
            if event.action in ("page_up", "page_down"):
                self._turn(1 if event.action == "page_down" else -1)
                return True
            moved = figures.move(event.action) or (event.action == "down" and figures.turn(1))
            self._name_the_button()
            return moved
        if isinstance(event, Wheel):
            self._turn(-1 if event.turn > 0 else 1)
            return True
        if isinstance(event, Pointer):
            figures.row = None
            row = figures.row_under(event.x, event.y)
            if row is not None and event.kind == "down" and event.button == 1:
                self._show(row)
                return True
        return False

    def _turn(self, by: int) -> None:
        self.figures.turn(by)
        self._name_the_button()

    def _show(self, row: int) -> None:
        turn = self.figures.rows[row][1]
        self.shell.play_sound("press")
        self.table.look_back(turn - 1)

    @property
    def resting(self) -> bool:
        """True if the page waits for keys that were meant for the game to be over."""
        return self._rested < REST_SECONDS and self._age < LONGEST_REST

    def update(self, dt: float) -> None:
        """Let the pictures grow."""
        self._rested += dt
        self._age += dt
        self.springs.still = self.shell.theme.reduced_motion
        self.springs.update(dt)

    def next_frame(self) -> float | None:
        """Return 0 while a figure grows or hands come to rest."""
        return 0.0 if self.springs.moving or self.resting else None

    # -- drawing -----------------------------------------------------------------------

    def draw(self, canvas: Canvas) -> None:
        """Draw the headline, what is seen first or a page of figures, and the buttons."""
        staged = not self.unfolded and self.table.draw_end(canvas)
        if not staged:
            canvas.fill("ink")
        self._draw_head(canvas)
        offered = OFFER if self.offer is not None else 0.0
        box = (EDGE, HEAD, canvas.width - 2 * EDGE, canvas.height - HEAD - FOOT - offered)
        if self.offer is not None:
            place = (EDGE, canvas.height - FOOT - OFFER / 2)
            room = canvas.width - 2 * EDGE
            canvas.text(self.offer.words, place, LABEL, "brass", "bold", max_width=room)
        if self.unfolded:
            self.figures.draw(canvas, box, self.springs)
            self.figures.draw_choice(canvas, self.shell.input.state.pointer)
            self._name_the_button()
        else:
            self._draw_first(canvas, box, staged)
        focus = self.form.focus
        self.form.focus = focus if self.figures.row is None else -1
        self.form.draw(canvas)
        self.form.focus = focus

    def _draw_head(self, canvas: Canvas) -> None:
        mood = self.report.outcome
        canvas.icon(OUTCOME_ICONS[mood], (EDGE + 20, 56), 40, OUTCOMES[mood])
        right = canvas.width - EDGE
        if self.unfolded and self.figures.pages > 1:
            page = f"{self.figures.page + 1} of {self.figures.pages}"
            right -= canvas.text(page, (right, 56), TEXT, "quiet", align="right") + GAP
        place = (EDGE + 56, 56)
        room = right - place[0]
        canvas.text(self.report.headline, place, HEADING, "paper", "title", max_width=room)

    def _draw_first(self, canvas: Canvas, box: Box, staged: bool) -> None:
        """Draw sentences to the left, and the match as one picture to the right, or `staged`."""
        x, y, w, h = box
        picture = None if staged else picture_of(self.report)
        labels = [widget.label for widget in self.form.widgets]
        offered = "" if self.offer is None else self.offer.words
        room = MOST_WORDS - words_in(self.report.headline, offered, *labels) - STAGE_WORDS * staged
        lacking = self.table.session.keeping.lacking
        told, picture = first_sight(self.report, room, lacking, picture)
        width = (w - 2 * GAP) * 0.5
        if picture is None and not staged:
            width = min(900.0, w)
        sizes = (LARGE, LABEL, TEXT)
        size = next((s for s in sizes if tall(canvas, told, width, s) <= h), NOTE)
        self._draw_words(canvas, told, (x, y, width, h), size)
        if picture is not None:
            left = x + width + 2 * GAP
            self._draw_picture(canvas, picture, (left, y, x + w - left, h))

    def _draw_picture(self, canvas: Canvas, picture: Series | Bell, box: Box) -> None:
        x, y, w, h = (side / PICTURE_ZOOM for side in box)
        style = Style(OWN, ends=("start", "end"), plot=min(h - PICTURE_AROUND, 0.75 * w))
        if isinstance(picture, Bell):  # what its sentence says stands among the words
            picture = replace(picture, sentence="")
        with canvas.zoomed(PICTURE_ZOOM):
            draw_items(canvas, (picture,), (x, y, w, h), self.springs, style=style)

    def _draw_words(self, canvas: Canvas, told: list[Insight], box: Box, size: float) -> None:
        x, y, w, h = box
        spare = (h - tall(canvas, told, w, size)) / max(1, len(told))
        gap = GAP + min(GAP, max(0.0, spare))
        for title, text in told:
            if title:
                y += canvas.paragraph(title, (x, y), w, TEXT, "brass", "bold")
                even = canvas.even_width(text, w, size)
                y += canvas.paragraph(text, (x, y), even, size, "paper") + gap
            else:
                y += canvas.paragraph(text, (x, y), w, TEXT, "quiet") + GAP / 2


def tall(canvas: Canvas, told: list[Insight], width: float, size: float) -> float:
    """Return the height of insights in units, their sentences in this `size` of type."""
    high = 0.0
    for title, text in told:
        lines = len(canvas.wrap(text, width, size if title else TEXT))
        high += lines * canvas.line_height(size if title else TEXT)
        high += canvas.line_height(TEXT, "bold") + GAP if title else GAP / 2
    return high
