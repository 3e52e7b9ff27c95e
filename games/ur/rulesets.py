"""The rule sets of the Royal Game of Ur as data: board, paths, safe squares, dice, extra rolls.

Tiles are named by row and column: rows A (light's), B (the middle) and C (dark's), columns 1..8,
or 1..12 on the board of Aseb. A tile that is on both paths is shared. It may have another number
on each of them: on the path of Masters, light's square 12 is dark's square 16.

- `finkel`: I. Finkel, "On the rules for the Royal Game of Ur" (2007), as the museum plays it.
- `schultz`: the student project's variant, the last rosette one square early.
- `masters`: J. Masters, "The Royal Game of Ur & The Game of 20 Squares" (tradgames.org.uk): three
  dice of which none marked counts 4, and no rosette is safe.
- `blitz`: the quick game of royalur.net: Masters' path, four dice, and captures roll again.
- `aseb`: the game of twenty squares of Egypt; W. Crist, A.-E. Dunn-Vaturi and A. de Voogt,
  "Ancient Egyptians at Play" (2016): a middle row of twelve, every rosette safe.

The settings of the last three are those that RoyalUr publishes (RoyalUr-Java, GameSettings:
MASTERS, BLITZ, ASEB).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

Tiles = tuple[str, ...]


@dataclass(frozen=True, slots=True, eq=False)
class RuleSet:
    """Board, path and dice of one way to play; the fields below `capture_rolls` follow.

    `tiles` names the squares of the light and the dark path in order. `rosettes` and `safe` are
    path squares; `dice` holds (roll, weight in sixteenths); `pieces` is the usual number of them;
    `capture_rolls` says that a capture gives another roll, as a rosette does.

    `off` is the number past the last square, `columns` how many the board has. Masks have one bit
    for each path square: `board` all, `shared`, `safe_mask`, `rosette_mask`. `across` holds the
    other side's number of each square's tile, 0 where it is private, and `hits` that number's bit;
    both are the same for either side.
    A safe square has the same number on both paths.
    """

    id: str
    tiles: tuple[Tiles, Tiles]
    rosettes: tuple[int, ...]
    safe: tuple[int, ...]
    dice: tuple[tuple[int, int], ...]
    pieces: int
    capture_rolls: bool = False
    off: int = field(init=False)
    columns: int = field(init=False)
    board: int = field(init=False)
    shared: int = field(init=False)
    safe_mask: int = field(init=False)
    rosette_mask: int = field(init=False)
    across: tuple[int, ...] = field(init=False)
    hits: tuple[int, ...] = field(init=False)
    straight: int = field(init=False)
    crossed: int = field(init=False)
    turned: tuple[int, ...] = field(init=False)
    outcomes: tuple[tuple[str, int], ...] = field(init=False)
    rolls: Mapping[str, int] = field(init=False)

    def __post_init__(self) -> None:
        across = _across(*self.tiles)
        off = len(across)
        crossed = min((i for i, j in enumerate(across) if j not in (0, i)), default=off)
        assert across == _across(*reversed(self.tiles)), "the paths must mirror each other"
        assert all(across[square] in (0, square) for square in self.safe)
        derived = {
            "off": off,
            "columns": max(int(tile[1:]) for tile in self.tiles[0]),
            "board": (1 << off) - 2,
            "shared": sum(1 << i for i, j in enumerate(across) if j),
            "safe_mask": sum(1 << i for i in self.safe),
            "rosette_mask": sum(1 << i for i in self.rosettes),
            "across": (*across, 0),
            "hits": tuple(1 << j if j else 0 for j in (*across, 0)),
            "straight": sum(1 << i for i, j in enumerate(across) if j and i < crossed),
            "crossed": crossed,
            "turned": tuple(_cross(mask << crossed, across) for mask in range(1 << off - crossed)),
            "outcomes": tuple((str(roll), weight) for roll, weight in self.dice),
            "rolls": {str(roll): roll for roll, _ in self.dice},
        }
        for name, value in derived.items():
            object.__setattr__(self, name, value)

    def facing(self, side: int) -> int:
        """Return the shared squares that a side stands on, as bits by the other side's numbers.

        Squares from `crossed` on are looked up in `turned`, for their numbers may differ.
        """
        last = side >> self.crossed & (1 << self.off - self.crossed) - 1
        return side & self.straight | self.turned[last]

    def rolls_again(self, target: int, captured: bool) -> bool:
        """Return whether a move to the square `target`, `captured` or not, gives another roll."""
        return bool(self.rosette_mask >> target & 1) or (captured and self.capture_rolls)


def _across(own: Tiles, other: Tiles) -> tuple[int, ...]:
    """Return for home and each square of a path the number of its tile on the other path, or 0."""
    return (0, *(other.index(tile) + 1 if tile in other else 0 for tile in own))


def _cross(mask: int, across: tuple[int, ...]) -> int:
    """Return a mask of squares by the other side's numbers."""
    return sum(1 << j for i, j in enumerate(across) if j and mask >> i & 1)


def _both(light: str) -> tuple[Tiles, Tiles]:
    """Return Light's path from its tiles' names in a row, and dark's, which mirrors it."""
    tiles = tuple(light.split())
    return tiles, tuple(tile.translate(str.maketrans("AC", "CA")) for tile in tiles)


_SHORT: Final = _both("A4 A3 A2 A1 B1 B2 B3 B4 B5 B6 B7 B8 A8 A7")
_ROUND: Final = _both("A4 A3 A2 A1 B1 B2 B3 B4 B5 B6 B7 C7 C8 B8 A8 A7")
_ROW: Final = _both("A4 A3 A2 A1 B1 B2 B3 B4 B5 B6 B7 B8 B9 B10 B11 B12")
_EVERY_FOURTH: Final = (4, 8, 12, 16)
_FOUR_COINS: Final = ((0, 1), (1, 4), (2, 6), (3, 4), (4, 1))
_THREE_COINS: Final = ((1, 6), (2, 6), (3, 2), (4, 2))
"""Of three coins none marked counts 4: 3, 3, 1 and 1 of 8."""

FINKEL: Final = RuleSet("finkel", _SHORT, (4, 8, 14), (8,), _FOUR_COINS, 7)
SCHULTZ: Final = RuleSet("schultz", _SHORT, (4, 8, 13), (8,), _FOUR_COINS, 4)
BLITZ: Final = RuleSet("blitz", _ROUND, _EVERY_FOURTH, (), _FOUR_COINS, 5, capture_rolls=True)
MASTERS: Final = RuleSet("masters", _ROUND, _EVERY_FOURTH, (), _THREE_COINS, 7)
ASEB: Final = RuleSet("aseb", _ROW, _EVERY_FOURTH, (8, 12, 16), _FOUR_COINS, 5)
RULE_SETS: Final[Mapping[str, RuleSet]] = {
    rule_set.id: rule_set for rule_set in (FINKEL, SCHULTZ, BLITZ, MASTERS, ASEB)
}
