"""Matches that are taken up in their middle: agents hear the turns before, and are asked nothing.

A turn that is heard costs a tenth of one that is thought about, sealed and shown.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Mapping
from typing import Any

from games.core import Turn
from games.session.memory import Memory
from games.session.starting import make_setup
from games.shell.app import App
from games.shell.opening import ensure_profile, start_table
from games.shell.table import Table
from tests.support.cases import person_in


def open_played(
    app: App,
    game: str,
    agent: str | None,
    seed: int,
    options: Mapping[str, Any],
    turns: Iterable[Turn],
) -> Table:
    """A table on top whose match counts, with what its agent remembers, after these turns."""
    ensure_profile(app)
    setup = dataclasses.replace(
        make_setup(game, agent, seed, options, False, person_in(game)), practice=False
    )
    setup = Memory.of(app.library, app.settings, app.toast).add_starts(setup)
    table = start_table(app, setup, list(turns))
    app.push(table)
    return table
