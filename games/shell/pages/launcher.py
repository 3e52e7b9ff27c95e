"""The launcher: a wall of small games that are playing already, and the way into each.

A miniature is a drawing of its own with inline agents. They are loaded one a frame after the
first frame, redrawn about 15 times a second in turn, and stand still under reduced motion.
"""

from __future__ import annotations

from collections.abc import Sequence

from games import catalog
from games.core import GameSpec, Seat
from games.shell.draw.canvas import Box, Canvas, Point
from games.shell.draw.theme import EDGE, GAP, LABEL, NOTE, TEXT
from games.shell.draw.tween import Springs
from games.shell.input import InputEvent, Press
from games.shell.pages.poster import REDRAW_SECONDS, Poster, draw_backdrop
from games.shell.shell import Scene, Shell
from games.shell.widgets.basic import Button, Form, Look, Widget
from games.store.statistics import Record

CAPTION, LINE_CAPTION = 84.0, 40.0  # units; chosen by eye
GROWTH = 10.0  # units by which the focused tile is larger; chosen by eye


class Tile(Widget):
    """One game on the wall: its miniature in a frame, its title and the player's best result."""

    def __init__(self, launcher: Launcher, game_id: str) -> None:
        super().__init__()
        self.launcher, self.game_id = launcher, game_id
        self.spec: GameSpec | None = None
        self.best = ""
        self.played = Record(game_id, "")
        self.unfinished = False
        self.poster = Poster(game_id)
        self.caption = CAPTION
        try:
            self.spec = catalog.spec(game_id)
        except Exception as fault:
            self.poster.give_up(fault)

    @property
    def title(self) -> str:
        """The game's title, or its id where it could not be loaded."""
        return self.spec.title if self.spec is not None else self.game_id.title()

    @property
    def playable(self) -> bool:
        """Whether the game can be opened."""
        return not self.poster.problem

    def activate(self) -> None:
        """Open the page before the game."""
        self.launcher.open(self)

    def inner(self) -> Box:
        """Where the picture is, inside the frame."""
        focused = self.launcher.form.focused is self
        x, y, w, h = self.frame(GROWTH if focused else 0.0)
        return (x + 8, y + 8, w - 16, h - 16)

    def refresh(self, canvas: Canvas) -> None:
        """Redraw the miniature."""
        fault = self.poster.refresh(canvas, self.inner())
        if fault is not None:
            self.launcher.shell.log_fault(fault)

    def frame(self, growth: float) -> Box:
        """The miniature's frame, grown by `growth` units to each side."""
        x, y, w, h = self.box
        return (x - growth, y - growth, w + 2 * growth, h - self.caption + 2 * growth)

    def draw(self, canvas: Canvas, look: Look) -> None:
        """Frame, picture, caption."""
        lit = look.focused or look.hovered
        growth = self.launcher.springs.get(("grow", self.game_id), GROWTH if look.focused else 0.0)
        frame = self.frame(growth)
        theme = canvas.theme
        edge = "brass" if lit else theme.mix("brass", "ink", 0.62)
        canvas.panel(frame, "raised", edge, 5 if look.focused else 3, 16)
        inner = (frame[0] + 8, frame[1] + 8, frame[2] - 16, frame[3] - 16)
        self.poster.draw(canvas, inner)
        if look.focused:
            x, y, w, h = frame
            canvas.outline((x - 5, y - 5, w + 10, h + 10), theme.mix("brass", "ink", 0.4), 2, 20)
        self._draw_caption(canvas, growth)

    def _draw_caption(self, canvas: Canvas, growth: float) -> None:
        """Title and best result: one below the other, or in one line where rows are many."""
        x, y, w, h = self.box
        ink = "paper" if self.playable else "quiet"
        if self.caption == LINE_CAPTION:
            middle = y + h - LINE_CAPTION / 2 + growth + 4
            used = canvas.text(self.title, (x + 4, middle), LABEL, ink, "title", max_width=w - 8)
            self._draw_state(canvas, (x + w - 4, middle), w - used - 20, "right")
            return
        top = y + h - CAPTION + growth
        canvas.text(self.title, (x + 4, top + 30), LABEL + 4, ink, "title", max_width=w - 8)
        self._draw_state(canvas, (x + 4, top + 60), w - 8, "left")

    @property
    def best_words(self) -> str:
        """The best result in words, else how many matches were played, or nothing."""
        played = self.played
        if self.best:
            return f"Best: {self.best}"
        if not played.matches:
            return ""
        counted = played.won + played.drawn + played.lost
        won = f", won {played.won}" if counted else ""
        return f"Played {played.matches}{won}"

    def _draw_state(self, canvas: Canvas, place: Point, width: float, align: str) -> None:
        """Whether a match waits to be continued, else the best result, in words that fit.

        Where none do, there is the line at the foot of the page.
        """
        ink, face = "quiet", "text"
        words = [self.best_words or "Not played yet", self.best]
        if self.unfinished:
            words, ink, face = ["Continue"], "brass", "bold"
        fitting = (t for t in words if canvas.text_width(t, TEXT, face) <= width)
        canvas.text(next(fitting, ""), place, TEXT, ink, face, align)


class Launcher(Scene):
    """The first screen, and the bottom of the stack."""

    title = "Open Mind Arcade"

    def __init__(self, shell: Shell) -> None:
        super().__init__(shell)
        self.springs = Springs()
        self.tiles = [Tile(self, game_id) for game_id in catalog.GAMES]
        self.corner = [
            Button("", self._players, icon="profile", hint="Players and results"),
            Button("", self._settings, icon="settings", hint="Settings"),
            Button("", shell.quit, icon="close"),
        ]
        self.form = Form((*self.tiles, *self.corner), shell.play_sound)
        self.form.wraps = True
        self._clock = 0.0
        self._turn = 0
        self._drawn = False
        self._refresh_results()

    def _refresh_results(self) -> None:
        """Best results and unfinished matches of the player."""
        profile = self.shell.profile
        self._player = profile.name if profile is not None else ""
        for tile in self.tiles:
            tile.best, tile.played, tile.unfinished = "", Record(tile.game_id, ""), False
            if profile is None:
                continue
            library = self.shell.library
            statistics = library.statistics(profile.id)
            best = statistics.best(tile.game_id)
            tile.best = best.best_text if best is not None else ""
            tile.played = statistics.total(tile.game_id)
            tile.unfinished = library.has_match(profile.id, tile.game_id)

    # -- actions -----------------------------------------------------------------------

    def open(self, tile: Tile) -> None:
        """Open the page before a game."""
        if not tile.playable:
            problem = tile.poster.problem
            self.shell.toast(f"{tile.title} is not available: {problem}")
            return
        self.shell.push(self.shell.doors.setup(self.shell, tile.game_id, None))

    def _players(self) -> None:
        self.shell.push(self.shell.doors.players(self.shell))

    def _settings(self) -> None:
        self.shell.push(self.shell.doors.settings(self.shell))

    # -- the scene ---------------------------------------------------------------------

    def resume(self) -> None:
        """Results may have changed."""
        self._refresh_results()

    def layout(self, width: float, height: float) -> None:
        """A wall with one row for up to three games, else two or three columns."""
        columns, rows = shape(len(self.tiles))
        caption = CAPTION if rows == 1 else LINE_CAPTION
        top, bottom = (136.0, height - 104.0) if rows == 1 else (124.0, height - 88.0)
        gap = 2 * GAP
        row_gap = gap if rows == 1 else GAP
        room_high = (bottom - top - row_gap * (rows - 1)) / rows - caption
        tile_wide = min((width - 2 * EDGE - gap * (columns - 1)) / columns, room_high * 16 / 9)
        tile_high = tile_wide * 9 / 16 + caption
        total = tile_high * rows + row_gap * (rows - 1)
        first = top + max(0.0, (bottom - top - total) / 2)
        for number, tile in enumerate(self.tiles):
            row, column = divmod(number, columns)
            in_row = min(columns, len(self.tiles) - row * columns)
            left = (width - in_row * tile_wide - (in_row - 1) * gap) / 2
            x = left + column * (tile_wide + gap)
            tile.box = (x, first + row * (tile_high + row_gap), tile_wide, tile_high)
            tile.caption = caption
            tile.poster.picture = None
        for number, button in enumerate(reversed(self.corner)):
            button.box = (width - EDGE - 56 - number * 68, 40, 56, 56)

    def toast_place(self, width: float) -> tuple[float, float, float]:
        """Over the heading, beside the buttons in the corner."""
        return EDGE, 12.0, min(width - 2 * EDGE - 216, 760.0)

    def handle(self, event: InputEvent) -> bool:
        """Tiles and buttons; back goes to the button that leaves, and the line says so."""
        if isinstance(event, Press) and event.action == "back" and not event.repeat:
            self.form.focus_on(self.corner[-1])
            return True
        return self.form.handle(event)

    def update(self, dt: float) -> None:
        """Load one miniature a frame after the first, then redraw one at a time."""
        self.springs.still = self.shell.theme.reduced_motion
        self.springs.update(dt)
        for tile in self.tiles:
            tile.poster.update(dt)
        self._clock += dt

    def next_frame(self) -> float | None:
        """When the next miniature is due."""
        if self.springs.moving or not self._drawn or self._unloaded() is not None:
            return 0.0
        if any(t.poster.picture is None and t.poster.miniature is not None for t in self.tiles):
            return 0.0
        if self.shell.theme.reduced_motion or not any(t.playable for t in self.tiles):
            return None
        return max(0.0, self._due() - self._clock)

    def _due(self) -> float:
        return REDRAW_SECONDS / max(1, len(self.tiles))

    def _unloaded(self) -> Tile | None:
        waiting = (t for t in self.tiles if t.poster.miniature is None and t.playable)
        return next(waiting, None)

    def draw(self, canvas: Canvas) -> None:
        """Ground, heading, wall, and the focused game's line."""
        self._refresh(canvas)
        draw_backdrop(canvas)
        canvas.sprite("logo", (EDGE - 6, 34, 68, 68))
        used = canvas.text(self.title, (EDGE + 78, 68), 40, "paper", "title")
        self._draw_player(canvas, EDGE + 78 + used + GAP)
        self.form.draw(canvas)
        self._draw_line(canvas)
        self._drawn = True

    def _refresh(self, canvas: Canvas) -> None:
        """Redraw the miniatures that are due: new ones at once, the others in turn."""
        if not self._drawn:
            return
        unloaded = self._unloaded()
        if unloaded is not None:
            unloaded.poster.load(self.shell.theme)
        due = self._clock >= self._due() and not self.shell.theme.reduced_motion
        if due:
            self._clock = 0.0
            self._turn = (self._turn + 1) % max(1, len(self.tiles))
        for number, tile in enumerate(self.tiles):
            if tile.poster.picture is None or (due and number == self._turn):
                tile.refresh(canvas)

    def _draw_player(self, canvas: Canvas, left: float) -> None:
        right = self.corner[0].box[0] - 16
        size = TEXT if canvas.text_width(self._player, TEXT) <= right - left else NOTE
        canvas.text(self._player, (right, 68), size, "quiet", "text", "right", right - left)

    def _draw_line(self, canvas: Canvas) -> None:
        focused = self.form.focused
        text, note = "", ""
        if isinstance(focused, Tile) and focused.spec is not None:
            text, note = focused.spec.tagline, players_words(focused.spec.seats_for())
            if focused.best and focused.caption == LINE_CAPTION:
                note = f"{note}  ·  {focused.best_words}"
        elif focused is self.corner[-1]:
            text = f"{self.shell.input.label('confirm')} leaves the arcade."
        elif focused is not None:
            text = focused.hint
        middle, y = canvas.width / 2, canvas.height - 66
        canvas.text(
            text, (middle, y), TEXT + 2, "paper", align="centre", max_width=canvas.width - 96
        )
        room = canvas.width - 96
        canvas.text(note, (middle, y + 30), TEXT, "quiet", align="centre", max_width=room)


def shape(tiles: int) -> tuple[int, int]:
    """Columns and rows of the wall for so many `tiles`."""
    columns = tiles if tiles <= 3 else 2 if tiles == 4 else 3
    columns = max(1, columns)
    return columns, max(1, -(-tiles // columns))


def players_words(seats: Sequence[Seat]) -> str:
    """How many people can play, and whether one can watch agents instead."""
    most = sum(seat.people for seat in seats)
    told = {0: "", 1: "1 player", 2: "1 or 2 players"}.get(most, f"1 to {most} players")
    if not all(seat.agents for seat in seats):
        return told
    watch = "just watch" if len(seats) == 1 else f"watch {number_word(len(seats))} opponents"
    return f"{told}, or {watch}" if told else watch.capitalize()


def number_word(number: int) -> str:
    """A small number as a word."""
    words = ("no", "one", "two", "three", "four", "five", "six")
    return words[number] if number < len(words) else str(number)
