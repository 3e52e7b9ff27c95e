"""The seal holds and the draw is fair: nobody can compute a sealed move before it is opened."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from games import catalog, log
from games.core import Limit, Seal, Seating
from games.match import Match
from games.session.host import build_players
from games.session.session import Session
from games.session.setup import Setup
from games.session.starting import make_setup
from games.store.files import Store
from games.store.library import Library
from games.store.statistics import MatchResult
from tests.support.quick_files import QuickFiles

LIMIT = Limit(seconds=1.0, mind=True)
ROUNDS = 20


@pytest.fixture
def library(tmp_path: Path) -> Library:
    made = Library(Store(tmp_path, QuickFiles()))
    made.create("Ada")
    return made


def setup(agent: str = "random", **more: Any) -> Setup:
    params = catalog.spec("karate").params({"rounds": 0})
    return Setup("karate", (Seating("human"), Seating(agent)), params, 3, **more)


def fought(session: Session, rounds: int = ROUNDS) -> Session:
    while len(session.match.turns) < rounds:
        if session.due() == 0:
            assert session.choose(0, "kick")
        session.advance(1.0)
    return session


def answers(session: Session) -> list[str]:
    return [reveal.moves[1] for reveal in session.played]


def computed(start: Setup, session: Session) -> list[str]:
    """What the agent of the same seed would have played at each turn, by the seed alone."""
    match: Match[Any] = Match(session.game, start.params, start.seed, build_players(start))
    found = []
    for turn in session.match.turns:
        found.append(match.decide(1, LIMIT).move)
        match.play(dict(turn))
    return found


def test_a_sealed_move_cannot_be_computed_from_the_seed(library: Library) -> None:
    first, second = (fought(Session(setup(), library)) for _ in range(2))
    assert answers(first) != answers(second)
    assert computed(setup(), first) != answers(first)


def test_with_a_chosen_seed_it_is_practice_and_can_be_computed(library: Library) -> None:
    start = setup(practice=True)
    session = fought(Session(start, library))
    assert computed(start, session) == answers(session)
    assert not session.log().draws
    session.save()
    saved = library.matches.newest(session.owner, "karate")
    assert saved is not None
    assert log.decode(saved.text).practice
    result = MatchResult("karate", "random", "won", "1 : 0", 20)
    assert not session.record({0: result})
    assert not library.matches.any(session.owner, "karate")
    assert library.statistics(session.owner).records == ()


def test_practice_that_ends_leaves_a_match_that_another_window_kept_since(
    library: Library,
) -> None:
    session = fought(Session(setup(practice=True), library))
    session.save()
    assert library.matches.keep(session.owner, "karate", session.as_text(), "another")
    session.record({0: None})
    kept = library.matches.newest(session.owner, "karate")
    assert kept is not None
    assert kept.which == "another"


def test_once_open_the_log_proves_seal_and_move(library: Library) -> None:
    session = fought(Session(setup("seed-softmax"), library))
    found = log.decode(session.as_text())
    match: Match[Any] = Match(
        session.game, found.params, found.seed, build_players(setup("seed-softmax"))
    )
    checked = 0
    for number, turn in enumerate(found.turns):
        draw, seal = found.draws[number][1], session.played[number].seals[1]
        assert match.decide(1, LIMIT, draw.lot).move == turn[1][1]
        assert Seal(draw.nonce, turn[1][1]).commitment == seal.commitment
        match.play(dict(turn))
        checked += 1
    assert checked == ROUNDS


def test_what_is_sealed_now_does_not_stand_in_the_log(library: Library) -> None:
    session = fought(Session(setup(), library))
    session.advance(1.0)
    assert session.seals
    assert max(session.log().draws) == ROUNDS - 1


def test_a_match_taken_up_or_undone_draws_anew_and_keeps_what_was_drawn(library: Library) -> None:
    session = fought(Session(setup(), library))
    found = session.log()
    drawn = set()
    for _ in range(24):
        again = Session(setup(), library, turns=found.turns)
        again.restore_draws(found.draws)
        assert again.log().draws == found.draws
        drawn.add(fought(again, ROUNDS + 1).played[-1].moves[1])
    assert len(drawn) > 1


def test_taking_back_draws_anew(library: Library) -> None:
    params = catalog.spec("ur").params({"pieces": 3})
    start = Setup("ur", (Seating("human"), Seating("random")), params, 3)
    session, lots = Session(start, library), set()
    for _ in range(4):
        while not any(reveal.draws for reveal in session.played):
            seat = session.due()
            if seat is not None:
                assert session.choose(seat, next(iter(session.match.legal(seat))))
            session.advance(1.0)
        lots.add(session.played[-1].draws[1].lot)
        session.go_to(0)
    assert len(lots) == 4


def test_agents_alone_and_a_glass_box_keep_their_seed(library: Library) -> None:
    for start in (setup(glass_box=True), setup(practice=True)):
        assert not fought(Session(start, library), 3).log().draws


def test_a_command_with_a_seed_is_practice_and_one_without_is_not() -> None:
    assert make_setup("karate", None, 3, {}, False).practice
    assert not make_setup("karate", None, None, {}, False).practice
    assert not make_setup("karate", None, 3, {}, True).practice
