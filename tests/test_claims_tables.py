"""What the first sentence of a mind claims is true: Jaipur, Set, Ra, the flag and the Tracker.

A reader of its own, which shares no code with the words, finds in each sentence the move, the
counts, the orders and the shares that it claims, and works them out anew from the view, from what
the seat saw, and from the other items of the same mind. A sentence that no reader knows is a fault.
"""

from __future__ import annotations

import math
import re
from collections import Counter, deque
from collections.abc import Callable, Iterator
from typing import Any, Final

import pytest

from games import catalog
from games.counting import places_of
from games.ctf.maze import Field as MazeField
from games.jaipur.rules.goods import counts_of
from games.mind import Bars, Field, Lines, Note, Route
from games.tracker.rules import HideState
from tests.support.minds import Thought, thoughts

FEW: Final = 6
MANY: Final = 2000
GAMES: Final = ("jaipur", "set", "ra", "ctf", "tracker")
AGENTS: Final = [(game, agent.id) for game in GAMES for agent in catalog.agents(game)]
Claims = Iterator[tuple[str, bool]]
"""What is claimed, and whether it is so."""


def said_in(thought: Thought) -> str:
    first = thought.mind[0]
    assert isinstance(first, Note)
    return first.text


def claim_in(pattern: str, text: str) -> tuple[str, ...] | None:
    found = re.search(pattern, text)
    return None if found is None else tuple(found.groups()) or (found[0],)


def lines_of(thought: Thought, title: str) -> Lines | None:
    items = (item for item in thought.mind if isinstance(item, Lines))
    return next((item for item in items if item.title.startswith(title)), None)


# -- Jaipur --------------------------------------------------------------------------------

GOODS: Final = ("diamond", "gold", "silver", "cloth", "spice", "leather")
PRICES: Final = (
    *((7, 7, 5, 5, 5), (6, 6, 5, 5, 5), (5, 5, 5, 5, 5)),
    *((5, 3, 3, 2, 2, 1, 1), (5, 3, 3, 2, 2, 1, 1), (4, 3, 2, 1, 1, 1, 1, 1, 1)),
)
"""The goods tokens from the first one on, as printed in the rules of the game."""
LETTERS: Final = "DGSCPLK"


def cards(packed: int) -> list[int]:
    """The number of each good and of camels in packed cards."""
    return list(counts_of(packed))


def jaipur_move(text: str, move: str) -> bool:
    """Whether the start of a sentence says the move that was made."""
    kind, _, rest = move.partition("-")
    if kind == "camels":
        return text.startswith("I take all camels")
    if kind in ("take", "sell"):
        good, count = GOODS[LETTERS.index(rest[0])], int(rest[1:] or 1)
        return bool(re.match(rf"I {kind} {count} {good}s?:", text))
    taken = Counter(rest.split("-")[0])
    if many := claim_in(r"^I exchange (\d+) cards:", text):
        return int(many[0]) == sum(taken.values())
    start = text.partition(":")[0].removeprefix("I exchange for ")
    named = {word.rstrip("s"): int(n) for n, word in re.findall(r"(\d+) (\w+)", start)}
    return named == {GOODS[LETTERS.index(kind)]: n for kind, n in taken.items()}


def old_scores(view: Any) -> tuple[float, float, float, float]:
    """The four scores of the original, from its own description."""
    hand, market = cards(view.own.hand), cards(view.market)
    size = sum(hand[:6])
    factor = [1.5, 1.5, 1.5, 1.0, 1.0, 1.0]
    take = max(
        (min(1.0, (hand[k] + 1) * 2 * factor[k] / 10) for k in range(6) if market[k]), default=0.0
    )
    able = [k for k in range(6) if hand[k] and (hand[k] > 1 or k > 2)]
    most = max(able, key=lambda k: (hand[k], -k), default=None)
    sell = 0.0 if most is None else min(1.0, hand[most] * 0.2 * factor[most])
    raw = (market[6] ** 2 - 2 * (size / 2) ** 2 + view.rival.cards) * 0.8 / 32
    camels = min(1.0, max(0.0, raw)) if market[6] else 0.0
    wanted = sorted(
        (hand[k] + market[k] for k in range(6) if market[k] and (hand[k] + market[k] > 1 or k < 3)),
        reverse=True,
    )
    single = sum(1 for k in range(6) if hand[k] == 1 and not market[k])
    offered = sum(market[k] for k in range(6) if market[k] and (hand[k] + market[k] > 1 or k < 3))
    paid = min(7 - size, view.own.herd) + single
    swap = min(1.0, 2 * (wanted[0] + 1) / 10) if min(offered, paid) > 1 else 0.0
    return (0.0 if size >= 7 else take), sell, camels, swap


def jaipur(t: Thought) -> Claims:
    text, move, view = said_in(t), t.decision.move, t.view
    yield "its move", jaipur_move(text, move)
    because = text.partition(": ")[2]
    kind = move.partition("-")[0]
    if found := claim_in(r"fetches (\d+) rupees? at once", because):
        place, count = LETTERS.index(move[5]), int(move[6:])
        gone = len(PRICES[place]) - cards(view.tokens)[place]
        yield "rupees", int(found[0]) == sum(PRICES[place][gone : gone + count])
    elif found := claim_in(r"I drew it from my (\d+) moves? by lot", because):
        yield "moves", int(found[0]) == len(list(catalog_legal(t)))
    elif found := claim_in(r"I drew it by lot, at (\d+)%", because):
        place = ("take", "sell", "camels", "swap").index(kind)
        scores = old_scores(view)
        yield "its share", abs(100 * scores[place] / sum(scores) - int(found[0])) <= 0.51
    elif found := claim_in(r"(\d+) of 100, (my best|like another idea)", because):
        place = ("take", "sell", "camels", "swap").index(kind)
        scores = old_scores(view)
        yield "its score", abs(100 * scores[place] - int(found[0])) <= 0.51
        yield "the best", max(scores) <= scores[place] + 0.005
        near = sum(abs(score - scores[place]) < 1e-6 for score in scores)
        yield "alone", (near == 1) == (found[1] == "my best")
    elif found := claim_in(r"win (\d+|under 1)%", because):
        bars = t.mind[1]
        assert isinstance(bars, Bars)
        share = 0.005 if "under" in found[0] else int(found[0]) / 100
        yield "chance", abs(bars.values[0] - share) <= 0.0051
        close = len(bars.values) > 1 and bars.values[1] > bars.values[0] - 0.0151
        yield "nearly as good", close == ("nearly as good" in because) or "followed" in because
    elif claim_in(r"it looks best to me at a glance|no other move", because):
        yield "little is said", True
    elif found := claim_in(r"^(it \w+|many small|another move|that ends)", because):
        lines = lines_of(t, "What moves are worth to me")
        if lines is None:
            yield "its best row", isinstance(t.mind[1], Bars) and t.mind[1].chosen == 0
            yield from jaipur_reason(because, move, view)
            return
        assert lines.chosen is not None
        values = [value for _, value in lines.rows]
        behind = max(values) - values[lines.chosen]
        if "ends the round" in because:
            yield "the round", ("I win it" in because) == ("wins" in lines.rows[lines.chosen][0])
        elif not any("the round" in row for row, _ in lines.rows):
            yield "worth more", (behind > 0.0005) == ("do not look closely" in because)
            others = sorted(values, reverse=True)
            close = behind < 0.0005 and len(others) > 1 and others[0] - others[1] < 0.2505
            yield "as much", close or "nearly as much" not in because
        yield from jaipur_reason(because, move, view)
    else:
        yield f"a sentence that is read: {text}", False


def jaipur_reason(because: str, move: str, view: Any) -> Claims:
    """What a reason says of the move alone: what it brings, sells, spends or leaves."""
    kind, _, rest = move.partition("-")
    brings = rest.split("-")[0] if kind in ("take", "swap") else ""
    if "brings cheap goods" in because:
        yield "cheap goods", bool(set(brings) & set("CPL"))
    if "brings dear goods" in because:
        yield "dear goods", bool(set(brings) & set("DGS"))
    paid = rest.rpartition("-")[2] if kind == "swap" else rest[:1] if kind == "sell" else ""
    if "keeps cheap goods" in because:
        yield "no cheap goods sold or paid", not set(paid) & set("CPL")
    if "keeps dear goods" in because:
        yield "no dear goods sold or paid", not set(paid) & set("DGS")
    if "comes nearer to the larger herd" in because:
        yield "camels taken", kind == "camels"
    if "takes a bonus token" in because:
        yield "a bonus", kind == "sell" and int(rest[1:]) >= 3
    if claim_in(r"sells (cheap|dear)", because):
        yield "a sale", kind == "sell"
    if "gives up" in because:
        yield "no sale", kind == "swap"
    if "keeps camels" in because:
        yield "no camels taken", kind != "camels"
    if "adds no camels" in because:
        yield "no camels taken or paid", kind != "camels"
    if claim_in(r"starts a set|takes my kinds|goes for kinds|brings more goods", because):
        yield "goods are taken", bool(brings)
    if "spends camels" in because:
        yield "camels are paid", kind == "swap" and "K" in rest.partition("-")[2]
    if "adds camels" in because:
        yield "camels", kind == "camels"
    if "wins the larger herd" in because:
        herd = view.own.herd + (cards(view.market)[6] if kind == "camels" else 0)
        yield "the larger herd", herd - move.count("K") >= view.rival.herd


def catalog_legal(t: Thought) -> Iterator[str]:
    """All legal moves of the seat in its view, by the rules."""
    game = catalog.rules(t.game)
    from games.streams import Stream

    state = game.imagine(t.view, t.seat, Stream.named(1, "claims"))
    yield from game.legal(state, t.seat)


# -- Set -----------------------------------------------------------------------------------


def of_set(t: Thought) -> Claims:
    text = said_in(t)
    races = [e for events in t.seen for e in events if e.kind == "race"]
    theirs = sum(e.data["result"] == "set" and e.data["seat"] != t.seat for e in races)
    if "I only wait" in text:
        yield "it waits", t.decision.move == "wait"
    elif "I claim at once" in text:
        ms = claim_in(r"^(\d+)-", t.decision.move)
        started = max((e.data["ms"] or 0 for e in races if e.data["result"] == "wrong"), default=0)
        yield "at once", ms is None or int(ms[0]) <= 1300 + started
    elif "alike first" in text:
        (bars,) = (item for item in t.mind if isinstance(item, Bars))
        yield "alike first", list(bars.values) == sorted(bars.values, reverse=True)
    elif "I search at my own pace" in text:
        (bars,) = (item for item in t.mind if isinstance(item, Bars))
        yield "not alike first", list(bars.values) != sorted(bars.values, reverse=True)
    elif found := claim_in(r"seen (\d+) sets? of yours|know your pace from (\d+) of yours", text):
        yield "sets", int(found[0] or found[1]) <= theirs
    elif "do not know you yet" in text:
        yield "none", theirs == 0 or all("hint" in e.data or "paused" in e.data for e in races)
    else:
        yield f"a sentence that is read: {text}", False


# -- Ra ------------------------------------------------------------------------------------

COLOURS: Final = ("sky", "orange", "green", "pink", "amber")


def ra(t: Thought) -> Claims:
    text, move, view = said_in(t), t.decision.move, t.view
    start = text.partition(":")[0]
    kind = move.split(" ")[0]
    says = {
        "draw": "I draw",
        "call": "I call Ra",
        "pass": "I pass",
        "god": "I use",
        "discard": "I d",
    }
    yield (
        "its move",
        start.startswith(f"I {move}" if kind == "bid" else says.get(kind, "I d")),
    )
    ups = view.up[t.seat]
    high = 0 if view.auction is None else view.auction.high
    higher = [sun for sun in ups if sun > high]
    if "none of my suns" in text:
        yield "no sun beats it", not higher
    elif "got no bid" in text:
        yield "it called and got no bid", view.auction.caller == t.seat and high == 0
    elif "nearly the same" in text:
        sun = claim_in(r"my sun (\d+)", text)
        yield "the lowest sun that wins", sun is not None and int(sun[0]) == min(higher)
    elif found := claim_in(r"this lot is worth (about \d+|\w+)[\w ]*, my sun (only|\d+)", text):
        worth = int((claim_in(r"about (\d+) point", text) or ("0",))[0])
        least = int((claim_in(r"(\d+)\.$", text) or ("0",))[0])
        yield "bid or pass", (worth > least) == (kind == "bid")
        yield "the lowest sun that wins", kind == "bid" or int(found[1]) == min(higher)
        yield "its sun", kind == "pass" or int(move.split(" ")[1]) == min(higher)
    elif claim_in(r"better sun in the centre|its sun is too low", text):
        yield "the sun in the centre", (view.center > min(higher)) == (kind == "bid")
    elif found := claim_in(r"about (\d+) points?, I call at (\d+)", text):
        yield "too little for a call", int(found[0]) < int(found[1])
    elif claim_in(r"this lot brings me (less than )?nothing, I call at \d+|worth a call", text):
        yield "tiles lie there", sum(view.block) > 0
    elif "that is enough" in text:
        yield "tiles lie there", sum(view.block) > 0 and kind == "call"
    elif found := claim_in(r"it already suits (\w+)\.", text):
        other = next((n for n, name in enumerate(COLOURS[: view.players]) if name == found[0]), -1)
        yield "a higher sun", other >= 0 and max(view.up[other], default=0) > max(ups, default=0)
    elif "the block is full" in text:
        yield "no tile can be drawn", sum(view.block) == 8 or not any(view.left)
    elif "no lot to call" in text:
        yield "no tile lies there", sum(view.block) == 0
    elif found := claim_in(r"I then win (under 1|\d+)%", text):
        lines = lines_of(t, "My chance to win")
        assert lines is not None
        chances = [value for _, value in lines.rows]
        share = 0.005 if "under" in found[0] else int(found[0]) / 100
        yield "chance", abs(chances[0] - share) <= 0.0051
        if other := claim_in(r"to [\w ]+ wins (under 1|\d+)%", text):
            share = 0.005 if "under" in other[0] else int(other[0]) / 100
            yield "the next", abs(chances[1] - share) <= 0.0051 and chances[1] < chances[0]
        if "nearly as good" in text:
            yield "nearly as good", abs(chances[0] - chances[1]) <= 0.0101
        if "with more points" in text:
            yield "not most often", chances[1] > chances[0]
    elif "hardly ever win" in text:
        lines = lines_of(t, "My chance to win")
        yield "hardly ever", lines is not None and lines.rows[0][1] < 0.0051
    elif claim_in(
        r"by lot|costs me the least|that costs|is worth (about \d+|\w+)|no sun left", text
    ):
        yield "little is said", True
    else:
        yield f"a sentence that is read: {text}", False


# -- the flag and the Tracker --------------------------------------------------------------


def steps_from(field: MazeField, start: int) -> dict[int, int]:
    """The moves from a cell to each, breadth first."""
    found, queue = {start: 0}, deque([start])
    while queue:
        here = queue.popleft()
        for to in field.ways[here]:
            if to >= 0 and to not in found:
                found[to] = found[here] + 1
                queue.append(to)
    return found


def ctf(t: Thought) -> Claims:
    text, view = said_in(t), t.view
    field, here = view.field, view.bots[t.view.turn]
    far = steps_from(field, here)
    dots = [far[dot] for dot in view.food[1 - view.turn % 2]]
    if found := claim_in(r"I want a dot (\d+) moves? away: (.*)\.$", text):
        route = next(item for item in t.mind if isinstance(item, Route))
        goal = field.named(route.cells[-1])
        yield "a dot so far away", int(found[0]) in dots
        yield "its way leads there", goal is not None and far[goal] == int(found[0])
        if "none is nearer" in found[1]:
            yield "none is nearer", int(found[0]) == min(dots)
        if "nearer one" in found[1]:
            yield "one is nearer", int(found[0]) > min(dots)
    elif "I wait at our border" in text:
        route = next(item for item in t.mind if isinstance(item, Route))
        goal = field.named(route.cells[-1])
        yield "at the border", goal in field.borders[view.turn % 2]
    elif found := claim_in(r"I drew one of (\d+) moves? by lot", text):
        yield "moves", int(found[0]) == len(t.legal)
    elif "I wait:" in text:
        yield "it stays", t.decision.move == "stay"
    elif claim_in(r"I (chase|go home|take one step)", text):
        yield "it moves or holds its place", t.decision.move in t.legal
        if "go home" in text:
            yield "it is abroad", field.home[here] != view.turn % 2
    else:
        yield f"a sentence that is read: {text}", False
    plans = lines_of(t, "What comes within")
    if plans is not None and plans.chosen is not None:
        values = [value for _, value in plans.rows]
        if "brings most" in text:
            yield "brings most", values[plans.chosen] == max(values)
        if "no other plan is clearly better" in text:
            yield "another has more", values[plans.chosen] <= max(values)


def tracker(t: Thought) -> Claims:
    text, view = said_in(t), t.view
    belief = next((item for item in t.mind if isinstance(item, Field)), None)
    if found := claim_in(r"about (\d+) (?:likely )?places", text):
        assert belief is not None
        shares = [share for _, share in belief.cells]
        whole = sum(shares)
        places = math.exp(-sum(p / whole * math.log(p / whole) for p in shares))
        yield "places", abs(places - int(found[0])) <= 0.5 + 0.04 * places
        hides = isinstance(view, HideState)
        if hides:
            tenths = int(t.decision.move.split(":")[2])
            yield "places as over the maze", int(found[0]) == places_of(tenths / 10)
        yield "whom it hunts", ("you could be" in text) == (hides and "I think" in text)
    elif claim_in(r"I (know|am almost sure) where|the one place where the ghost most", text):
        assert belief is not None
        yield "one place", max(share for _, share in belief.cells) > 0.5
    elif claim_in(r"I wait: from here we two", text):
        yield "it stays", t.decision.move == "stay"
    elif found := claim_in(r"nearest of (\d+) lanterns?", text):
        yield "lanterns", int(found[0]) == len(view.lanterns)
    elif found := claim_in(r"one of (\d+) pieces? of food", text):
        yield "food", int(found[0]) > 0
    elif claim_in(
        r"I (start anew|drew my step|wait: from here|run to where|take any|go round|go where"
        r"|keep away)",
        text,
    ):
        yield "little is said", True
    else:
        yield f"a sentence that is read: {text}", False


READERS: Final[dict[str, Callable[[Thought], Claims]]] = {
    "jaipur": jaipur,
    "set": of_set,
    "ra": ra,
    "ctf": ctf,
    "tracker": tracker,
}


def untrue(game: str, agent: str, positions: int, seed: int) -> list[str]:
    """Each claim of an agent's sentences that is not so."""
    found = []
    for thought in thoughts(game, agent, positions, seed):
        if thought.mind:
            claims = READERS[game](thought)
            found += [
                f"{what}: {said_in(thought)} ({thought.place})" for what, so in claims if not so
            ]
    return found


@pytest.mark.parametrize(("game", "agent"), AGENTS)
def test_what_is_claimed_is_so(game: str, agent: str) -> None:
    assert untrue(game, agent, FEW, 11) == []


@pytest.mark.sweep
@pytest.mark.parametrize(("game", "agent"), AGENTS)
def test_what_is_claimed_in_many_positions_is_so(game: str, agent: str) -> None:
    """Two thousand positions a game, shared by its agents."""
    count = sum(other == game for other, _ in AGENTS)
    found = untrue(game, agent, -(-MANY // count), 101)
    assert not found, (len(found), found[:5])
