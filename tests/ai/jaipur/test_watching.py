"""Views that are kept up from events are those of the rules."""

from __future__ import annotations

from ai.jaipur.watching import first_view, view_after
from games.core import Event
from games.jaipur import SPEC
from games.jaipur.rules import GAME
from games.jaipur.rules.state import MatchSoFar, View
from games.match import seen_by
from games.streams import Stream
from tests.support.contract import any_move


def open_part(view: View) -> View:
    """A view without what chance owes."""
    return view._replace(due=0, acting=())


def test_views_follow_from_events() -> None:
    looked = rounds = 0
    for seed in range(2):
        rng, state = Stream.named(seed, "watching"), GAME.new(SPEC.params())
        views = [first_view(MatchSoFar(), seat) for seat in (0, 1)]
        while state.acting:
            move = any_move(GAME, state, state.acting[0], rng)
            state, events = GAME.apply(state, {state.acting[0]: move})
            for seat in (0, 1):
                told: tuple[Event, ...] = seen_by(events, (seat,))
                for event in told:
                    views[seat] = view_after(views[seat], event)
                    rounds += event.kind == "round"
                if not state.end:
                    assert open_part(views[seat]) == open_part(GAME.view(state, seat))
                    looked += 1
    assert looked > 300
    assert rounds >= 4
