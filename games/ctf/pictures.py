"""The living pictures in the help of capture-the-flag: the facts that a filter lives on.

Each is 320 x 180 units and shows some moves of a real match of two teams of gatherers in which no
bot sees another and every distance is heard with an error: the left team, and its belief about its
enemies. The truth is shown pale.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from types import MappingProxyType
from typing import Final, NamedTuple

from games.core import Limit
from games.ctf import SPEC
from games.ctf.board import TEAM_COLOURS, BotLook, FieldBoard
from games.ctf.bot_moments import BotMoments
from games.ctf.lens import TeamLens
from games.ctf.rules.state import BOTS
from games.exhibition import exhibited
from games.shell.draw.canvas import Canvas
from games.shell.draw.story import Story
from games.shell.draw.theme import Theme
from games.shell.miniature import Miniature

# Seconds; chosen by eye.
STEP: Final = 0.55
HELD: Final = 2.4
NOISE: Final = 4
TEAM: Final = 0
PLAYERS: Final = ("gatherer", "random", "gatherer", "gatherer")


class Clip(NamedTuple):
    """The moves around one moment of the match with this map and seed: from `before` moves
    earlier to `after` later. With `heard` what the team hears is drawn.
    """

    map: int
    seed: int
    moment: int
    before: int = 8
    after: int = 3
    heard: bool = False


class MomentClip(Story[int]):
    """A clip, over and over; under reduced motion its moment alone."""

    before = STEP

    def __init__(self, theme: Theme, clip: Clip) -> None:
        self.clip = clip
        last = clip.moment + clip.after
        options = {
            "rules": "blog",
            "maze": "loops-16x8",
            "moves": 0,
            "map": clip.map,
            "sight": 0,
            "noise": NOISE,
        }
        params = SPEC.params(options)
        match = exhibited("ctf", PLAYERS, options, clip.seed)
        self.tape = BotMoments(params)
        while len(self.tape) <= last and not match.over:
            match.step(Limit())
            self.tape.follow(match.turns)
        self.lens = TeamLens(TEAM, params, clip.seed)
        while self.lens.advance(self.tape):
            pass
        self.board = FieldBoard(self.tape[0].state.field)
        self.board.place((6, 6, 308, 168))
        last = clip.moment if theme.reduced_motion else min(last, len(self.tape) - 1)
        super().__init__(theme, range(clip.moment - clip.before + 1, last + 1))

    def begin(self) -> None:
        """Go back to the start of the clip."""
        self.at = self.clip.moment - self.clip.before

    def play(self, move: int, still: bool) -> None:
        """Show the position after a move."""
        self.at = move

    def pause(self) -> float:
        """Return the rest after a position: the moment itself is held."""
        return HELD if self.at == self.clip.moment else STEP

    def draw(self, canvas: Canvas) -> None:
        """Draw the field, the team's belief, what it heard, and the truth."""
        self.draw_ground(canvas, self.board.draw_map)
        state, board = self.tape[self.at].state, self.board
        board.draw_dots(canvas, state.food)
        frame = self.lens.at(self.at)
        if frame is not None:
            board.draw_team_belief(canvas, TEAM, frame.beliefs)
        if self.clip.heard and state.turn % 2 == TEAM and not state.over:
            for reading in state.readings:
                here = state.bots[state.turn]
                board.draw_reading(canvas, TEAM, here, reading, state.rules.noise)
        for bot in BOTS:
            way = self.tape.way(float(self.at), bot)._replace(share=1.0)
            ghost = state.field.home[way.cell] == bot % 2
            board.draw_bot(canvas, BotLook(bot, way, ghost, bot % 2 == TEAM))
        if self.at == self.clip.moment:
            for event in self.tape[self.at].events:
                if event.kind in ("catch", "eat"):
                    board.draw_catch(canvas, event.data["cell"], 0.35, TEAM_COLOURS[TEAM])


PICTURES: Final[Mapping[str, Callable[[Theme], Miniature]]] = MappingProxyType(
    {
        "sent": partial(MomentClip, clip=Clip(6, 2, 84)),
        "eaten": partial(MomentClip, clip=Clip(8, 2, 36)),
        "shut": partial(MomentClip, clip=Clip(1, 2, 26, 10, 4)),
        "met": partial(MomentClip, clip=Clip(6, 2, 66)),
        "heard": partial(MomentClip, clip=Clip(8, 2, 16, 8, 6, True)),
    }
)
