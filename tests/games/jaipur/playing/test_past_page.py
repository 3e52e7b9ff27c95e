"""Looking back shows what a seat knew of the round that is played, and all of those that ended."""

from __future__ import annotations

import random

from games.core import CHANCE
from games.jaipur.marks import Table
from games.jaipur.playing.past_page import marks_of, moments_of
from games.jaipur.rules.goods import pack
from games.session.session import Session
from games.session.starting import make_setup

NAMES = ("A", "B")


def played(moves: int) -> Session:
    """A match of two people in which so many choices were drawn by lot."""
    session = Session(make_setup("jaipur", "human", 5, {}, False))
    rng, made = random.Random(2), 0
    while made < moves:
        (seat,) = session.match.to_act
        given = {} if seat == CHANCE else {seat: rng.choice(list(session.match.legal(seat)))}
        session.step(given)
        made += bool(given)
    return session


def test_every_choice_is_a_moment_and_those_of_ended_rounds_lie_open() -> None:
    session = played(90)
    moments = moments_of(session, NAMES)
    assert len(moments) == 90
    ended = [any(e.kind == "score" for e in reveal.events) for reveal in session.played]
    assert any(ended), "a round ended among them"
    last = max(turn for turn, over in enumerate(ended) if over)
    assert all(moment.over == (moment.turn <= last) for moment in moments)
    for moment in moments:
        assert moment.state.acting == (session.match.turns[moment.turn][0][0],)
        assert pack("".join(moment.stall)) == moment.state.market
        assert moment.told.startswith(NAMES[moment.state.turn])


def test_a_move_is_marked_as_it_was_made() -> None:
    table = Table(tuple("KGGLK"), pack("DCCCP"), 2)
    for move in ("take-G", "camels", "sell-C3", "swap-GL-PK"):
        made = marks_of(move, table).legal_move(table)
        assert made is not None
        assert made.notation == move
