"""The crowd of Guess 2/3 as people: faces by how far they thought, from what all have seen."""

from __future__ import annotations

import pytest

from games.guess.classroom.drawing import BAND_COLOURS
from games.guess.line import Closed, NumberLine, people_boxes
from games.guess.people import NO_RULE, Crowd, Thinker, rule_of, rules_of, thinkers
from games.guess.scene import Scene
from games.shell.widgets.faces import Face, face_of
from tests.support.hands import Rig, at_table, until

THIRDS = (2, 3)
LINE = NumberLine(60.0, 820.0, 470.0, 300.0)


def test_a_guess_has_the_face_of_the_agent_that_guesses_so() -> None:
    found = thinkers(Closed(1, (50, 33, 22, 15, 10, 0, 86), THIRDS), ())
    agents = [f"level{steps}" for steps in range(5)] + ["nash"]
    assert [each.face for each in found[:6]] == [face_of("guess", one, "") for one in agents]
    assert [each.told for each in found[:2]] == ["Zero steps: 50", "One step: 33"]
    assert found[6].told == f"{NO_RULE}: 86"


def test_later_rounds_begin_at_the_last_average_and_know_habit_and_trend() -> None:
    rounds = [Closed(1, (40, 50), THIRDS), Closed(2, (20, 40), THIRDS)]
    rules = rules_of(rounds, 2 / 3)
    assert rules["level0"] == 30
    assert rules["repeat"] == pytest.approx(rules["level1"]) == pytest.approx(20)
    assert rules["trend"] == pytest.approx(20 * 30 / 45)
    assert {rule_of(20, rules, place) for place in (0, 1)} == {"level1", "repeat"}
    assert rule_of(0, rules, 0) == "nash"
    assert rule_of(99, rules, 0) == ""


def test_people_stand_over_their_numbers_and_on_nobody() -> None:
    guesses = (33, 33, 34, 0, 100, 22)
    faces = (Face("faces/person"),) * len(guesses)
    boxes = people_boxes(LINE, Closed(1, guesses, THIRDS, faces=faces))
    size = boxes[0][2]
    for guess, (x, _, w, _) in zip(guesses, boxes, strict=True):
        assert abs(x + w / 2 - LINE.x(guess)) <= size / 2
    assert len({(x, y) for x, y, _, _ in boxes}) == len(boxes)
    assert people_boxes(LINE, Closed(1, guesses, THIRDS)) == []
    many = (5,) * 200
    packed = people_boxes(LINE, Closed(1, many, THIRDS, faces=(Face("faces/person"),) * 200))
    assert packed == [], "bars stand for so many"


def test_seats_keep_their_own_faces_among_the_crowd() -> None:
    crowd, seats = Crowd(), [Thinker(Face("faces/person", "sky"), "You"), Thinker(Face("a"), "Ada")]
    closed = crowd.meet(Closed(1, (50, 33, 33), THIRDS), (), seats, BAND_COLOURS)
    assert closed.faces[:2] == (seats[0].face, seats[1].face)
    assert crowd.people[2].told == "One step: 33"
    assert closed.inks[2] == BAND_COLOURS[1]


@pytest.mark.rig(size=(1280, 720), player="Ada", reduced_motion=True)
def test_pointing_at_a_person_says_how_that_one_thought(
    rig: Rig, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = at_table(rig.app, "guess", ["human", "mind"], {}, practice=True)
    assert isinstance(table, Scene)
    until(rig.app, lambda: table.waiting_for_person is not None)
    rig.key("3", "3", "return", "space")
    until(rig.app, lambda: table.closed is not None and table.waiting_for_person is not None)
    assert table.closed is not None
    x, y, w, h = people_boxes(table.line, table.closed)[1]
    told: list[str] = []
    text = type(rig.app.canvas).text

    def noted(canvas: object, words: str, *more: object, **how: object) -> float:
        told.append(words)
        return text(canvas, words, *more, **how)  # type: ignore[arg-type]

    monkeypatch.setattr(type(rig.app.canvas), "text", noted)
    rig.move(x + w / 2, y + h / 2)
    table.draw(rig.app.canvas)
    assert told.count("Mind") == 2, "in the corner, and over its face"
