"""A maze that changes while a ghost walks in it, and two beliefs about where: a cloud, particles.

The maze is a table of free squares with walls all round, of any odd size that mazes have. The
cloud is the exact filter of a random walk over this table, whatever it is now: a square that is
opened takes part in the next step, what was on one that is closed goes to the rest. Particles are
`PARTICLES` guesses that each walk at random and are drawn anew by how well they fit each reading.
The ear in the bottom left corner hears the distance as in every game of the tracker.
"""

from __future__ import annotations

from typing import Final

import numpy as np
import numpy.typing as npt

from games.mazes import FREE, WALL, BadLayout, Cell, Maze, make_maze, parse_layout
from games.streams import generator
from games.tracker.maze import LARGEST, SMALLEST, generate

Table = npt.NDArray[np.float64]

PARTICLES: Final = 300
SIGHT: Final = 4
NOISE: Final = 4
_AGAIN: Final = 0.02
"""The share of the cloud that is always spread over the maze: who was carried off is found."""


class LiveMaze:
    """A maze under the pen, its ghost, the cloud and the particles.

    `free`, `cloud` have shape (height, width); `particles` (PARTICLES, 2) as x and y. `ghost` is a
    cell, or None without a free cell.
    """

    def __init__(self, width: int, height: int, seed: int, style: str = "loops") -> None:
        self._rng = generator(seed)
        self.reading: int | None = None
        self.seen = False
        self.carried = 0
        self.take(generate(seed, width, height, style))

    # -- the maze ----------------------------------------------------------------------

    @property
    def size(self) -> tuple[int, int]:
        """Width and height, walls included."""
        return self.free.shape[1], self.free.shape[0]

    def take(self, maze: Maze) -> None:
        """Begin with this maze: a ghost somewhere, and no idea where."""
        self.free = np.array([[mark != WALL for mark in row] for row in maze.rows])
        self._begin()

    def clear(self, width: int, height: int) -> None:
        """Make an empty hall of this size; both are made odd and brought within the bounds."""
        width, height = fitting(width, height)
        self.free = np.zeros((height, width), dtype=bool)
        self.free[1:-1, 1:-1] = True
        self._begin()

    def _begin(self) -> None:
        self.cloud = self.free / max(1, self.free.sum())
        self.ghost = self._somewhere()
        self.particles = self._guesses(PARTICLES)
        self.reading, self.seen = None, False

    def set_free(self, cell: Cell, free: bool) -> bool:
        """Open or close a square within the walls all round; whether that changed it."""
        x, y = cell
        width, height = self.size
        inside = 0 < x < width - 1 and 0 < y < height - 1
        if not inside or bool(self.free[y, x]) == free:
            return False
        self.free[y, x] = free
        if not free:
            self._close(cell)
        return True

    def _close(self, cell: Cell) -> None:
        """Move the ghost, belief and particles off a square that is closed."""
        self._normalise()
        if self.ghost == cell:
            self.ghost = self._somewhere()
        here = (self.particles == np.array(cell)).all(axis=1)
        self.particles[here] = self._guesses(int(here.sum()))

    @property
    def rows(self) -> tuple[str, ...]:
        """The maze as rows of text."""
        return tuple("".join(FREE if free else WALL for free in row) for row in self.free)

    @property
    def text(self) -> str:
        """The maze as text, as it is saved and shared."""
        return "\n".join(self.rows) + "\n"

    def problem(self) -> str:
        """Return the reason why the maze cannot be played in yet, as a sentence, or ""."""
        try:
            make_maze(self.rows)
        except BadLayout as problem:
            return str(problem)
        return ""

    def read(self, text: str) -> None:
        """Take the maze in a `text`; raises `BadLayout` for one that cannot be played in."""
        maze = parse_layout(text)
        if maze.width > LARGEST[0] or maze.height > LARGEST[1]:
            told = f"The maze is {maze.width}x{maze.height}; at most {LARGEST[0]}x{LARGEST[1]} fit."
            raise BadLayout(told)
        self.take(maze)

    # -- who walks, and what is believed -------------------------------------------------

    def _somewhere(self) -> Cell | None:
        ys, xs = np.nonzero(self.free)
        if not len(xs):
            return None
        place = int(self._rng.integers(len(xs)))
        return int(xs[place]), int(ys[place])

    def _guesses(self, count: int) -> npt.NDArray[np.intp]:
        ys, xs = np.nonzero(self.free)
        if not len(xs):
            return np.zeros((count, 2), dtype=np.intp)
        places = self._rng.integers(len(xs), size=count)
        return np.stack([xs[places], ys[places]], axis=1)

    def carry(self) -> None:
        """Carry the ghost to another place, unknown to the watcher."""
        before = self.ghost
        for _ in range(8):
            self.ghost = self._somewhere()
            if self.ghost != before:
                break
        self.carried += 1

    def step(self) -> None:
        """Let the ghost walk a step, the eye read, and both beliefs take it in."""
        if self.ghost is None:
            return
        self.ghost = self._walked(self.ghost)
        likelihood = self._read()
        self.cloud = self._spread() * likelihood
        if self.cloud.sum() <= 0.0:
            self.cloud = likelihood.copy()
        self._normalise()
        self._move_particles(likelihood)

    def _walked(self, cell: Cell) -> Cell:
        x, y = cell
        around = [(x, y - 1), (x + 1, y), (x, y + 1), (x - 1, y)]
        ways = [(u, v) for u, v in around if self.free[v, u]]
        return ways[int(self._rng.integers(len(ways)))] if ways else cell

    def _distances(self) -> npt.NDArray[np.intp]:
        """Return the Manhattan distance of every square from the eye."""
        width, height = self.size
        xs, ys = np.arange(width), np.arange(height)[:, None]
        return np.abs(xs - 1) + np.abs(ys - (height - 2))

    def _read(self) -> Table:
        """Return the likelihood of the eye's reading for each square: 0 if the ghost cannot be."""
        assert self.ghost is not None
        x, y = self.ghost
        distances = self._distances()
        far = int(distances[y, x])
        self.seen = far <= SIGHT
        if self.seen:
            self.reading = None
            likelihood = np.zeros(self.free.shape)
            likelihood[y, x] = 1.0
            return likelihood
        self.reading = far + int(self._rng.integers(-NOISE, NOISE + 1))
        fits = (np.abs(distances - self.reading) <= NOISE) & (distances > SIGHT)
        return np.where(fits & self.free, 1.0, 0.0)

    def _spread(self) -> Table:
        """Return the cloud one step later: each square gives its share to those beside it."""
        free = self.free.astype(np.float64)
        ways = np.zeros_like(free)
        ways[1:-1, 1:-1] = free[:-2, 1:-1] + free[2:, 1:-1] + free[1:-1, :-2] + free[1:-1, 2:]
        given = np.divide(self.cloud, ways, out=np.zeros_like(free), where=ways > 0)
        spread = np.where(ways > 0, 0.0, self.cloud)
        spread[1:-1, 1:-1] += (
            given[:-2, 1:-1] + given[2:, 1:-1] + given[1:-1, :-2] + given[1:-1, 2:]
        ) * free[1:-1, 1:-1]
        anywhere: Table = free / max(1.0, free.sum())
        return np.asarray((1.0 - _AGAIN) * spread + _AGAIN * anywhere, dtype=np.float64)

    def _normalise(self) -> None:
        self.cloud = self.cloud * self.free
        total = float(self.cloud.sum())
        self.cloud = self.cloud / total if total > 0.0 else self.free / max(1, self.free.sum())

    def _move_particles(self, likelihood: Table) -> None:
        """Each guess takes a random step; those that fit are drawn anew, a few are fresh."""
        steps = np.array([(0, -1), (1, 0), (0, 1), (-1, 0)])
        moved = self.particles + steps[self._rng.integers(4, size=len(self.particles))]
        open_ = self.free[moved[:, 1], moved[:, 0]]
        moved = np.where(open_[:, None], moved, self.particles)
        fresh = self._rng.random(len(moved)) < _AGAIN
        moved[fresh] = self._guesses(int(fresh.sum()))
        weights = likelihood[moved[:, 1], moved[:, 0]]
        if weights.sum() <= 0.0:
            ys, xs = np.nonzero(likelihood)
            places = self._rng.integers(len(xs), size=len(moved))
            self.particles = np.stack([xs[places], ys[places]], axis=1)
            return
        chosen = self._rng.choice(len(moved), size=len(moved), p=weights / weights.sum())
        self.particles = moved[chosen]


def fitting(width: int, height: int) -> tuple[int, int]:
    """Return the nearest odd sizes within the bounds of generated mazes."""
    low, high = SMALLEST, LARGEST
    pairs = zip((width, height), low, high, strict=True)
    wide, tall = (min(max(n | 1, least), most) for n, least, most in pairs)
    return wide, tall
