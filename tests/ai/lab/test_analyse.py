"""The analysis protocol: what it answers, and that nothing malformed can stop or confuse it."""

from __future__ import annotations

import io
import json
import math
import subprocess
import sys
from typing import Any

import pytest

from ai.lab import analyse, rooms
from ai.lab.analyse import MAX_LINE, converse, lines, refusal
from ai.lab.karate.analyse import Dialogue
from ai.lab.numbers.analyse import serve as serve_numbers
from games import catalog
from games.core import Limit
from games.karate.rules import MOVES
from games.match import Match
from games.paths import ROOT
from games.streams import Stream
from tests.support.forked import AFRESH
from tests.support.forked import forked as forked


def told(answer: Any, *requests: Any) -> list[dict[str, Any]]:
    """Replies to requests, which are bytes as they are, or anything else as JSON."""
    raw = [r if isinstance(r, bytes) else json.dumps(r).encode() for r in requests]
    sink = io.StringIO()
    converse(answer, io.BytesIO(b"\n".join(raw)), sink)
    return [json.loads(line) for line in sink.getvalue().splitlines()]


def karate(*requests: Any) -> list[dict[str, Any]]:
    return told(Dialogue().serve, *requests)


# -- karate ------------------------------------------------------------------------------


def test_a_dialogue_with_the_first_original() -> None:
    new = {"op": "new", "agent": "seed-argmax", "seed": 1, "id": "a"}
    replies = karate(new, *[{"op": "round", "player": 3, "ai": 1}] * 2)
    assert replies[0] == {
        "id": "a",
        "strategy": [0.0, 1.0, 0.0, 0.0],
        "prediction": [0.25] * 4,
        "floor": None,
    }
    assert replies[1]["prediction"] == [0.2, 0.2, 0.2, 0.4]
    assert replies[2]["prediction"] == pytest.approx([1 / 6, 1 / 6, 1 / 6, 1 / 2])
    assert replies[2]["strategy"] == [1.0, 0.0, 0.0, 0.0]


def test_the_dialogue_is_the_match_of_the_arcade() -> None:
    compared = 0
    for agent_id in ("seed-softmax", "seed-argmax", "habits", "nash"):
        player = catalog.demo_player("karate")
        agent = catalog.agent("karate", agent_id).make({}, None)
        params = catalog.spec("karate").params({"rounds": 50})
        match: Match[Any] = Match(catalog.rules("karate"), params, 11, {0: player, 1: agent})
        session = Dialogue()
        reply = session.serve({"op": "new", "agent": agent_id, "seed": 11})
        while not match.over:
            assert reply["strategy"] == list(agent.strategy())
            assert reply["prediction"] == list(agent.forecast())
            match.step(Limit())
            moves = dict(match.turns[-1])
            numbers = {"player": MOVES.index(moves[0]), "ai": MOVES.index(moves[1])}
            reply = session.serve({"op": "round", **numbers})
            compared += 1
    assert compared == 200


def test_other_games_options_and_floors() -> None:
    pennies = [[1, -1], [-1, 1]]
    replies = karate(
        {"op": "new", "agent": "nash", "payoff": pennies},
        {"op": "new", "agent": "nash"},
        {"op": "round", "player": 2, "ai": 0},
        {"op": "new", "agent": "seed-softmax", "beta": 0, "seed": 4},
        {"op": "new", "agent": "nash", "table": "balanced"},
        {"op": "new", "agent": "seed-argmax", "payoff": [[0.5]]},
        {"op": "new", "agent": "random", "payoff": [[1e9] * 10] * 10, "prior": False},
    )
    assert replies[0] == {"strategy": [0.5, 0.5], "prediction": [0.5, 0.5], "floor": 0.0}
    assert replies[1]["strategy"] == [0.2, 0.4, 0.0, 0.4]
    assert replies[2]["floor"] == pytest.approx(3.0)
    assert replies[3]["strategy"] == [0.25] * 4
    assert replies[4]["strategy"] == [0.25] * 4
    assert replies[5] == {"strategy": [1.0], "prediction": [1.0], "floor": None}
    assert replies[6]["strategy"] == [0.1] * 10


REFUSED = (
    {"op": "round", "player": 4, "ai": 0},
    {"op": "round", "player": -1, "ai": 0},
    {"op": "round", "player": True, "ai": 0},
    {"op": "round", "player": 1.0, "ai": 0},
    {"op": "round", "player": "1", "ai": 0},
    {"op": "round", "player": 1},
    {"op": "dance"},
    {"op": ["new"]},
    {},
    {"op": "new"},
    {"op": "new", "agent": "tal"},
    {"op": "new", "agent": "nash", "seed": "x"},
    {"op": "new", "agent": "nash", "seed": 1 << 70},
    {"op": "new", "agent": "nash", "prior": 1},
    {"op": "new", "agent": "nash", "table": "round"},
    {"op": "new", "agent": "seed-softmax", "beta": 9},
    {"op": "new", "agent": "seed-softmax", "beta": "hot"},
    {"op": "new", "agent": "nash", "payoff": []},
    {"op": "new", "agent": "nash", "payoff": [[1, 2]]},
    {"op": "new", "agent": "nash", "payoff": [[1, 2], [3]]},
    {"op": "new", "agent": "nash", "payoff": [[1, None], [3, 4]]},
    {"op": "new", "agent": "nash", "payoff": [[1, True], [3, 4]]},
    {"op": "new", "agent": "nash", "payoff": [[1e10, 0], [3, 4]]},
    {"op": "new", "agent": "nash", "payoff": [[0] * 11] * 11},
    {"op": "new", "agent": "nash", "payoff": "rps"},
    b'{"op": "new", "agent": "nash", "payoff": [[NaN]]}',
    b'{"op": "new", "agent": "nash", "payoff": [[-Infinity]]}',
    b'{"op": "new", "agent": "nash", "payoff": [[1e999]]}',
    b'{"op": "round", "player": 1, "ai": 1',
    b'{"op": "round", "player": 1, "ai": 1} {}',
    b"\xff\xfe{}",
    b'{"op": "\xc3\x28"}',
    b"[1, 2]",
    b"null",
    b"3",
    b'"round"',
    b"[" * 200_000,
    b'{"a":' * 200_000,
    b'{"op": "round", "player": ' + b"9" * 5000 + b', "ai": 0}',
    b"\x00",
)


def test_refused_requests_leave_the_match_as_it_was() -> None:
    rounds = [{"op": "round", "player": t * t % 4, "ai": t % 4} for t in range(len(REFUSED))]
    new = {"op": "new", "agent": "habits", "seed": 2}
    plain = karate(new, *rounds)
    mixed = karate(
        new, *[request for pair in zip(rounds, REFUSED, strict=True) for request in pair]
    )
    assert mixed[0] == plain[0]
    assert mixed[1::2] == plain[1:]
    for request, reply in zip(REFUSED, mixed[2::2], strict=True):
        assert set(reply) == {"error"}, request
        assert reply["error"]["type"] in ("BadRequest", "BadOption"), request
        assert reply["error"]["message"].endswith(".")
        assert len(reply["error"]["message"]) < 300


def test_a_round_needs_a_match() -> None:
    (reply,) = karate({"op": "round", "player": 0, "ai": 0, "id": 5})
    assert reply["id"] == 5
    assert "new" in reply["error"]["message"]


# -- numbers -----------------------------------------------------------------------------


def predict(moves: Any, **fields: Any) -> list[list[float]]:
    request = {"op": "predict", "k": 4, "moves": moves, "model": "seed", **fields}
    (reply,) = told(serve_numbers, request)
    assert set(reply) == {"probabilities"}, reply
    rows: list[list[float]] = reply["probabilities"]
    return rows


def original(moves: list[int], k: int) -> list[float]:
    """The seed's forecast, recounted."""
    history = [1, k - 1, k // 2, *moves]
    counts = [1] * k
    for t in range(3, len(history)):
        if history[t - 2 : t] == history[-2:]:
            counts[history[t]] += 1
    return [n / sum(counts) for n in counts]


def test_rows_hold_what_was_known_before_each_move() -> None:
    rng, compared = Stream.named(1, "moves"), 0
    for k in range(2, 11):
        moves = [rng.below(k) if t % 3 else t % k for t in range(60)]
        rows = predict(moves, k=k)
        assert len(rows) == 61
        for t, row in enumerate(rows):
            assert row == pytest.approx(original(moves[:t], k), rel=1e-12)
            compared += 1
        assert predict("".join(map(str, moves)), k=k) == rows
    assert compared == 9 * 61


def test_missed_rounds_have_no_row_and_no_effect() -> None:
    rows = predict("031203120312")
    assert predict("0-3120--3120312-") == rows
    assert predict([0, "-", 3, 1, 2, 0, None, 3, 1, 2, 0, 3, 1, 2]) == rows
    assert predict("--") == [[0.25] * 4]
    assert predict("031203120312", opponent="0" * 12, prior=False) == rows


def test_uniform_and_mind() -> None:
    assert predict("0123", model="uniform") == [[0.25] * 4] * 5
    for fields in ({}, {"prior": False}, {"opponent": "0-2300012"}):
        rows = predict("012-01201", model="mind", **fields)
        assert len(rows) == 9
        for row in rows:
            assert sum(row) == pytest.approx(1.0)
            assert min(row) > 0


WRONG_NUMBERS = (
    {"op": "guess"},
    {"op": "predict"},
    {"op": "predict", "moves": "04"},
    {"op": "predict", "moves": "0 1"},
    {"op": "predict", "moves": [0, 4]},
    {"op": "predict", "moves": [0, True]},
    {"op": "predict", "moves": [0.0]},
    {"op": "predict", "moves": ["0"]},
    {"op": "predict", "moves": [[0]]},
    {"op": "predict", "moves": {"0": 1}},
    {"op": "predict", "moves": "0", "k": 1},
    {"op": "predict", "moves": "0", "k": 11},
    {"op": "predict", "moves": "0", "k": "4"},
    {"op": "predict", "moves": "0", "model": "oracle"},
    {"op": "predict", "moves": "01", "opponent": "0"},
    {"op": "predict", "moves": "01", "opponent": "05"},
    {"op": "predict", "moves": "01", "prior": "no"},
    {"op": "predict", "moves": "0" * 6_000_000, "k": 2, "model": "uniform"},
)


def test_wrong_requests_to_numbers_are_refused() -> None:
    good = {"op": "predict", "k": 4, "moves": "0", "model": "seed"}
    requests = [request for wrong in WRONG_NUMBERS for request in (wrong, good)]
    replies = told(serve_numbers, *requests)
    assert len(replies) == 2 * len(WRONG_NUMBERS)
    for wrong, reply in zip(WRONG_NUMBERS, replies[0::2], strict=True):
        assert reply["error"]["type"] == "BadRequest", str(wrong)[:80]
    assert all(reply == {"probabilities": [[0.25] * 4] * 2} for reply in replies[1::2])


# -- lines -------------------------------------------------------------------------------


def test_any_id_comes_back() -> None:
    for value in (None, 0, -1.5, "ü\ud800", [1, {"a": None}], {"x": []}, 10**100, True):
        for request in ({"op": "predict", "moves": "", "model": "seed"}, {"op": "?"}):
            (reply,) = told(serve_numbers, {**request, "id": value})
            assert reply["id"] == value
            assert next(iter(reply)) == "id"


def test_an_id_that_is_no_number_is_refused() -> None:
    for word in (b"1e999", b"NaN", b"-Infinity"):
        (reply,) = told(serve_numbers, b'{"op": "?", "id": ' + word + b"}")
        assert set(reply) == {"error"}
        assert "finite" in reply["error"]["message"]


def test_blank_lines_are_skipped_and_ends_may_be_missing() -> None:
    raw = b'\n\r\n  \n{"op": "predict", "moves": "", "model": "seed"}\r\n\n{"op":"?"}'
    sink = io.StringIO()
    converse(serve_numbers, io.BytesIO(raw), sink)
    assert len(sink.getvalue().splitlines()) == 2


class Endless(io.RawIOBase):
    """A line of so many bytes, and the largest piece that was asked for."""

    def __init__(self, size: int, rest: bytes) -> None:
        self.left, self.rest, self.asked = size, io.BytesIO(rest), 0

    def readline(self, size: int | None = -1) -> bytes:
        assert size is not None
        assert size > 0
        self.asked = max(self.asked, size)
        if not self.left:
            return self.rest.readline(size)
        piece = min(size, self.left)
        self.left -= piece
        return b"x" * piece


def test_a_line_that_is_too_long_is_never_held() -> None:
    source = Endless(200 << 20, b'\n{"op": "?"}\n')
    found = list(lines(source))  # type: ignore[arg-type]
    assert found == [None, b'{"op": "?"}']
    assert source.asked <= MAX_LINE + 2


def test_the_longest_line_is_served_and_one_byte_more_is_not() -> None:
    body = b'{"op": "predict", "moves": "", "model": "seed"'
    longest = body + b" " * (MAX_LINE - len(body) - 1) + b"}"
    replies = told(serve_numbers, longest, longest[:-1] + b" }", b'{"op": "?"}')
    assert replies[0] == {"probabilities": [[0.25] * 4]}
    assert str(MAX_LINE) in replies[1]["error"]["message"]
    assert len(replies) == 3


def test_faults_of_ours_are_told_without_a_traceback() -> None:
    def broken(request: Any) -> dict[str, Any]:
        return {"x": 1 / request["x"]} if request["x"] != 2 else {"x": math.inf}

    replies = told(broken, {"x": 0, "id": 1}, {"x": 2}, {}, {"x": 4})
    kinds = [reply.get("error", {}).get("type") for reply in replies]
    assert kinds == ["InternalError", "InternalError", "InternalError", None]
    assert replies[0]["id"] == 1
    assert replies[3] == {"x": 0.25}


def test_mutated_requests_never_stop_it() -> None:
    rng, served = Stream.named(3, "fuzz"), 0
    seeds = (
        b'{"op": "new", "agent": "seed-softmax", "seed": 1, "beta": 0.5}',
        b'{"op": "new", "agent": "nash", "payoff": [[0, -1], [1e3, 0.25]]}',
        b'{"op": "round", "player": 1, "ai": 0, "id": [1, "x"]}',
    )
    session = Dialogue()
    for number in range(1500):
        line = bytearray(seeds[number % 3])
        for _ in range(rng.below(4)):
            at = rng.below(len(line))
            line[at : at + rng.below(3)] = bytes(rng.below(256) for _ in range(rng.below(3)))
        text = analyse.reply(session.serve, bytes(line).replace(b"\n", b" "))
        assert "\n" not in text
        reply = json.loads(text, parse_constant=pytest.fail)
        assert reply.get("error", {}).get("type") != "InternalError", (line, reply)
        assert ("error" in reply) != ("strategy" in reply)
        served += "strategy" in reply
    assert 300 < served < 1470


def test_the_command_answers_at_once_and_without_pygame(forked: None) -> None:
    code = AFRESH + "import sys; sys.argv[0] = 'main.py'\nfrom ai.lab.command_line import run\n"
    code += "code = run(['analyse', 'karate'])\nassert 'pygame' not in sys.modules\nsys.exit(code)"
    process = subprocess.Popen(
        [sys.executable, "-c", code], cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    assert process.stdin is not None
    assert process.stdout is not None
    asked = 0
    for request in ({"op": "new", "agent": "nash"}, {"op": "round", "player": 1, "ai": 1}):
        process.stdin.write(json.dumps(request).encode() + b"\n")
        process.stdin.flush()
        assert json.loads(process.stdout.readline())["strategy"] == [0.2, 0.4, 0.0, 0.4]
        asked += 1
    process.stdin.close()
    assert (process.wait(timeout=10), asked) == (0, 2)
    process.stdout.close()


def test_missing_fields_and_others_are_told_in_the_same_words_everywhere() -> None:
    from ai.lab.ur.analyse import Analyst

    asked = 0
    for answer in (Dialogue().serve, serve_numbers, Analyst().serve):
        for request, shown in (({}, "missing"), ({"op": 5}, "5"), ({"op": None}, "null")):
            (reply,) = told(answer, request)
            assert reply["error"]["message"].startswith(f'"op" is {shown}; it must be one of ')
            asked += 1
    assert asked == 9
    fields = {"op": "evaluate", "rules": "schultz", "pieces": True}
    (reply,) = told(Analyst().serve, fields)
    assert reply["error"]["message"] == '"pieces" is true; it must be a whole number from 1 to 7.'
    (reply,) = told(Analyst().serve, {"op": "evaluate", "rules": "schultz"})
    assert (
        reply["error"]["message"] == '"pieces" is missing; it must be a whole number from 1 to 7.'
    )


@pytest.mark.parametrize("digits", [401, 5000, 100_000])
def test_a_number_of_thousands_of_digits_has_a_sentence_of_its_own(digits: int) -> None:
    long, good = b'{"op": "new", "seed": ' + b"7" * digits + b"}", {"op": "new", "agent": "nash"}
    first, second = karate(long, good)
    assert first["error"] == {
        "type": "BadRequest",
        "message": f"A whole number has {digits} digits; send numbers of at most 400.",
    }
    assert "strategy" in second


# -- examples ----------------------------------------------------------------------------------


@pytest.mark.parametrize("game", [g for g in catalog.GAMES if rooms.ANALYSE.has(g)])
def test_every_kind_of_request_has_an_example_and_each_is_answered(game: str) -> None:
    module = rooms.ANALYSE.of(game)
    assert module is not None
    shown = analyse.examples(game)
    kinds = told(module.analyst(None), {"op": "?"})[0]["error"]["message"]
    assert {e.request["op"] for e in shown} == set(kinds.split("one of ")[1][:-1].split(", "))
    replies = told(module.analyst(None), *[e.request for e in shown])
    assert not [reply for reply in replies if "error" in reply]
    assert len({e.tells for e in shown}) == len(shown)


def test_a_pipe_carries_the_requests_alone(capfd: pytest.CaptureFixture[str]) -> None:
    assert analyse.serve("guess", example=True) == 0
    lines_out, told_beside = capfd.readouterr()
    shown = analyse.examples("guess")
    assert [json.loads(line) for line in lines_out.splitlines()] == [e.request for e in shown]
    assert told_beside.splitlines() == [f"# {e.tells}" for e in shown]


@pytest.mark.parametrize(
    ("value", "told"),
    [
        ("x" * 90, f'"{"x" * 58}..."'),
        ("\x00" * 90, f'"{chr(92)}u0000'),
        ('"' * 90, '"' + '\\"' * 29 + '..."'),
        (["x" * 90, 2], "a list of 2"),
        ({"x" * 90: 2}, "an object of 1"),
        (10**90, f"1{'0' * 59}..."),
        ("short", '"short"'),
    ],
)
def test_what_a_field_is_is_quoted_whole(value: object, told: str) -> None:
    sentence = str(refusal({"op": value}, "op", "one of a, b"))
    assert sentence.startswith(f'"op" is {told}')
    assert sentence.endswith("; it must be one of a, b.")
    assert sentence.replace('\\"', "").count('"') % 2 == 0
    assert len(sentence) < 110
