"""The words on the screen, measured: how many years of school a text asks of its reader.

    python -m tests.readability                  # median, 95th percentile, and the worst twenty
    python -m tests.readability games/ra         # the texts below a path, with hard sentences

A text is a page of help, the stops of a guide, the sentences of a module of the window or of a
report, or what an agent says over some turns. Its value is the Flesch-Kincaid grade of its full
sentences; a text of fewer than 30 words has none. Headings, tables, formulas and code are no
sentences. A figure, a name and a term of a game count as one syllable.
"""

from __future__ import annotations

import argparse
import re
import statistics
from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

from games import catalog
from games.mind import Note
from games.paths import ROOT
from tests.support.minds import thoughts
from tests.support.sources import SOURCES, facts

FEWEST: Final = 30
"""Words of a text that has a value."""
TURNS: Final = 12
"""Decisions of an agent whose sentences are one text; chosen, so that each has some."""
TERMS: Final = frozenset(
    """agent agents arcade auction auctions average averages belief beliefs camel camels capture
    captured captures civilization civilizations diamond diamonds disaster epoch epochs flag gamepad
    ghost habit habits keyboard lantern lanterns market monument monuments opponent opponents
    original originals parry pharaoh pharaohs probabilities probability replay rosette rosettes
    rupee rupees sensei token tokens tracker trackers""".split()  # noqa: SIM905
)
"""Terms of the games and of the glossary; a name needs no entry."""
_LINES_OUT: Final = re.compile(r"^(?:#|\||!\[).*$", re.MULTILINE)
_FENCED: Final = re.compile(r"```.*?```", re.DOTALL)
_CODE: Final = re.compile(r"`[^`]*`")
_LINK: Final = re.compile(r"\[([^\]]*)\]\([^)]*\)")
_FIGURE: Final = re.compile(r"\{[^{}]*\}")
_END: Final = re.compile(r"(?<=[.!?])[\"')\]*]*\s+(?=[A-Z\"(*`0-9{+-])")
_WORD: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9'’-]*")
_SILENT: Final = re.compile(
    r"(?:(?<=[^scxzhg])e(?=s$)|(?<=[^td])e(?=d$)|e$)(?<![^aeioul]le)(?<![^aeioul]le(?=s))"
)
_SOUNDS: Final = re.compile(
    r"[aeiou]+(?:y(?![aeiou]))?|y(?![aeiou])|(?<=[bcdfghjklmnpqrstvwxz])y(?=i)"
)
_TWO_VOWELS: Final = re.compile(r"[aeiou]ing$|(?<![tcs])i(?:[aou]|e(?=t|nc|nt))|[^qg]ual|idea")


class Reading(NamedTuple):
    """A text that was measured: where it stands, its full sentences, and its grade."""

    place: str
    sentences: tuple[str, ...]
    grade: float


def syllables(word: str, first: bool = True) -> int:
    """Return the syllables of a word; one for a figure, a term, or a name that is not `first`."""
    if not word.isalpha() and not word.replace("'", "").replace("-", "").isalpha():
        return 1
    if (word[0].isupper() and not first) or word.lower() in TERMS:
        return 1
    plain = _SILENT.sub("", word.lower().replace("'s", ""))
    return max(1, len(_SOUNDS.findall(plain)) + len(_TWO_VOWELS.findall(plain)))


def grade(sentences: Iterable[str]) -> tuple[float, int]:
    """Return the Flesch-Kincaid grade of full sentences, and the count of their words."""
    count = words = sounds = 0
    for sentence in sentences:
        found = _WORD.findall(sentence)
        count, words = count + 1, words + len(found)
        sounds += sum(syllables(word, number == 0) for number, word in enumerate(found))
    if not words:
        return 0.0, 0
    return 0.39 * words / count + 11.8 * sounds / words - 15.59, words


def sentences_of(text: str) -> tuple[str, ...]:
    """Return the full sentences of a text in Markdown."""
    plain = _LINES_OUT.sub("\n\n", _FENCED.sub("\n\n", text))
    plain = _FIGURE.sub("7", _LINK.sub(r"\1", _CODE.sub("7", plain)))
    found = []
    for block in re.split(r"\n\s*\n|^(?:[-*>]|\d+\.) ", plain, flags=re.MULTILINE):
        for sentence in _END.split(" ".join(block.split())):
            if sentence.rstrip("\"')*").endswith((".", "!", "?")) and len(sentence.split()) > 1:
                found.append(sentence)
    return tuple(found)


def written() -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield the pages of help and guides, and the sentences of modules that draw or report."""
    for path in sorted((ROOT / "games").glob("*/help/*.md")):
        yield path.relative_to(ROOT).as_posix(), sentences_of(path.read_text("utf-8"))
    for path, source in SOURCES.items():
        if path.startswith("games/"):
            found = (t for t in facts(source).texts if t[:1].isupper() and t.endswith((".", "!")))
            yield path, tuple(each for text in dict.fromkeys(found) for each in sentences_of(text))


def spoken(game: str) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield for each agent of a game all that it says in some turns."""
    for agent in catalog.offered(game).agents:
        found: dict[str, None] = {}
        for thought in thoughts(game, agent.id, TURNS):
            notes = (item.text for item in thought.mind if isinstance(item, Note))
            found.update(dict.fromkeys(s for note in notes for s in sentences_of(note)))
        yield f"{game} {agent.id}", tuple(found)


def readings(texts: Iterable[tuple[str, tuple[str, ...]]]) -> list[Reading]:
    """Return the texts that have a value, the hardest first."""
    found = []
    for place, sentences in texts:
        value, words = grade(sentences)
        if words >= FEWEST:
            found.append(Reading(place, sentences, value))
    return sorted(found, key=lambda reading: -reading.grade)


def summary(found: Iterable[Reading]) -> tuple[float, float]:
    """Return the median and the 95th percentile of the grades."""
    grades = [reading.grade for reading in found]
    return statistics.median(grades), statistics.quantiles(grades, n=20)[-1]


def print_hardest() -> None:
    """Print the median and the 95th percentile, and the worst texts or the longest sentences."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("places", nargs="*", help="paths whose longest sentences are listed")
    parser.add_argument("--worst", type=int, default=20, help="number of texts to list")
    asked = parser.parse_args()
    texts = list(written())
    if asked.places:
        texts = [each for each in texts if each[0].startswith(tuple(asked.places))]
    else:
        texts += [each for game in catalog.GAMES for each in spoken(game)]
    found = readings(texts)
    if len(found) > 1:
        median, high = summary(found)
        print(f"{len(found)} texts: median {median:.1f}, 95th percentile {high:.1f}")
    for reading in found[: asked.worst]:
        print(f"{reading.grade:5.1f} {reading.place}")
        if asked.places:
            for sentence in sorted(reading.sentences, key=lambda each: -grade([each])[0])[:5]:
                print(f"        {grade([sentence])[0]:4.1f} {sentence}")


if __name__ == "__main__":
    print_hardest()
