"""The seal holds and the draw is fair: nobody can compute a sealed move before it is opened."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from games import catalog, log
from games.core import CHANCE, Limit, Seal, Seating
from games.match import Match
from games.session.host import build_players
from games.session.session import Session
from games.session.setup import HUMAN, Setup
from games.session.starting import Lots, make_setup
from games.session.today import day_setup
from games.shell.opening import begin_again
from games.shell.pages.before.choices import MatchChoices
from games.store.library import Library
from games.store.statistics import MatchResult
from tests.support.hands import Rig, open_for_record

LIMIT = Limit(seconds=1.0, mind=True)
ROUNDS = 20


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
        again.restore(found)
        assert again.log().draws == found.draws
        drawn.add(fought(again, ROUNDS + 1).played[-1].moves[1])
    assert len(drawn) > 1


def test_after_a_take_back_agents_draw_from_the_seed(library: Library) -> None:
    """Else another answer could be had by taking back until it pleases."""
    params = catalog.spec("ur").params({"pieces": 3})
    start = Setup("ur", (Seating("human"), Seating("random")), params, 3)
    session, answers = Session(start, library), set()
    for number in range(4):
        for _ in range(200):
            if any(1 in reveal.moves for reveal in session.played):
                break
            seat = session.due()
            if seat is not None:
                assert session.choose(seat, next(iter(session.match.legal(seat))))
            session.advance(1.0)
        assert session.for_record == (not number)
        assert bool(session.log().draws) == (not number)
        if number:
            answers.add(session.match.turns[-1])
        session.go_to(0)
    assert len(answers) == 1


def test_agents_alone_and_a_glass_box_keep_their_seed(library: Library) -> None:
    for start in (setup(glass_box=True), setup(practice=True)):
        assert not fought(Session(start, library), 3).log().draws


def test_a_command_with_a_seed_is_practice_and_one_without_is_not() -> None:
    assert make_setup("karate", None, 3, {}, False).practice
    assert not make_setup("karate", None, None, {}, False).practice
    assert not make_setup("karate", None, 3, {}, True).practice


CHANCY = ("ur", "jaipur", "ra", "set", "ctf", "tracker")
"""The games in which something is drawn by chance."""


def played(start: Setup, turns: int) -> Session:
    """A match of somebody who always takes the first move."""
    session = Session(start)
    while len(session.match.turns) < turns and not session.over:
        state, rules = session.match.state, session.game
        acting = session.match.to_act
        session.step({s: rules.idle(state, s) for s in acting if s in session.people})
    return session


def by_the_seed(session: Session) -> tuple[list[str], list[str]]:
    """What chance drew in a match, and what it would have by the seed alone."""
    rules, setup = session.game, session.setup
    match: Match[Any] = Match(rules, rules.params_for_resume(setup.params, 0), setup.seed)
    drawn, computed = [], []
    for turn in session.match.turns:
        if match.to_act == (CHANCE,):
            drawn.append(dict(turn)[CHANCE])
            computed.append(match.draw())
        match.play(dict(turn))
    return drawn, computed


@pytest.mark.parametrize("game", CHANCY)
def test_what_chance_draws_for_the_record_cannot_be_computed_from_the_seed(game: str) -> None:
    start = make_setup(game, None, None, {}, False)
    if HUMAN not in {seating.agent for seating in start.seats}:  # somebody hides in the maze
        start = replace(start, seats=(Seating(HUMAN),))
    drawn, computed = by_the_seed(played(start, 40))
    assert len(drawn) > 5
    assert drawn != computed
    known = replace(start, practice=True)
    drawn, computed = by_the_seed(played(known, 40))
    assert len(drawn) > 5
    assert drawn == computed


def test_dice_are_not_thrown_again_by_taking_back() -> None:
    session = played(make_setup("ur", None, None, {}, False), 20)
    line = list(session.match.turns)
    session.go_to(0)
    for turn in line:
        session.step({seat: move for seat, move in turn if seat != CHANCE})
    assert session.match.turns == line
    assert len(line) >= 20


def test_dice_are_not_thrown_again_by_leaving_coming_back_and_taking_back(library: Library) -> None:
    first = played(make_setup("ur", None, None, {}, False), 20)
    line = list(first.match.turns)
    session = Session(first.setup, library, turns=line)
    session.go_to(0)
    for turn in line:
        session.step({seat: move for seat, move in turn if seat != CHANCE})
    assert session.match.turns == line


def test_what_cannot_be_thrown_any_more_is_drawn_anew() -> None:
    start = make_setup("ur", None, None, {}, False)
    lots, match = Lots(True), Session(start, None).match
    lots.recall([((CHANCE, "9"),)], 0)
    assert lots.thrown(match) in dict(match.game.chance(match.state))


def test_what_begins_a_match_says_whether_the_seed_was_chosen(rig: Rig) -> None:
    assert make_setup("ur", None, None, {}, False).afresh
    assert not make_setup("ur", None, 3, {}, False).afresh
    assert not make_setup("ur", None, None, {}, True).afresh
    choices = MatchChoices(rig.app, "ur")
    assert choices.setup().afresh
    choices.choose_seed(5)
    assert not choices.setup().afresh
    assert not day_setup("ur", "2026-01-31").afresh
    table = open_for_record(rig.app, "ur", None, 3, {})
    rig.app.push(table)
    assert not table.setup.afresh
    table.restart()
    assert table.setup.afresh
    table.leave()
    log_of = table.session.log()
    assert begin_again(rig.app, log_of).session.setup.afresh
