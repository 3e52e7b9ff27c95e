"""The wording of the docstrings, measured: how often they use turns of phrase that read badly.

    python -m tests.wording                      # the rates, and the files with the most places
    python -m tests.wording games/ra ai/belief   # each place in these folders or files

A docstring is that of a module, a class or a function of `main.py`, `games/` and `ai/`, its
examples included. Five habits are counted: docstrings that begin with a question word, those of
functions that begin with no verb, and, for each 1,000 words, pronouns that name no one thing
("somebody", "nothing"), data that is "told" or "said", and words that point at a noun left out ("so
many", "that of").
"""

from __future__ import annotations

import argparse
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

from tests.support.sources import SOURCES, facts

HABITS: Final = {
    "question": re.compile(r"\A(?:what|who|whose|which|where|whether|how)\b", re.I),
    "pronoun": re.compile(
        r"\b(?:some|no|any|every)(?:body|thing)\b|\b(?:some|no |any|every)one\b", re.I
    ),
    "told": re.compile(r"\b(?:told|said|tells|says)\b", re.I),
    "pointer": re.compile(r"\bso\s+(?:many|much|far|long)\b|\bth(?:at|ose)\s+of\b", re.I),
}
"""The habits that show in a text, by the name of its rate."""
NO_VERB: Final = re.compile(
    r"\A(?:An?|The|All|Both|Each|Every|One|Another|No|None|As|At|By|For|From|In|Of|On|To|With|When"
    r"|Without|That|This|Whoever|Raises|\w+s? (?:is|are|has|have|was|were))\b"
)
"""The opening of a function's docstring that begins with a noun, a preposition or a sentence."""


class Place(NamedTuple):
    """A docstring that shows habits, with how often it shows each."""

    path: str
    line: int
    name: str
    text: str
    found: dict[str, int]


def rates(places: Iterable[Place]) -> dict[str, float]:
    """Return the percentages of docstrings that open badly, and the other rates a 1,000 words."""
    docstrings = words = 0
    found: Counter[str] = Counter()
    for place in places:
        docstrings += 1
        words += len(place.text.split())
        found.update(place.found)
    hundreds = dict.fromkeys(("question", "opening"), docstrings / 100)
    parts = dict.fromkeys(HABITS, words / 1000) | hundreds
    return {name: found[name] / (parts[name] or 1) for name in parts}


def docstrings(*folders: str) -> Iterator[Place]:
    """Yield all docstrings of the program, or those below these folders (or files)."""
    for path, source in SOURCES.items():
        if folders and not any(f"{path}/".startswith(f"{each.rstrip('/')}/") for each in folders):
            continue
        for name, line, text, acts in facts(source).docstrings:
            found = habits(text)
            if acts and name != "__init__" and NO_VERB.match(text):
                found["opening"] = 1
            yield Place(path, line, name, text, found)


def habits(text: str) -> dict[str, int]:
    """Return how often a docstring's `text` shows each habit, without those it does not show."""
    found = {name: len(habit.findall(text)) for name, habit in HABITS.items()}
    return {name: times for name, times in found.items() if times}


def main() -> None:
    """Print the rates, and the worst files or each place that was asked for."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("folders", nargs="*", help="folders or files whose places are listed")
    parser.add_argument("--worst", type=int, default=20, help="number of files to list")
    asked = parser.parse_args()
    places = list(docstrings(*asked.folders))
    print(", ".join(f"{name} {rate:.2f}" for name, rate in rates(places).items()))
    bad = [place for place in places if place.found]
    if asked.folders:
        for place in bad:
            print(f"{place.path}:{place.line} {place.name} {' '.join(place.found)}")
        return
    files: Counter[str] = Counter()
    for place in bad:
        files[place.path] += sum(place.found.values())
    for path, times in files.most_common(asked.worst):
        print(f"{times:5} {path}")


if __name__ == "__main__":
    main()
