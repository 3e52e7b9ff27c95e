"""Reading the worked cases of the tracker; what they hold is in the tests that use them."""

import json

import numpy as np

from games.paths import ROOT
from games.tracker.rules import SensorReading

CASES = ROOT / "tests" / "cases" / "tracker"


def load(name):
    return json.loads((CASES / name).read_text())


def readings_of(observations):
    return [
        [
            SensorReading(tuple(r["obs"]), r["z"], None if r["seen"] is None else tuple(r["seen"]))
            for r in step
        ]
        for step in observations
    ]


def dense(sparse, n):
    belief = np.zeros(n)
    for cell, probability in sparse.items():
        belief[int(cell)] = probability
    return belief
