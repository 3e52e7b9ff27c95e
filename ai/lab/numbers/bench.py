"""Numbers' speeds for `main.py bench numbers`: predictions and the analysis."""

from __future__ import annotations

import json
from collections.abc import Iterator

from ai.lab.bench import analysis_rate, microseconds
from ai.lab.numbers.analyse import analyst
from games import catalog


def rows() -> Iterator[tuple[str, float, str]]:
    """Yield each model's prediction, and the analysis."""
    params = catalog.spec("numbers").params({"keys": 0})
    for spec in catalog.agents("numbers"):
        value = microseconds("numbers", spec, params, 1)
        yield f"{spec.id}: predict and learn, without mind", value, "µs a key"
    moves = "".join(str(t * t % 7 % 4) for t in range(20_000))
    line = json.dumps({"op": "predict", "k": 4, "moves": moves, "model": "seed"})
    yield "analyse, seed", len(moves) * analysis_rate(analyst(None), [line]), "moves/s"
