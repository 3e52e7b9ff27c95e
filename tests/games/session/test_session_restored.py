"""A match that is killed and continued goes on as it would have: nothing is drawn a second time."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from games import catalog, log
from games.core import Turn
from games.session.saving import MatchSaving
from games.session.session import Session
from games.session.setup import Setup
from games.session.starting import make_setup
from games.store.files import Store
from games.store.library import Library
from tests.support.cases import case, person_in
from tests.support.quick_files import QuickFiles

AHEAD = 12


def opened(folder: Path) -> Library:
    library = Library(Store(folder, QuickFiles()))
    if library.current is None:
        library.switch(library.create("Ada").id)
    return library


def begun(game: str, library: Library) -> Session:
    agent, _ = case(game).lots or (None, {})
    setup = make_setup(game, agent, None, {}, False, person_in(game))
    session = Session(setup, library)
    assert session.for_record
    return session


def continued(library: Library, game: str) -> Session:
    """The match that waits, as the arcade takes it up."""
    player = library.current
    assert player is not None
    saved = library.matches.newest(player.id, game)
    assert saved is not None
    found = log.decode(saved.text)
    setup = Setup(
        *(game, found.seats, found.params, found.seed),
        match_id=saved.which,
        practice=found.practice,
        kept=saved.kept,
        afresh=True,
    )
    session = Session(setup, library, turns=found.turns)
    session.restore(found)
    return session


def play(session: Session, turns: int) -> None:
    """Play so many turns at least, always with the first move."""
    goal = len(session.match.turns) + turns
    for _ in range(2_000):
        if session.over or len(session.match.turns) >= goal:
            return
        seat = session.due()
        if seat is not None and not session.spec.race:
            session.choose(seat, next(iter(session.match.legal(seat))))
        session.advance(0.25)
    raise AssertionError("it does not go on")


def lines(session: Session) -> list[Turn]:
    return list(session.match.turns)


@pytest.mark.parametrize("game", catalog.GAMES)
def test_every_turn_that_was_shown_is_there_after_a_kill(game: str, tmp_path: Path) -> None:
    session = begun(game, opened(tmp_path))
    play(session, 5)
    session.save()
    for number in range(AHEAD):
        play(session, 1)  # and nothing is saved on purpose
        again = continued(opened(tmp_path), game)
        assert lines(again) == lines(session), f"{number} turns after the save"
        assert again.log().draws == session.log().draws
        again.close()
    session.close()


@pytest.mark.parametrize("game", catalog.GAMES)
def test_restored_folders_have_one_future(
    game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = begun(game, opened(tmp_path / "first"))
    play(first, 5)
    first.save()
    for number in range(12):
        shutil.copytree(tmp_path / "first", tmp_path / str(number))
    monkeypatch.setattr(MatchSaving, "note", lambda *of: False)  # as a power cut leaves it
    play(first, AHEAD)
    futures = set()
    for number in range(12):
        session = continued(opened(tmp_path / str(number)), game)
        play(session, len(first.match.turns) - len(session.match.turns))
        futures.add(tuple(lines(session)))
        session.close()
    assert futures == {tuple(lines(first))}
    first.close()


@pytest.mark.parametrize("game", ["karate", "numbers"])
def test_a_move_that_was_sealed_is_sealed_alike_after_a_kill(game: str, tmp_path: Path) -> None:
    session = begun(game, opened(tmp_path))
    play(session, 5)
    session.save()
    play(session, 3)
    session.advance(1.0)
    again = continued(opened(tmp_path), game)
    again.advance(1.0)
    assert session.seals
    assert session.seals == again.seals, "move, nonce and commitment"


def test_matches_differ_and_a_match_of_an_older_arcade_goes_on(tmp_path: Path) -> None:
    secrets = set()
    for number in range(5):
        library = opened(tmp_path / str(number))
        session = begun("ur", library)
        play(session, 5)
        player = library.current
        assert player is not None
        assert library.matches.keep(player.id, "ur", session.as_text(), "m", (), "old")
        again = continued(library, "ur")
        assert again.setup.kept is not None
        assert again.setup.kept.secret == ""
        play(again, 3)
        saved = library.matches.newest(player.id, "ur")
        assert saved is not None
        secrets.add(saved.secret)
    assert len(secrets) == 5
    assert "" not in secrets


def test_no_agent_and_no_log_holds_the_secret(tmp_path: Path) -> None:
    library = opened(tmp_path)
    session = begun("karate", library)
    play(session, 5)
    session.save()
    player = library.current
    assert player is not None
    saved = library.matches.newest(player.id, "karate")
    assert saved is not None
    assert len(saved.secret) == 32
    assert saved.secret not in session.as_text()
    assert saved.secret not in repr(session.log())
    assert saved.secret not in repr(session.setup)
    session.record({0: None})
    (row,) = library.archive.finished(player.id, "karate")
    assert saved.secret not in repr(library.archive.read(player.id, "karate", row.key))
    assert not any(saved.secret.encode() in p.read_bytes() for p in tmp_path.rglob("*.json"))
