"""Packs of strangers: zips that lie, folders that lead elsewhere, endless files. All are refused, none does harm."""

from __future__ import annotations

import io
import os
import stat
import struct
import zipfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from typer.testing import CliRunner

from rulewright import disk
from rulewright.cli.app import app
from rulewright.problems import Problem
from rulewright.ruleset.loader import read_ruleset
from rulewright.ruleset.packs import pack_files
from rulewright.ruleset.packs.selection import read_pack

MANIFEST = "{id: more, title: More, version: 1.0.0, base: {tic_tac_toe: '>=0'}}"


def zipped(path: Path, members: dict[str, str | bytes]) -> Path:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in members.items():
            archive.writestr(name, content)
    return path


class Reading:
    """What is read of packs: how many files are opened, and how many bytes come out of them."""

    def __init__(self, pack: Path) -> None:
        self.pack = pack
        self.files = self.bytes = 0

    @contextmanager
    def counted(self) -> Iterator[None]:
        """Count what is read of folders and of zips."""
        from_folder, from_zip = disk.opened, zipfile.ZipExtFile.read

        def opened(path: Path, *more: Any, **options: Any) -> Any:
            stream = from_folder(path, *more, **options)
            if Path(path).is_relative_to(self.pack):
                self.files += 1
                self.bytes += min(os.fstat(stream.fileno()).st_size, pack_files.MAX_BYTES + 1)
            return stream

        def read(member: zipfile.ZipExtFile, n: int | None = -1) -> bytes:
            raw = from_zip(member, n)
            self.files += 1
            self.bytes += len(raw)
            return raw

        with patch.object(pack_files.disk, "opened", opened), patch.object(zipfile.ZipExtFile, "read", read):
            yield


def codes(path: Path) -> set[str]:
    """What is wrong with a pack; nothing else may happen, and no more is read than the limits allow."""
    reading = Reading(path)
    before = sorted(path.parent.rglob("*"))
    problems: list[Problem] = []
    with reading.counted():
        pack = read_pack(path, problems)
    ruleset, found = read_ruleset("tic_tac_toe", [path])
    assert (pack is None) == bool(problems) and bool(found) == (pack is None or ruleset is None)
    assert sorted(path.parent.rglob("*")) == before, "nothing is extracted"
    assert reading.files <= pack_files.MAX_MEMBERS
    assert reading.bytes <= pack_files.MAX_TOTAL
    assert all(item.place.file for item in problems)
    return {item.code for item in problems}


def test_what_is_read_is_counted(tmp_path: Path) -> None:
    (tmp_path / "more").mkdir()
    (tmp_path / "more" / "pack.yaml").write_text(MANIFEST, encoding="utf-8")
    for path in (tmp_path / "more", zipped(tmp_path / "more.zip", {"pack.yaml": MANIFEST})):
        reading = Reading(path)
        with reading.counted():
            assert read_pack(path, []) is not None
        assert (reading.files, reading.bytes) == (1, len(MANIFEST))


def test_a_plain_zip_is_a_pack(tmp_path: Path) -> None:
    assert codes(zipped(tmp_path / "more.zip", {"pack.yaml": MANIFEST})) == set()


def test_a_zip_may_hold_the_folder_of_the_pack_and_what_systems_leave_there(tmp_path: Path) -> None:
    members: dict[str, str | bytes] = {
        "more/pack.yaml": MANIFEST, "more/.DS_Store": b"\0", "__MACOSX/more/._pack.yaml": b"\0",
    }  # fmt: skip
    assert codes(zipped(tmp_path / "more.zip", members)) == set()


@pytest.mark.parametrize(
    "name",
    [
        "../pack.yaml", "/pack.yaml", "components/../../x.yaml", "components\\x.yaml", "C:/x.yaml", "./x.md", "a//b.md",
        "x\x01.md", "x\u202e.md", "x" * 300 + ".md", "a/" * 20 + "x.md", "con:.md", " /x.md",
    ],
)  # fmt: skip
def test_names_that_lead_elsewhere_are_refused(tmp_path: Path, name: str) -> None:
    assert codes(zipped(tmp_path / "more.zip", {"pack.yaml": MANIFEST, name: "x"})) == {"RW0903"}


def test_a_name_behind_a_zero_is_refused(tmp_path: Path) -> None:
    path = zipped(tmp_path / "more.zip", {"pack.yaml": MANIFEST, "notes.md_x": "x"})
    path.write_bytes(path.read_bytes().replace(b"notes.md_x", b"notes.md\0x"))
    assert codes(path) == {"RW0903"}


@pytest.mark.parametrize("kind", [stat.S_IFLNK, stat.S_IFIFO, stat.S_IFCHR])
def test_links_and_devices_are_refused(tmp_path: Path, kind: int) -> None:
    path = tmp_path / "more.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("pack.yaml", MANIFEST)
        member = zipfile.ZipInfo("notes.md")
        member.external_attr = (kind | 0o777) << 16
        archive.writestr(member, "/etc/passwd")
    assert codes(path) == {"RW0904"}


@pytest.mark.parametrize("other", ["pack.yaml", "PACK.yaml", "Pack.YAML"])
@pytest.mark.filterwarnings("ignore:Duplicate name")
def test_two_members_with_one_name_are_refused(tmp_path: Path, other: str) -> None:
    path = zipped(tmp_path / "more.zip", {"pack.yaml": MANIFEST})
    with zipfile.ZipFile(path, "a") as archive:
        archive.writestr(other, MANIFEST)
    assert codes(path) == {"RW0905"}


def test_a_bomb_is_refused_unread(tmp_path: Path) -> None:
    huge = b"# " + b"0" * 5_000_000
    path = zipped(tmp_path / "more.zip", {"pack.yaml": MANIFEST, "components/huge.yaml": huge})
    assert path.stat().st_size < 50_000
    assert codes(path) == {"RW0906"}
    many: dict[str, str | bytes] = {f"components/{index}.yaml": b"#" * 3_000_000 for index in range(8)}
    assert codes(zipped(tmp_path / "many.zip", {"pack.yaml": MANIFEST, **many})) == {"RW0906"}


def test_a_member_that_lies_about_its_size_is_refused(tmp_path: Path) -> None:
    path = zipped(tmp_path / "more.zip", {"pack.yaml": MANIFEST, "components/huge.yaml": b"# " + b"0" * 1_000_000})
    raw = path.read_bytes().replace(struct.pack("<L", 1_000_002), struct.pack("<L", 10))
    path.write_bytes(raw)
    assert codes(path) == {"RW0902"}


def test_a_member_that_asks_for_more_memory_than_the_zip_has_bytes_is_refused(tmp_path: Path) -> None:
    path = zipped(tmp_path / "more.zip", {"pack.yaml": MANIFEST})
    raw = bytearray(path.read_bytes())
    packed = raw.index(b"PK\x01\x02") + 20  # the packed size, as the list of contents tells it
    raw[packed : packed + 4] = struct.pack("<L", 1 << 30)
    path.write_bytes(raw)
    problems: list[Problem] = []
    assert pack_files.pack_files(path, problems) == []
    assert [one.code for one in problems] == ["RW0902"] and "larger than the zip" in problems[0].message


def test_too_many_members_are_refused(tmp_path: Path) -> None:
    members: dict[str, str | bytes] = {f"components/{index}.yaml": "" for index in range(pack_files.MAX_MEMBERS + 1)}
    assert codes(zipped(tmp_path / "more.zip", members)) == {"RW0906"}


def test_a_zip_that_is_too_large_is_not_opened(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pack_files, "MAX_ZIP", 100)
    assert codes(zipped(tmp_path / "more.zip", {"pack.yaml": MANIFEST})) == {"RW0906"}


@pytest.mark.parametrize("method", [zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_other_ways_of_packing_are_refused(tmp_path: Path, method: int) -> None:
    path = tmp_path / "more.zip"
    with zipfile.ZipFile(path, "w", method) as archive:
        archive.writestr("pack.yaml", MANIFEST)
    assert codes(path) == {"RW0902"}


def test_an_encrypted_member_is_refused(tmp_path: Path) -> None:
    path = zipped(tmp_path / "more.zip", {"pack.yaml": MANIFEST})
    raw = bytearray(path.read_bytes())
    raw[raw.index(b"PK\x01\x02") + 8] |= 1
    raw[raw.index(b"PK\x03\x04") + 6] |= 1
    path.write_bytes(raw)
    assert codes(path) == {"RW0902"}


def test_a_pack_without_a_manifest(tmp_path: Path) -> None:
    assert codes(zipped(tmp_path / "more.zip", {"README.md": "nothing"})) == {"RW0907"}


def test_files_that_nothing_reads(tmp_path: Path) -> None:
    members: dict[str, str | bytes] = {"pack.yaml": MANIFEST, "run.py": "", "ruleset.yaml": ""}
    assert codes(zipped(tmp_path / "more.zip", members)) == {"RW0222"}


# ---------------------------------------------------------------------- folders


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    path = tmp_path / "more"
    path.mkdir()
    (path / "pack.yaml").write_text(MANIFEST, encoding="utf-8")
    return path


def _link(folder: Path) -> None:
    (folder / "notes.md").symlink_to("/etc/passwd")


def _folder_link(folder: Path) -> None:
    (folder / "components").symlink_to("/")


def _pipe(folder: Path) -> None:
    os.mkfifo(folder / "notes.md")


def _huge(folder: Path) -> None:
    (folder / "lexicon.yaml").write_text("# long\n" * 1_000_000, encoding="utf-8")


def _deep(folder: Path) -> None:
    for _ in range(400):
        folder /= "a"
        folder.mkdir()


def _unseen(folder: Path) -> None:
    (folder / "x\x1b[31m.md").touch()


def _many(folder: Path) -> None:
    (folder / "components").mkdir()
    for index in range(pack_files.MAX_MEMBERS + 1):
        (folder / "components" / f"{index}.yaml").touch()


@pytest.mark.parametrize(
    ("harm", "code"),
    [
        (_link, "RW0223"),
        (_folder_link, "RW0223"),
        (_pipe, "RW0101"),
        (_huge, "RW0102"),
        (_many, "RW0906"),
        (_deep, "RW0903"),
        (_unseen, "RW0903"),
    ],
)
def test_folders_that_lead_elsewhere_or_have_no_end(folder: Path, harm: Callable[[Path], None], code: str) -> None:
    harm(folder)
    assert codes(folder) == {code}


@pytest.mark.parametrize(
    "manifest",
    [
        "", "[]", "1", "{}", "{id: 1}", MANIFEST.replace("more", "../more"),
        MANIFEST.replace("1.0.0", "9" * 5000 + ".0.0"),
        MANIFEST.replace("'>=0'", "{}"), MANIFEST.replace("}}", "}, patch: {components: []}}"),
        MANIFEST.replace("}}", "}, remove: {components: all}}"), MANIFEST.replace("}}", "}, requires: {a: ''}}"),
        MANIFEST.replace("}}", "}, patch: {components: " + "{a: " * 60 + "1" + "}" * 60 + "}}"),
    ],
)  # fmt: skip
def test_a_manifest_of_another_form_is_refused(folder: Path, manifest: str) -> None:
    (folder / "pack.yaml").write_text(manifest, encoding="utf-8")
    found = codes(folder)
    assert found and all(code[:4] in ("RW01", "RW02") for code in found)


def test_a_broken_pack_does_not_harm_a_game_without_it(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (folder / "pack.yaml").write_text("id: }", encoding="utf-8")
    zipped(folder.parent / "bad.zip", {"../x": "x"})
    monkeypatch.setenv("RULEWRIGHT_PACKS", str(folder.parent))
    ruleset, problems = read_ruleset("tic_tac_toe")
    assert ruleset is not None and problems == []
    assert read_ruleset("tic_tac_toe", ["more"])[1][0].code == "RW0901"


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.data())
def test_damaged_zips_are_refused_or_read(tmp_path: Path, data: st.DataObject) -> None:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("pack.yaml", MANIFEST)
        archive.writestr("components/cards.yaml", "[]")
    raw = bytearray(stream.getvalue())
    for _ in range(data.draw(st.integers(1, 4))):
        raw[data.draw(st.integers(0, len(raw) - 1))] = data.draw(st.integers(0, 255))
    path = tmp_path / "damaged.zip"
    path.write_bytes(bytes(raw[: data.draw(st.integers(0, len(raw)))]))
    problems: list[Problem] = []
    assert (read_pack(path, problems) is None) == bool(problems)


def test_names_that_are_one_name_elsewhere_are_refused_in_folders_too(folder: Path) -> None:
    for name in ("notes.md", "NOTES.md", "caf\u00e9.md", "cafe\u0301.md"):
        (folder / name).touch()
    assert codes(folder) == {"RW0905"}


def test_a_pack_that_requires_the_whole_world_is_refused_at_once(folder: Path) -> None:
    many = ", ".join(f"p{index}: '>=1'" for index in range(5000))
    (folder / "pack.yaml").write_text(MANIFEST.replace("}}", f"}}, requires: {{{many}}}}}"), encoding="utf-8")
    assert codes(folder) == {"RW0216"}


def test_a_verb_whose_pattern_has_no_end_is_refused(folder: Path) -> None:
    forms = "forms: zap|zaps|zapping|zapped"
    (folder / "lexicon.yaml").write_text(
        f"verbs: {{zap: {{do: [], en: {{pattern: 'V{' [a]' * 40}', {forms}}}}}}}", encoding="utf-8"
    )
    assert {item.code for item in read_ruleset("tic_tac_toe", [folder])[1]} == {"RW0502"}


def test_no_word_of_a_stranger_commands_the_terminal(folder: Path) -> None:
    (folder / "pack.yaml").write_text(
        MANIFEST.replace("}}", '}, patch: {procedures: {"\\e[31mplay": {set: {title: x}}}}}'), encoding="utf-8"
    )
    for form in ("human", "json", "github"):
        printed = CliRunner().invoke(app, ["check", "tic_tac_toe", "--pack", str(folder), "--format", form]).output
        assert "RW0206" in printed and "\x1b" not in printed
