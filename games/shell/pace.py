"""The pace of a game that is watched: its speed, held, and turn by turn."""

from __future__ import annotations

from collections.abc import Sequence


class Pace:
    """One of several speeds, and whether the game is held or let on for a single turn.

    `levels` are speeds against the usual one, the slowest first; `level` is the index of the
    present one, which is `speed` times as fast as usual. `held` stops the game, `stepping` lets one
    turn on.
    """

    def __init__(self, levels: Sequence[float], around: bool = False) -> None:
        """Begin at 1.0, which `levels` hold; `around` lets the fastest lead to the slowest."""
        self.levels = tuple(levels)
        self.set_level(self.levels.index(1.0))
        self.held = self.stepping = False
        self._around = around

    @property
    def waits(self) -> bool:
        """True if the game has to wait now."""
        return self.held and not self.stepping

    def change(self, by: int) -> None:
        """Go `by` levels faster, or slower where it is negative."""
        level, last = max(0, self.level + by), len(self.levels) - 1
        self.set_level(level % len(self.levels) if self._around else min(level, last))

    def set_level(self, level: int) -> None:
        """Take a speed by its place in `levels`."""
        self.level, self.speed = level, self.levels[level]

    def hold(self) -> None:
        """Hold the game until `step` or `resume`."""
        self.held, self.stepping = True, False

    def resume(self) -> None:
        """Let the game go on by itself."""
        self.held = self.stepping = False

    def toggle(self) -> None:
        """Hold what goes on, and let go on what is held."""
        if self.held:
            self.resume()
        else:
            self.hold()

    def step(self) -> None:
        """Hold, but for one turn."""
        self.held = self.stepping = True

    def note_step(self) -> None:
        """Note that a turn was played."""
        self.stepping = False
