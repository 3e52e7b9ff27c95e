"""A game of Ur in words."""

from __future__ import annotations

import pytest

from games.core import CHANCE, Event, Seating
from games.session.replaying import Replay, replay_setup
from games.session.reveal import Reveal
from games.session.session import Session
from games.session.setup import Setup
from games.ur.rules import NOT_ROLLED, PASS
from games.ur.watch import JudgeWatch
from games.ur.words import STOPPED, act_words, graph, headings, status

NAMES = ["Ada", "Greedy"]


def game(*seats: str, pieces: int = 1) -> Session:
    setup = Setup("ur", tuple(map(Seating, seats)), {"rules": "finkel", "pieces": pieces}, 4)
    return Session(setup)


def test_every_moment_of_a_game_has_its_sentence() -> None:
    session, told = game("greedy", "random", pieces=3), set()
    assert status(session, NAMES, True, None) == STOPPED
    assert status(session, NAMES, False, None) == ""
    while not session.over:
        session.step()
        words = status(session, NAMES, False, session.last)
        state = session.seen
        if state.winner is not None:
            assert words == f"{NAMES[state.winner]} wins."
        elif state.moves == (PASS,):
            assert words.endswith("the turn passes.")
        elif state.roll != NOT_ROLLED:
            assert words == f"{NAMES[state.turn]} rolled {state.roll}."
        told.add(words)
    assert {"A rosette: roll again.", "Captured: back to the start."} & told
    assert len(told) >= 6


@pytest.mark.parametrize(
    ("capture", "again", "words"),
    [
        (True, True, "Captured: roll again."),
        (True, False, "Captured: back to the start."),
        (False, True, "A rosette: roll again."),
        (False, False, ""),
    ],
)
def test_what_the_last_move_did_is_told(capture: bool, again: bool, words: str) -> None:
    event = Event("move", {"capture": capture, "extra_roll": again})
    assert status(game("human", "greedy"), NAMES, False, Reveal({0: "1"}, (event,))) == words


def test_people_are_asked_to_choose() -> None:
    for seats, words in ((("human", "greedy"), "Choose"), (("human", "human"), "Ada: choose")):
        session = game(*seats)
        while session.seen.roll == NOT_ROLLED or session.seen.moves == (PASS,):
            session.step({seat: PASS for seat in session.match.to_act if seat >= 0})
        name = NAMES[session.seen.turn]
        if session.seen.turn in session.people:
            asked = words.replace("Ada", name)
            assert f"{asked} a piece to" in status(session, NAMES, False, session.last)


def test_the_other_sides_move_stays_said_until_the_own_move() -> None:
    session = game("human", "greedy")
    said = 0
    for _ in range(60):
        if session.match.over:
            break
        due = session.seen.turn
        last = next((r for r in reversed(session.played) if CHANCE not in r.moves), None)
        told = status(session, NAMES, False, session.last)
        if due == 0 and last is not None and session.seen.moves != (PASS,):
            (event,) = (e for e in last.events if e.kind in ("move", "pass"))
            if event.data["seat"] == 1:
                said += 1
                assert told.startswith(act_words(event, NAMES))
            else:
                assert NAMES[1] not in told
        acts = session.match.to_act
        session.step({seat: session.match.legal(seat)[0] for seat in acts if seat >= 0})
    assert said >= 5
    data = {"seat": 1, "from": 0, "to": 3, "off": False, "capture": True}
    assert act_words(Event("move", data), NAMES) == "Greedy moved from start to 3, and captured."
    assert act_words(Event("pass", {"seat": 0, "roll": 0}), NAMES) == f"{NAMES[0]} could not move."
    assert act_words(Event("roll", {"seat": 0, "roll": 2}), NAMES) == ""


def test_the_heading_counts_throws_and_the_graph_marks_slips() -> None:
    session = game("random", "random")
    watch = JudgeWatch(session.match, "finkel", 1)
    watch.wait()
    assert headings(session) == ["Finkel, 1 pieces, turn 1", "Turn 1"]
    while not session.over:
        session.step()
    turns = len(session.match.turns)
    told = graph(session, watch, ["You", "B"], rolling=True)
    assert (told.title, len(told.values)) == ("You, to win:", turns)
    assert [len(words) for words in told.words] == sorted(map(len, told.words), reverse=True)
    assert all("Luck " in words for words in told.words if "network" not in words[:30])
    assert headings(session)[1].startswith("Turn")
    replay = Replay(replay_setup(session.log()), turns=session.match.turns)
    replay.go_to(3)
    assert headings(replay)[1:] == [
        f"Replay, turn 2 of {(turns + 1) // 2}",
        f"Turn 2 of {(turns + 1) // 2}",
    ]
    seen = JudgeWatch(replay.match, "finkel", 1, watch.judge)
    drawn = graph(replay, seen, NAMES, rolling=False, marks=[3])
    assert len(drawn.values) == turns + 1
    assert (drawn.now, list(drawn.marks), drawn.title) == (3, [3], "Ada, to win:")
