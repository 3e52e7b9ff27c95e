"""A match that goes on for practice: from then on it counts for no record."""

from __future__ import annotations

import dataclasses

from games.session.session import Session


def go_on_for_practice(session: Session, why: str) -> bool:
    """Let the match of a `session` count for no record; `why` is a clause such as "you undid".

    False where it counts for none anyway.
    """
    if not session.for_record:
        return False
    setup = dataclasses.replace(session.setup, practice=True, why_practice=why)
    session.setup = session.keeping.setup = setup
    session.mark_unsaved()
    return True
