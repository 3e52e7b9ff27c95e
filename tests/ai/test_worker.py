"""The worker as a process: what it takes at most, and when it ends."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

from ai import worker
from games import catalog, log
from games.core import Log, Seating
from games.paths import ROOT
from tests.support.forked import forked as forked

PARAMS = catalog.spec("karate").params({"rounds": 10})


def test_agents_that_cannot_begin_are_told_of_until_others_do() -> None:
    bad = Log("karate", PARAMS, 5, (Seating("random"), Seating("sensei", start="garbage")), [])
    good = Log("karate", PARAMS, 5, (Seating("random"), Seating("random")), [])
    limit = {"nodes": 1, "seconds": None, "mind": False}
    decide = {"op": "decide", "seat": 1, "turn": 0, "question": 7, "limit": limit, "lot": None}
    requests: list[dict[str, Any]] = []
    for found in (bad, good):
        start = {"op": "start", "log": log.encode(found), "seats": [1], "weights": ""}
        requests += [start, {"op": "go", "turn": 0}, decide]
    requests.insert(3, {"op": "tell", "seat": 1, "what": "mind"})
    told: list[dict[str, Any]] = []
    worker.serve(map(json.dumps, requests), told.append)
    first, second, last = told
    assert (first["seat"], first["turn"], first["question"], first["fault"]) == (1, 0, 7, "start")
    assert "forget it in the profile" in first["sentence"]
    assert (second["told"], second["fault"]) == ("mind", "start")
    assert "fault" not in last
    assert last["move"] in ("punch", "kick", "parry-punch", "parry-kick")


def test_a_hanging_worker_ends_after_its_window(forked: None, tmp_path: Path) -> None:
    code = (
        "from ai import worker; worker.END_SECONDS = 0.1\n"
        "from tests.support.strangers import main; main()"
    )
    found = Log("karate", PARAMS, 5, (Seating("random"), Seating("hangs")), [])
    with (tmp_path / "noise").open("wb") as noise:
        process = subprocess.Popen(
            [sys.executable, "-c", code], stdin=subprocess.PIPE, stdout=noise, cwd=ROOT, text=True
        )
    assert process.stdin is not None
    told = {"op": "start", "log": log.encode(found), "seats": [1], "weights": ""}
    limit = {"nodes": None, "seconds": None, "mind": False}
    asked = {"op": "decide", "seat": 1, "turn": 0, "question": 0, "limit": limit, "lot": None}
    process.stdin.write(f"{json.dumps(told)}\n{json.dumps(asked)}\n")
    process.stdin.close()  # as where the window was killed
    assert process.wait(20) == 1
