"""The tracker on the screen: a hidden walk, one to four beliefs about it, and the tape of both.

The scene has a `Model`, which is all that is played, believed and looked at, and draws it. What a
person does, by key or by widget, is an action with a name and goes through `Scene.act`. Changing
the world or the walker begins a new match with the same seed, changing a model does not.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import ClassVar, Final

from games.core import Seating, Turn
from games.session.setup import HUMAN, Setup
from games.shell.draw.canvas import Box, Canvas
from games.shell.draw.roles import SERIES
from games.shell.draw.toasts import Strip
from games.shell.hooks import NO_CHOICES, Report
from games.shell.input import InputEvent, Press
from games.shell.opening import ensure_profile
from games.shell.shell import Shell
from games.shell.table import Table
from games.store.statistics import MatchResult
from games.tracker import help_values, look_back, report
from games.tracker.boards import Boards
from games.tracker.chase.hiding import HideScene
from games.tracker.chase.hunting import HuntScene
from games.tracker.chase.marks import draw_choice
from games.tracker.chase.seeking import SeekScene
from games.tracker.controls import ACTION_NAMES, COMPARE, PAST, TOUR, WATCH, Controls
from games.tracker.guide_steps import GuideSteps
from games.tracker.half_steps import SPEEDS
from games.tracker.model import KeptWalk, Model
from games.tracker.moment import belief_at, mind_of, shown_frame
from games.tracker.replay_steps import TrackerReplaySteps
from games.tracker.views import Readouts, draw_header
from games.tracker.workshop.beside import workshops

ALONE: Final = ("auto",)
LINEUP: Final = ("auto", "random", "explore", "reading")
_SCENE_STEPS: Final = 30
"""So many steps with one belief, then as many with four."""
_TRUTH_STEPS: Final = 10
"""So many steps without the truth, then as many with it."""


def direct(walk: Model) -> bool:
    """Change what is on show as the walk goes on; whether other models are in use now."""
    step = len(walk.tape)
    walk.truth = step // _TRUTH_STEPS % 2 == 1
    wanted = LINEUP if step // _SCENE_STEPS % 2 else ALONE
    if tuple(walk.lineup.models) == wanted or not walk.at_end:
        return False
    walk.lineup.use(wanted)
    return True


ENDING: Final = frozenset(
    {"walker", "next_walk", "maze", "map", "noise", "sight", "stay", "start", "beta", "sensors"}
)
"""The actions of the page that begin another walk; so do the tour and a new length."""


def ask_first(shell: Shell, walk: Model, go: Callable[[], None], back: Callable[[], None]) -> None:
    """Do `go`, after a question where a person hides on this `walk` and has walked already.

    `back` is done before the question: it shows what is chosen as it is now.
    """
    if not walk.hiding or not walk.tape or walk.session.over:
        go()
        return
    back()
    steps = len(walk.tape)
    told = f"You have hidden for {steps} steps. They are kept among the unfinished matches."
    shell.push(shell.doors.ask(shell, "Leave this walk?", told, [("Leave it", go)]))


_PLEASANT_LEVEL: Final = 2
"""The level of speed in attract mode and for a person who hides."""
_LOUDEST_SPEED: Final = SPEEDS[4]
"""From this speed on, in steps a second, a belief falls together without a sound."""


PLAYS: Final[Mapping[str, type[Table]]] = {
    "hide": HideScene,
    "seek": SeekScene,
    "hunt": HuntScene,
}


NARROW_TOAST: Final = 280.0  # units; by eye


class Scene(Table):
    """The laboratory's page."""

    contexts = ("menu", "play", "all")
    modes = PLAYS
    workshop = classmethod(workshops)
    # The tape of the page goes back as far:
    open_past = staticmethod(lambda session: True)
    help_figures = staticmethod(help_values.help_figures)
    place_of = staticmethod(report.place_of)
    action_names: ClassVar[Mapping[str, str]] = {**NO_CHOICES, **ACTION_NAMES}

    def __init__(self, shell: Shell, setup: Setup, turns: Sequence[Turn] = ()) -> None:
        self.walk = Model()
        super().__init__(shell, setup, turns)
        self.boards = Boards(self.walk, self.springs)
        self.readouts = Readouts(self.walk, self.springs)
        self.tour = GuideSteps(self.walk, self, shell.play_sound)
        self.controls = Controls(
            self.walk,
            self.act,
            self.open_tab,
            lambda: self.boards.active.box,
            shell.input,
            shell.play_sound,
        )
        self._actions = self._list_actions()
        self._minded: tuple[object, ...] = ()
        self.mind_view.accent = SERIES[2]
        if setup.demo:
            self.walk.playback.pace.set_level(_PLEASANT_LEVEL)
        self.open_tab(WATCH)
        self.controls.focus_first()

    def enter(self) -> None:
        """Begin with the walk playing, unless the tour was opened."""
        self.walk.playback.playing = self.walk.playback.playing or self.controls.tab != TOUR

    # -- the match ---------------------------------------------------------------------

    def begin(self) -> None:
        """Begin a walk, or go on with it after the steps that were walked before."""
        # Nobody wins here, so there is no hint; its games have one:
        self.actions = tuple(action for action in self.actions if action.id != "hint")
        self.walk.begin_session(self.session)
        self.walk.best_rows = report.best_rows(self.walk)

    def drive(self, dt: float) -> None:
        """Let the models think, the page play on, and the walk with it."""
        walk = self.walk
        self._look_on(dt)
        if self.controls.tab == PAST:
            walk.trail.follow(walk.lens, walk.playback.playing)
        if self.setup.demo and direct(walk):
            self.place(self.stage)
        if walk.playback.running or self.finished:
            return
        if walk.playback.playing:
            self._advance()
        walk.run_errand()
        shown = self.tour.wait(dt) if self.controls.tab == TOUR else ()
        if shown:
            action, *about = shown
            self.act(str(action), *about)

    def _open_mind(self) -> None:
        """Show the mind of the lens in use, where it is another than a frame ago."""
        walk, lens, half = self.walk, self.walk.lens, self.walk.playback.half
        now = (lens, half, min(lens.steps, half // 2), walk.hiding)
        if now != self._minded:
            self._minded = now
            self.mind_view.show(mind_of(walk))
            self.mind_view.caption = lens.spec.name

    def worked_out(self) -> Mapping[str, str]:
        """Return the doubt of the belief on show, and its last step."""
        walk, lens = self.walk, self.walk.lens
        if lens.steps < 0:
            return {}
        belief = belief_at(lens, min(walk.playback.half, 2 * lens.steps))
        told = help_values.workings(lens.watcher.entropy(belief))
        if walk.playback.half >= 2:
            told |= help_values.step_workings(shown_frame(walk, lens))
        return told

    def _advance(self) -> None:
        """Show the next half-step, or that there is none."""
        if self.walk.ended:
            self._end_walk()
        elif self.walk.advance():
            self._mark_collapse()

    def _mark_collapse(self) -> None:
        """A ring and a sound where the belief falls together at once."""
        cell = self.walk.collapse()
        if cell is not None:
            self.boards.start_pulse(cell)
            if self.walk.playback.speed < _LOUDEST_SPEED:
                self.shell.play_sound("capture")

    def _end_walk(self) -> None:
        if self.walk.finish():
            self.finish()

    def on_changed(self) -> None:
        """Hear all events again for a new match, or after turns were taken back."""
        self.walk.rehear()
        self.place(self.stage)

    def again(self) -> TrackerReplaySteps:
        """Return how the walk is looked at again: step by step."""
        return TrackerReplaySteps(self, self.walk, self._look_on, self.changed, self.show_again)

    def _look_on(self, dt: float) -> None:
        """Let the models think, and move on what is shown of them."""
        self.walk.think()
        self.boards.update(dt)
        self.walk.playback.update(dt)
        self._open_mind()

    def animate(self, dt: float) -> None:
        """Let the models hear the walk up to a moment of a review."""
        if self.setup.asked is not None:
            self.walk.think()

    def undo(self) -> None:
        """Take back the last step."""
        if self.walk.undo():
            self.changed()

    def redo(self) -> None:
        """Play again the step that was taken back."""
        if self.walk.redo():
            self.changed()

    def resume_walk(self, kept: KeptWalk) -> None:
        """Go on with a walk that was kept, as it was."""
        self.session.save()
        self.session.close()
        self.walk.lineup.models = list(kept.models)
        self.open_match(kept.setup, kept.log.turns)
        self.walk.resume_walk(kept)
        self.session.mark_unsaved()
        self.lay_out_again()

    def leave(self) -> None:
        """Keep the person's own walk, also where the tour is open."""
        self.tour.end()
        super().leave()

    def record(self) -> bool:
        """Keep the result, and enter a whole walk into the table. Returns whether it counts."""
        fresh = super().record()
        if fresh:
            report.enter_score(self.walk)
        return fresh

    def result(self, own: int) -> MatchResult | None:
        """Return a walk as the hidden one."""
        return report.result(self.walk)

    def report(self) -> Report:
        """Return how well the walker hid, or how well each model did."""
        return report.report(self.walk)

    # -- actions -----------------------------------------------------------------------

    def _list_actions(self) -> dict[str, Callable[..., bool | None]]:
        """Return the actions of the page, by name; one returns False if it cannot be done now."""
        walk, tour = self.walk, self.tour
        options = {o.name: partial(self._change, o.name) for o in self.spec.options}
        return {
            **options,
            "play": walk.toggle_play,
            "step": self._step_on,
            "step_back": walk.step_back,
            "faster": partial(walk.playback.pace.change, 1),
            "slower": partial(walk.playback.pace.change, -1),
            "truth": walk.toggle_truth,
            "hide": partial(self._take_walker, HUMAN),
            "walker": self._take_walker,
            "next_walk": self._next_walk,
            "model": walk.lineup.replace,
            "compare": self._compare,
            "visits": walk.toggle_visits,
            "particles": walk.toggle_particles,
            "carry": walk.carry,
            "lag": walk.set_lag,
            "steer": walk.steer,
            "move": walk.move,
            "touch": self._touch,
            "next_stop": tour.next_stop,
            "previous_stop": tour.previous_stop,
        }

    def act(self, action: str, *about: str | float) -> None:
        """Do one of the page's actions, whoever asks for it, and tell the tour what was done."""

        def do() -> None:
            if self._actions[action](*about) is not False:
                self.tour.note_action(action)

        if action in ENDING or action == "steps":
            ask_first(self.shell, self.walk, do, lambda: self.controls.open(self.controls.tab))
        else:
            do()

    def _step_on(self) -> bool:
        """Half a step forward."""
        done = self.walk.step_on()
        if done:
            self._mark_collapse()
        elif self.walk.lineup.busy:
            self.shell.toast("A model is still thinking. Step on again in a moment.")
        elif self.walk.ended and not self.walk.hiding:
            self._end_walk()
        return done

    def _change(self, option: str, value: str | float) -> bool:
        """Change the world: a new match with the same seed."""
        params = {**self.setup.params, option: value}
        if option == "maze":
            params["layout"] = ""
        if params == self.setup.params:
            return False
        self.begin_with(dataclasses.replace(self.setup.for_another(), params=params))
        return True

    def _take_walker(self, agent: str) -> None:
        """Let this agent be the hidden one, or the person."""
        if agent == HUMAN:
            ensure_profile(self.shell)
        self.session.save()
        seats = (Seating(agent),)
        self.begin_with(dataclasses.replace(self.setup.for_another(), seats=seats))
        self.walk.playback.playing = True
        if not self.walk.hiding:
            self.open_tab(self.controls.tab)
            return
        self.open_tab(TOUR if self.tour.kept else WATCH)
        self.walk.playback.pace.set_level(_PLEASANT_LEVEL)
        self.controls.focus_first()

    def _next_walk(self) -> None:
        """Another walk, with another seed."""
        self.session.save()
        self.restart()
        self.walk.playback.playing = True

    def _compare(self, model: str) -> bool:
        """Put a model beside the others, or take it away."""
        changed = self.walk.compare(model)
        if changed:
            self.place(self.stage)
        return changed

    def _touch(self, x: float, y: float) -> None:
        """Take the board at this place; when hiding, walk toward the cell."""
        found = self.boards.find(x, y)
        if found is not None:
            self.walk.lineup.active, cell = found
            if self.walk.hiding and cell is not None:
                self.walk.head_for(cell)

    # -- the page ----------------------------------------------------------------------

    def open_tab(self, tab: int) -> None:
        """Show what a tab holds."""

        def show() -> None:
            self.tour.leave_unless_needed(tab)
            if tab == PAST and self.walk.tape:
                self.walk.jump_to_end()
            if tab != PAST:
                self.walk.trail.clear()
            self.controls.open(tab)
            self.lay_out_again()
            if tab == TOUR:
                self.tour.enter()

        here = self.controls.tab
        if tab == TOUR != here and self.tour.kept is None:
            ask_first(self.shell, self.walk, show, lambda: self.controls.open(here))
        else:
            show()

    @property
    def moving(self) -> bool:
        """True if the picture changes by itself."""
        walk, playback = self.walk, self.walk.playback
        waiting = walk.hiding and walk.at_end
        still = walk.caught_up and not walk.errand and not self.boards.pulsing
        return playback.running or not still or (playback.playing and not waiting)

    def next_frame(self) -> float | None:
        """Return 0 while the picture moves."""
        if self.moving or self.springs.moving or self.mind_view.moving:
            return 0.0
        return 0.25 if self.controls.tab == TOUR and self.tour.waiting else None

    def place(self, stage: Box) -> None:
        """Place all parts."""
        self.controls.place(stage, self.shell.theme.larger_text)
        self.boards.alone = self.controls.alone
        self.boards.place(self.controls.area)

    def toast_room(self) -> Strip:
        """Place toasts beside the transport, or over the foot of the maze where that is narrow."""
        x, y, w, h = self.controls.rest
        if w < NARROW_TOAST:
            x, y, w, h = self.boards.active.box
        return Strip(x, y + h + 6, w, upward=True)

    def draw_stage(self, canvas: Canvas) -> None:
        """Draw all but the mind view."""
        walk, controls = self.walk, self.controls
        x, width = controls.visible[0] + controls.margin, controls.visible[2] - 2 * controls.margin
        canvas.fill("ink")
        told = (controls.alone, controls.racing, controls.tab == COMPARE)
        draw_header(canvas, walk, (x, width - 150, controls.area[1]), *told)
        self.boards.racing = controls.racing
        self.boards.draw(canvas)
        if self.judged is not None:
            here, (best, made) = walk.tape.path[-1], (self.judged.best, self.judged.move)
            draw_choice(canvas, self.boards.active, walk.course, here, best, made)
        if controls.tab == WATCH:
            self.readouts.draw(canvas, controls.content_box)
        elif controls.tab == PAST:
            look_back.draw_words(canvas, walk, controls.content_box)
        elif controls.tab == TOUR:
            self.tour.draw(canvas, controls.content_box, self.shell.input)
            controls.note_last_stop(self.tour.last)
        if not self.setup.demo:
            controls.draw(canvas, hint=self.panel is not None or not self.shell.toasts.texts)
            meant = controls.meant(self.tour.stop.action, self.tour.stop.tab)
            if controls.tab == TOUR and not self.tour.done and meant is not None:
                controls.draw_meant(canvas, meant)

    def handle_game(self, event: InputEvent) -> bool:
        """Handle the tape's keys, the tabs, then the widgets."""
        if isinstance(event, Press) and not event.repeat:
            tab = {"next_tab": 1, "previous_tab": -1}.get(event.action)
            if tab is not None:
                self.controls.tabs.turn(tab)
                return True
            if event.action in ACTION_NAMES:
                self.act(event.action)
                return True
        return self.controls.form.handle(event)
