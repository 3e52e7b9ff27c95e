"""Checks of environments by PettingZoo and Gymnasium themselves, over all games.

Tests of the laboratory call `try_all`; the test of the wheel runs this file as a program, with the
package that is installed: `python environment_checks.py`.
"""

from __future__ import annotations

import contextlib
import io
import sys
import warnings
from typing import Any

KINDS: list[tuple[str, dict[str, Any]]] = [
    ("karate", {}),
    ("numbers", {}),
    ("ur", {"rules": "blitz"}),
    ("tracker", {}),
    ("tracker", {"play": "seek"}),
    ("tracker", {"play": "hide"}),
    ("tracker", {"play": "hunt"}),
    ("jaipur", {}),
    ("set", {}),
    ("ra", {}),
    ("guess", {}),
    ("ctf", {}),
    ("planetwars", {"turns": 50}),
]
SIZE = (480, 640, 3)


def try_all(arcade: Any, game: str, given: dict[str, Any], cycles: int = 100) -> None:
    """Try all checks of both packages on `env` and `single` of an `arcade`; raises what they do."""
    from gymnasium.utils.env_checker import check_env
    from pettingzoo.test import api_test, parallel_api_test, parallel_seed_test, seed_test

    def make() -> Any:
        return arcade.env(game, **given)

    with warnings.catch_warnings(), contextlib.redirect_stdout(io.StringIO()):
        warnings.simplefilter("ignore")  # that an observation is a dictionary
        if hasattr(make(), "agent_iter"):
            api_test(make(), num_cycles=cycles)
            seed_test(make, num_cycles=cycles // 4)
        else:
            parallel_api_test(make(), num_cycles=cycles)
            parallel_seed_test(make, num_cycles=cycles // 4)
        check_env(arcade.single(game, **given), skip_render_check=True)
        shown = arcade.single(game, render_mode="rgb_array", **given)
        check_env(shown)
        shown.reset(seed=1)
        picture = shown.render()
    assert picture.shape == SIZE, picture.shape
    assert picture.std() > 5, "The picture is empty."


if __name__ == "__main__":
    import open_mind_arcade

    others = set(open_mind_arcade.games()) - {game for game, _ in KINDS}
    for kind in (*KINDS, *((game, {}) for game in others)):
        try_all(open_mind_arcade, *kind)
    print(len(KINDS) + len(others))
    sys.exit(0)
