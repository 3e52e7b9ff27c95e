"""A table of Ra that is set up by hand: tiles, suns, scores, and the position that they make."""

from __future__ import annotations

from typing import Final

from games.ra.rules.positions import check
from games.ra.rules.state import DEAL, OVER, TURN, State, empty
from games.ra.tiles import ALL, BLOCK_PLACES, HIGHEST_SUN, KINDS, RA, SUN_SETS

BLOCK, OUT = -1, -2
"""Places of tiles beside the seats: the block, and out of the game."""
CENTRE: Final = (-1, True)
"""Where a sun lies: its seat and whether face up; in the centre; None: nowhere."""
Owner = tuple[int, bool]


class Setting:
    """The places of all parts: `tiles` by place, `suns` by number, the rest as in `State`."""

    def __init__(self, state: State) -> None:
        """Begin at a `state`; what is neither on the table nor in the bag is out of the game."""
        self.players, self.epoch, self.ra, self.turn = (
            state.players,
            state.epoch,
            state.ra,
            max(0, state.turn),
        )
        self.free, self.scores = state.free, list(state.scores)
        self.tiles = {seat: bytearray(held) for seat, held in enumerate(state.tiles)}
        self.tiles[BLOCK] = bytearray(state.block)
        self.tiles[OUT] = bytearray(len(KINDS))
        self.tiles[OUT] = bytearray(
            left - kept - (state.ra if kind == RA else 0)
            for kind, (left, kept) in enumerate(zip(self.left(), state.left, strict=True))
        )
        self.suns: dict[int, Owner] = {state.center: CENTRE}
        for seat in range(state.players):
            self.suns |= dict.fromkeys(state.up[seat], (seat, True))
            self.suns |= dict.fromkeys(state.down[seat], (seat, False))

    @classmethod
    def fresh(cls, players: int) -> Setting:
        """Return the start of a game, the suns dealt in the order of their sets."""
        return cls(empty(players, True)._replace(up=SUN_SETS[players], turn=0))

    @classmethod
    def of(cls, state: State) -> Setting | None:
        """Return the setting of a `state` of any phase; None once the game is over.

        Before the suns are dealt it is the start. If the seat to move has no sun left, the turn is
        the next seat's that has one.
        """
        if state.phase == OVER:
            return None
        if state.phase == DEAL:
            return cls.fresh(state.players)
        found = cls(state)
        seats = [(found.turn + by) % state.players for by in range(state.players)]
        found.turn = next((seat for seat in seats if state.up[seat]), found.turn)
        return found

    @property
    def places(self) -> list[int]:
        """The block, the seats, and out of the game."""
        return [BLOCK, *range(self.players), OUT]

    def left(self) -> list[int]:
        """Return the bag's content of each kind, except for Ra that were drawn."""
        return [
            most - sum(own[kind] for own in self.tiles.values()) for kind, most in enumerate(ALL)
        ]

    def can_lie(self, place: int, kind: int) -> bool:
        """Return whether tiles of a kind can lie in a place at all."""
        if kind == RA:
            return place == OUT
        return place < 0 or kind < KINDS.index("unrest")

    def change(self, place: int, kind: int, by: int) -> bool:
        """Put tiles of a kind from the bag into a place, or back; whether it could be done."""
        own = self.tiles[place]
        bag = self.left()[kind] - (self.ra if kind == RA else 0)
        full = place == BLOCK and sum(own) + by > BLOCK_PLACES
        if not self.can_lie(place, kind) or own[kind] + by < 0 or bag - by < 0 or full:
            return False
        own[kind] += by
        return True

    def move_sun(self, sun: int, by: int) -> None:
        """Give a sun to the next owner: none, each seat face up and face down, the centre."""
        owners: list[Owner | None] = [None]
        for seat in range(self.players):
            owners += [(seat, True), (seat, False)]
        owners.append(CENTRE)
        found = owners[(owners.index(self.suns.get(sun)) + by) % len(owners)]
        if found == CENTRE:
            self.suns = {s: own for s, own in self.suns.items() if own != CENTRE}
        if found is None:
            del self.suns[sun]
        else:
            self.suns[sun] = found

    @property
    def highest(self) -> int:
        """The highest sun of the game."""
        return HIGHEST_SUN[self.players]

    def state(self) -> State:
        """Return the position at the start of a turn; raises `BadPosition` if there is none."""
        seats = range(self.players)
        left = self.left()
        left[RA] = max(0, left[RA] - self.ra)
        centre = next((sun for sun, own in self.suns.items() if own == CENTRE), 0)

        def of(seat: int, up: bool) -> tuple[int, ...]:
            return tuple(sorted(sun for sun, own in self.suns.items() if own == (seat, up)))

        found = empty(self.players, self.free)._replace(
            epoch=self.epoch,
            ra=self.ra,
            center=centre,
            block=bytes(self.tiles[BLOCK]),
            left=bytes(left),
            turn=self.turn,
            phase=TURN,
            actor=self.turn,
            scores=tuple(self.scores),
            up=tuple(of(seat, True) for seat in seats),
            down=tuple(of(seat, False) for seat in seats),
            tiles=tuple(bytes(self.tiles[seat]) for seat in seats),
        )
        check(found)
        return found
