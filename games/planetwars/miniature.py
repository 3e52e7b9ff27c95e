"""Planet Wars on the launcher's wall: lit planets, and fleets that take one after the other."""

from typing import Final

from games.planetwars.engine.state import Fleet, State, begun
from games.planetwars.sky import Sky, draw_fleets, draw_planet, draw_stars, sky_of
from games.shell import miniature
from games.shell.draw.canvas import Box, Canvas
from games.shell.draw.theme import Theme

_BOX: Final[Box] = (0.0, 0.0, 320.0, 180.0)
_PLACES: Final = ((0.5, 1.0), (6.4, 0.0), (4.4, 2.2), (1.2, 3.8), (9.6, 3.2), (5.6, 4.4))
_OWNERS: Final = (1, 0, 0, 0, 2, 0)
_GROWTH: Final = (5, 2, 3, 2, 5, 1)
_SHIPS: Final = (40, 8, 12, 9, 40, 5)
_ROUTES: Final = ((1, 0, 2), (2, 4, 2), (1, 0, 3), (2, 4, 1))
"""Owner, source and target of the fleets, which fly one after the other."""
_SECONDS: Final = 2.4
"""A flight takes so long; chosen by eye."""


class Miniature(miniature.Miniature):
    """Six planets; fleets fly out, and what they reach is theirs until the round begins again."""

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme)
        self.flown = 0.0

    def update(self, age: float) -> None:
        """Fly on."""
        self.flown = (self.flown + age / _SECONDS) % len(_ROUTES)

    def seen(self) -> State:
        """Return the planets as they are, with the fleet that flies now."""
        owners, number = list(_OWNERS), int(self.flown)
        for owner, _, target in _ROUTES[:number]:
            owners[target] = owner
        state = begun(_PLACES, owners, _SHIPS, _GROWTH)
        owner, source, target = _ROUTES[number]
        fleet = Fleet(owner, 20, source, target, 1, 1)
        return state._replace(fleets=(fleet,))

    def draw(self, canvas: Canvas) -> None:
        """Draw the sky."""
        state = self.seen()
        sky: Sky = sky_of(state, _BOX)
        canvas.picture(_BOX, "stars of Planet Wars", lambda: draw_stars(canvas, _BOX, 1))
        draw_fleets(canvas, sky, state.fleets, self.flown % 1.0)
        for planet, ships in enumerate(state.ships):
            draw_planet(canvas, sky, state, planet, ships)
