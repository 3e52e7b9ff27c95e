"""The figures in the help of Jaipur: cards and tokens, and the numbers of a match."""

from __future__ import annotations

from math import comb
from typing import Final

from games import measured
from games.jaipur.rules.game import unseen
from games.jaipur.rules.goods import BONUS, CARDS, GOODS, KINDS, NAMES, TOKENS, to_mapping
from games.jaipur.rules.state import View
from games.weights import UNKNOWN, figure, read_card


def help_figures() -> dict[str, str]:
    """Return the figures for the texts in `games/jaipur/help/`."""
    cards = {f"cards_{kind.lower()}": str(count) for kind, count in zip(KINDS, CARDS, strict=True)}
    tokens = {
        f"tokens_{kind.lower()}": " ".join(map(str, values))
        for kind, values in zip(KINDS, TOKENS, strict=False)
    }
    bonus = {f"bonus_{pile}": " ".join(map(str, values)) for pile, values in BONUS.items()}
    means = {f"mean_{pile}": f"{sum(v) / len(v):.1f}" for pile, v in BONUS.items()}
    newcomer = {"newcomer": measured.or_else(UNKNOWN)(measured.levels_words)("jaipur")}
    return {**cards, **tokens, **bonus, **means, **newcomer, **_measured()}


_MERCHANT: Final = "seed-utility"


def _measured() -> dict[str, str]:
    """Return what agents won of the rounds."""
    levels = [("sensei:level=1", _MERCHANT, "Old merchant")]
    levels += [
        (f"sensei:level={level}", f"sensei:level={level - 1}", f"level {level - 1}")
        for level in range(2, 6)
    ]
    card = read_card("jaipur", "greedy")
    return {
        "levels": measured.table(
            (str(number), _won(*pair), name) for number, (*pair, name) in enumerate(levels, start=1)
        ),
        "originals": measured.originals_table("jaipur"),
        "random_won": _won("random", _MERCHANT),
        "weighted_won": _won("seed-weighted", _MERCHANT),
        "greedy_won": figure(card, "strength", _MERCHANT, form=".1%"),
    }


@measured.or_else(UNKNOWN)
def _won(agent: str, rival: str) -> str:
    return measured.won("jaipur", agent, rival, options={"length": "round"}).share.words()


def workings(view: View) -> dict[str, str]:
    """Return the formulas of counting with a seat's unseen cards, for the most frequent good.

    They are left out for a hand without hidden cards, or an empty deck.
    """
    counts = to_mapping(unseen(view))
    goods = sum(counts.get(kind, 0) for kind in GOODS)
    hidden = view.rival.cards - view.rival.known % 15
    kind = max(GOODS, key=lambda each: counts.get(each, 0))
    own, name = counts.get(kind, 0), NAMES[kind]
    told = {}
    if view.revealed is None and 0 < hidden <= goods and goods - own >= hidden - 1:
        ways = comb(own, 1) * comb(goods - own, hidden - 1)
        told["now_hidden"] = (
            f"now, {name}: P(1 is hidden) = C({own}, 1) · C({goods - own}, {hidden - 1}) / "
            f"C({goods}, {hidden}) = {ways / comb(goods, hidden):.3f}"
        )
    if view.left and goods:
        camels = counts.get("K", 0)
        camel = camels / view.left
        told["now_card"] = (
            f"now: P(camel) = {camels} / {view.left} = {camel:.3f}\n"
            f"P({name}) = (1 - {camel:.3f}) · {own} / {goods} = {(1 - camel) * own / goods:.3f}"
        )
    return told
