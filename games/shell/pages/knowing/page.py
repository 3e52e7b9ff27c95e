"""The agents' knowledge of a player: readability over time, habits as stars, wins, matches.

A map of all games comes first, then a picture for each game that was played. Every number that is
counted stands one press away, on the page of statistics, and so do the agents' learned data.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from games import catalog
from games.fields import BadSave
from games.mind import Lines
from games.session.archiving import shown_of
from games.session.course import LATELY, MatchEstimate, change, lately, luck, moments
from games.session.ladder import rungs, standing
from games.session.progress import Climb, climbs
from games.session.remembering import opponent_names
from games.session.starting import make_setup
from games.shell.draw.canvas import Box, Canvas
from games.shell.draw.roles import OWN, RIVAL
from games.shell.draw.theme import EDGE, HUGE, LABEL, NOTE, TEXT, TITLE
from games.shell.pages.knowing.course import CourseRival, day_words, draw_course
from games.shell.pages.knowing.map import ALL, Constellation, MapHead, place_map
from games.shell.pages.knowing.sky import draw_sky
from games.shell.pages.page import TITLE_MIDDLE, Page
from games.shell.pages.past.exchange import open_shown
from games.shell.pages.statistics import LearnedScene, StatisticsScene, known_spec, words_of
from games.shell.shell import Shell
from games.shell.widgets.avatars import draw_sign
from games.shell.widgets.basic import Button
from games.shell.widgets.faces import Face, draw_face, face_of
from games.shell.widgets.form import Look, Widget
from games.shell.widgets.ladder import draw_stamp
from games.spec import GameSpec
from games.store.past import PastMatch
from games.store.profiles import Profile
from games.store.statistics import Record

# Units, chosen by eye.
HERO: Final = 92.0
TALL: Final = 232.0
WIDE: Final = 960.0  # from here on the stars stand beside the line
SHARE: Final = 0.6  # of the width: the line
GAP: Final = 40.0
FACE: Final = 52.0
FACES: Final = 76.0
ROW: Final = 40.0
BUTTON: Final = 280.0
SHOWN: Final = 30
"""Matches that are listed here."""
DARK: Final = "Play somebody who reads you, and your habits will light up here, one star for each."
OUTCOMES: Final = {"won": "won", "drawn": "drawn", "lost": "lost", "played": ""}
LEFT: Final = "ended early"


class Portrait(Widget):
    """The knowledge in one game: the large figure, the line over time, and the stars."""

    focusable = False

    def __init__(
        self,
        spec: GameSpec,
        line: Sequence[MatchEstimate],
        habits: Sequence[tuple[str, float]],
        rivals: Sequence[CourseRival],
        total: Record,
        reads: bool,
    ) -> None:
        super().__init__()
        self.spec, self.line, self.habits, self.rivals = spec, line, habits, rivals
        self.total, self.reads = total, reads
        self.box = (0, 0, 0, HERO + TALL)

    def _beside(self, width: float) -> bool:
        """Return whether the stars stand beside a line."""
        return width >= WIDE and self.reads and self.spec.told.course is not None

    def fit(self, width: float) -> None:
        """Take the height that is needed for a `width`: the stars stand below in a narrow one."""
        tall = HERO
        tall += TALL if self.spec.told.course is not None else 0.0
        tall += TALL + 24 if self.reads and not self._beside(width) else 0.0
        x, y, _, _ = self.box
        self.box = (x, y, width, tall)

    def draw(self, canvas: Canvas, look: Look) -> None:
        """Draw the figure above, the line and the stars below."""
        x, y, w, _ = self.box
        course = self.spec.told.course
        self._draw_hero(canvas)
        beside = self._beside(w)
        wide = w * SHARE - GAP / 2 if beside else w
        if course is not None:
            canvas.text(course.title, (x, y + HERO - 6), TEXT, "quiet", "bold", max_width=wide)
            draw_course(canvas, (x, y + HERO + 12, wide, TALL - 12), course, self.line, self.rivals)
        if not self.reads:
            return
        line = TALL + 24 if course is not None else 0.0
        left, top = (x + wide + GAP, y + 8) if beside else (x, y + HERO + line)
        tall = HERO + TALL - 8 if beside else TALL
        draw_sky(canvas, (left, top, x + w - left, tall), self.habits, DARK)

    @property
    def figure(self) -> tuple[str, str]:
        """The large figure, and what it is in words."""
        course = self.spec.told.course
        if course is not None and self.line:
            value = lately(course, self.line)
            share = course.kind in ("share", "strength")
            digits = ".0%" if share else ".0f" if course.kind == "places" else ".1f"
            return format(value, digits), course.unit
        decided = self.total.won + self.total.drawn + self.total.lost
        count = decided or self.total.matches
        noun = "match" if count == 1 else "matches"
        if decided:
            return f"{self.total.won / decided:.0%}", f"of {count} {noun} won"
        return str(count), f"{noun} that counted"

    @property
    def told(self) -> str:
        """The words on the figure: chance, the reach of luck, and the change."""
        course, line = self.spec.told.course, self.line
        if course is None:
            total = self.total
            if total.won + total.drawn + total.lost == 1:
                return ""  # the figure says it
            told = ((total.won, "won"), (total.drawn, "drawn"), (total.lost, "lost"))
            return ", ".join(f"{count} {what}" for count, what in told if count)
        if not line:
            return course.first
        if course.kind == "share" and not course.chance:
            last = line[-LATELY:]
            hits, trials = sum(m.hits for m in last), sum(m.trials for m in last)
            return f"{hits} of {trials} in {_matches(len(last))}."
        if course.kind == "share":
            now = change(course, line) or luck(course, line)
            return f"Pure chance: {course.chance:.0%}. {now}".strip()
        if course.kind == "strength":
            return f"Luck aside, between {line[-1].low:.0%} and {line[-1].high:.0%}."
        values = [moment.value for moment in line]
        best = min(values) if course.kind == "mean" else max(values)
        return f"Your best: {best:.{0 if course.kind == 'places' else 1}f}."

    def _draw_hero(self, canvas: Canvas) -> None:
        x, y, w, _ = self.box
        number, unit = self.figure
        size = HUGE * 0.62
        wide = canvas.text(number, (x - 2, y + 36), size, OWN, "title")
        room = (w * SHARE if self._beside(w) else w) - wide - 24
        left = x + wide + 20
        canvas.text(unit, (left, y + 24), LABEL, "paper", "title", max_width=room)
        size = TEXT if canvas.text_width(self.told, TEXT) <= room else NOTE
        canvas.text(self.told, (left, y + 52), size, "quiet", max_width=room)


class Beaten(Widget):
    """The opponents of the game, the weakest first, with a stamp on those that were beaten."""

    focusable = False

    def __init__(self, opponents: Sequence[tuple[Face, bool]]) -> None:
        super().__init__()
        self.opponents = opponents
        self.box = (0, 0, 0, FACES)

    def draw(self, canvas: Canvas, look: Look) -> None:
        """Draw the faces in a row, and how many were beaten."""
        x, y, w, _ = self.box
        beaten = sum(won for _, won in self.opponents)
        told = f"{beaten} of {len(self.opponents)} beaten"
        wide = canvas.text(told, (x, y + FACES / 2), LABEL, "paper", "title") + 32
        step = min(FACE + 18, (w - wide) / max(1, len(self.opponents)))
        side = min(FACE, step - 4)
        for number, (face, won) in enumerate(self.opponents):
            centre = (x + wide + side / 2 + number * step, y + FACES / 2)
            draw_face(canvas, face, centre, side, dim=not won)
            if won:
                draw_stamp(canvas, (centre[0] + side * 0.35, centre[1] + side * 0.35), side * 0.36)


class MatchRow(Widget):
    """A finished match: whom it was against, what came of it, and when; `opened` shows it again."""

    def __init__(self, row: PastMatch, name: str, opened: Callable[[], None]) -> None:
        super().__init__("Watch this match again.")
        self.row, self.name, self.opened = row, name, opened
        self.box = (0, 0, 0, ROW)

    def activate(self) -> None:
        """Show the match again."""
        self.opened()

    @property
    def score(self) -> str:
        """The points of all, the player's first, where they mean something."""
        result = self.row.result
        if not (result.points_for or result.points_against) or result.outcome == "played":
            return ""
        points = [result.points_for, result.points_against]
        if len(result.seats) > 2:
            others = [seat.score for n, seat in enumerate(result.seats) if n != result.own]
            points = [result.points_for, *others]
        return " : ".join(f"{each:g}" for each in points)

    def draw(self, canvas: Canvas, look: Look) -> None:
        """Draw opponent, result, points and day in columns."""
        x, y, w, h = self.box
        if look.focused or look.hovered:
            canvas.outline((x - 8, y, w + 16, h - 2), "brass", 2, 8)
        middle, outcome = y + h / 2 - 1, self.row.result.outcome
        columns = (x + w * 0.46, x + w * 0.7, x + w)
        canvas.text(self.name, (x, middle), TEXT, "paper", "bold", max_width=w * 0.44)
        colour = {"won": OWN, "lost": RIVAL}.get(outcome, "quiet")
        told = LEFT if self.row.left_at else OUTCOMES[outcome] or self.row.result.best_text
        canvas.text(told, (columns[0], middle), TEXT, colour, max_width=w * 0.4)
        canvas.text(self.score, (columns[1], middle), TEXT)
        canvas.text(day_words(self.row.ended), (columns[2], middle), TEXT, "quiet", align="right")


class KnownPage(Page):
    """The page: the map of all games, and a tab a game that was played."""

    emblem = ""

    def __init__(self, shell: Shell, profile: Profile) -> None:
        self.profile = profile
        self.statistics = shell.library.statistics(profile.id)
        archive = shell.library.archive
        self.games = [
            spec
            for game in catalog.GAMES
            if (spec := known_spec(game)) is not None
            and (self.statistics.of(game) or archive.finished(profile.id, game))
        ]
        self.portrait: Portrait | None = None
        own = shell.profile is not None and shell.profile.id == profile.id
        super().__init__(shell, f"What they know about {'you' if own else profile.name}")
        self._add_tabs([ALL, *(spec.title for spec in self.games)])
        self.foot.widgets.append(Button("All numbers", self._numbers, icon="stats"))
        told = "What the agents of this game have learned, in words and numbers."
        self.learned = Button("Memory", self._learned, icon="mind", hint=told)
        self.foot.widgets.append(self.learned)
        self.opened(0)
        self.active = self.body

    @property
    def spec(self) -> GameSpec | None:
        """The game whose tab is open, None for the map."""
        index = self.tabs.index if self.tabs is not None else 0
        return self.games[index - 1] if index else None

    def opened(self, index: int) -> None:
        """Show the map, or the knowledge in one game."""
        if index:
            self._open_game(self.games[index - 1])
            return
        self.portrait, self.learned.enabled = None, False
        found = climbs(self.statistics)
        self.fill([MapHead(found, self.statistics), *(Constellation(c, self._meet) for c in found)])

    def _meet(self, goal: Climb) -> None:
        """Open the page before a game, with its next mind chosen where there is one."""
        before = None
        if goal.next is not None:
            before = make_setup(goal.game, goal.next.id, None, {}, False)
        self.shell.push(self.shell.doors.setup(self.shell, goal.game, before))

    def _open_game(self, spec: GameSpec) -> None:
        library, player = self.shell.library, self.profile.id
        rows = library.archive.finished(player, spec.id)
        text = library.learned(player, spec.id) or ""
        self.learned.enabled = bool(text)
        reads = any(agent.learns for agent in catalog.agents(spec.id))
        line = moments(spec, rows)
        habits = habits_of(spec.id, text) if text else ()
        total = self.statistics.total(spec.id)
        self.portrait = Portrait(spec, line, habits, _rivals(spec), total, reads)
        widgets: list[Widget] = [self.portrait]
        opponents = self._opponents(spec)
        if opponents:
            widgets.append(Beaten(opponents))
        if rows:
            widgets.append(self._all_matches(spec, rows))
            widgets += [self._row(spec, row) for row in rows[:SHOWN]]
        if self.active is self.body:
            self.active = self.head  # so that what is known shows from its top
        self.fill(widgets)

    def _opponents(self, spec: GameSpec) -> list[tuple[Face, bool]]:
        total = self.statistics.total(spec.id)
        if not total.won + total.drawn + total.lost:
            return []  # in such a game nobody is beaten
        return [
            (
                face_of(spec.id, agent.id, agent.name),
                standing(self.statistics, spec.id, agent.id).won > 0,
            )
            for agent in rungs(spec.id)
        ]

    def _row(self, spec: GameSpec, row: PastMatch) -> MatchRow:
        result = row.result
        others = [seat.name for number, seat in enumerate(result.seats) if number != result.own]
        met = opponent_names(spec.id, result.agent).get("opponent", spec.title)
        return MatchRow(row, ", ".join(others) or met, lambda: self._watch(row))

    def _all_matches(self, spec: GameSpec, rows: Sequence[PastMatch]) -> Button:
        """Return the way to all matches, where each can be starred, copied and kept as a file."""
        doors, shell = self.shell.doors, self.shell
        label = "1 match kept" if len(rows) == 1 else f"All {len(rows)} matches"
        hint = (
            "Every match of this game: star, copy, save as a file, or open one of somebody else's."
        )
        button = Button(
            label,
            lambda: shell.push(doors.matches(shell, self.profile, spec.id)),
            icon="matches",
            hint=hint,
        )
        button.box = (0, 0, 0, 48)
        return button

    def _watch(self, row: PastMatch) -> None:
        """Show a match again, with what was thought in it."""
        past = self.shell.library.archive.read(self.profile.id, row.game, row.key)
        if past is None:
            self.shell.toast("This match is not kept any more.")
            return
        try:
            open_shown(self.shell, shown_of(past))
        except BadSave as problem:
            self.shell.toast(f"This match cannot be played here: {problem}")

    def _numbers(self) -> None:
        self.shell.push(StatisticsScene(self.shell, self.profile))

    def _learned(self) -> None:
        assert self.spec is not None
        self.shell.push(LearnedScene(self.shell, self.profile, self.spec.id))

    def place(self, box: Box) -> None:
        """Place the portrait, who was beaten and the matches, one below the other."""
        x, y, _, h = box
        width = self.size[0] - 2 * EDGE
        if self.portrait is None:
            place_map(self.body.widgets, x, y, width)
            self.body.see((x, y, width, h))
            return
        self.portrait.fit(width)
        self.body.column((x, y, width, h), ROW, 8)
        for widget in self.body.widgets:
            if isinstance(widget, Button):
                widget.box = (x, widget.box[1], min(width, BUTTON), widget.box[3])

    def draw_body(self, canvas: Canvas) -> None:
        """Draw the player's sign beside the title."""
        wide = canvas.text_width(self.title, TITLE, "title")
        if EDGE + wide + 92 < canvas.width - EDGE:
            draw_sign(canvas, self.profile.avatar, (EDGE + wide + 44, TITLE_MIDDLE), 48)


def _matches(count: int) -> str:
    return "the last match" if count == 1 else f"the last {count} matches"


def _rivals(spec: GameSpec) -> list[CourseRival]:
    """Return whom a line of strength passes: the opponents of which a strength was measured."""
    if spec.told.course is None or spec.told.course.kind != "strength":
        return []
    return [
        CourseRival(face_of(spec.id, agent.id, agent.name), agent.measure)
        for agent in rungs(spec.id)
        if agent.measure is not None
    ]


def habits_of(game: str, text: str) -> tuple[tuple[str, float], ...]:
    """Return the strongest habits in a learned `text`, in words with shares; () without any."""
    found = [item for item in words_of(game, text) if isinstance(item, Lines) and item.unit == "%"]
    return found[-1].rows if found else ()
