"""The layers, folders and imports of the engine are as docs/architecture.md says."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

import networkx as nx
import pytest

from docs import DOCS, ROOT

PACKAGE = ROOT / "engine" / "rulewright"
PAGE = (DOCS / "architecture.md").read_text(encoding="utf-8")
LAYERS = re.findall(r"^cli -> .+$", PAGE, flags=re.MULTILINE)[0].split(" -> ")
MOST_MODULES = 15  # in one folder
MOST_LINES = 60  # in one function


def dotted(path: Path) -> str:
    """The name of a module of the engine: `rulewright.language.nodes`."""
    parts = path.relative_to(PACKAGE.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


MODULES = {dotted(path): path for path in sorted(PACKAGE.rglob("*.py"))}


def imported(source: str, modules: Mapping[str, object] = MODULES) -> Iterator[str]:
    """The modules of the engine that a file imports, at any depth and for type checkers too."""
    for node in ast.walk(ast.parse(source)):
        names: list[str] = []
        if isinstance(node, ast.ImportFrom):
            inside = [f"{node.module}.{alias.name}" for alias in node.names]
            names = [name if name in modules else str(node.module) for name in inside]
        elif isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        yield from (name for name in names if name in modules)


@cache
def imports() -> dict[str, set[str]]:
    """What each module of the engine imports."""
    return {module: set(imported(path.read_text(encoding="utf-8"))) for module, path in MODULES.items()}


def circles(graph_of: Mapping[str, set[str]]) -> list[set[str]]:
    """The largest sets of modules that all reach each other by imports."""
    graph = nx.DiGraph([(name, other) for name, others in graph_of.items() for other in others])
    alone = [{name} for name in nx.nodes_with_selfloops(graph)]
    return [part for part in nx.strongly_connected_components(graph) if len(part) > 1 or part in alone]


def layer(module: str) -> str:
    """The layer of a module; for those beside the layers, their own name."""
    return (module + ".").split(".")[1]


def test_the_layers_are_the_folders() -> None:
    assert sorted(LAYERS) == sorted(folder.name for folder in PACKAGE.iterdir() if any(folder.glob("*.py")))


@pytest.mark.parametrize("name", LAYERS)
def test_imports_run_downwards(name: str) -> None:
    above = LAYERS[: LAYERS.index(name)]
    upwards = [
        f"{module} imports {other}"
        for module, others in imports().items()
        if layer(module) == name
        for other in others
        if layer(other) in above
    ]
    assert not upwards


def test_no_modules_import_each_other_in_a_circle() -> None:
    assert [sorted(circle) for circle in circles(imports())] == []


def test_no_folder_is_crowded() -> None:
    folders = [PACKAGE, *(path for path in PACKAGE.rglob("*") if path.is_dir())]
    counts = {str(folder.relative_to(PACKAGE)): len(list(folder.glob("[!_]*.py"))) for folder in folders}
    assert {name: count for name, count in counts.items() if count > MOST_MODULES} == {}


def long_functions(source: str) -> set[str]:
    """The functions of a file that have more lines than they may."""
    found = (node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef))
    return {node.name for node in found if (node.end_lineno or node.lineno) - node.lineno >= MOST_LINES}


def test_no_function_is_long() -> None:
    found = {
        f"{module}.{name}"
        for module, path in MODULES.items()
        for name in long_functions(path.read_text(encoding="utf-8"))
    }
    assert sorted(found) == [], "split it"


def test_a_long_function_is_seen() -> None:
    body = "    x = 1\n" * MOST_LINES
    assert long_functions(f"class A:\n    def f(self):\n        y = 2\n\n\ndef g():\n{body}") == {"g"}
    assert long_functions(f"def g():\n{body[10:]}") == set()


def test_an_import_is_seen_wherever_it_stands() -> None:
    source = """
if TYPE_CHECKING:
    from rulewright.runtime import game

def f():
    import rulewright.cli.app
    from rulewright.disk import put
"""
    assert list(imported(source)) == ["rulewright.runtime.game", "rulewright.cli.app", "rulewright.disk"]


def test_a_circle_is_seen() -> None:
    found = circles({"a": {"b"}, "b": {"c"}, "c": {"b"}, "d": {"d"}, "e": {"a"}})
    assert sorted(map(sorted, found)) == [["b", "c"], ["d"]]
