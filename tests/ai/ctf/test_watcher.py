"""A watcher believes what the team in whose place it hears could know."""

from __future__ import annotations

import numpy as np

from ai.ctf.tracking import auto_enemies
from ai.ctf.watcher import WORST_LOG_LOSS, TeamWatcher
from games import catalog
from games.core import WATCHERS, Limit
from games.match import Match, seen_by
from games.streams import Stream


def test_it_believes_what_a_team_with_the_same_filter_believes() -> None:
    params = catalog.spec("ctf").params({"maze": "loops-16x8", "moves": 80, "sight": 2})
    rules = catalog.rules("ctf")
    players = {}
    for team in (0, 1):
        one = catalog.agent("ctf", "belief").make({}, None)
        players |= {team: one, team + 2: one}
    watcher = TeamWatcher(auto_enemies, 1)
    watcher.begin((), rules, params, Stream.named(1, "watch"))
    match = Match(rules, params, 3, players)
    while not match.over:
        events = match.step(Limit())
        watcher.observe(seen_by(tuple(events), (WATCHERS,)))
    own = players[1].belief.beliefs  # type: ignore[attr-defined]
    assert all(np.array_equal(a, b) for a, b in zip(watcher.beliefs, own, strict=True))
    place = int(np.argmax(watcher.beliefs[0]))
    assert watcher.doubt(0) >= 0.0
    assert watcher.surprise(0, place) < WORST_LOG_LOSS
    assert watcher.coverage(0, place, 0.9) > 0.0
    nowhere = int(np.argmin(watcher.beliefs[0]))
    if watcher.beliefs[0][nowhere] == 0.0:
        assert watcher.surprise(0, nowhere) == WORST_LOG_LOSS
