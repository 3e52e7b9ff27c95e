"""What a person does not see of the others, where the option `hide` says so."""

from __future__ import annotations

from typing import NamedTuple

from games.session.session import Session


class Veil(NamedTuple):
    """The seats whose scores, and those whose face-down suns, are hidden from who looks."""

    scores: frozenset[int] = frozenset()
    suns: frozenset[int] = frozenset()


def veil_of(session: Session, over: bool) -> Veil:
    """What is hidden in a `session`; nothing once it is `over`, nor where nobody plays."""
    hide = session.setup.params.get("hide", "none")
    if over or not session.people:
        return Veil()
    others = frozenset(range(len(session.seats))) - {session.viewer}
    nobody: frozenset[int] = frozenset()
    return Veil(
        others if hide in ("scores", "both") else nobody,
        others if hide in ("suns", "both") else nobody,
    )
