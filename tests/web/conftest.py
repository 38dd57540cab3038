"""The web application over tables in a folder of the test's own."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from starlette.testclient import TestClient

    from rulewright.web.rooms import Rooms

HOST = "http://127.0.0.1"


@pytest.fixture
def rooms(folder: Path, tmp_path: Path) -> Iterator[Rooms]:
    """Tables, with the ruleset in `folder` beside those that ship, under the folder's name."""
    from rulewright.web.rooms import Rooms

    made = Rooms(tmp_path, delay=0, more={folder.name: folder})
    yield made
    made.close()


@pytest.fixture
def client(rooms: Rooms) -> TestClient:
    """A browser without a key."""
    from starlette.testclient import TestClient

    from rulewright.web.server import application

    return TestClient(application(rooms, "the-key", frozenset({"127.0.0.1"})), base_url=HOST)


@pytest.fixture
def with_key(client: TestClient) -> None:
    """The browser has the key of who makes tables."""
    client.cookies.set("rulewright_key", "the-key")
