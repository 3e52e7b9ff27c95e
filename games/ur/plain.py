"""The plain form of the Royal Game of Ur, with positions as `main.py analyse ur` reads them."""

from __future__ import annotations

from games.plain import Plain, PlainForm
from games.ur import SIDES
from games.ur.rules import NOT_ROLLED, State


class Form(PlainForm):
    """Nothing is hidden: both seats see the same."""

    def seen(self, view: State, seat: int) -> Plain:
        """Return the rules, the position, and the roll that is to be played."""
        sides = {
            name: {
                "home": view.home(side),
                "squares": list(view.squares(side)),
                "off": view.off(side),
            }
            for side, name in enumerate(SIDES)
        }
        return {
            "rules": view.rules,
            "pieces": view.pieces,
            "side_to_move": SIDES[view.turn] if view.acting else None,
            **sides,
            "roll": None if view.roll == NOT_ROLLED else view.roll,
        }
