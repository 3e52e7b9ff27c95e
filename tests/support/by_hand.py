"""The game of Ur with one piece a side, solved without a compiler, and a time limit for calls."""

from __future__ import annotations

import hashlib
import itertools
import json
import threading
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from typing import Any, TypeVar

import numpy as np

from ai.ur.index import index_in_layer
from ai.ur.table import FORMAT, FULL, WinTable, expected_value, places_of, table_path
from games.ur.rules import RULE_SETS

T = TypeVar("T")


class _OnePiece(WinTable):
    """One layer, held as an array that is worked on."""

    def __init__(self, rules: str) -> None:
        super().__init__(RULE_SETS[rules], 1, FULL)
        self.held = np.full(places_of(rules, 1)[1, 1].size, FULL // 2, dtype=np.uint32)

    def _load(self, own_left: int, other_left: int) -> Any:
        return self.held.data


@lru_cache(maxsize=4)
def one_piece(rules: str) -> bytes:
    """The file of values of one piece by `rules`, by value iteration over the rules themselves."""
    table = _OnePiece(rules)
    rule_set = table.rule_set
    squares = [0, *(1 << square for square in range(1, rule_set.off))]
    places = [
        (own, other, index_in_layer(own, other, 1, 1, rule_set))
        for own, other in itertools.product(squares, squares)
        if not rule_set.facing(own) & other
    ]
    change = 1.0
    while change > 1e-9:
        change = 0.0
        for own, other, place in places:
            value = expected_value(table, own, other)
            change = max(change, abs(value - float(table.held[place]) / FULL))
            table.held[place] = round(value * FULL)
    return table.held.astype("<u4").tobytes()


def put_table(folder: Path, rules: str, values: bytes, **changes: Any) -> Path:
    """A table of one piece by `rules` in a `folder`, whose card vouches for `values`."""
    path = table_path(folder, rules, 1)
    folder.mkdir(parents=True, exist_ok=True)
    path.write_bytes(values)
    place = places_of(rules, 1)[1, 1]._replace(sha256=hashlib.sha256(values).hexdigest())
    card = {"rules": rules, "pieces": 1, "layers": {"1,1": place._asdict()}}
    card |= {"first_player": 0.5, "format": FORMAT, **changes}
    path.with_suffix(".json").write_text(json.dumps(card))
    return path


def in_time(call: Callable[[], T], seconds: float = 5.0) -> T:
    """What `call` returns or raises; fails where it takes longer than so many seconds."""
    found: list[T] = []
    raised: list[BaseException] = []

    def work() -> None:
        try:
            found.append(call())
        except BaseException as problem:
            raised.append(problem)

    thread = threading.Thread(target=work, daemon=True)
    thread.start()
    thread.join(seconds)
    assert not thread.is_alive(), f"it takes longer than {seconds} s"
    if raised:
        raise raised[0]
    return found[0]
