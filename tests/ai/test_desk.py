"""A desk answers whatever comes in a line, and one guard holds for the desks of all games."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping

import pytest

from ai.desk import Desk, Message, Operation, Reply
from ai.lab.league.desk import LeagueDesk
from ai.numbers.desk import ReadingDesk
from ai.set.desk import LaboratoryDesk
from ai.ur.school import SchoolDesk

DESKS = (LeagueDesk, ReadingDesk, LaboratoryDesk, SchoolDesk)
LINES = {
    "blank": "",
    "no JSON": "hello",
    "half": '{"op": ',
    "a list": "[1, 2]",
    "nothing": "null",
    "deep": "[" * 100_000,
    "twice": '{"op": "a", "op": "b"}',
    "not a number": '{"op": NaN}',
    "no op": "{}",
    "unknown op": '{"op": "dance"}',
    "op is no word": '{"op": {"a": 1}}',
}


@pytest.mark.parametrize("line", LINES.values(), ids=LINES)
@pytest.mark.parametrize("desk", DESKS)
def test_every_desk_answers_a_broken_line_and_goes_on(desk: type[Desk], line: str) -> None:
    replies = list(desk().talk([line, line]))
    assert replies == [{"op": "error", "error": desk.confused}] * 2


@pytest.mark.parametrize("desk", DESKS)
def test_every_operation_answers_a_message_without_its_parts(desk: type[Desk]) -> None:
    made = desk()
    for op in made.operations():
        for message in ({"op": op}, {"op": op, "file": 3, "k": [], "number": "x", "rules": {}}):
            json.dumps(list(made.answers(message)), allow_nan=False)


class Counter(Desk):
    """Counts aloud, adds silently, and knows one problem."""

    known = (OSError,)
    sum = 0

    def operations(self) -> Mapping[str, Operation]:
        return {"count": self.count, "add": self.add, "lose": self.lose, "break": self.fail}

    def count(self, message: Message) -> Iterator[Reply]:
        for number in range(message["to"]):
            yield {"op": "count", "number": number}

    def add(self, message: Message) -> Reply | None:
        self.sum += message["number"]
        return {"op": "sum", "sum": self.sum} if message.get("aloud") else None

    def lose(self, message: Message) -> Reply:
        raise FileNotFoundError("It is lost.")

    def fail(self, message: Message) -> Reply:
        raise ZeroDivisionError


def test_an_operation_has_none_one_or_several_replies() -> None:
    desk = Counter()
    assert [reply["number"] for reply in desk.answers({"op": "count", "to": 3})] == [0, 1, 2]
    assert list(desk.answers({"op": "add", "number": 4})) == []
    assert desk.answer({"op": "add", "number": 4}) == {}
    assert desk.answer({"op": "add", "number": 1, "aloud": True}) == {"op": "sum", "sum": 9}


def test_who_asks_is_repeated_in_the_replies() -> None:
    replies = list(Counter().answers({"op": "count", "to": 2, "by_pane": "left"}))
    assert [reply["by_pane"] for reply in replies] == ["left", "left"]


def test_a_known_problem_is_told_and_a_fault_of_ours_is_not_hidden() -> None:
    desk = Counter()
    assert desk.answer({"op": "lose"}) == {"op": "error", "error": "It is lost."}
    with pytest.raises(ZeroDivisionError):
        desk.answer({"op": "break"})
