"""The tracker on the screen: a hidden walk, one to four beliefs about it, and the tape of both.

The match runs ahead of the page by one step at most; the page plays the tape in half-steps
(`games.tracker.playback`). Each model is a `Lens` that hears the tape: in one frame at most one
step of a heavy model is computed. Changing the world or the walker begins a new match with the
same seed, changing a model does not.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Collection, Mapping, Sequence
from typing import Any, ClassVar

from games import catalog
from games.core import CHANCE, Seating, Turn
from games.session.setup import HUMAN, Setup
from games.shell.draw.canvas import Box, Canvas
from games.shell.draw.tween import Timer
from games.shell.hooks import Report
from games.shell.input import InputEvent, Press
from games.shell.opening import ensure_profile
from games.shell.shell import LONGEST_STEP, Shell
from games.shell.table import Table
from games.shell.widgets.form import Form, Widget
from games.store.statistics import MatchResult
from games.tracker import controls, figures, report, views
from games.tracker.controls import PAST, TOUR, WATCH, BoardPad, shortest_way
from games.tracker.drawing import Board, Ribbon
from games.tracker.lens import Lens, note, tape_of
from games.tracker.look_back import Trail
from games.tracker.playback import SPEEDS, Playback
from games.tracker.rules import WALKER, Course
from games.tracker.tour import KeptWalk, Tour

LIGHT_STEPS = 12
PULSE_SECONDS = 0.9
COLLAPSE_BITS = 2.0
DEMO_LINEUP = ("auto", "random", "explore", "reading")
FOOD = "food"


class Scene(Table):
    """The tracker's page."""

    contexts = ("menu", "play", "all")
    help_figures = staticmethod(figures.help_figures)
    action_names: ClassVar[Mapping[str, str]] = controls.ACTION_NAMES

    def __init__(self, shell: Shell, setup: Setup, turns: Sequence[Turn] = ()) -> None:
        self.model_ids: list[str] = ["auto"]
        self.active = 0
        self.tab = WATCH
        self.lag = 8.0
        self.most_lag = 40
        self.truth = False
        self.show_visits = False
        self.walker_id = catalog.spec(setup.game).default_agent
        self.playback = Playback()
        self.trail = Trail()
        self.ribbon = Ribbon()
        self.pulse = Timer()
        self.pulse_cell: tuple[int, int] | None = None
        self.boards: list[Board] = []
        self.best_rows: list[tuple[str, float]] = []
        self.errand: list[str] = []
        self.tour = Tour(self)
        self.margin = 32.0
        self.area = self.content_box = self.visible = (0.0, 0.0, 816.0, 400.0)
        self.speed_at = self.row_end = 0.0
        self.form = Form((), shell.play_sound)
        self.pad = BoardPad(self)
        self.content: list[Widget] = []
        self._minded: tuple[object, ...] = ()
        self.shell = shell
        self.transport = controls.transport(self)
        self.tabs = controls.make_tabs(self)
        super().__init__(shell, setup, turns)
        self.mind_view.accent = "green"
        if setup.demo:
            self.playback.level = 2
        self.open_tab(WATCH)
        self.form.focus_on(self.pad if self.hiding else self.transport[1])

    def enter(self) -> None:
        """What is opened is thinking already."""
        self.playback.playing = True

    # -- the match ---------------------------------------------------------------------

    def begin(self) -> None:
        """A walk begins, or goes on after the steps that were walked before."""
        self._told_end = False
        if not self.hiding:
            self.walker_id = self.setup.seats[WALKER].agent
        self.counted = not self.match.turns  # whether steps were taken back is not in a save
        if not self.match.turns and self.match.to_act == (CHANCE,):
            self.session.step()
        self.tape, self.walk = tape_of(self.match)
        self.course: Course = self.seen.course
        self.playback.jump(2 * len(self.tape))
        self.errand = []
        self._make_lenses()
        self._look_up_scores()
        food = self.setup.seats[WALKER].agent == FOOD
        cells = self.course.cells
        middle = self.course.maze.width / 2
        self.pellets = [n for n, (x, _) in enumerate(cells) if x < middle] if food else []

    def _make_lenses(self) -> None:
        self.lenses = [self._lens(model) for model in self.model_ids]
        self._make_boards()

    def _lens(self, model: str) -> Lens:
        spec = next(m for m in catalog.models(self.setup.game) if m.id == model)
        return Lens(spec, self.session.game, self.setup.params, self.setup.seed)

    def _make_boards(self) -> None:
        maze = self.course.maze
        boards = self.boards if self.boards and self.boards[0].maze is maze else []
        self.boards = [*boards, *(Board(maze) for _ in self.lenses[len(boards) :])]
        self.boards = self.boards[: len(self.lenses)]
        self.active = min(self.active, len(self.lenses) - 1)
        self.trail.clear()
        self.place(self.stage)

    def _extend(self, moves: dict[int, str] | None = None) -> None:
        """Play one step of the match: the walker's move, given or decided, and the readings."""
        match, before = self.match, len(self.tape)
        while match.to_act and len(self.tape) == before:
            if match.to_act == (WALKER,) and self.hiding and moves is None:
                return
            given = moves if match.to_act == (WALKER,) else None
            for event in self.session.step(given).events:
                note(event, self.seen.cell, self.tape, self.walk)
            moves = None if match.to_act == (CHANCE,) else moves
            if given is not None:
                moves = None

    @property
    def hiding(self) -> bool:
        """Whether the person is the hidden one."""
        return bool(self.setup.humans)

    @property
    def truth_visible(self) -> bool:
        """Whether the hidden one is drawn."""
        return self.truth or self.hiding

    @property
    def look(self) -> tuple[str, str]:
        """The sprite of the hidden one and its colour."""
        if self.hiding:
            return ("tracker-ghost", "sky")
        if self.setup.seats[WALKER].agent == FOOD:
            return ("tracker-pac", "orange")
        return ("tracker-ghost", "orange")

    def food_left(self) -> Collection[int]:
        """The cells with food that the food seeker has left."""
        player = self.match.players.get(WALKER)
        return tuple(getattr(player, "food", ()))

    # -- what moves it on --------------------------------------------------------------

    def drive(self, dt: float) -> None:
        """Let the models think, the page play on, and the walk with it."""
        self.session.keep_in_time(dt)
        self._compute()
        self.pulse.update(dt)
        self.playback.update(dt)
        self._open_mind()
        if self.tab == PAST:
            self.trail.follow(self.lenses[self.active], self.playback.playing)
        if self.setup.demo:
            self._direct_demo()
        if self.playback.running or self.finished:
            return
        if self.playback.playing:
            self._go_on()
        if self.hiding and self.errand and self._caught_up and self._at_end:
            self._walk(self.errand.pop(0))

    def _open_mind(self) -> None:
        """Show the mind of the lens in use, where it is another than a frame ago."""
        lens = self.lenses[self.active]
        now = (lens, self.playback.half, min(lens.steps, self.playback.half // 2), self.hiding)
        if now != self._minded:
            self._minded = now
            self.mind_view.show(views.mind_of(self))
            self.mind_view.caption = lens.spec.name

    @property
    def _at_end(self) -> bool:
        return self.playback.half >= 2 * len(self.tape)

    @property
    def _caught_up(self) -> bool:
        return all(lens.steps >= len(self.tape) for lens in self.lenses)

    def _compute(self) -> None:
        """Let the lenses hear the tape: one heavy step a frame, or some light ones."""
        left = float(LIGHT_STEPS)
        for lens in sorted(self.lenses, key=lambda lens: lens.steps):
            while left > 0:
                cost = LIGHT_STEPS if lens.heavy else 1.0
                if not lens.advance(self.tape):
                    break
                left -= cost

    def _go_on(self) -> None:
        """Show the next half-step, playing the match on where the tape ends."""
        goal = self.playback.following
        step = (goal + 1) // 2
        if step > len(self.tape):
            if self.match.over:
                self._end_of_walk()
                return
            self._extend()
        if step <= len(self.tape) and all(lens.steps >= step for lens in self.lenses):
            self._show_half(goal)

    def _show_half(self, half: int) -> None:
        quick = 0.24 if self.hiding else None
        self.playback.go(half, quick)
        self._feel_collapse()

    def _feel_collapse(self) -> None:
        """A ring and a sound where the belief falls together at once."""
        playback, lens = self.playback, self.lenses[self.active]
        if playback.predicting or playback.half <= playback.origin:
            return
        frame, before = lens.frame(playback.step), lens.frame(playback.step - 1)
        if before.entropy - frame.entropy < COLLAPSE_BITS:
            return
        self.pulse_cell = self.course.cells[int(frame.posterior.argmax())]
        self.pulse.start(PULSE_SECONDS)
        if playback.speed < SPEEDS[4]:
            self.shell.play_sound("capture")

    def _end_of_walk(self) -> None:
        self.playback.playing = self.hiding or self.setup.demo
        if self.hiding or self.setup.demo:
            self.finish()
        elif not self._told_end:
            self._told_end = True
            self.shell.toast("The walk is over. Take the next one, or look at it again.")

    def _direct_demo(self) -> None:
        """Attract mode: one belief, then four beside each other, the truth now and then."""
        step = len(self.tape)
        several = step % 60 >= 30
        wanted = list(DEMO_LINEUP) if several else ["auto"]
        if wanted != self.model_ids and self._at_end:
            self.model_ids = wanted
            kept = {lens.spec.id: lens for lens in self.lenses}
            self.lenses = [kept.get(model) or self._lens(model) for model in wanted]
            self._make_boards()
        self.truth = step % 20 >= 10

    # -- the transport -----------------------------------------------------------------

    def toggle_play(self) -> None:
        """Play or pause."""
        if not self.hiding:
            self.playback.playing = not self.playback.playing
            self.tour.did("play")

    def step_on(self) -> None:
        """Half a step on."""
        if self.hiding:
            return
        self.playback.playing = False
        self.playback.finish()
        goal = self.playback.half + 1
        if (goal + 1) // 2 > len(self.tape) and self.match.over:
            self._end_of_walk()
            return
        if (goal + 1) // 2 > len(self.tape):
            self._extend()
        while not all(lens.steps >= (goal + 1) // 2 for lens in self.lenses):
            self._compute()
        self._show_half(goal)
        self.tour.did("step")

    def step_back(self) -> None:
        """Half a step back."""
        if self.hiding:
            return
        self.playback.playing = False
        if self.playback.half > 2 * max(0, max(lens.oldest for lens in self.lenses)):
            self.playback.go(self.playback.half - 1)

    def faster(self) -> None:
        """More steps a second."""
        self.playback.change_speed(1)
        self.tour.did("speed")

    def slower(self) -> None:
        """Fewer steps a second."""
        self.playback.change_speed(-1)

    def toggle_truth(self) -> None:
        """Show the hidden one, or hide it again."""
        self.truth = not self.truth
        self.tour.did("truth")

    def toggle_hiding(self) -> None:
        """Be the hidden one, or watch again."""
        self.take_walker("" if not self.hiding else self.walker_id)

    def next_seed(self) -> None:
        """Another walk."""
        self.session.save()
        self.restart()
        self.playback.playing = True

    def on_changed(self) -> None:
        """A new match, or turns taken back: everything is heard again."""
        self.tape, self.walk = tape_of(self.match)
        self.counted = not self.tape
        self.playback.jump(2 * len(self.tape))
        self._make_lenses()
        self.layout(*self.shell.size)

    def undo(self) -> None:
        """Take back the last step; what was taken back no longer counts for the table."""
        turns = self.match.turns
        last = next((n for n in range(len(turns) - 1, -1, -1) if turns[n][0][0] == WALKER), None)
        if last is not None:
            self.session.go_to(last)
            self.changed()
            self.counted = False

    def redo(self) -> None:
        """Play again the step that was taken back."""
        moved = False
        while self.match.can_redo and not (moved and self.match.to_act == (WALKER,)):
            self.session.redo()
            moved = True
        if moved:
            self.changed()
            self.counted = False

    # -- changes -----------------------------------------------------------------------

    def change(self, **params: Any) -> None:
        """Change the world: a new match with the same seed."""
        if "maze" in params:
            params["layout"] = ""
        values = {**self.setup.params, **params}
        if values == self.setup.params:
            return
        self._renew(dataclasses.replace(self.setup, params=values))
        for name in params:
            self.tour.did(name)

    def take_walker(self, agent: str) -> None:
        """Let this agent be the hidden one, or the person for ""."""
        if not agent:
            ensure_profile(self.shell)
        seat = Seating(agent) if agent else Seating(HUMAN)
        self.session.save()
        self._renew(dataclasses.replace(self.setup, seats=(seat,)))
        self.playback.playing = True
        hiding = TOUR if self.tour.kept else WATCH
        self.open_tab(hiding if self.hiding else self.tab)
        if self.hiding:
            self.playback.level = 2
            self.form.focus_on(self.pad)
        self.tour.did("hide" if self.hiding else "walker")

    def _renew(self, setup: Setup) -> None:
        self.begin_with(dataclasses.replace(setup, match_id=""))

    def set_up(
        self, walker: str, models: tuple[str, ...], params: dict[str, Any], steps: int
    ) -> None:
        """The page as a stop of the tour wants it, so many steps on."""
        self.session.save()
        self.model_ids, self.active = list(models), 0
        values = self.spec.params({**self.setup.params, **params})
        self.truth = False
        self._renew(dataclasses.replace(self.setup, seats=(Seating(walker),), params=values))
        self.playback.playing = False
        for _ in range(steps):
            self._extend()
        self.playback.jump(2 * len(self.tape))

    def keep(self) -> KeptWalk:
        """The walk in hand, with what is believed about it."""
        playback = self.playback
        view = (self.active, playback.half, playback.level, playback.playing, self.truth)
        models, lenses = tuple(self.model_ids), tuple(self.lenses)
        return KeptWalk(self.setup, self.session.log(), models, lenses, view, self.counted)

    def give_back(self, kept: KeptWalk) -> None:
        """Go on with a walk that was kept, as it was."""
        self.session.save()
        self.session.close()
        self.model_ids = list(kept.models)
        self.take_up(kept.setup, kept.log.turns)
        self.lenses = list(kept.lenses)
        self.active, half, level, playing, self.truth = kept.view
        self._make_boards()
        self.playback.jump(half)
        self.playback.level, self.playback.playing = level, playing
        self.counted = kept.counted
        self.session.mark_unsaved()
        self.layout(*self.shell.size)

    def leave(self) -> None:
        """Keep the person's own walk, also where the tour is open."""
        self.tour.end()
        super().leave()

    def set_model(self, model: str) -> None:
        """Believe with this model in the active place."""
        self.model_ids[self.active] = model
        self.lenses[self.active] = self._lens(model)
        self.trail.clear()
        self.tour.did("model")

    def toggle_model(self, model: str) -> None:
        """Put a model beside the others, or take it away; at least one stays."""
        if model in self.model_ids:
            if len(self.model_ids) == 1:
                return
            place = self.model_ids.index(model)
            del self.model_ids[place], self.lenses[place]
        elif len(self.model_ids) < controls.MOST_LENSES:
            self.model_ids.append(model)
            self.lenses.append(self._lens(model))
        else:
            self.shell.toast("Four at once are enough; take one away first.")
            return
        self._make_boards()
        self.tour.did("compare")

    def toggle_visits(self) -> None:
        """Show how often the likeliest hypothesis visited each cell."""
        self.show_visits = not self.show_visits

    def set_lag(self, value: float) -> None:
        """Look back so many steps."""
        self.lag = value
        self.tour.did("lag")

    # -- being the hidden one ----------------------------------------------------------

    def steer(self, action: str) -> bool:
        """Walk a step; True, so that the focus stays on the maze."""
        self.errand = []
        self._walk(action)
        return True

    def confirm_board(self) -> None:
        """Stay where that is allowed; play or pause when watching."""
        if self.hiding:
            self._walk("stay")
        else:
            self.toggle_play()

    def _walk(self, move: str) -> None:
        ready = self.match.to_act == (WALKER,) and self._caught_up and not self.finished
        if not ready or move not in self.match.legal(WALKER):
            return
        self.playback.jump(2 * len(self.tape))
        self._extend({WALKER: move})

    def touch_board(self, x: float, y: float) -> None:
        """Take the board under the mouse; when hiding, walk toward the cell."""
        for number, board in enumerate(self.boards):
            left, top, w, h = board.box
            if left <= x < left + w and top - views.HEAD <= y < top + h:
                if self.active != number:
                    self.active = number
                    self.trail.clear()
                cell = board.at(x, y)
                if self.hiding and cell is not None:
                    goal = self.course.cells.index(cell)
                    self.errand = shortest_way(self.course, self.seen.cell, goal)

    def _look_up_scores(self) -> None:
        table = self.shell.library.scores(self.setup.game, report.score_key(self))
        self.best_rows = [(row.name, row.score) for row in table.rows]

    def record(self) -> bool:
        """Keep the result, and enter a whole walk into the table. Returns whether it counts."""
        fresh = super().record()
        profile = self.shell.profile
        if fresh and profile is not None and self.counted and self.match.over:
            game, key = self.setup.game, report.score_key(self)
            rank = self.shell.library.add_score(profile, game, key, round(report.score(self), 3))
            if rank is not None:
                self.shell.toast(f"Place {rank} in the table: {key}.")
            self._look_up_scores()
        return fresh

    def result(self) -> MatchResult | None:
        """A walk as the hidden one."""
        return report.result(self)

    def report(self) -> Report:
        """How well it hid, or how well each model did."""
        return report.report(self)

    # -- the page ----------------------------------------------------------------------

    def open_tab(self, tab: int) -> None:
        """Show what a tab holds."""
        self.tour.left_for(tab)
        self.tab = self.tabs.index = tab
        if tab == PAST and self.tape:
            self.playback.jump(2 * len(self.tape))
        if tab != PAST:
            self.trail.clear()
        self.content = controls.content(self, tab)
        focus = self.form.focused
        self.form.widgets = [self.pad, *self.transport, self.tabs, *self.content]
        if focus in self.form.widgets:
            self.form.focus = self.form.widgets.index(focus)
        else:
            self.form.focus_on(self.tabs)
        self.layout(*self.shell.size)
        if tab == TOUR:
            self.tour.enter()

    @property
    def moving(self) -> bool:
        """Whether the picture changes by itself."""
        waiting = self.hiding and self._at_end
        still = self._caught_up and not self.errand and not self.pulse.running
        return self.playback.running or not still or (self.playback.playing and not waiting)

    def next_frame(self) -> float | None:
        """At once while something moves."""
        if self.moving or self.springs.moving or self.mind_view.moving:
            return 0.0
        return LONGEST_STEP if self.session.unsaved else None

    def place(self, stage: Box) -> None:
        """Everything in its place, beside the drawer where it lies over the stage."""
        x, y, w, h = stage
        if self.panel is not None:
            w = min(w, self.panel[0] - x)
        controls.place(self, (x, y, w, h))

    def draw_stage(self, canvas: Canvas) -> None:
        """Everything but the mind view."""
        canvas.fill("ink")
        views.draw_header(canvas, self)
        views.draw_boards(canvas, self)
        if self.tab == WATCH:
            views.draw_readouts(canvas, self, self.content_box)
        elif self.tab == PAST:
            self.trail.draw_words(canvas, self, self.content_box)
        elif self.tab == TOUR:
            self.tour.draw(canvas, self.content_box)
        if not self.setup.demo:
            controls.draw(canvas, self)

    def handle_game(self, event: InputEvent) -> bool:
        """The tape's keys, the tabs, then the widgets."""
        if isinstance(event, Press) and not event.repeat:
            tab = {"next_tab": 1, "previous_tab": -1}.get(event.action)
            act = {
                "step": self.step_on,
                "step_back": self.step_back,
                "faster": self.faster,
                "slower": self.slower,
                "truth": self.toggle_truth,
            }.get(event.action)
            if tab is not None:
                self.tabs.turn(tab)
                return True
            if act is not None:
                act()
                return True
        return self.form.handle(event)
