"""The figures in the help of Jaipur: cards and tokens."""

from __future__ import annotations

from games.jaipur.rules.goods import BONUS, CARDS, KINDS, TOKENS


def help_figures() -> dict[str, str]:
    """What fills the names in `games/jaipur/help/`."""
    cards = {f"cards_{kind.lower()}": str(count) for kind, count in zip(KINDS, CARDS, strict=True)}
    tokens = {
        f"tokens_{kind.lower()}": " ".join(map(str, values))
        for kind, values in zip(KINDS, TOKENS, strict=False)
    }
    bonus = {f"bonus_{pile}": " ".join(map(str, values)) for pile, values in BONUS.items()}
    means = {f"mean_{pile}": f"{sum(v) / len(v):.1f}" for pile, v in BONUS.items()}
    return {**cards, **tokens, **bonus, **means}
