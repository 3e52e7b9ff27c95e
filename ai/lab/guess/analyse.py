"""The analysis of Guess 2/3: one request in, one reply out, all in exact rational numbers.

`score`, `classic`, `round` and `exploit` are the rules, `forecast` asks an agent for the round to
come. What cannot be served raises a `BadRequest` with one sentence.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Final

from ai.guess.forecast import GuessFrame
from ai.guess.mind_items import mind_of
from ai.guess.reader import read
from ai.guess.rules_of_thumb import RULES, table_of
from ai.lab.analyse import choice, integer, is_integer, items, refusal, served
from ai.lab.errors import BadRequest
from ai.lab.positions import of_matches, until
from ai.lab.rooms import Answer, Plain, Request
from games.guess.rules.classic import Submission, answer, exploit
from games.guess.rules.game import NUMBERS
from games.guess.rules.names import RefusedName, clean_name
from games.guess.rules.scoring import (
    MOST,
    Multiplier,
    closed_round,
    competition_ranks,
    distances,
    fraction_pair,
    last_guesses,
    sequential_ranks,
    target_of,
)
from games.mind import Note, mind_to_plain

_MOST_GUESSES: Final = 100_000
_MOST_SUBMISSIONS: Final = 2_000
"""Of one request of `classic`, whose work grows with the square of their number."""
_MOST_ROUNDS: Final = 1_000
_MOST_TOP: Final = 100
_LARGEST_FACTOR: Final = 1_000


def _multiplier(request: Request) -> Multiplier:
    value = request.get("multiplier")
    good = isinstance(value, list) and len(value) == 2
    if not good or not all(is_integer(part, 1, _LARGEST_FACTOR) for part in value or ()):
        raise refusal(request, "multiplier", f"two whole numbers from 1 to {_LARGEST_FACTOR}")
    assert isinstance(value, list)
    return value[0], value[1]


def _guesses(
    request: Request, name: str, low: int = 0, high: int = MOST, values: object = None
) -> list[int]:
    """Return the whole numbers of a field or of `values`, at least one; raises `BadRequest`."""
    found = items(request, name) if values is None else values
    if not isinstance(found, list) or not 1 <= len(found) <= _MOST_GUESSES:
        raise BadRequest(f'"{name}" must hold 1 to {_MOST_GUESSES} guesses a list.')
    wrong = next((guess for guess in found if not is_integer(guess, low, high)), None)
    if wrong is not None or None in found:
        told = str(wrong)[:40]
        raise BadRequest(f'{told} in "{name}" is no whole number from {low} to {high}.')
    return found


def _pairs(request: Request, name: str, sizes: range, low: int, high: int) -> list[Submission]:
    """Return the pairs of a name and a guess in a field; raises `BadRequest`.

    `sizes` are the numbers of pairs that can be sent.
    """
    found = items(request, name)
    if len(found) not in sizes:
        wanted = f"{sizes[0]} to {sizes[-1]}"
        raise BadRequest(f'"{name}" has {len(found)} entries; send {wanted}.')
    pairs: list[Submission] = []
    for entry in found:
        if not isinstance(entry, list) or len(entry) != 2 or not is_integer(entry[1], low, high):
            wanted = f'["Ada", 33], a name and a whole number from {low} to {high}'
            raise BadRequest(f'An entry of "{name}" must be as in {wanted}.')
        try:
            pairs.append((clean_name(entry[0]), entry[1]))
        except RefusedName as error:
            raise BadRequest(f'A name in "{name}" cannot be: {error}') from None
    return pairs


def _range(request: Request) -> tuple[int, int]:
    low, high = (integer(request, name, 0, MOST) for name in ("low", "high"))
    if low > high:
        raise BadRequest(f'"low" is {low} and "high" {high}; low must not lie above high.')
    return low, high


def _score(request: Request) -> Plain:
    multiplier, guesses = _multiplier(request), _guesses(request, "guesses")
    apart = distances(guesses, multiplier)
    target = target_of(sum(guesses), len(guesses), multiplier)
    return {
        "target": fraction_pair(target),
        "target_float": float(target),
        "scores": apart.scores(),
        "ranks": competition_ranks(apart.keys),
        "ranks_sequential": sequential_ranks(apart.keys),
    }


def _classic(request: Request) -> Plain:
    submissions = _pairs(request, "submissions", range(1, _MOST_SUBMISSIONS + 1), 0, MOST)
    ntop = integer(request, "ntop", 0, _MOST_TOP)
    return {"answers": [_answered(submissions[:number], ntop) for number in _counted(submissions)]}


def _counted(submissions: Sequence[Submission]) -> range:
    return range(1, len(submissions) + 1)


def _answered(submissions: Sequence[Submission], ntop: int) -> Plain:
    found = answer(submissions, ntop)
    return {
        "target_float": float(found.target),
        "score": found.score,
        "rank": found.rank,
        "rank_competition": found.rank_competition,
        "top": [[row.rank, row.name, row.score] for row in found.top],
    }


def _round(request: Request) -> Plain:
    multiplier, (low, high) = _multiplier(request), _range(request)
    entries = _pairs(request, "entries", range(_MOST_GUESSES + 1), low, high)
    return closed_round(last_guesses(entries), multiplier, ranked=True)


def _forecast(request: Request) -> Plain:
    name = choice(request, "agent", (*RULES, "mind"))
    multiplier, (low, high) = _multiplier(request), _range(request)
    history = _history(request, low, high)
    table = table_of(multiplier, low, high, history)
    if name == "mind":
        reader = read(GuessFrame(float(table.factor), low, high), history)
        others = len(history[-1]) if history else 0
        told = reader.forecast().target
        reply = reader.best_reply(others) if others else told
        guess = table.whole(Fraction(reply))
        return {"target": told, "guess": guess, "mind": mind_to_plain(mind_of(reader))}
    target = RULES[name](table)
    note = Note(f"{name} takes {float(target):.4g} for the next target, whoever sits there.")
    return {
        "target": float(target),
        "guess": table.whole(target),
        "mind": mind_to_plain((note,)),
    }


def _history(request: Request, low: int, high: int) -> list[list[int]]:
    rounds = items(request, "history")
    if len(rounds) > _MOST_ROUNDS:
        raise BadRequest(f'"history" has {len(rounds)} rounds; send at most {_MOST_ROUNDS}.')
    history = [_guesses(request, "history", low, high, guesses) for guesses in rounds]
    if sum(map(len, history)) > _MOST_GUESSES:
        raise BadRequest(f'"history" must hold at most {_MOST_GUESSES} guesses in all.')
    return history


def _exploit(request: Request) -> Plain:
    guesses = _guesses(request, "guesses")
    if 0 not in guesses:
        raise BadRequest('"guesses" has no 0; the probe of 0 must be among them.')
    found = exploit(guesses)
    return {
        "target": fraction_pair(found.target),
        "best": fraction_pair(found.best),
        "guess": found.guess,
        "score": float(found.score),
    }


serve: Final = served(
    of_matches(
        "guess",
        {
            "score": _score,
            "classic": _classic,
            "round": _round,
            "forecast": _forecast,
            "exploit": _exploit,
        },
        until("closed", "rounds", NUMBERS),
    )
)


def analyst(data_dir: str | None) -> Answer:
    """Return the answer to requests, each served by itself."""
    return serve
