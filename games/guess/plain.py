"""The plain form of Guess 2/3."""

from __future__ import annotations

from games.guess.rules.game import SEATS, State
from games.plain import Plain, PlainForm


class Form(PlainForm):
    """All guesses are known once a round is closed; the crowd's minds and dice never are."""

    def seen(self, view: State, seat: int) -> Plain:
        """Return the terms, how far the match is, the last target, and the points."""
        terms = view.terms
        return {
            "rounds": terms.rounds,
            "closed": view.closed,
            "people": terms.crowd + len(SEATS),
            "crowd": terms.kind,
            "multiplier": list(terms.multiplier),
            "last": None if view.told is None else view.told._asdict(),
            "points": list(view.points),
        }
