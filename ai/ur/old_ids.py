"""The ids that Ur's agents had when each choice of their options was an agent of its own.

Saved matches, statistics, published tables and habits hold them: `lookahead+-2-learned` is
`lookahead:depth=2:values=learned:plus=on`. Each of them stays a name of the agent that it was.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any, Final

from ai.ur.values import VALUE_TABLES

_VALUES: Final = "|".join(map(re.escape, VALUE_TABLES))
_SPELLINGS: Final = (
    ("greedy-values", re.compile(rf"greedy-(?P<values>{_VALUES})")),
    (
        "lookahead",
        re.compile(rf"lookahead(?P<plus>\+?)-(?P<depth>[1-3])-(?P<values>{_VALUES})"),
    ),
    ("expectimax", re.compile(r"expectimax-(?P<depth>[1-7])(?P<plain>(-plain)?)")),
    ("panda", re.compile(r"panda-(?P<depth>[1-7])")),
)
_READ: Final[Mapping[str, Callable[[str], Any]]] = {
    "depth": int,
    "plain": bool,
    "plus": bool,
    "values": str,
}


def alias(name: str) -> tuple[str, Mapping[str, Any]] | None:
    """Return the agent and all of its options that an old id `name` means, or None for another
    word.
    """
    for agent, spelling in _SPELLINGS:
        found = spelling.fullmatch(name)
        if found is not None:
            return agent, {key: _READ[key](text) for key, text in found.groupdict().items()}
    return None
