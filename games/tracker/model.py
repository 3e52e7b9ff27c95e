"""The model of the tracker's page: a walk, the beliefs about it, and the moment on show.

A `Model` is given the session of its match. It plays the match on, one step at most ahead of the
screen, keeps its `WalkSteps`, lets the models in use hear it (`Lineup`), and plays the steps in
half-steps (`HalfSteps`). Drawings, controls, words and reports of a walk read it; it knows no
window.
"""

from __future__ import annotations

import dataclasses
from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt

from games import mazes
from games.core import CHANCE, Log
from games.mazes import Cell
from games.session.session import Session
from games.session.setup import Setup
from games.session.watching import is_large
from games.streams import Stream
from games.tracker import SPEC
from games.tracker.half_steps import HalfSteps
from games.tracker.lens import Lens, Lineup, believers
from games.tracker.rules import CARRY, MOVES, WALKER, MatchGround
from games.tracker.walk_steps import WalkSteps

COLLAPSE_BITS: Final = 2.0
"""A reading that takes away so much doubt makes the belief fall together, for eye and ear."""
FAR: Final = 12
"""So many moves away at least it is carried, where the maze is as large as that; by eye."""
HIDER_SECONDS: Final = 0.24
"""How long a half-step is shown to a person who hides, whatever the speed."""


class KeptWalk(NamedTuple):
    """A walk put aside: its match, its models with their lenses, and what of it was on show.

    `view` is the active lens, the half-step, the level of speed, whether it plays, and the truth.
    """

    setup: Setup
    log: Log
    models: tuple[str, ...]
    lenses: tuple[Lens, ...]
    view: tuple[int, int, int, bool, bool]
    counted: bool


class Model:
    """One walk after another on the same page; `begin_session` gives it the session of each.

    `counted` is True if the walk may enter the table of scores, `errand` holds the moves on the way
    to a cell that the person has chosen, `best_rows` the names and scores of the table. `walker_id`
    is the agent that was hidden last. `lag` counts steps. Where the truth is not shown in full,
    `outlined` shows its outline; `particles` has beliefs drawn as guesses.
    """

    session: Session
    course: MatchGround
    tape: WalkSteps

    def __init__(self) -> None:
        self.lineup = Lineup(self._new_lens)
        self.playback = HalfSteps()
        self.trail = Trail()
        self.walker_id = SPEC.opponents.default
        self.truth = False
        self.outlined = True
        self.visits_shown = self.particles = False
        self.lag = 8.0
        self.counted = True
        self.errand: list[str] = []
        self.best_rows: list[tuple[str, float]] = []
        self._end_announced = False

    # -- the match ---------------------------------------------------------------------

    def begin_session(self, session: Session) -> None:
        """Begin the match of a `session`, or resume it after the steps that were walked before."""
        self.session, match = session, session.match
        self._end_announced = False
        if not self.hiding:
            self.walker_id = session.setup.seats[WALKER].agent
        self.counted = not match.turns  # whether steps were taken back is not in a save
        if not match.turns and match.to_act == (CHANCE,):
            session.step()
        self.course = session.seen.course
        self.errand = []
        self.rehear()

    def rehear(self) -> None:
        """Make the tape anew, as the match stands elsewhere, and let every model hear it."""
        self.tape = WalkSteps(self.session)
        self.playback.jump(2 * len(self.tape))
        self.lineup.renew()

    def _new_lens(self, model: str) -> Lens:
        setup = self.session.setup
        spec = next(each for each in believers() if each.id == model)
        cells = len(self.course.cells)
        beside = is_large(cells, setup.replay)
        return Lens(spec, self.session.game, setup.params, setup.seed, cells, beside)

    @property
    def hiding(self) -> bool:
        """True if the person is the hidden one."""
        return bool(self.session.people)

    @property
    def truth_visible(self) -> bool:
        """True if the hidden one is drawn."""
        return self.truth or self.hiding

    @property
    def lens(self) -> Lens:
        """The active lens."""
        return self.lineup.lens

    @property
    def at_end(self) -> bool:
        """True if the last half-step of the match is on show."""
        return self.playback.half >= 2 * len(self.tape)

    @property
    def caught_up(self) -> bool:
        """True if every model has heard the whole tape."""
        return self.lineup.have_heard(len(self.tape))

    # -- time --------------------------------------------------------------------------

    @property
    def _next_step(self) -> int:
        """The step to which the next half-step belongs."""
        return self.playback.half // 2 + 1

    @property
    def ended(self) -> bool:
        """True if the walk is over and all of it was shown."""
        return self._next_step > len(self.tape) and self.session.over

    def think(self) -> None:
        """Let the models hear the match, as far as the budget of one frame goes."""
        self.lineup.think(self.tape, self._next_step)

    def advance(self) -> bool:
        """Show the next half-step, playing the match on where the steps end.

        False where the step is still to be walked, or to be heard by a model.
        """
        goal, step = self.playback.following, self._next_step
        if step > len(self.tape):
            self.tape.extend()
        if step > len(self.tape) or not self.lineup.have_heard(step):
            return False
        self._show_half(goal)
        return True

    def step_on(self) -> bool:
        """Show the next half-step and stop there; the models think as long as it takes.

        False for who hides, and at the end of the walk.
        """
        if self.hiding:
            return False
        self.playback.playing = False
        self.playback.finish()
        goal, step = self.playback.half + 1, self._next_step
        if self.ended:
            return False
        if step > len(self.tape):
            self.tape.extend()
        while not self.lineup.have_heard(step):
            self.think()
            if self.lineup.busy:  # no key waits for a thread
                return False
        self._show_half(goal)
        return True

    def _show_half(self, half: int) -> None:
        self.playback.go(half, HIDER_SECONDS if self.hiding else None)

    def step_back(self) -> bool:
        """Step half a step back, as far as frames are kept; False for who hides."""
        if self.hiding:
            return False
        self.playback.playing = False
        oldest = max(0, max(lens.oldest for lens in self.lineup.lenses))
        if self.playback.half > 2 * oldest:
            self.playback.go(self.playback.half - 1)
        return True

    def toggle_play(self) -> bool:
        """Play or pause; False for who hides, where it always goes on."""
        if not self.hiding:
            self.playback.playing = not self.playback.playing
        return not self.hiding

    def jump_to_end(self) -> None:
        """Show the last step of the match."""
        self.playback.jump(2 * len(self.tape))

    def collapse(self) -> Cell | None:
        """Return the likeliest cell where the belief just fell together at once, else None."""
        playback, lens = self.playback, self.lens
        if playback.predicting or playback.half <= playback.origin:
            return None
        frame, before = lens.frame(playback.step), lens.frame(playback.step - 1)
        if before.entropy - frame.entropy < COLLAPSE_BITS:
            return None
        return self.course.cells[int(frame.posterior.argmax())]

    def finish(self) -> bool:
        """Note that the walk was shown to its end; return whether a report is due.

        Without a report, a notice is shown once.
        """
        reported = self.hiding or self.session.setup.demo
        self.playback.playing = reported
        if not reported and not self._end_announced:
            self._end_announced = True
            self.session.notify("The walk is over. Take the next one, or look at it again.")
        return reported

    # -- what the person changes -------------------------------------------------------

    def toggle_truth(self) -> None:
        """Show the hidden one, or hide it again."""
        self.truth = not self.truth

    def toggle_particles(self) -> None:
        """Show beliefs as guesses, or as squares again."""
        self.particles = not self.particles

    def carry(self) -> bool:
        """Carry the hidden one to another place, in place of its next step; watchers do not learn
        of it.

        Returns False for a person who hides, and at the end of the walk.
        """
        if self.hiding or self.session.match.to_act != (WALKER,):
            return False
        here = self.tape.path[-1]
        far = self.course.steps_from(here)
        there = [cell for cell, steps in enumerate(far) if steps >= min(FAR, max(far))]
        rng = Stream.named(self.session.setup.seed, f"carried {len(self.tape)}")
        self.jump_to_end()
        self.tape.extend(f"{CARRY}{there[rng.below(len(there))]}")
        self.playback.playing = True
        self.session.notify("Carried off. Nobody was told: see how the cloud finds it again.")
        return True

    def toggle_visits(self) -> None:
        """Show how often the likeliest hypothesis visited each cell."""
        self.visits_shown = not self.visits_shown

    def set_lag(self, steps: float) -> None:
        """Look back `steps` steps."""
        self.lag = steps

    def compare(self, model: str) -> bool:
        """Put a model beside the others, or take it away; at least one stays."""
        changed = self.lineup.toggle(model)
        if not changed and self.lineup.full:
            self.session.notify("Four at once are enough; take one away first.")
        return changed

    def undo(self) -> bool:
        """Take back the last step; a walk of which one was taken back no longer counts."""
        if self.session.spec.undo == "none":  # today's match
            return False
        turns = self.session.match.turns
        last = next((n for n in range(len(turns) - 1, -1, -1) if turns[n][0][0] == WALKER), None)
        if last is None:
            return False
        self.session.take_back(last)
        self.counted = False
        return True

    def redo(self) -> bool:
        """Play again the step that was taken back."""
        match, moved = self.session.match, False
        while match.can_redo and not (moved and match.to_act == (WALKER,)):
            self.session.redo()
            moved = True
        return moved

    # -- being the hidden one ----------------------------------------------------------

    def steer(self, move: str) -> bool:
        """Walk the step `move`; whatever errand there was is dropped."""
        self.errand = []
        return self.move(move)

    def move(self, move: str) -> bool:
        """Walk the step `move`, where that is possible now and every model has heard the last."""
        if not self.caught_up or move not in self.session.match.legal(WALKER):
            return False
        self.jump_to_end()
        self.tape.extend(move)
        return True

    def head_for(self, cell: Cell) -> None:
        """Go to a cell, step by step (`run_errand`)."""
        goal = self.course.cells.index(cell)
        self.errand = shortest_way(self.course, self.tape.path[-1], goal)

    def run_errand(self) -> None:
        """Walk the next step of an errand, once the last one was shown."""
        if self.hiding and self.errand and self.caught_up and self.at_end:
            self.move(self.errand.pop(0))

    # -- put aside ---------------------------------------------------------------------

    def keep(self) -> KeptWalk:
        """Return the walk in hand, with what is believed about it."""
        playback, lineup = self.playback, self.lineup
        view = (lineup.active, playback.half, playback.pace.level, playback.playing, self.truth)
        models, lenses = tuple(lineup.models), tuple(lineup.lenses)
        match = self.session.keeping
        setup = dataclasses.replace(self.session.setup, match_id=match.match_id, kept=match.kept)
        return KeptWalk(setup, self.session.log(), models, lenses, view, self.counted)

    def resume_walk(self, kept: KeptWalk) -> None:
        """Go on where the walk `kept` was, after its match was opened again."""
        self.lineup.lenses = list(kept.lenses)
        self.lineup.active, half, level, playing, self.truth = kept.view
        self.playback.jump(half)
        self.playback.pace.set_level(level)
        self.playback.playing = playing
        self.counted = kept.counted


def shortest_way(course: MatchGround, start: int, goal: int) -> list[str]:
    """Return the moves of a shortest way on a `course` from `start` to `goal`, else []."""
    return [MOVES[move] for move in mazes.shortest_way(course.ways, start, goal)]


Vector = npt.NDArray[np.floating[Any]]

_EVERY: Final = 4
"""While the match runs fast, the trail is worked out again after so many steps."""


class Trail:
    """Smoothed beliefs of the last steps of one lens, the present one last.

    The smoothed belief about step T - lag uses the readings up to T. It changes what is believed of
    the past, never the belief about the present: at a lag of 0 both are the same.
    """

    def __init__(self) -> None:
        self._lens: Lens | None = None
        self._step = -1
        self.beliefs: list[Vector] = []

    def is_of(self, lens: Lens) -> bool:
        """Return whether there is a past of this lens to draw."""
        return self._lens is lens and bool(self.beliefs)

    def clear(self) -> None:
        """Forget it."""
        self._lens, self._step, self.beliefs = None, -1, []

    def follow(self, lens: Lens, hurry: bool) -> None:
        """Work it out for the step that the lens has reached, not for every one in a `hurry`."""
        late = lens.steps - self._step
        if (
            lens.steps < 0
            or lens.busy
            or (self._lens is lens and (late == 0 or (hurry and 0 < late < _EVERY)))
        ):
            return
        self._lens, self._step = lens, lens.steps
        self.beliefs = [*lens.watcher.trail()]

    def about(self, lag: int) -> tuple[int, Vector]:
        """Return the step `lag` steps back (as far as the trail goes), and its belief now."""
        lag = min(lag, len(self.beliefs) - 1)
        return self._step - lag, self.beliefs[-1 - lag]
