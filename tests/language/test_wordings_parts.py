"""The parts of a language's everyday wordings: each file of the folder is one, and each is named."""

from pathlib import Path

import pytest
from plain import read_plain

from rulewright.resources import data_dir

FOLDERS = sorted(path for path in data_dir("grammar").glob("wordings.*") if path.is_dir())


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda path: path.name)
def test_each_file_of_the_folder_is_a_part_of_those_lists_that_it_has(folder: Path) -> None:
    parts = read_plain(folder.with_name(f"{folder.name}.yaml"))["parts"]
    named = sorted((part, name) for name, some in parts.items() for part in some)
    assert named == sorted((path.stem, name) for path in folder.iterdir() for name in read_plain(path))
