"""A service that is none: answers what a test tells it to, on a free port of this machine."""

from __future__ import annotations

import contextlib
import http.server
import json
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from games.guess.proof import proof_of, read_key

Answer = tuple[int, Any]


class Stub:
    """Answers by `answer(method, path)`: a status, and plain data, bytes or a stream of them.

    `asked` is noted.

    It proves that it has the key in `folder`, as long as there is one.
    """

    def __init__(self, answer: Callable[[str, str], Answer], folder: Path | None = None) -> None:
        self.folder = folder
        self.asked: list[tuple[str, str, dict[str, str]]] = []
        self.ended = False
        stub = self

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"
            disable_nagle_algorithm = True
            wbufsize = -1

            def _reply(self) -> None:
                self.rfile.read(int(self.headers.get("Content-Length", 0)))
                if stub.ended:  # over a connection that was kept
                    self.close_connection = True
                    return
                stub.asked.append((self.command, self.path, dict(self.headers)))
                _, _, challenge = self.path.partition("/health?challenge=")
                if challenge and stub.folder is not None:
                    proof = proof_of(read_key(stub.folder), challenge, stub.port)
                    status, told = 200, {"ok": True, "proof": proof}
                else:
                    status, told = answer(self.command, self.path)
                if isinstance(told, Iterator):  # a stream, as long as it goes on
                    self.close_connection = True
                    self.send_response(status)
                    self.send_header("Connection", "close")
                    self.end_headers()
                    with contextlib.suppress(OSError):
                        for part in told:
                            self.wfile.write(part)
                            self.wfile.flush()
                    return
                body = told if isinstance(told, bytes) else json.dumps(told).encode()
                self.send_response(status)
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            do_GET = do_POST = do_DELETE = _reply  # noqa: N815

            def log_message(self, format: str, *arguments: object) -> None: ...

        self._server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.port = int(self._server.server_address[1])
        self.url = f"http://127.0.0.1:{self.port}"
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.01,))
        self._thread.start()

    def end(self) -> None:
        self.ended = True
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()


@contextlib.contextmanager
def stub(answer: Callable[[str, str], Answer], folder: Path | None = None) -> Iterator[Stub]:
    made = Stub(answer, folder)
    try:
        yield made
    finally:
        made.end()
