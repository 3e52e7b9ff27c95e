"""Brains of learners of Ur: what a player has kept, their tree, games against one, and training."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import numpy as np

from games import catalog
from games.agents import AgentSpec
from games.arrays import BadWeights, arrays_from_text, arrays_to_text
from games.core import Seating
from games.mind import TrialTree
from games.session.memory import TRIED
from games.session.setup import HUMAN, Setup
from games.session.starting import fresh_seed
from games.shell.draw.canvas import Box, Canvas
from games.shell.draw.roles import OWN
from games.shell.draw.tween import Springs
from games.shell.mind.style import Brush, Style
from games.shell.mind.trees import paint_trials, trials_height
from games.shell.opening import start_table
from games.shell.shell import Shell
from games.shell.table import Table
from games.ur.rules import RULE_SETS

GAMES: Final = (("schultz", 4), ("finkel", 4), ("finkel", 7))
"""Games that learners train on."""


def kept_learner(shell: Shell) -> str:
    """Return the tree that the player has kept as text, "" where there is none."""
    profile = shell.profile
    kept = None if profile is None else shell.library.learned(profile.id, "ur")
    try:
        return kept if kept is not None and "brains" in arrays_from_text(kept) else ""
    except BadWeights:
        return ""


def keep_brain(shell: Shell, learned: str) -> bool:
    """Keep what was `learned` in the profile, beside the other learner's; whether that could be."""
    profile, library = shell.profile, shell.library
    if profile is None:
        return False
    try:
        text = merge_brains(library.learned(profile.id, "ur"), learned)
    except BadWeights:  # the brain kept before is damaged
        library.refuse_learned(profile.id, "ur")
        text = merge_brains(None, learned)
    return library.save_learned(profile.id, "ur", text)


def table_against(
    shell: Shell, agent: str, game: tuple[str, int], learned: str, seat: int = 1
) -> Table:
    """Return a `game`, (rules, pieces), of the person against the brain of an `agent` in a `seat`.

    The brain is the text `learned`, and does not learn from the game.
    """
    tried = {**arrays_from_text(learned), TRIED: np.ones(1, dtype=np.int32)}
    rival = Seating(agent, {}, arrays_to_text(tried))
    seats = (Seating(HUMAN), rival) if seat else (rival, Seating(HUMAN))
    params = {"rules": game[0], "pieces": game[1]}
    return start_table(shell, Setup("ur", seats, params, fresh_seed(), afresh=True))


def able_rivals(game: tuple[str, int]) -> list[AgentSpec]:
    """Return the agents that can play a `game`, (rules, pieces), against a learner."""
    params = {"rules": game[0], "pieces": game[1]}
    return [agent for agent in catalog.agents("ur") if agent.ours and not agent.hindrance(params)]


def games_with(params: Mapping[str, Any] | None) -> tuple[tuple[str, int], ...]:
    """Return the games to train on, (rules, pieces): the one of these options first if possible."""
    asked = (str(params["rules"]), int(params["pieces"])) if params else GAMES[0]
    if len(RULE_SETS[asked[0]].tiles[0]) != 14:
        return GAMES
    return (asked, *(game for game in GAMES if game != asked))


def merge_brains(before: str | None, learned: str) -> str:
    """Return the text for the profile: the brain `learned` beside other learners' in `before`."""
    arrays = arrays_from_text(learned)
    fresh = {"values"} & set(arrays)
    old = {} if before is None else arrays_from_text(before)
    rest = {name: old[name] for name in old if (name == "values") != bool(fresh)}
    return arrays_to_text({**rest, **arrays})


ZOOMS: Final = (0.5, 0.75, 1.0, 1.5)
SCROLL: Final = 60.0  # units a notch of the wheel; chosen by eye
RIGHT, AROUND, BAR, LEAST = 12, 4, 5, 12.0  # units: margins, the bar's width and least height


class TreePane:
    """Shows a tree; `zoom` is the place of its size in `ZOOMS`, `offset` how far it is scrolled."""

    def __init__(self) -> None:
        self.zoom = ZOOMS.index(1.0)
        self.offset = 0.0
        self.box: Box = (0.0, 0.0, 0.0, 0.0)
        self.most = 0.0

    def set_zoom(self, zoom: int) -> None:
        """Show the tree in another size, by its place in `ZOOMS`."""
        self.zoom = zoom

    def scroll(self, by: float) -> bool:
        """Go on by some units, or back; return True if it moved."""
        goal = min(self.most, max(0.0, self.offset + by))
        moved, self.offset = goal != self.offset, goal
        return moved

    def draw(self, canvas: Canvas, springs: Springs, tree: TrialTree, box: Box) -> None:
        """Draw the part of a tree that is seen in a box, and a bar at its side where there is
        more.
        """
        self.box = box
        factor, style = ZOOMS[self.zoom], Style(OWN)
        x, y, w, h = (side / factor for side in box)
        with canvas.zoomed(factor):
            tall = max(trials_height(canvas, tree, w - RIGHT, style), h)
            self.most = (tall - h) * factor
            self.scroll(0.0)
            with canvas.clip((x - AROUND, y, w + 2 * AROUND, h)):
                place = (x, y - self.offset / factor, w - RIGHT, tall)
                paint_trials(Brush(canvas, springs, style, "tree"), tree, place)
        if self.most > 1.0:
            x, y, w, h = box
            share = h / (h + self.most)
            canvas.rect((x + w - BAR, y, BAR, h), "line", BAR / 2, 120)
            top = y + (h - h * share) * self.offset / self.most
            canvas.rect((x + w - BAR, top, BAR, max(LEAST, h * share)), "brass", BAR / 2)
