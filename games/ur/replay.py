"""Looking at a game of Ur again: steps, jumps to any turn and to the costliest choices, and minds.

A turn is a throw or a move, counted from 1; people are told the number of the throw, to which its
move belongs (`review.throw_of`). A replay stands before a turn: its game has so many turns less
one. What was thought at each turn is kept as long as the scene is open, so that a position never
stands beside a mind that came later.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from games import catalog
from games.agents import JudgedStep
from games.core import Limit
from games.match import Match
from games.mind import Mind, Note
from games.session.host import AgentFault, build_player
from games.session.setup import HUMAN
from games.shell.draw.theme import SEAT_COLOURS
from games.shell.input import Pointer
from games.shell.widgets.basic import inside
from games.ur.drawing import draw_path
from games.ur.review import costly, weighed
from games.ur.rules import PASS, State, describe_move
from games.ur.stage import Stage

REPLAY_NODES: Final = 2000
NOT_KEPT: Final = (
    "What was thought so far is not kept. The next move of the other side opens its mind again."
)
KEYS: Final = "Left and right step, up and down go to mistakes, space plays on."


class Replay(Stage):
    """The half of the scene that goes back and forth in a game."""

    held: bool
    stepping: bool
    course: tuple[float, ...]
    slips: dict[int, JudgedStep]
    length: int
    rest = 0.0  # seconds until the next turn of a replay
    minds: dict[int, tuple[int, Mind]]

    # -- minds -------------------------------------------------------------------------

    def _keep_mind(self, seat: int, mind: Mind, turn: int) -> None:
        """Remember what a seat thought when it made a turn."""
        self.minds[turn] = (seat, mind)

    def _forget_minds(self) -> None:
        """Another game is played from here on."""
        now = len(self.match.turns)
        self.minds = {turn: kept for turn, kept in self.minds.items() if turn <= now}

    def _recall(self) -> None:
        """Show the last mind that belongs to this position or one before it."""
        if self.setup.demo or not self.match.players:
            return
        now = len(self.match.turns)
        choices = [turn for turn in range(now, 0, -1) if self._is_choice(turn)]
        if choices and choices[0] not in self.minds:
            self._think_of(choices[0])
        if choices and choices[0] in self.minds:
            seat, mind = self.minds[choices[0]]
            self.name_mind(seat)
            self.mind_view.show(mind)
        else:
            self.mind_view.show((Note(NOT_KEPT),) if choices else ())

    def _is_choice(self, turn: int) -> bool:
        """Whether an agent with an open mind chose something at a turn."""
        seat, move = self.match.turns[turn - 1][0]
        return seat in self.match.players and move != PASS and self._open(seat)

    def _open(self, seat: int) -> bool:
        return self.setup.seats[seat].agent not in (HUMAN, "demo")

    def _heavy(self, seat: int) -> bool:
        return bool(catalog.agent(self.setup.game, self.setup.seats[seat].agent).heavy)

    def _think_of(self, turn: int) -> None:
        """Let a quick agent think once more what it thought at a turn of the past."""
        seat = self.match.turns[turn - 1][0][0]
        if self._heavy(seat):
            return
        player = {seat: build_player(self.setup, seat)}
        past: Match[Any] = Match(self.session.game, self.setup.params, self.setup.seed, player)
        past.replay(self.match.turns[: turn - 1])
        decision = past.decide(seat, Limit(REPLAY_NODES, None, True))
        self._keep_mind(seat, decision.mind or (), turn)

    def name_mind(self, seat: int | None = None) -> None:
        """Say whose mind is open: a seat's, the last agent's without one, or else the judge's."""
        seats = [s for s in range(2) if s in self.match.players]
        if not seats:
            self.mind_view.owner, self.mind_view.caption = SEAT_COLOURS[0], "The judge"
            return
        seat = seats[-1] if seat is None else seat
        self.mind_view.owner = SEAT_COLOURS[seat]
        self.mind_view.caption = self.seat_name(seat)

    def _weigh_slip(self, step: JudgedStep) -> None:
        """Before a costly choice the judge's mind is open: what each move there was worth."""
        self.mind_view.owner, self.mind_view.caption = SEAT_COLOURS[step.seat], "The judge"
        told = (weighed(self.judge, step),)
        how = () if self.judge.exact else (Note(f"An estimate of {self.judge.source}."),)
        self.mind_view.show((*told, *how))

    # -- stepping ----------------------------------------------------------------------

    def step(self) -> None:
        """Stop, and play one turn."""
        if not self.watched:
            return
        self.held = True
        if self.busy:
            self.skip()
        self.stepping = True

    def step_back(self) -> None:
        """Stop, and take one turn back."""
        if self.watched and self.match.turns:
            self.held, self.stepping = True, False
            self.session.go_to(len(self.match.turns) - 1)
            self.changed()

    # -- the replay --------------------------------------------------------------------

    def replay(self, turn: int = 1) -> None:
        """Look at the game again, from its start or from before another of its turns."""
        if not self.replaying:
            steps = self.judge.steps
            self.course = (self.judge.first, *(step.light for step in steps))
            self.slips = dict(costly(steps, self.setup.humans or (0, 1)))
            self.length = len(self.match.turns)
            self.shell.toast(KEYS)
        self.replaying = self.held = self.finished = True
        self.layout(*self.shell.size)  # with the names of the squares
        self.go_to(turn)

    show_turn = replay

    def go_to(self, turn: int) -> None:
        """Stand before a turn of the game; past the last one is its end."""
        if not self.replaying:
            return
        self.held, self.stepping = True, False
        goal = max(0, min(turn - 1, self.length))
        self.session.go_to(goal)
        self.changed()

    def to_slip(self, by: int) -> None:
        """Stand before the next costly choice, or the one before."""
        here = len(self.match.turns) + 1
        found = sorted(turn for turn in self.slips if by * (turn - here) > 0)
        if found:
            self.go_to(found[0 if by > 0 else -1])
        elif self.replaying:
            which = "after" if by > 0 else "before"
            self.shell.toast(f"There is no costly choice {which} this turn.")

    def end_replay(self) -> None:
        """Back to the report."""
        self.go_to(self.length + 1)
        self.replaying = self.held = self.stepping = False
        self.finish()

    def _replay(self, dt: float) -> None:
        """Play what was taken back, turn by turn, and come to the result again."""
        self.rest = max(0.0, self.rest - dt * self.speed)
        if self.busy or self.rest > 0:
            return
        if not self.match.can_redo:
            self.end_replay()
        elif self._think_again():
            self.stepping = False
            self.session.redo()
            self.last = self.session.last
            assert self.last is not None
            self.rest = self.pace
            self.show(self.last)

    def _think_again(self) -> bool:
        """Open the mind of the agent that is about to move; False while it thinks."""
        seat, turn = self.match.to_act[0], len(self.match.turns) + 1
        if seat < 0 or not self._open(seat) or self.seen.moves == (PASS,):
            return True
        if turn not in self.minds:
            heavy = self._heavy(seat)
            limit = Limit(None if heavy else REPLAY_NODES, self.patience if heavy else None, True)
            try:
                decision = self.session.host.decide(seat, limit)
            except AgentFault as problem:
                self.shell.toast(str(problem))
                return False
            if decision is None:
                return False
            self._keep_mind(seat, decision.mind or (), turn)
        self.name_mind(seat)
        self.mind_view.show(self.minds[turn][1])
        return True

    # -- what is seen ------------------------------------------------------------------

    @property
    def slip(self) -> JudgedStep | None:
        """The costly choice that comes next in a replay, or None."""
        return self.slips.get(len(self.match.turns) + 1) if self.replaying else None

    def slip_words(self) -> str:
        """What was played in place of what, and what it cost; "" where nothing is to be said."""
        step = self.slip
        if step is None:
            return ""
        played, better = (describe_move(step.before, move) for move in (step.move, step.best))
        cost = f"{100 * -step.change:.0f}%"
        return f"{self.seat_name(step.seat)}: {played}. Better: {better}. The choice cost {cost}."

    def _draw_slip(self, canvas: Any) -> None:
        """The move that was played in red, the better one in green."""
        step = self.slip
        if step is None or self.busy:
            return
        state: State = step.before
        for move, colour in ((step.move, "vermillion"), (step.best, "green")):
            draw_path(canvas, self.layout_of, state, move, colour)

    def graph_marks(self) -> Sequence[int]:
        """Where the costly choices lie on the curve."""
        return [turn - 1 for turn in sorted(self.slips)]

    def on_graph(self, event: Pointer) -> bool:
        """A click on the curve of a replay goes there."""
        if not self.replaying or event.kind != "down" or event.button != 1:
            return False
        x, y, w, h = self.graph_box
        if not inside((x - 6, y - 6, w + 12, h + 12), event.x, event.y):
            return False
        share = min(1.0, max(0.0, (event.x - x) / w))
        self.go_to(1 + round(share * self.length))
        return True
