"""Changes made at random in the code, each tried against the tests that reach it.

    python -m tests.mutate --count 100 --seed 7 --jobs 2
    python -m tests.mutate --resume rows.jsonl              # goes on where it was stopped
    python -m tests.mutate --resume rows.jsonl --survivors  # tries the survivors against new tests

A change that no test notices is a survivor: it shows what the tests leave open, or it changes
nothing that one could see. The second kind is read, and named in `mutants_left_out.json` with its
reason; then it is left out of the count.

The tests run in copies of the files that git knows, never here. One slow run of all tests, with a
call planted before each place of change, shows which tests go through it (the reach). Then each
change is tried alone: first against its module's own tests, then against the rest of its reach, the
same folder first and quick tests before slow ones, up to `--budget` seconds of tests. A run that
takes far longer than the same tests took before counts as noticed. A test that notices a change has
to pass without it.

Why no library: mutmut 3.8 plants all changes of all functions at once, draws none by a seed and
drops no statements; cosmic-ray 8.7 runs one and the same command for each change, and all tests
here take minutes.
"""

from __future__ import annotations

import argparse
import contextlib
import difflib
import hashlib
import json
import os
import queue
import re
import secrets
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, Final, NamedTuple

from tests.support import mutants as made
from tests.support.mutants import PROBE, SHARES, Mutant

ROOT: Final = Path(__file__).resolve().parent.parent
LEFT_OUT: Final = "tests/mutants_left_out.json"
EVERYDAY: Final = ("sweep", "lab", "window", "service")
"""Marks of the tests that a plain run leaves out."""
COMMON: Final = (
    "tests/test_contract.py",
    "tests/test_golden.py",
    "tests/test_golden_minds.py",
    "tests/test_promise.py",
)
MEMORY: Final = 6_000_000
"""Kilobytes that a run of tests may take: a change can make a list grow without end."""
PYTEST: Final = (
    "-m pytest -q -o addopts= --import-mode=importlib --assert=plain"
    " -p no:cacheprovider --tb=no -rfE --no-header"
)

PROBE_SOURCE: Final = """
import json, os
FOLDER = {folder!r}
_seen = set()

def reached(numbers):
    test = os.environ.get("PYTEST_CURRENT_TEST", "")
    for number in numbers:
        if (number, test) not in _seen:
            _seen.add((number, test))
            with open(os.path.join(FOLDER, f"reach-{{os.getpid()}}"), "a") as file:
                file.write(json.dumps([number, test]) + "\\n")

def pytest_runtest_logreport(report):
    if "PYTEST_XDIST_WORKER" in os.environ:
        return
    with open(os.path.join(FOLDER, "reports"), "a") as file:
        file.write(json.dumps([report.nodeid, report.outcome, report.duration]) + "\\n")
"""


class Reach(NamedTuple):
    """Which tests go through each change, by its number; and the seconds of each test that passed.

    A test that goes through a change while a fixture is made stands in `fixtures` with its file:
    others in that file may use what was made.
    """

    tests: Mapping[int, set[str]]
    fixtures: Mapping[int, set[str]]
    seconds: Mapping[str, float]


class Verdict(NamedTuple):
    """What became of one change: `by` is the test that noticed it, `tried` how many ran."""

    status: str
    by: str
    tried: int
    reached: int
    seconds: float


def tracked(root: Path) -> list[str]:
    """Return the files that git knows or would know, as they stand now."""
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    listed = subprocess.run(command, cwd=root, check=True, capture_output=True).stdout
    return sorted(name for name in listed.decode().split("\0") if name and (root / name).is_file())


def sources_of(root: Path, only: str = "") -> dict[str, str]:
    """Return the code of main.py, games/ and ai/ by its path; only what begins with `only`."""
    return {
        name: (root / name).read_text(encoding="utf-8")
        for name in tracked(root)
        if re.fullmatch(r"main\.py|(games|ai)/.*\.py", name) and name.startswith(only)
    }


class Tree:
    """A copy of the project in which one file at a time is changed and tests are run."""

    def __init__(self, root: Path, folder: Path, python: str) -> None:
        self.folder, self.python = folder, python
        self.writes = 0
        if not (folder / ".whole").exists():
            shutil.rmtree(folder, ignore_errors=True)
            for name in tracked(root):
                (folder / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(root / name, folder / name)
            (folder / ".whole").touch()

    def restore(self, code: Mapping[str, str]) -> None:
        """Take back what a run that was stopped left changed."""
        for name, text in code.items():
            if (self.folder / name).read_text(encoding="utf-8") != text:
                self.write(name, text)

    def write(self, name: str, text: str) -> None:
        """Write a file so that no compiled form of what stood there before is taken for it."""
        path = self.folder / name
        path.write_text(text, encoding="utf-8")
        self.writes += 1
        moment = int(time.time()) + 10 * self.writes
        os.utime(path, (moment, moment))

    def run(
        self, tests: Iterable[str], limit: float, more: str = "", marks: str = ""
    ) -> tuple[int, str]:
        """Run tests up to the first that fails; return pytest's code, or -1 after `limit` seconds,
        and what it printed.
        """
        chosen = self.folder / ".chosen"
        chosen.write_text("\n".join(tests), encoding="utf-8")
        words = [*PYTEST.split(), f"--basetemp={self.folder}.tmp", *more.split(), "@.chosen"]
        if marks:
            words += ["-m", marks]
        limited = ["sh", "-c", f'ulimit -v {MEMORY}; exec "$@"', "sh", self.python, *words]
        ours = ("PYTHONDONTWRITEBYTECODE", "PYTEST_XDIST_WORKER", "PYTEST_CURRENT_TEST")
        environment = {k: v for k, v in os.environ.items() if k not in ours}
        environment["PYTHONPATH"] = str(self.folder)
        with tempfile.TemporaryFile() as out:
            process = subprocess.Popen(
                limited,
                cwd=self.folder,
                stdin=subprocess.DEVNULL,
                stdout=out,
                stderr=out,
                env=environment,
                start_new_session=True,
            )
            try:
                code = process.wait(limit)
            except subprocess.TimeoutExpired:
                code = -1
            finally:
                _end(process)
            out.seek(0)
            return code, out.read().decode(errors="replace")


def _end(process: subprocess.Popen[bytes]) -> None:
    """End what was started, with all that it started itself."""
    with contextlib.suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()


def reach_of(tree: Tree, mutants: list[Mutant], code: Mapping[str, str], asked: Any) -> Reach:
    """Return which tests go through which change, from one run of all; kept for the next time."""
    kept = Path(asked.folder, "reach")
    if not (kept / "done").exists():
        shutil.rmtree(kept, ignore_errors=True)
        kept.mkdir(parents=True)
        tree.write(f"{PROBE}.py", PROBE_SOURCE.format(folder=str(kept)))
        for name, text in made.watched(code, mutants).items():
            tree.write(name, text)
        jobs = f" -n {asked.jobs} --dist loadfile" if asked.jobs > 1 else ""
        status, printed = tree.run(
            ["tests"], asked.hours * 3600, f"-p {PROBE}{jobs}", marks_of(asked)
        )
        if status not in (0, 1):
            raise SystemExit(f"The run of all tests broke off ({status}).\n{printed[-2000:]}")
        for name in made.watched(code, mutants):
            tree.write(name, code[name])
        (kept / "done").touch()
    return _read_reach(kept)


def marks_of(asked: Any) -> str:
    """Return which tests are run, as pytest's -m has it."""
    return " and ".join(f"not {name}" for name in EVERYDAY if name not in asked.tiers)


def _read_reach(kept: Path) -> Reach:
    seconds: dict[str, float] = {}
    failed: set[str] = set()
    for nodeid, outcome, duration in _rows(kept / "reports"):
        seconds[nodeid] = seconds.get(nodeid, 0.0) + duration
        if outcome != "passed":
            failed.add(nodeid)
    passed = {test: spent for test, spent in seconds.items() if test not in failed}
    tests: dict[int, set[str]] = {}
    fixtures: dict[int, set[str]] = {}
    for file in kept.glob("reach-*"):
        for number, words in _rows(file):
            test, _, phase = words.rpartition(" (")
            tests.setdefault(number, set()).add(test)
            if phase.startswith("setup"):
                fixtures.setdefault(number, set()).add(test.split("::")[0])
    return Reach(tests, fixtures, passed)


def _rows(file: Path) -> Iterator[Any]:
    if file.exists():
        for line in file.read_text(encoding="utf-8").splitlines():
            try:
                yield json.loads(line)
            except ValueError:
                continue  # the last line of a run that was stopped


def own_tests(file: str, tests: Iterable[str]) -> list[str]:
    """Return the tests in the files that mirror a module."""
    stem = "tests/" + re.sub(r"(\w+)\.py$", r"test_\1", file)
    folder = stem.replace("test___init__", "test_")
    own = re.compile(rf"({re.escape(stem)}|{re.escape(folder)})(_\w+)?\.py::")
    return [test for test in tests if own.match(test)]


def stages(mutant: Mutant, number: int, reach: Reach, budget: float) -> tuple[list[list[str]], int]:
    """Return the tests to try, first the module's own, then the rest; and how many there are."""
    files = reach.fixtures.get(number, set())
    near = {test for test in reach.seconds if test.split("::")[0] in files}
    through = reach.tests.get(number, set()).intersection(reach.seconds)
    own = sorted(own_tests(mutant.file, reach.seconds), key=lambda each: each not in through)
    room = "tests/" + "/".join(mutant.file.split("/")[:2])

    def order(test: str) -> tuple[bool, bool, float]:
        at_home = test.startswith((room, *COMMON))
        return test not in through, not at_home, reach.seconds[test]

    rest = sorted((through | near).difference(own), key=order)
    return [_within(own, reach, budget), _within(rest, reach, budget)], len(own) + len(rest)


def _within(tests: list[str], reach: Reach, budget: float) -> list[str]:
    chosen, spent = [], 0.0
    for test in tests:
        spent += reach.seconds[test]
        if chosen and spent > budget:
            break
        chosen.append(test)
    return chosen


class Trials:
    """Tries changes in one tree; knows which tests pass in it without a change."""

    def __init__(self, tree: Tree, code: Mapping[str, str], reach: Reach, budget: float) -> None:
        self.tree, self.code, self.reach, self.budget = tree, code, reach, budget
        self.marks = ""  # the reach holds no test that is not wanted
        self.sound: dict[str, bool] = {}

    def verdict(self, number: int, mutant: Mutant) -> Verdict:
        """Try one change and return what became of it."""
        begun, tried = time.monotonic(), 0
        parts, whole = stages(mutant, number, self.reach, self.budget)
        for tests in parts:
            by = self.noticed(mutant, tests)
            tried += len(tests)
            if by:
                return Verdict("killed", by, tried, whole, time.monotonic() - begun)
        return Verdict("survived", "", tried, whole, time.monotonic() - begun)

    def noticed(self, mutant: Mutant, tests: list[str]) -> str:
        """Return the test that notices a change, or "" if none does."""
        while tests:
            limit = 60 + 4 * sum(self.reach.seconds.get(each, 1.0) for each in tests)
            self.tree.write(mutant.file, mutant.planted(self.code[mutant.file]))
            status, printed = self.tree.run(tests, limit, "-x", self.marks)
            self.tree.write(mutant.file, self.code[mutant.file])
            if status in (0, 5):
                return ""
            if status == -1:
                return "time"
            found = re.search(r"^(?:FAILED|ERROR) (.+?)(?: - .*)?$", printed, re.MULTILINE)
            if found is None or "::" not in found[1]:
                return f"collection ({status})"
            if self._is_sound(found[1]):
                return found[1]
            tests = [each for each in tests if each != found[1]]
        return ""

    def _is_sound(self, test: str) -> bool:
        """Return whether a test passes without any change."""
        if test not in self.sound:
            self.sound[test] = self.tree.run([test], 120)[0] == 0
        return self.sound[test]


def left_out(root: Path) -> dict[str, str]:
    """Return the reasons of the survivors that change nothing one can see, by their keys."""
    file = root / LEFT_OUT
    return dict(json.loads(file.read_text(encoding="utf-8"))) if file.exists() else {}


def table(rows: Iterable[Mapping[str, Any]], excused: Mapping[str, str]) -> str:
    """Return how many changes were drawn, noticed, left out and survived, by stratum."""
    counts = {name: [0, 0, 0, 0] for name in (*SHARES, "all")}
    for row in rows:
        at = 1 if row["status"] == "killed" else 2 if row["key"] in excused else 3
        for name in (row["stratum"], "all"):
            counts[name][0] += 1
            counts[name][at] += 1
    lines = ["stratum                      drawn  killed  left out  survived  share"]
    for name, (drawn, killed, excluded, survived) in counts.items():
        share = f"{survived / (drawn - excluded):.1%}" if drawn > excluded else "-"
        lines.append(f"{name:27} {drawn:6} {killed:7} {excluded:9} {survived:9} {share:>6}")
    return "\n".join(lines)


def shown(mutant: Mutant, source: str) -> str:
    """Return a change as a diff."""
    lines = source.splitlines(), mutant.planted(source).splitlines()
    return "\n".join(difflib.unified_diff(*lines, mutant.file, mutant.file, lineterm="", n=2))


def row_of(mutant: Mutant, verdict: Verdict) -> dict[str, Any]:
    """Return what is kept of a trial: one line of the file of rows."""
    what = {"kind": mutant.kind, "change": f"{mutant.old} -> {mutant.new}"}
    where = {"stratum": made.stratum(mutant.file), "place": f"{mutant.file}:{mutant.line}"}
    return {"key": mutant.key, **where, **what, **verdict._asdict()}


def line_of(row: Mapping[str, Any]) -> str:
    """Return a row as it is printed."""
    change = " ".join(row["change"].split())
    end = (
        f"killed by {row['by']}" if row["status"] == "killed" else f"SURVIVED {row['tried']} tests"
    )
    return f"{row['place']}  {row['kind']}  {change[:70]}  {end} ({row['seconds']:.0f} s)"


def read_rows(file: Path) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """Return the head of a file of rows, which says what was drawn, and its rows."""
    rows = list(_rows(file))
    if not rows or "seed" not in rows[0]:
        raise SystemExit(f"{file} does not begin with what was drawn. Start anew without --resume.")
    return rows[0], rows[1:]


def try_all(todo: list[tuple[int, Mutant]], trials: list[Trials], file: Path) -> None:
    """Try changes, each tree one at a time; each row is in the file as soon as it is known."""
    if not file.read_bytes().endswith(b"\n"):
        file.write_bytes(file.read_bytes() + b"\n")  # the last row was cut off
    waiting: queue.SimpleQueue[tuple[int, Mutant]] = queue.SimpleQueue()
    for each in todo:
        waiting.put(each)
    lock = threading.Lock()

    def work(own: Trials) -> None:
        while True:
            try:
                number, mutant = waiting.get_nowait()
            except queue.Empty:
                return
            row = row_of(mutant, own.verdict(number, mutant))
            with lock:
                with file.open("a", encoding="utf-8") as out:
                    out.write(json.dumps(row, ensure_ascii=False) + "\n")
                print(line_of(row), flush=True)

    threads = [threading.Thread(target=work, args=(each,), daemon=True) for each in trials]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def changed_tests(root: Path, digests: Mapping[str, str]) -> list[str]:
    """Return the test files that are new or other than when the changes were drawn."""
    return [name for name, digest in _digests(root).items() if digests.get(name) != digest]


def near(file: str, tests: Iterable[str], root: Path) -> list[str]:
    """Return the tests that mirror a module, then its folder's, then those that import it."""
    module = re.sub(r"(/__init__)?\.py$", "", file)
    folder, _, stem = module.rpartition("/")
    dotted, package = (re.escape(each.replace("/", ".")) for each in (module, folder))
    said = re.compile(rf"{dotted}\b|{package} import .*\b{stem}\b")
    mirrors = own_tests(file, [f"{name}::" for name in tests])

    def rank(name: str) -> int:
        if f"{name}::" in mirrors:
            return 0
        if name.startswith(f"tests/{folder}/"):
            return 1
        return 2 if said.search((root / name).read_text(encoding="utf-8")) else 3

    ranked = sorted((rank(name), name) for name in tests)
    return [name for place, name in ranked if place < 3]


def _digests(root: Path) -> dict[str, str]:
    return {
        name: hashlib.sha256((root / name).read_bytes()).hexdigest()[:16]
        for name in tracked(root)
        if re.fullmatch(r"tests/(.*/)?test_\w+\.py", name)
    }


def retry(root: Path, asked: Any, head: Mapping[str, Any], rows: list[dict[str, Any]]) -> None:
    """Try survivors against the test files that changed since they were drawn."""
    code = sources_of(root)
    files = changed_tests(root, head["tests"])
    reach = Reach({}, {}, dict.fromkeys(files, 30.0))
    tree = Tree(
        root, Path(tempfile.mkdtemp(prefix="anew-", dir=asked.folder), "tree"), asked.python
    )
    for row in rows:
        if row["status"] == "killed" or row["key"] in left_out(root):
            continue
        file = row["place"].rpartition(":")[0]
        found = [
            each for each in made.mutants_of(file, code.get(file, "")) if each.key == row["key"]
        ]
        close = near(file, files, root)
        if found and close:
            trials = Trials(tree, code, reach, asked.budget)
            trials.marks = marks_of(asked)
            by = trials.noticed(found[0], close)
            row.update(status="killed" if by else "survived", by=by)
        print(line_of(row), flush=True)
    lines = [json.dumps(each, ensure_ascii=False) for each in (head, *rows)]
    asked.resume.write_text("\n".join(lines) + "\n", encoding="utf-8")
    shutil.rmtree(tree.folder.parent, ignore_errors=True)


def snapshot(root: Path, folder: Path) -> dict[str, str]:
    """Return the code as it stood when the changes were drawn."""
    file = folder / "code.json"
    if not file.exists():
        file.write_text(json.dumps(sources_of(root)), encoding="utf-8")
    return dict(json.loads(file.read_text(encoding="utf-8")))


def run(asked: Any, root: Path) -> int:
    """Draw changes, try them and print what became of them; return 1 if one survived."""
    head: dict[str, Any] = {"seed": asked.seed, "count": asked.count, "only": asked.only}
    if asked.resume:
        head, _ = read_rows(asked.resume)
        asked.folder = asked.folder or Path(head["folder"])
    asked.folder = (asked.folder or Path(tempfile.mkdtemp(prefix="mutants-"))).resolve()
    asked.folder.mkdir(parents=True, exist_ok=True)
    code = snapshot(root, asked.folder)
    chosen = {name: text for name, text in code.items() if name.startswith(head["only"])}
    drawn = made.draw(chosen, head["count"], head["seed"])
    file = asked.resume or asked.folder / "rows.jsonl"
    if not asked.resume:
        head.update(folder=str(asked.folder), tests=_digests(root))
        file.write_text(json.dumps(head) + "\n", encoding="utf-8")
    print(f"seed {head['seed']}, {len(drawn)} changes, rows in {file}", flush=True)
    head, rows = read_rows(file)
    if asked.survivors:
        retry(root, asked, head, rows)
    else:
        known = {row["key"] for row in rows}
        todo = [(n, each) for n, each in enumerate(drawn) if each.key not in known]
        if todo:
            trees = [
                Tree(root, asked.folder / f"tree-{n}", asked.python) for n in range(asked.jobs)
            ]
            for tree in trees:
                tree.restore(code)
            reach = reach_of(trees[0], drawn, code, asked)
            try_all(todo, [Trials(each, code, reach, asked.budget) for each in trees], file)
    return report(read_rows(file)[1], drawn, code, left_out(root))


def report(
    rows: list[dict[str, Any]],
    drawn: list[Mutant],
    code: Mapping[str, str],
    excused: Mapping[str, str],
) -> int:
    """Print the table and each survivor; return 1 if there is one."""
    by_key = {each.key: each for each in drawn}
    alive = [row for row in rows if row["status"] != "killed" and row["key"] not in excused]
    for row in alive:
        if row["key"] in by_key:
            mutant = by_key[row["key"]]
            print(f"\n{row['key']}\n{shown(mutant, code[mutant.file])}")
    print(f"\n{table(rows, excused)}\n{len(rows)} of {len(drawn)} tried", flush=True)
    return 1 if alive else 0


def arguments(words: list[str] | None = None) -> argparse.Namespace:
    """Return what the caller asks for."""
    parser = argparse.ArgumentParser(prog="python -m tests.mutate", description="Try the tests.")
    parser.add_argument("--count", type=int, default=100, help="how many changes")
    parser.add_argument("--seed", type=int, default=secrets.randbelow(10**6))
    parser.add_argument("--jobs", type=int, default=1, help="how many at the same time")
    parser.add_argument("--only", default="", help="the file or folder to change")
    parser.add_argument("--folder", type=Path, help="for copies, the reach and the rows")
    parser.add_argument("--budget", type=float, default=120, help="seconds of tests a change")
    parser.add_argument("--hours", type=float, default=3, help="at most, for the run of all tests")
    parser.add_argument("--tiers", nargs="*", default=[], choices=EVERYDAY, help="marks to add")
    parser.add_argument("--python", default=sys.executable, help="the interpreter of the tests")
    parser.add_argument("--resume", type=Path, help="go on with this file of rows")
    parser.add_argument("--survivors", action="store_true", help="try survivors against new tests")
    asked = parser.parse_args(words)
    if asked.survivors and not asked.resume:
        parser.error("--survivors needs the rows: add --resume FILE.")
    return asked


if __name__ == "__main__":
    sys.exit(run(arguments(), ROOT))
