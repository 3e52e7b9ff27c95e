"""The hall: one large picture of the game in focus, which plays itself, and a strip of the others.

A miniature is a drawing of its own with inline agents. They are loaded one a frame after the first
frame, redrawn about 15 times a second in turn, and stand still under reduced motion. If only
pictures have changed, the ones that are due are drawn alone, each in its place.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from games import catalog
from games.agents import LostWeights
from games.session.growing import belts
from games.session.noticing import LOOK, Noticing
from games.session.remembering import remembered
from games.shell.draw.canvas import Box, Canvas
from games.shell.draw.theme import GAP, HEADING, NOTE, TEXT
from games.shell.draw.toasts import Strip
from games.shell.input import InputEvent, Pointer, Press
from games.shell.pages.day_strip import DayRow
from games.shell.pages.hall_tiles import DayButton, Tile, draw_sign, places
from games.shell.pages.poster import REDRAW_SECONDS, draw_backdrop
from games.shell.shell import Scene, Shell
from games.shell.widgets.basic import Button, Form, Widget, inside
from games.shell.widgets.belts import SHAPE, draw_belt
from games.spec import GameSpec

SLOTS: Final = 4
"""In so many turns all pictures are redrawn once: the large one in the first, then the small ones,
a third of them a turn."""
DWELL_SECONDS: Final = 0.15
"""A mouse that rests on a game so long means it; on its way to another place it does not."""
SMALLEST_BELT: Final = 28.0  # units; of smaller ones only those that were won are shown
LEADING: Final = 6.0  # units under the last line of a paragraph, which may be given up; by eye
HEAD: Final = 52.0  # units: the middle of the heading


class Launcher(Scene):
    """The first screen, and the bottom of the stack."""

    title = "Open Mind Arcade"
    contexts = ("menu", "hall", "all")

    def __init__(self, shell: Shell) -> None:
        super().__init__(shell)
        self.tiles = [Tile(game_id, self.open) for game_id in catalog.GAMES]
        self.corner = [
            Button(
                "", lambda: shell.push(shell.doors.exercises(shell)), icon="check", hint="Exercises"
            ),
            Button("", self._players, icon="profile", hint="Players and results"),
            Button("", self._settings, icon="settings", hint="Settings"),
            Button("", shell.quit, icon="close", hint="Quit"),
        ]
        self.today = DayButton("Today's match", self._today, icon="dice")
        self._belt_meant = ""
        self.noticing = Noticing()
        self.form = Form((*self.tiles, self.today, *self.corner), shell.play_sound)
        self.places = places(*shell.size, len(self.tiles))
        self.current: Tile | None = None
        self._canvas: Canvas | None = None  # where it was drawn
        self._clock = 0.0
        self._slot = 0
        self._resting: Tile | None = None  # under the mouse, not yet for long
        self._rested = 0.0
        self._start_at_last()
        self._show_current()
        self._refresh_results()

    def _start_at_last(self) -> None:
        """The game that the player played last is in the large frame, if any was played."""
        profile = self.shell.profile
        latest = self.shell.library.statistics(profile.id).latest if profile is not None else ()
        for tile in self.tiles:
            if latest and tile.game_id == latest[-1].game:
                self.form.focus_on(tile)

    def _refresh_results(self) -> None:
        """Read the player's results, days and unfinished matches."""
        profile = self.shell.profile
        self._player = profile.name if profile is not None else ""
        self._days, self.noticing.game = DayRow(self.shell.library, profile), ""
        for tile in self.tiles:
            library, waits = self.shell.library, False
            if profile is not None:
                waits = library.matches.any(profile.id, tile.game_id)
            tile.unfinished = waits
            self._remember(tile)

    def _remember(self, tile: Tile) -> None:
        """Put into words what is remembered; agents are loaded with the miniature, not for this."""
        if tile.spec is None or tile.poster.miniature is None:
            return
        profile, tile.remembered = self.shell.profile, ""
        try:
            tile.today = self.shell.doors.today_words(self.shell, tile.spec)
            if profile is not None:
                statistics = self.shell.library.statistics(profile.id)
                tile.remembered = remembered(tile.spec, statistics)
                tile.belts = belts(tile.game_id, statistics)
        except Exception as fault:
            self.shell.log_fault(fault)

    # -- actions -----------------------------------------------------------------------

    def open(self, tile: Tile) -> None:
        """Open the page before a game."""
        if not tile.playable:
            problem = tile.poster.problem
            self.shell.toast(f"{tile.title} is not available: {problem}")
            return
        self.shell.push(self.shell.doors.setup(self.shell, tile.game_id, None))

    def _today(self) -> None:
        """Today's match of the game in the large frame."""
        tile = self.current
        if tile is None or not tile.playable:
            return
        try:
            scene = self.shell.doors.today(self.shell, tile.game_id)
        except LostWeights as problem:
            self.shell.toast(f"Today's match cannot be played: {problem}")
            return
        self.shell.push(scene)

    def _players(self) -> None:
        self.shell.push(self.shell.doors.players(self.shell))

    def _settings(self) -> None:
        self.shell.push(self.shell.doors.settings(self.shell))

    # -- the scene ---------------------------------------------------------------------

    def resume(self) -> None:
        """Read the results again: they may have changed."""
        self._refresh_results()

    def layout(self, width: float, height: float) -> None:
        """Place the large picture, the strip beside it, and the buttons."""
        self.places = places(width, height, len(self.tiles))
        for tile, box in zip(self.tiles, self.places.rows, strict=True):
            tile.box = box
            tile.poster.forget()
        self.today.box = self.places.button
        for number, button in enumerate(reversed(self.corner)):
            button.box = (width - self.places.edge - 48 - number * 60, HEAD - 24, 48, 48)

    def toast_place(self, width: float) -> Strip:
        """Place toasts over the foot of the large picture."""
        x, y, w, h = self.places.picture
        return Strip(x + GAP, y + h - 70, w - 2 * GAP, upward=True)

    def handle(self, event: InputEvent) -> bool:
        """Handle games and buttons; back goes to the button that leaves, which explains how."""
        if isinstance(event, Press):
            used = self._press(event)
        elif isinstance(event, Pointer):
            used = self._pointer(event)
        else:
            used = self.form.handle(event)
        self._show_current()
        return used

    def _press(self, event: Press) -> bool:
        if event.action == "back" and not event.repeat:
            self.form.focus_on(self.corner[-1])
            return True
        if event.action == "help" and not event.repeat:
            self.shell.push(self.shell.doors.about(self.shell))
            return True
        if event.action == "today" and not event.repeat:
            self.shell.play_sound("press")
            self._today()
            return True
        goal = self._neighbour(event.action)
        if goal is None:
            return self.form.handle(event)
        if goal is not self.form.focused:
            self.form.focus_on(goal)
            self.shell.play_sound("focus")
        return True

    def _neighbour(self, action: str) -> Widget | None:
        """Return the neighbour in a direction: along the strip, up to the corner and back."""
        here = self.form.focused
        if action not in ("up", "down", "left", "right") or here is None:
            return None
        if isinstance(here, Tile):
            across = self.places.column
            steps = {"up": -1, "down": 1, "left": -across, "right": across}
            number = self.tiles.index(here) + steps[action]
            if action == "right":
                return self.tiles[number] if number < len(self.tiles) else here
            if action == "left" and number < 0:
                return self.today
            if 0 <= number < len(self.tiles):
                return self.tiles[number]
            return self.corner[0] if number < 0 else self.today
        if here is self.today:
            return self.current if action in ("up", "right") else here
        assert isinstance(here, Button)
        number = self.corner.index(here) + {"left": -1, "right": 1}.get(action, 0)
        if action == "down" or number < 0:
            return self.current
        return self.corner[min(number, len(self.corner) - 1)]

    def _pointer(self, event: Pointer) -> bool:
        on = next((t for t in self.tiles if inside(t.box, event.x, event.y)), None)
        if on is not self._resting:
            self._resting, self._rested = on, 0.0
        on_picture = any(inside(box, event.x, event.y) for box in self._opening)
        if on_picture and event.kind == "down" and event.button == 1 and self.current is not None:
            self.form.focus_on(self.current)
            self.shell.play_sound("press")
            self.open(self.current)
            return True
        return self.form.handle(event)

    @property
    def _opening(self) -> tuple[Box, Box]:
        """The boxes in which a press opens the game in focus: its picture, and the sign below."""
        return self.places.frame, self.places.sign

    def _show_current(self) -> None:
        """Let the game in focus be the one in the large frame."""
        focused = self.form.focused
        if not isinstance(focused, Tile) or focused is self.current:
            return
        if self.current is not None:
            self.current.current = False
            if self._canvas is not None:  # the large picture goes, the small one goes on
                self.current.poster.forget(self._canvas.box(self.current.picture).size)
        self.current, focused.current = focused, True

    def update(self, dt: float) -> None:
        """Let time pass for the pictures, and for a mouse that rests."""
        for tile in self.tiles:
            tile.poster.update(dt)
        self._clock += dt
        self._rested += dt
        if self._days.day != self.shell.library.today:
            self._refresh_results()
        here = self.current
        if here is not None and here.poster.miniature is not None:
            self.noticing.turn_to(self.shell.library, self.shell.profile, here.game_id)
        if self._resting is not None and self._rested >= DWELL_SECONDS:
            self.form.focus_on(self._resting)
            self._show_current()
            self._resting = None

    def next_frame(self) -> float | None:
        """Ask for the next frame when the next picture is due."""
        if self._canvas is None or self._changing(self._canvas) or self._resting is not None:
            return 0.0
        if self.noticing.busy:
            return LOOK
        if self.shell.theme.reduced_motion or not any(t.playable for t in self.tiles):
            return None
        return max(0.0, REDRAW_SECONDS / SLOTS - self._clock)

    def _changing(self, canvas: Canvas) -> bool:
        """Return whether a picture is still to be loaded, or to be drawn for the first time."""
        return self._unloaded() is not None or bool(self._undrawn(canvas))

    def _unloaded(self) -> Tile | None:
        """Return the next tile whose miniature is to be loaded: the one in focus first."""
        waiting = [t for t in self.tiles if t.poster.miniature is None and t.playable]
        return min(waiting, key=lambda tile: tile is not self.current, default=None)

    def _undrawn(self, canvas: Canvas) -> list[Tile]:
        """Return the tiles that have no picture yet of the size that lives."""
        loaded = (tile for tile in self.tiles if tile.poster.miniature is not None)
        return [t for t in loaded if not t.poster.has(canvas.box(self._living(t)).size)]

    def _living(self, tile: Tile) -> Box:
        """Return the box in which the picture of a game lives: the large frame, or its own."""
        return self.places.picture if tile is self.current else tile.picture

    # -- drawing -----------------------------------------------------------------------

    def draw(self, canvas: Canvas) -> None:
        """Draw ground, heading, pictures, and the words about the game in focus."""
        if self._canvas is not None:  # the first frame is shown before anything is loaded
            self._refresh(canvas)
        draw_backdrop(canvas)
        self._draw_heading(canvas)
        self._draw_picture(canvas)
        size = min((tile.largest_type(canvas) for tile in self.tiles), default=TEXT)
        for tile in self.tiles:
            tile.type_size = size
        if self.current is not None:
            self.today.label, self.today.hint = self.current.today
        self.form.draw(canvas)
        self._draw_words(canvas)
        self._draw_hints(canvas)
        self._canvas = canvas

    def redraw(self, canvas: Canvas) -> Sequence[Box] | None:
        """Return the boxes of the pictures that are due, drawn alone; None if more has changed."""
        news = self.noticing.has_news()
        if self._canvas is None or self._changing(canvas) or self._resting is not None or news:
            return None
        boxes: list[Box] = []
        for tile in self._due():
            self._refresh_one(canvas, tile)
            if not tile.playable:
                return None
            boxes += tile.poster.draw_changes(canvas, self._living(tile))
        return boxes

    def _due(self) -> list[Tile]:
        """Return the tiles whose turn it is to be redrawn."""
        if self._clock < REDRAW_SECONDS / SLOTS or self.shell.theme.reduced_motion:
            return []
        self._clock, slot = 0.0, self._slot
        self._slot = (slot + 1) % SLOTS
        loaded = [tile for tile in self.tiles if tile.poster.miniature is not None]
        if slot == 0:
            return [tile for tile in loaded if tile is self.current]
        small = [tile for tile in loaded if tile is not self.current]
        return small[slot - 1 :: SLOTS - 1]

    def _refresh(self, canvas: Canvas) -> None:
        """Load the next miniature, and redraw what is new or due."""
        unloaded = self._unloaded()
        if unloaded is not None:
            unloaded.poster.load(self.shell.theme)
            self._remember(unloaded)
        new = self._undrawn(canvas)
        for tile in new:
            self._refresh_one(canvas, tile)
        for tile in self._due():
            if tile not in new:
                self._refresh_one(canvas, tile)

    def _refresh_one(self, canvas: Canvas, tile: Tile) -> None:
        fault = tile.poster.refresh(canvas, self._living(tile))
        if fault is not None:
            self.shell.log_fault(fault)

    def _draw_heading(self, canvas: Canvas) -> None:
        edge = self.places.edge
        canvas.sprite("logo", (edge - 4, HEAD - 30, 60, 60))
        used = canvas.text(self.title, (edge + 70, HEAD), HEADING, "paper", "title")
        left, right = edge + 70 + used + GAP, self.corner[0].box[0] - 16
        words = " · ".join(filter(None, (self._player, self._days.words)))
        middle = HEAD - 12 if self._days.draw(canvas, left, right, HEAD + 14) else HEAD
        size = TEXT if canvas.text_width(words, TEXT) <= right - left else NOTE
        canvas.text(words, (right, middle), size, "quiet", "text", "right", right - left)

    def _draw_picture(self, canvas: Canvas) -> None:
        """Draw the game in focus, large, in a brass frame."""
        if self.current is None:
            return
        frame, theme = self.places.frame, canvas.theme
        x, y, w, h = frame
        on = any(inside(box, *self.shell.input.state.pointer) for box in self._opening)
        canvas.outline((x - 6, y - 6, w + 12, h + 12), theme.mix("brass", "ink", 0.55), 2, 22)
        canvas.panel(frame, "raised", "paper" if on else "brass", 4, 16)
        self.current.poster.draw(canvas, self.places.picture)
        draw_sign(canvas, self.places.sign, self.current, on)

    def _draw_words(self, canvas: Canvas) -> None:
        """Draw the name of the game in focus, a line that invites, and one that remembers."""
        tile = self.current
        if tile is None:
            return
        x, y, w, h = self.places.words
        bottom, line = y + h, canvas.line_height(TEXT)
        room = self.places.sign[0] - GAP - x
        used = canvas.text(tile.title, (x, y + 24), HEADING, "paper", "title", max_width=room)
        self._draw_belts(canvas, tile, (x + used + GAP, y, room - used - GAP, 48.0))
        if tile.spec is None:
            return
        y += 48
        y += canvas.paragraph(tile.spec.tagline, (x, y), w, TEXT, "paper", most=2) + 2
        words = self._second_line(tile, tile.spec)
        _, top, _, tall = self.places.button
        if y >= top + tall:  # below the buttons there is room to the frame's end
            w = self.places.frame[2]
        most = max(1, int((bottom - y + LEADING) / line))
        if words == self.noticing.words and len(canvas.wrap(words, w, TEXT)) > most:
            words = self.noticing.brief
        canvas.paragraph(words, (x, y), w, TEXT, "quiet", most=most)

    def _draw_belts(self, canvas: Canvas, tile: Tile, box: Box) -> None:
        """Draw the belts won in a game whose ranks are belts, once there is any.

        The line below the title names the one under the mouse, else the highest.
        """
        x, y, w, h = box
        shown = tile.belts if any(belt.won for belt in tile.belts) else []
        size = min(44.0, w / max(1, len(shown)) - 6)
        if size < SMALLEST_BELT:
            shown = (
                [belt for belt in shown if belt.won][-int(w // SMALLEST_BELT) :] if w > 0 else []
            )
            size = SMALLEST_BELT - 6
        self._belt_meant = ""
        for number, belt in enumerate(shown):
            left, tall = x + number * (size + 6), size * SHAPE
            draw_belt(canvas, (left, y + 26 - tall / 2, size, tall), belt.rank, belt.won)
            if inside((left, y, size, h), *self.shell.input.state.pointer):
                state = "won" if belt.won else "not yet won"
                self._belt_meant = f"{belt.rank.capitalize()}, {state}: {belt.words_with_name}"

    def _second_line(self, tile: Tile, spec: GameSpec) -> str:
        """Return the remembered sentence, or the number of players.

        Over the button it describes today's match; over a belt it names the belt.
        """
        on_today = inside(self.today.box, *self.shell.input.state.pointer)
        if not self.today.tells and (on_today or self.form.focused is self.today):
            return tile.today[1]
        if self._belt_meant:
            return self._belt_meant
        words = tile.remembered or tile.who
        if self.noticing.words and self.noticing.game == tile.game_id:
            return self.noticing.words
        won = [belt.rank for belt in tile.belts if belt.won]
        if won:
            words = f"{words} You wear the {won[-1]}."
        return words.replace(" : ", "\u00a0:\u00a0")  # a result stands in one line

    def _draw_hints(self, canvas: Canvas) -> None:
        """Draw the meaning of the icon under the mouse, or else the focused one."""
        lit = [b for b in self.corner if inside(b.box, *self.shell.input.state.pointer)]
        lit += [b for b in self.corner if b is self.form.focused]
        if not lit:
            return
        button, text = lit[0], lit[0].hint
        if button is self.corner[-1] and button is self.form.focused:
            text = f"Press {self.shell.input.label('confirm')} to quit."
        wide, tall = canvas.text_width(text, NOTE) + 20, canvas.line_height(NOTE) + 6
        x, y, w, h = button.box
        right = min(x + w / 2 + wide / 2, canvas.width - self.places.edge)
        box = (right - wide, y + h + 6, wide, tall)
        canvas.panel(box, "ink", "line", 1, 7)
        canvas.text(text, (right - wide / 2, box[1] + tall / 2), NOTE, "paper", align="centre")
