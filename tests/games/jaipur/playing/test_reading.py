"""How both trade is read along in a thread, from what all may see."""

from __future__ import annotations

from games.core import WATCHERS, Event
from games.jaipur.playing.reading import ReadAlong
from games.jaipur.rules import GAME
from games.match import seen_by
from games.mind import Bars
from tests.support.jaipur_matches import PARAMS, chance_turns


def events(turns: int) -> list[Event]:
    state, found = GAME.new(PARAMS), []
    for moves in chance_turns()[:turns]:
        state, told = GAME.apply(state, dict(moves))
        found += told
    return found


def read(reading: ReadAlong, turns: int) -> tuple[str, ...]:
    reading.follow(events(turns))
    reading.wait()
    assert reading.waiting
    reading.fresh = False
    assert not reading.waiting
    return tuple(item.title for item in reading.mind if isinstance(item, Bars))


def test_what_was_read_comes_when_it_is_there() -> None:
    reading = ReadAlong(PARAMS)
    assert read(reading, 12) == ()
    assert read(reading, 40) == ("West's style looks like", "East's style looks like")
    reading.follow(events(40))
    assert not reading.waiting


def test_choices_that_were_taken_back_are_read_no_more() -> None:
    reading, again = ReadAlong(PARAMS), ReadAlong(PARAMS)
    read(reading, 40)
    read(reading, 20)
    read(again, 20)
    assert reading.mind == again.mind != ()


def test_what_not_all_may_see_is_not_read() -> None:
    """Hidden cards told to their owner alone make no difference."""
    full, public = ReadAlong(PARAMS), ReadAlong(PARAMS)
    read(full, 30)
    public.follow(seen_by(tuple(events(30)), (WATCHERS,)))
    public.wait()
    assert full.mind == public.mind != ()
