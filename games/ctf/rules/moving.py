"""A move of one bot: it steps, eats, and catches or is caught."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from games.core import Event
from games.ctf.maze import Dots
from games.ctf.rules.camping import forgotten
from games.ctf.rules.state import State

_TEAMS: Final = ((0, 2), (1, 3))


class _Board:
    """The part of a state that a catch changes."""

    def __init__(self, state: State) -> None:
        self.field, self.points = state.field, state.rules.catch
        self.bots, self.score = list(state.bots), list(state.score)
        self.deaths, self.kills = list(state.deaths), list(state.kills)
        self.killed = list(state.killed)

    def catches(self, cell: int) -> Iterator[Event]:
        """Catch on a `cell`, then where those who were caught were sent to, the last one first."""
        home = self.field.home[cell]
        ghost = next((bot for bot in _TEAMS[home] if self.bots[bot] == cell), None)
        if ghost is None:
            return
        caught = [bot for bot in _TEAMS[1 - home] if self.bots[bot] == cell]
        for bot in caught:
            self.bots[bot] = self.field.starts[bot]
            self.deaths[bot] += 1
            self.kills[ghost] += 1
            self.killed[bot] = True
            self.score[home] += self.points
            yield Event("catch", {"ghost": ghost, "pacman": bot, "cell": cell})
        for bot in reversed(caught):
            yield from self.catches(self.field.starts[bot])


def moved(state: State, cell: int) -> tuple[State, tuple[Event, ...]]:
    """Return the state after the bot in turn stepped onto a `cell`, and what happened there."""
    bot = state.turn
    team, other = bot % 2, 1 - bot % 2
    board = _Board(state)
    board.bots[bot], board.killed[bot] = cell, False
    food, ages, events = state.food, state.ages, []
    if cell in food[other]:
        left = food[other] - {cell}
        food = (left, food[1]) if other == 0 else (food[0], left)
        ages = forgotten(ages, other, cell) if ages[other] else ages
        board.score[team] += 1
        events.append(Event("eat", {"bot": bot, "cell": cell}))
    events.extend(board.catches(cell))
    return _after(state, board, food, ages), tuple(events)


def _after(state: State, board: _Board, food: Dots, ages: object) -> State:
    return State(
        state.field,
        state.rules,
        state.length,
        state.moves + 1,
        tuple(board.bots),  # type: ignore[arg-type]
        food,
        tuple(board.score),  # type: ignore[arg-type]
        tuple(board.deaths),  # type: ignore[arg-type]
        tuple(board.kills),  # type: ignore[arg-type]
        tuple(board.killed),  # type: ignore[arg-type]
        ages,  # type: ignore[arg-type]
        orders=state.orders,
    )
