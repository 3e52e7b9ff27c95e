"""The values of an assertion, worked out only once it has failed.

Pytest rewrites every assertion of a file before its tests run, so that a failed one shows its
values. Most never fail, and the rewriting takes longer than the import: with `--assert=plain` the
files are imported as they are, and the one assertion that failed is rewritten here.
"""

from __future__ import annotations

import ast
from collections.abc import Generator
from pathlib import Path
from types import TracebackType
from typing import Any

from _pytest.assertion.rewrite import rewrite_asserts

TESTS = Path(__file__).parents[1]


def explain(error: AssertionError) -> None:
    """Put the values of the assertion that failed in the words of its error."""
    last: TracebackType | None = error.__traceback__
    while last is not None and last.tb_next is not None:
        last = last.tb_next
    if last is None or not last.tb_frame.f_code.co_filename.startswith(str(TESTS)):
        return
    source = Path(last.tb_frame.f_code.co_filename).read_bytes()
    failed = next(
        (
            node
            for node in ast.walk(ast.parse(source))
            if isinstance(node, ast.Assert)
            and node.lineno <= last.tb_lineno <= (node.end_lineno or node.lineno)
        ),
        None,
    )
    if failed is None:  # it was raised otherwise
        return
    alone = ast.Module([failed], [])
    rewrite_asserts(alone, source)
    try:
        exec(
            compile(alone, last.tb_frame.f_code.co_filename, "exec", dont_inherit=True),
            {**last.tb_frame.f_globals, **last.tb_frame.f_locals},
        )
    except AssertionError as again:
        error.args = again.args
    except Exception as other:
        error.add_note(f"Asked for its values again, the assertion raised {other!r}")
    else:
        error.add_note("Asked for its values again, the assertion held")


def explaining() -> Generator[None, Any, Any]:
    """Explain what fails while the rest of a hook of pytest runs."""
    try:
        return (yield)
    except AssertionError as error:
        explain(error)
        raise
