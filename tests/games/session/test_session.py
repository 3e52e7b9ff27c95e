"""A match without a window: the order of a sealed turn, back and forth, what is kept and when."""

from __future__ import annotations

import dataclasses
import hashlib
import subprocess
import sys
from collections.abc import Collection, Sequence
from typing import Any

import pytest

from ai.core import Agent
from games import catalog, log
from games.core import Decision, Event, Limit, Seal, Seating
from games.match import SNAPSHOT_EVERY
from games.mind import Bars, Mind, Note, mark_truth
from games.paths import ROOT
from games.session import host
from games.session.session import SAVE_EVERY, Session
from games.session.setup import Setup
from games.session.starting import make_setup
from games.store.library import Library
from games.store.profiles import Settings
from games.store.statistics import MatchResult
from tests.support.forked import AFRESH

FRAME = 1 / 60
MOVES = ("punch", "kick", "parry-punch", "parry-kick")


def setup(game: str = "karate", agent: str = "seed-argmax", **more: Any) -> Setup:
    usual = {"karate": {"rounds": 0}, "numbers": {"keys": 300}, "ur": {"pieces": 7}}
    params = catalog.spec(game).params(more.pop("params", usual[game]))
    seats = more.pop("seats", (Seating("human"), Seating(agent)))
    return Setup(game, seats, params, more.pop("seed", 3), **more)


def play(session: Session, turns: int, moves: Sequence[str] = MOVES) -> None:
    """Let so many turns be played, a person's choices from `moves` as far as they are legal."""
    goal = len(session.match.turns) + turns
    for number in range(100 * turns + 100):
        if len(session.match.turns) >= goal or session.over:
            return
        seat = session.due()
        if seat is not None:
            legal = session.match.legal(seat)
            wish = moves[len(session.match.turns) % len(moves)]
            assert session.choose(seat, wish if wish in legal else list(legal)[number % len(legal)])
        session.advance(1.0)
    raise AssertionError("the match went on and on")


def result_of(session: Session) -> MatchResult:
    points = session.match.returns
    return MatchResult(session.setup.game, session.setup.seats[1].agent, "won", "", 3, *points)


# -- without a window ----------------------------------------------------------------------

WINDOWLESS = """
import sys
from games import catalog
from games.core import Seating
from games.session.session import Session
from games.session.setup import Setup

def match(*agents):
    params = catalog.spec("karate").params({"rounds": 10})
    return Session(Setup("karate", tuple(Seating(agent) for agent in agents), params, 1))

two = match("seed-argmax", "sensei")
while not two.over:
    two.advance(1.0)
person = match("human", "sensei")
while not person.over:
    person.advance(1.0)
    if person.due() is not None:
        assert person.choose(0, "kick")
        person.advance(0.0)
print(len(two.match.turns), len(person.match.turns), "pygame" in sys.modules)
"""


def test_a_match_is_played_without_pygame() -> None:
    done = subprocess.run(
        [sys.executable, "-c", AFRESH + WINDOWLESS],
        capture_output=True,
        text=True,
        cwd=ROOT,
        check=True,
    )
    assert done.stdout.split() == ["10", "10", "False"]


# -- a sealed turn -------------------------------------------------------------------------


class Watched(Agent):
    """Plays the first move, and notes what the session had of the person when it was asked."""

    def __init__(self) -> None:
        self.session: Session | None = None
        self.had: list[dict[int, str]] = []

    def act(self, seat: int, view: Any, legal: Collection[str], limit: Limit) -> Decision:
        assert self.session is not None
        self.had.append(dict(self.session.chosen))
        return Decision(next(iter(legal)), (Note("I thought."),), {0: (1.0, 0.0, 0.0, 0.0)})


@pytest.fixture
def watched(monkeypatch: pytest.MonkeyPatch) -> tuple[Session, Watched]:
    """A session whose agent looks at what it could know."""
    agent = Watched()
    monkeypatch.setattr(host, "build_player", lambda setup, seat: agent)
    session = Session(setup())
    agent.session = session
    return session, agent


def test_the_agent_has_sealed_before_the_person_may_choose(
    watched: tuple[Session, Watched],
) -> None:
    session, agent = watched
    assert session.thinking == [1]
    assert session.due() is None
    assert not session.choose(0, "punch")
    assert session.chosen == {}
    assert session.advance(FRAME) is None
    assert session.just_sealed == (1,)
    assert session.thinking == []
    assert session.due() == 0
    commitment = session.seals[1].commitment
    assert session.choose(0, "kick")
    assert session.due() is None
    assert not session.choose(0, "punch")  # what is chosen stands
    reveal = session.advance(FRAME)
    assert reveal is not None
    assert session.just_sealed == ()
    assert reveal.moves == {0: "kick", 1: "punch"}
    seal = reveal.seals[1]
    assert len(bytes.fromhex(seal.nonce)) == 16
    assert seal.move == reveal.moves[1]
    assert hashlib.sha256(f"{seal.nonce}:punch".encode()).hexdigest() == commitment
    assert reveal.minds == {1: (Note("I thought."),)}
    assert reveal.forecasts == {1: {0: (1.0, 0.0, 0.0, 0.0)}}
    assert session.seals == {}
    assert agent.had == [{}]


def test_no_seal_is_like_another(watched: tuple[Session, Watched]) -> None:
    session, agent = watched
    nonces = set()
    for _ in range(20):
        play(session, 1)
        assert session.last is not None
        nonces.add(session.last.seals[1].nonce)
    assert len(nonces) == 20
    assert agent.had == [{}] * 20


def test_nobody_decides_while_the_last_turn_is_being_shown(
    watched: tuple[Session, Watched],
) -> None:
    session, agent = watched
    for _ in range(5):
        assert session.advance(1.0, hold=True) is None
    assert agent.had == []
    assert not session.choose(0, "kick")
    session.advance(FRAME)
    assert session.choose(0, "kick")
    assert session.advance(1.0, hold=True) is None
    assert session.advance(FRAME) is not None


def test_only_a_person_at_the_table_can_choose_and_only_what_is_legal() -> None:
    session = Session(setup())
    session.advance(FRAME)
    assert not session.choose(1, "kick")
    assert not session.choose(7, "kick")
    assert not session.choose(0, "bite")
    assert session.match.turns == []
    assert session.choose(0, "kick")


def test_while_a_heavy_agent_thinks_nothing_can_be_chosen(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(host, "is_heavy", lambda setup, seat: True)
    monkeypatch.setattr(host, "Worker", _Slow)
    session = Session(setup())
    for _ in range(3):
        assert session.advance(FRAME) is None
        assert session.thinking == [1]
        assert not session.choose(0, "kick")
    session.advance(FRAME)
    assert session.thinking == []
    assert session.choose(0, "kick")
    reveal = session.advance(FRAME)
    assert reveal is not None
    assert reveal.moves == {0: "kick", 1: "punch"}


class _Slow:
    """A worker that thinks for three frames."""

    def __init__(self, found: Any, seats: Sequence[int]) -> None:
        self.frames = 0

    def decide(
        self, seat: int, limit: Limit, turn: int, wait: bool, lot: int | None = None
    ) -> Decision | None:
        self.frames += 1
        return Decision("punch") if self.frames > 3 else None

    def send(self, message: Any) -> None:
        pass


def test_agents_alone_keep_their_pace() -> None:
    session = Session(setup(seats=(Seating("random"), Seating("nash"))))
    session.turn_pause = 0.5
    assert session.advance(FRAME) is not None  # nothing was shown before
    for tempo, expected in ((1.0, 30), (2.0, 15)):
        frames = 1
        while session.advance(FRAME, tempo=tempo) is None:
            frames += 1
        assert frames == pytest.approx(expected, abs=1)
    assert session.last is not None
    assert session.last.seals == {}  # there is nobody to hide anything from


def test_chance_acts_by_itself() -> None:
    session = Session(setup("ur", "greedy"))
    assert session.due() is None
    assert not session.choose(0, "1")
    reveal = session.advance(FRAME)
    assert reveal is not None
    assert list(reveal.moves) == [-1]
    assert reveal.events


def test_two_people_choose_one_after_the_other_and_the_first_stays_hidden() -> None:
    session = Session(setup(seats=(Seating("human"), Seating("human"))))
    assert session.people == (0, 1)
    assert session.due() == 0
    assert not session.choose(1, "kick")
    assert session.choose(0, "punch")
    assert session.advance(FRAME) is None
    assert session.due() == 1
    assert session.choose(1, "kick")
    reveal = session.advance(FRAME)
    assert reveal is not None
    assert reveal.moves == {0: "punch", 1: "kick"}


def test_a_demo_is_the_same_each_time_down_to_its_nonces() -> None:
    seals: list[list[Seal]] = []
    for _ in range(2):
        session = Session(setup(seats=(Seating("demo"), Seating("sensei")), demo=True))
        play(session, 6)
        seals.append([reveal.seals[seat] for reveal in session.played for seat in (0, 1)])
    assert seals[0] == seals[1]
    assert len({seal.nonce for seal in seals[0]}) == 12  # each seat has its own


def test_what_came_true_is_marked_in_forecasts_of_others() -> None:
    bars = Bars("You", MOVES, (0.25,) * 4, forecast_of=0, past="What I gave you")
    own = Bars("Gains", MOVES, (1.0, 2.0, 3.0, 4.0))
    mind: Mind = (Note("So."), bars, own)
    found = mark_truth(mind, {0: "kick", 1: "punch"}, {0: MOVES, 1: MOVES})
    assert found[0] == mind[0]
    assert found[2] == own
    assert isinstance(found[1], Bars)
    assert (found[1].truth, found[1].title) == (1, "What I gave you")
    assert mark_truth(mind, {1: "punch"}, {1: MOVES}) == mind


# -- back and forth ------------------------------------------------------------------------


def test_undo_takes_back_to_the_last_own_choice() -> None:
    session = Session(setup("ur", "greedy", seed=5))
    while session.due() is None:
        session.advance(1.0)
    before, state = len(session.match.turns), session.match.state
    play(session, 6)
    own = [n for n, turn in enumerate(session.match.turns) if any(s == 0 for s, _ in turn)]
    line = [reveal.moves for reveal in session.played]
    assert session.undo()
    assert len(session.match.turns) == own[-1]
    while len(session.match.turns) > before:
        assert session.undo()
    assert session.match.state == state
    assert session.due() == 0
    assert not session.undo() or before > own[0]
    redone = 0
    session.go_to(before)
    while session.redo():
        redone += 1
        assert session.last is not None
        assert session.last.moves == line[len(session.match.turns) - 1]
        assert len(session.played) == len(session.match.turns)
    assert [reveal.moves for reveal in session.played] == line
    assert redone == len(line) - before


def test_a_sealed_choice_that_was_seen_cannot_be_taken_back() -> None:
    session = Session(setup())
    play(session, 3)
    assert not session.undo()
    assert not session.redo()
    assert len(session.match.turns) == 3


def test_going_back_forgets_what_was_decided_and_what_is_played_then_is_the_line() -> None:
    session = Session(setup(agent="seed-argmax"))
    play(session, 8)
    session.advance(FRAME)
    assert session.seals
    line = [reveal.moves for reveal in session.played]
    session.go_to(5)
    assert (session.decisions, session.seals, session.chosen) == ({}, {}, {})
    assert [reveal.moves for reveal in session.played] == line[:5]
    assert session.last is not None
    assert session.last.moves == line[4]
    session.advance(FRAME)
    assert session.choose(0, "parry-kick")
    reveal = session.advance(FRAME)
    assert reveal is not None
    assert len(session.played) == 6
    assert session.played[5].moves == reveal.moves
    assert not session.redo()  # another line was begun
    session.go_to(0)
    assert session.last is None
    assert list(session.played) == []


def test_what_was_revealed_is_kept_without_minds() -> None:
    """An endless match must not grow by a mind with each turn."""
    session = Session(setup(agent="sensei"))
    play(session, 4)
    assert all(reveal.minds == {} for reveal in session.played)
    assert all(reveal.seals and reveal.forecasts for reveal in session.played)


class Counter(Agent):
    """Counts what it hears, plays by that, and can be brought back."""

    heard = 0

    def begin(self, *given: Any) -> None:
        super().begin(*given)
        self.counts: dict[str, int] = {}

    def act(self, seat: int, view: Any, legal: Collection[str], limit: Limit) -> Decision:
        return Decision(list(legal)[sum(self.counts.values()) % len(legal)], self.mind())

    def observe(self, events: Sequence[Event]) -> None:
        Counter.heard += 1
        for event in events:
            self.counts[event.kind] = self.counts.get(event.kind, 0) + 1

    def mind(self) -> Mind:
        return (Bars("Counts", tuple(self.counts), tuple(map(float, self.counts.values()))),)

    def snapshot(self) -> object:
        return dict(self.counts)

    def restore(self, snapshot: Any) -> None:
        self.counts = dict(snapshot)


@pytest.fixture
def counted(monkeypatch: pytest.MonkeyPatch) -> Session:
    """A game of Ur whose agent in seat 1 can be brought back to a moment."""
    monkeypatch.setattr(host, "build_player", lambda setup, seat: Counter())
    monkeypatch.setattr(Counter, "heard", 0)
    session = Session(setup("ur", "greedy", seed=2))
    session.turn_pause = 0.0
    return session


LENGTH = 2 * SNAPSHOT_EVERY + 20


def test_going_back_in_a_long_match_gives_the_minds_that_were_there(counted: Session) -> None:
    agent = counted.match.players[1]
    minds = [agent.mind()]
    for _ in range(LENGTH):
        play(counted, 1)
        minds.append(agent.mind())
    assert len(counted.match.turns) == LENGTH
    checked = 0
    for turn in (LENGTH - 3, 2 * SNAPSHOT_EVERY, 2 * SNAPSHOT_EVERY - 1, 70, 5, 0, 90):
        counted.go_to(turn)
        assert agent.mind() == minds[turn]
        assert len(counted.played) == turn
        checked += 1
    assert checked == 7


def test_going_back_a_little_does_not_play_the_whole_match_again(counted: Session) -> None:
    play(counted, LENGTH)
    before = Counter.heard
    counted.go_to(2 * SNAPSHOT_EVERY + 4)
    assert Counter.heard - before == 4


def test_going_on_again_plays_only_what_lies_after_a_moment_that_is_kept(counted: Session) -> None:
    play(counted, LENGTH)
    minds = counted.match.players[1].mind()
    counted.go_to(5)
    before = Counter.heard
    counted.go_to(LENGTH)
    assert Counter.heard - before == LENGTH - 2 * SNAPSHOT_EVERY
    assert counted.match.players[1].mind() == minds


def test_turns_that_are_expected_are_played_when_one_goes_there(counted: Session) -> None:
    play(counted, 30)
    turns, mind = list(counted.match.turns), counted.match.players[1].mind()
    counted.go_to(0)
    before = Counter.heard
    counted.match.expect(turns)
    assert Counter.heard == before
    assert counted.match.can_redo
    counted.match.go_to(30)
    assert counted.match.turns == turns
    assert counted.match.players[1].mind() == mind


def test_another_way_on_forgets_the_moments_of_the_old_one(counted: Session) -> None:
    play(counted, LENGTH)
    old = list(counted.match.turns)
    counted.go_to(SNAPSHOT_EVERY - 10)
    while counted.match.turns == old[: len(counted.match.turns)]:  # until it has gone elsewhere
        legal = {seat: list(counted.match.legal(seat)) for seat in counted.match.to_act}
        counted.match.play({seat: moves[-1] for seat, moves in legal.items()})
    play(counted, LENGTH - len(counted.match.turns))
    state, mind = counted.match.state, counted.match.players[1].mind()
    counted.go_to(3)
    counted.go_to(LENGTH)
    assert counted.match.state == state
    assert counted.match.players[1].mind() == mind


# -- keeping -------------------------------------------------------------------------------


class Kept:
    """When each save was made, and how many turns it held."""

    def __init__(self, library: Library, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = 0.0
        self.saves: list[tuple[float, int]] = []
        save = library.matches.keep

        def note(identity: str, game: str, text: str, *more: Any) -> bool:
            self.saves.append((self.now, len(log.decode(text).turns)))
            return save(identity, game, text, *more)

        monkeypatch.setattr(library.matches, "keep", note)


@pytest.mark.parametrize("hold", [0.0, 0.15])
def test_every_turn_of_a_fast_match_is_kept_within_seconds(
    library: Library, monkeypatch: pytest.MonkeyPatch, hold: float
) -> None:
    """A key each 0.2 seconds for half a minute, with something moving most of the time."""
    session, kept = Session(setup(), library), Kept(library, monkeypatch)
    played: list[float] = []
    shown, due = 0.0, 0.0
    while kept.now < 37.0:
        kept.now += FRAME
        shown -= FRAME
        if kept.now <= 30.0 and kept.now >= due and session.due() is not None:
            due = kept.now + 0.2
            session.choose(0, MOVES[len(played) % 4])
        if session.advance(FRAME, hold=shown > 0) is not None:
            played.append(kept.now)
            shown = hold
        session.save_in_time(FRAME)
    assert len(played) > 120
    for number, when in enumerate(played, start=1):
        saved = next(at for at, turns in kept.saves if turns >= number)
        assert saved - when <= SAVE_EVERY
    assert 6 <= len(kept.saves) <= 8  # not one for each turn
    assert not session.unsaved


def test_what_was_seen_stays_kept_until_one_goes_on_otherwise(
    library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    session, kept = Session(setup("ur", "greedy"), library), Kept(library, monkeypatch)
    play(session, 12)
    while session.due() is None:
        session.advance(1.0)
    session.save()
    seen = len(session.match.turns)
    assert session.undo()
    assert session.unsaved
    left = len(session.match.turns)
    for _ in range(400):
        session.save_in_time(FRAME)
    assert [turns for _, turns in kept.saves][-2:] == [seen, seen]
    seat = session.due()
    assert seat is not None
    assert session.choose(seat, next(iter(session.match.legal(seat))))
    assert session.advance(1.0) is not None
    assert [turns for _, turns in kept.saves][-1] == left + 1, "at once"
    assert 0 < left < seen - 1


def test_a_match_too_long_to_be_kept_is_told(
    library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[str] = []
    session = Session(setup(), library, told.append)
    monkeypatch.setattr(log, "MAX_TURNS", 5)
    play(session, 5)
    session.save()
    assert told == []
    play(session, 1)
    session.save()
    assert len(told) == 1
    assert told[0].startswith("This match cannot be kept for later: ")


def test_a_result_is_recorded_once(library: Library) -> None:
    session = Session(setup(), library)
    player = library.current
    assert player is not None
    assert not session.record({0: result_of(session)})  # nothing was played
    play(session, 3)
    session.save()
    assert library.matches.any(player.id, "karate")
    assert session.record({0: result_of(session)})
    assert not session.record({0: result_of(session)})
    assert [record.matches for record in library.statistics(player.id).records] == [1]
    assert not library.matches.any(player.id, "karate")
    play(session, 2)
    session.save()
    assert not library.matches.any(player.id, "karate")


def test_a_match_that_two_sessions_finish_counts_once(library: Library) -> None:
    told: list[str] = []
    player = library.current
    assert player is not None
    first = Session(setup(match_id="one"), library)
    again = Session(setup(match_id="one"), library, told.append)
    for session in (first, again):
        play(session, 3)
    assert first.record({0: result_of(first)})
    assert not again.record({0: result_of(again)})
    assert "counts once" in told[0]
    assert [record.matches for record in library.statistics(player.id).records] == [1]


def test_the_end_of_a_match_leaves_all_others_that_wait(library: Library) -> None:
    player = library.current
    assert player is not None
    continued, new, other = (
        Session(setup(match_id=name), library) for name in ("continued", "", "other")
    )
    for session in (continued, new, other):
        play(session, 2)
    other.save()
    for session in (continued, new):
        assert session.record({0: result_of(session)})
        kept = library.matches.newest(player.id, "karate")
        assert kept is not None
        assert kept.match_id == "other"


@pytest.mark.parametrize(
    "more",
    [
        {"glass_box": True},
        {"demo": True, "seats": (Seating("demo"), Seating("sensei"))},
        {"seats": (Seating("random"), Seating("sensei"))},
    ],
)
def test_glass_boxes_demos_and_what_is_watched_leave_nothing(
    library: Library, more: dict[str, Any]
) -> None:
    session = Session(setup(agent="sensei", params={"rounds": 10}, **more), library)
    assert not session.counts
    play(session, 4)
    assert not session.unsaved
    session.save()
    play(session, 6)
    assert session.over
    assert not session.record({0: result_of(session)})
    player = library.current
    assert player is not None
    assert not library.matches.any(player.id, "karate")
    assert library.statistics(player.id).records == ()
    assert library.learned(player.id, "karate") is None


def test_what_was_learned_is_kept_at_the_end_alone(library: Library) -> None:
    session = Session(setup(agent="sensei", params={"rounds": 10}), library)
    player = library.current
    assert player is not None
    library.save_settings(Settings(last_profile=player.id))
    play(session, 9)
    session.save()
    assert library.learned(player.id, "karate") is None
    play(session, 1)
    assert session.record({0: result_of(session)})
    learned = library.learned(player.id, "karate")
    assert learned is not None
    assert learned == session.match.players[1].learned()


@pytest.mark.parametrize("left_before", [False, True])
def test_a_worker_is_let_go_once_all_that_it_learned_is_kept(
    library: Library, monkeypatch: pytest.MonkeyPatch, left_before: bool
) -> None:
    session = Session(setup(agent="sensei", params={"rounds": 10}), library)
    ends: list[bool] = []
    monkeypatch.setattr(session.host, "close", lambda: ends.append(session.over))
    play(session, 10)
    if left_before:
        session.close()
    before = len(ends)
    assert session.record({0: result_of(session)})
    assert (before, len(ends) - before) == ((1, 1) if left_before else (0, 0))


def test_without_a_library_nothing_is_kept_and_nothing_is_missed() -> None:
    session = Session(setup())
    play(session, 3)
    for _ in range(400):
        session.advance(FRAME)
        session.save_in_time(FRAME)
    session.save()
    assert session.profile is None
    assert not session.record({0: result_of(session)})


# -- who may see what ----------------------------------------------------------------------


def test_the_table_is_seen_through_the_eyes_of_who_is_to_choose() -> None:
    alone = Session(setup())
    assert alone.viewer == alone.human == 0
    assert Session(setup(seats=(Seating("random"), Seating("nash")))).viewer is None
    two = Session(setup(seats=(Seating("human"), Seating("human"))))
    assert two.viewer == 0
    two.choose(0, "punch")
    assert two.viewer == 1
    assert not two.secret  # nothing but the choice is hidden at karate


@pytest.mark.parametrize("game", ["jaipur", "ctf"])
def test_what_a_seat_may_not_see_is_shown_to_nobody_who_sits_there(game: str) -> None:
    agents = {"jaipur": "seed-weighted", "ctf": "random"}
    given = make_setup(game, agents.get(game), 5, {}, False)
    session = Session(given)
    while session.due() is None and session.people:
        session.advance(1.0)
    state = session.match.state
    for seat in range(len(session.seats)):
        view = session.game.view(state, seat)
        assert session.seen_by(seat) == view
        assert view != state
    assert session.seen_by(None) == state
    assert session.seen == session.seen_by(session.viewer)
    session.close()


def test_a_mind_is_open_when_the_game_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    session = Session(setup())
    assert session.minds_visible()
    opponents = session.spec.opponents._replace(minds="end")
    session.spec = dataclasses.replace(session.spec, opponents=opponents)
    assert not session.minds_visible()
    assert session.minds_visible(ended=True)
    glass = Session(setup(glass_box=True))
    glass.spec = session.spec
    assert glass.minds_visible()
