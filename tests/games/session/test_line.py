"""Take-backs: whoever has seen what comes and chooses anew plays for practice, in every game."""

from __future__ import annotations

from random import Random
from typing import Any, ClassVar

import pytest

from games import catalog, log
from games.core import CHANCE, Event
from games.match import Match
from games.mind import Note
from games.session.line import SEEN, Line
from games.session.results import person_result
from games.session.reveal import Reveal
from games.session.session import Session
from games.session.starting import make_setup
from games.shell.app import App
from games.shell.opening import begin_again, ensure_profile, saved_match
from games.store.bot_minds import MOST_KEPT, size_of
from games.store.library import Library
from games.streams import Stream
from tests.support.cases import person_in, simplest

WITH_TAKE_BACKS = tuple(game for game in catalog.GAMES if catalog.spec(game).undo != "none")


def begun(game: str, library: Library | None = None, agent: str | None = None) -> Session:
    """A match for the record, with the sentences that its player is told in `session.told`."""
    setup = make_setup(game, agent or simplest(game), None, {}, False, person_in(game))
    session = Session(setup, library)
    told: list[str] = []
    session.notify = told.append
    session.told = told  # type: ignore[attr-defined]
    assert session.for_record
    return session


def told(session: Session) -> list[str]:
    found: list[str] = session.told  # type: ignore[attr-defined]
    return found


def play(session: Session, choices: int, rng: Random) -> None:
    """Make so many choices, each followed by all that comes before the next one."""
    made = 0
    for _ in range(3_000):
        seat = session.due()
        if session.over or (seat is not None and made == choices):
            return
        if seat is not None:
            assert session.choose(seat, rng.choice(sorted(session.match.legal(seat))))
            made += 1
        session.advance(1.0)
    raise AssertionError("it does not go on")


def chosen_back(session: Session) -> None:
    """Take back until a person is to choose."""
    assert session.undo()
    while session.due() is None:
        assert session.undo()


@pytest.mark.parametrize("game", WITH_TAKE_BACKS)
def test_another_choice_after_what_was_seen_is_practice(game: str, library: Library) -> None:
    rng = Random(3)
    session = begun(game, library)
    play(session, 4, rng)
    for _ in range(2):
        chosen_back(session)
    assert told(session) == [SEEN], "once, at the first"
    assert session.for_record, "nothing was chosen anew"
    while session.redo():
        pass
    play(session, 1, rng)
    assert session.for_record, "it went on where it was"
    chosen_back(session)
    play(session, 1, rng)
    assert not session.for_record
    assert session.setup.why_practice
    assert told(session) == [SEEN]
    player = library.current
    assert player is not None
    saved = library.matches.newest(player.id, game)
    assert saved is None or log.decode(saved.text).practice, "it is on the disk at once"
    session.save()
    saved = library.matches.newest(player.id, game)
    assert saved is not None
    assert log.decode(saved.text).practice
    names = [str(seat) for seat in range(len(session.seats))]
    assert not session.record({0: person_result(session, names, 0)})
    assert library.statistics(player.id).records == ()
    (row,) = library.archive.finished(player.id, game)
    assert row.counted == "practice"


@pytest.mark.parametrize("game", WITH_TAKE_BACKS)
def test_whatever_is_taken_back_and_played_again_what_is_kept_can_be_played(
    game: str, library: Library
) -> None:
    """As if the program were killed after each step: back, on again, saved, or played on."""
    player, rng = library.current, Random(11)
    assert player is not None
    for _ in range(4):
        session = begun(game, library)
        play(session, 2, rng)
        session.save()
        for _ in range(40):
            way = rng.choice(("back", "again", "again", "save", "step", "step"))
            if way == "back":
                session.undo()
            elif way == "again":
                session.redo()
            elif way == "save":
                session.save()
            elif session.due() is None:
                session.advance(1.0)
            else:
                play(session, 1, rng)
            if session.over:
                break
            saved = library.matches.newest(player.id, game)
            assert saved is not None
            found = log.decode(saved.text)
            Match(session.game, session.setup.params, found.seed).replay(found.turns)
        session.close()


@pytest.mark.parametrize("game", sorted(set(catalog.GAMES) - set(WITH_TAKE_BACKS)))
def test_elsewhere_nothing_is_taken_back(game: str) -> None:
    session = begun(game, None, catalog.spec(game).opponents.default)
    for _ in range(12):
        seat = session.due()
        if seat is not None:
            session.choose(seat, next(iter(session.match.legal(seat))))
        session.advance(0.3)
    assert not session.undo()
    assert session.for_record
    session.close()


@pytest.mark.parametrize("game", WITH_TAKE_BACKS)
def test_leaving_after_a_take_back_brings_back_what_was_seen(game: str, library: Library) -> None:
    session = begun(game, library)
    play(session, 4, Random(4))
    line = list(session.match.turns)
    chosen_back(session)
    session.save()
    player = library.current
    assert player is not None
    saved = library.matches.newest(player.id, game)
    assert saved is not None
    found = log.decode(saved.text)
    assert found.turns == line
    assert not found.practice
    assert session.log().turns == line[: len(session.match.turns)]


def test_a_match_that_ends_after_a_take_back_is_practice(library: Library) -> None:
    session = begun("ur", library)
    play(session, 4, Random(4))
    chosen_back(session)
    session.record({0: None})
    assert not session.for_record


def test_an_own_move_that_showed_nothing_is_taken_back_freely() -> None:
    session = begun("ur")
    play(session, 3, Random(5))
    seat = session.due()
    assert seat is not None
    moves = sorted(session.match.legal(seat))
    assert session.choose(seat, moves[0])
    reveal = session.advance(1.0)
    assert reveal is not None
    assert set(reveal.moves) == {seat}
    assert session.undo()
    assert session.choose(seat, moves[-1])
    session.advance(1.0)
    assert session.for_record
    assert told(session) == []


def test_an_answer_that_was_seen_counts_as_what_was_seen() -> None:
    """An agent that answers alike to the same table could be asked about every move."""
    session = begun("ra", agent="easy")
    rng = Random(2)
    for _ in range(200):
        play(session, 1, rng)
        assert session.undo()
        back = session.match.taken_back
        if len(back) > 1 and all(CHANCE not in dict(turn) for turn in back):
            break
        while session.redo():
            pass
    else:
        raise AssertionError("no answer came without a tile")
    assert told(session) == [SEEN]
    play(session, 1, rng)
    assert not session.for_record


def test_trying_every_move_first_is_practice(library: Library) -> None:
    """The best of all moves by what came after each: the way to win every match."""
    session, tried = begun("ur", library, "greedy"), 0
    session.turn_pause = 0.0
    while not session.over:
        seat = session.due()
        if seat is None:
            session.advance(1.0)
            continue
        worth = {}
        for move in list(session.match.legal(seat)):
            before = len(session.match.turns)
            session.choose(seat, move)
            session.advance(1.0)
            while not session.over and session.due() is None:
                session.advance(1.0)
            worth[move] = session.match.returns[seat], -len(session.match.turns)
            session.go_to(before)
            tried += 1
        session.choose(seat, max(worth, key=lambda move: worth[move]))
        session.advance(1.0)
    assert tried > 60
    assert not session.for_record
    names = ["A", "B"]
    session.record({0: person_result(session, names, 0)})
    player = library.current
    assert player is not None
    assert library.statistics(player.id).records == ()


def test_practice_stays_practice_when_it_is_continued(app: App) -> None:
    profile = ensure_profile(app)
    assert profile is not None
    session = begun("ur", app.library)
    play(session, 3, Random(1))
    session.save()
    chosen_back(session)
    play(session, 1, Random(2))
    assert not session.for_record  # and here the program is killed: nothing more is saved
    found = saved_match(app, "ur")
    assert found is not None
    coming = begin_again(app, found)
    coming.wait()
    assert found.turns == session.match.turns
    assert not coming.session.for_record


def surprises(game: str, rng: Stream) -> tuple[int, int]:
    """How often a person's own turns were looked at, and how often one showed hidden things.

    Every table that looks the same to who moves is to look the same after the move, unless what
    happened says that hidden things were uncovered.
    """
    session = begun(game)
    rules, looked, shown = session.game, 0, 0
    uncovers = frozenset(session.spec.uncovers)
    for _ in range(900):
        if session.over:
            break
        seat = session.due()
        if seat is None:
            session.advance(1.0)
            continue
        move = rng.choice(sorted(session.match.legal(seat)))
        if session.match.to_act == (seat,):
            view = rules.view(session.match.state, seat)
            told: Any = None
            for _ in range(3):
                state = rules.imagine(view, seat, rng)
                after, events = rules.apply(state, {seat: move})
                if any(event.kind in uncovers for event in events):
                    shown += 1
                    break
                looks = rules.view(after, seat)
                assert told is None or looks == told, f"{game}: {move} shows what was hidden"
                told = looks
                looked += 1
        session.choose(seat, move)
        session.advance(1.0)
    return looked, shown


@pytest.mark.parametrize("game", sorted(set(WITH_TAKE_BACKS) - {"tracker"}))
def test_no_move_shows_hidden_things_without_saying_so(game: str) -> None:
    """In the tracker who walks alone sees everything but what chance will draw."""
    found = [surprises(game, Stream(seed)) for seed in range(12)]
    assert sum(map(sum, found)) > 60
    if catalog.spec(game).uncovers:
        assert sum(shown for _, shown in found) >= 4


@pytest.mark.parametrize(
    ("reveals", "showed"),
    [
        ([], False),
        ([Reveal({0: "sell-L2"}, (Event("sell", {}),))], False),
        ([Reveal({0: "sell-L2"}, (Event("sell", {}), Event("score", {})))], True),
        ([Reveal({0: "sell-L2"}, ()), Reveal({CHANCE: "*:D"}, ())], True),
        ([Reveal({0: "sell-L2"}, ()), Reveal({1: "take-D"}, ())], True),
        ([Reveal({0: "kick", 1: "punch"}, ())], True),
    ],
)
def test_what_a_turn_shows(reveals: list[Reveal], showed: bool) -> None:
    """Where a round of Jaipur ends, both hands are turned up though nobody draws."""
    line = Line(begun("jaipur").match, (0,), catalog.spec("jaipur").uncovers)
    line.extend([Reveal({CHANCE: "*:L"}, ()), *reveals])
    assert line.showed(1) is showed


def test_thoughts_of_bots_stay_with_the_last_turns() -> None:
    class Played:
        turns: ClassVar[list[int]] = []

    line = Line(Played, (), (), (1,))  # type: ignore[arg-type]
    for turn in range(2000):
        Played.turns.append(turn)
        text = f"{turn} {'x' * 150}" if turn < 1900 else "the same"
        thought = {0: (Note("no bot"),), 1: (Note(text),)}
        line.put(Reveal({0: "a", 1: "b"}, (), thought=thought), again=False)
    found = [reveal.thought for reveal in line.played]
    kept = [thought for thought in found if thought]
    assert found[-len(kept) :] == kept
    assert found[-1] == {1: (Note("the same"),)}
    sizes = [size_of(thought[1]) for thought in kept[:-100]]
    assert MOST_KEPT - 200 < sum(sizes) <= MOST_KEPT
