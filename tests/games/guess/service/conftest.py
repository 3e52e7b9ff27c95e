"""One service on each database for all tests of this folder that talk to one."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.support.guess_service import Client, Cluster, RunningService, cluster, running


@pytest.fixture(scope="session")
def postgres() -> Iterator[Cluster]:
    with cluster() as made:
        yield made


@pytest.fixture(scope="session")
def on_sqlite(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningService]:
    with running(tmp_path_factory.mktemp("sqlite")) as service:
        yield service


@pytest.fixture(scope="session")
def on_postgres(
    postgres: Cluster, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[RunningService]:
    with running(tmp_path_factory.mktemp("postgres"), postgres.empty()) as service:
        yield service


@pytest.fixture(params=["sqlite", "postgres"])
def service(request: pytest.FixtureRequest) -> RunningService:
    found: RunningService = request.getfixturevalue(f"on_{request.param}")
    return found


@pytest.fixture
def client(service: RunningService) -> Iterator[Client]:
    made = service.client()
    yield made
    made.close()
