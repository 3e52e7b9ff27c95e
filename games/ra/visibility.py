"""The veils: a person's missing view of the others under the option `hide`."""

from __future__ import annotations

from typing import NamedTuple

from games.session.session import Session


class Visibility(NamedTuple):
    """The seats whose scores, and those whose face-down suns, are hidden from who looks."""

    scores: frozenset[int] = frozenset()
    suns: frozenset[int] = frozenset()


def veil_of(session: Session, over: bool) -> Visibility:
    """Return the veil of a `session`; an empty one once it is `over`, or without people."""
    hide = session.setup.params.get("hide", "none")
    if over or not session.people:
        return Visibility()
    others = frozenset(range(len(session.seats))) - {session.viewer}
    nobody: frozenset[int] = frozenset()
    return Visibility(
        others if hide in ("scores", "both") else nobody,
        others if hide in ("suns", "both") else nobody,
    )
