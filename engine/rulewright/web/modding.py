"""The modder's view: the packs of a ruleset, what a mix of them changes and who wrote each field, and packs as zips."""

from __future__ import annotations

import json
import re
import zipfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path

from rulewright.editing.trying import try_text
from rulewright.problems import Problem, RulewrightError, did_you_mean, problem
from rulewright.ruleset.blocks import Path as Keys
from rulewright.ruleset.files.yaml_reader import decode_yaml
from rulewright.ruleset.loader import read_ruleset
from rulewright.ruleset.model import Ruleset
from rulewright.ruleset.packs.changes import Change, changes
from rulewright.ruleset.packs.origins import Field, fields, suspended, things
from rulewright.ruleset.packs.pack_files import pack_files, packs_in, search_path
from rulewright.ruleset.packs.template import template, with_new_text
from rulewright.web.workbench import MOST_TEXT, Workbench

MOST_CHANGES = 400
"""Changed things that are shown; a pack with more is told so."""
_ID = "[a-z][a-z0-9_]{0,63}"
_TOLD = ("id", "title", "version", "description")


@dataclass(frozen=True, slots=True)
class Known:
    """A pack that is found, as its pack.yaml tells of it."""

    id: str
    title: str
    version: str
    description: str
    path: Path


@dataclass(frozen=True, slots=True)
class Changed:
    """A thing that packs change: what it means now, who wrote its fields, and the packs that would change it more."""

    name: str
    change: Change
    fields: tuple[Field, ...]
    suspended: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Thing:
    """A thing with an id, with each field, its value in words, and all who wrote it."""

    name: str
    fields: tuple[tuple[Field, str], ...]
    suspended: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Mix:
    """What some packs make of a ruleset: what is wrong with them together, or all that they change."""

    problems: tuple[Problem, ...] = ()
    changed: tuple[Changed, ...] = ()
    more: int = 0


class Modding:
    """Packs of the rulesets on a workbench."""

    def __init__(self, workbench: Workbench) -> None:
        self.workbench = workbench

    def packs(self, name: str) -> list[Known]:
        """The packs that are found for a ruleset, the first of each id. Raises RulewrightError."""
        ruleset = self.workbench.ruleset(name)
        found: dict[str, Known] = {}
        for path in packs_in(search_path(ruleset.folder)):
            files = pack_files(path, [], "pack.yaml")
            document = decode_yaml(files[0].raw, files[0].name, []) if files else None
            data = document.data if document else None
            if isinstance(data, dict) and isinstance(data.get("base"), dict) and ruleset.id in data["base"]:
                pack, title, version, told = (str(data.get(key) or "") for key in _TOLD)
                if re.fullmatch(_ID, pack):
                    found.setdefault(pack, Known(pack, title, version, told, path))
        return sorted(found.values(), key=lambda pack: pack.id)

    def paths(self, name: str, chosen: Sequence[str]) -> list[str]:
        """Where some packs lie. Raises RulewrightError: there is no such ruleset or pack."""
        return [str(self._pack(name, pack).path) for pack in chosen]

    def mix(self, name: str, chosen: Sequence[str]) -> Mix:
        """What some packs change together. Raises RulewrightError: there is no such ruleset or pack."""
        before = self.workbench.ruleset(name)
        after, problems = self._with(name, chosen)
        if after is None or problems:
            return Mix(problems=tuple(problems))
        all_of_them = list(changes(before, after))
        changed = tuple(
            Changed(
                ".".join(map(str, change.path)),
                change,
                tuple(field for field in fields(before.content, after.content, change.path)
                      if any(origin.pack for origin in field.origins)),
                _waiting(after, change.path),
            )
            for change in all_of_them[:MOST_CHANGES]
        )  # fmt: skip
        return Mix(changed=changed, more=len(all_of_them) - len(changed))

    def written(self, name: str, chosen: Sequence[str], wanted: str) -> tuple[Thing, ...]:
        """All things of an id (`meadow`, `components.meadow`), changed or not, and who wrote each of their fields.

        Raises:
            RulewrightError: RW0808, nothing is called so; there is no such pack, or these cannot be played together.
        """
        before = self.workbench.ruleset(name)
        after, problems = self._with(name, chosen)
        if after is None or problems:
            raise RulewrightError(*problems)
        known = {".".join(map(str, path)): path for path in (*things(before.content), *things(after.content))}
        found = [path for full, path in known.items() if wanted == full or full.endswith(f".{wanted}")]
        if not found:
            ids = {str(path[-1]) for path in known.values()}
            raise RulewrightError(problem("RW0808", found=wanted, game=after.id, suggestions=did_you_mean(wanted, ids)))
        return tuple(
            Thing(
                ".".join(map(str, path)),
                tuple((one, _shown(one.value)) for one in fields(before.content, after.content, path)),
                _waiting(after, path),
            )
            for path in found
        )

    def zipped(self, name: str, pack: str) -> bytes:
        """A pack as a zip that can be sent and played: the files that a game reads of it, and no others."""
        problems: list[Problem] = []
        files = pack_files(self._pack(name, pack).path, problems)
        if problems:
            raise RulewrightError(*problems)
        return _zip({file.inside: file.raw for file in files})

    def begun(self, name: str, pack: str) -> bytes:
        """A new pack for a ruleset, as a zip: it is right as it is, and changes the name of one thing.

        Raises:
            RulewrightError: RW0206, the id is none; there is no such ruleset.
        """
        if not re.fullmatch(_ID, pack):
            raise RulewrightError(problem("RW0206", found=pack))
        files = template(self.workbench.ruleset(name), pack)
        return _zip({f"{pack}/{file}": text.encode() for file, text in files.items()})

    def edited(self, name: str, component: str, text: str) -> tuple[str, bytes]:
        """A pack in which a component says what somebody has written, as a zip: its id, and the zip.

        Raises:
            RulewrightError: what is wrong with the text; there is no such component.
        """
        ruleset = self.workbench.ruleset(name)
        if component not in ruleset.components:
            raise RulewrightError(problem("RW0740", found=component))
        wanted = text.replace("\r\n", "\n").strip("\n")[:MOST_TEXT]
        if found := try_text(ruleset, wanted, ruleset.components[component].kind).problems:
            raise RulewrightError(*found)
        pack = f"my_{component}"[:64]
        files = with_new_text(ruleset, pack, component, wanted)
        return pack, _zip({f"{pack}/{file}": content.encode() for file, content in files.items()})

    def _with(self, name: str, chosen: Sequence[str]) -> tuple[Ruleset | None, list[Problem]]:
        """A ruleset with packs, or what is wrong with them together. Raises RulewrightError: there is no such pack."""
        self.workbench.ruleset(name)
        after, problems = read_ruleset(self.workbench.rulesets[name], self.paths(name, chosen))
        return after, list(problems)

    def _pack(self, name: str, pack: str) -> Known:
        found = next((one for one in self.packs(name) if one.id == pack), None)
        if found is None:
            raise RulewrightError(problem("RW0901", found=pack))
        return found


def _waiting(ruleset: Ruleset, path: Keys) -> tuple[str, ...]:
    """What packs would change of a thing if others were there: the pack, and which."""
    return tuple(f"{origin.pack}: {', '.join(origin.when)}" for origin in suspended(ruleset, path))


def _shown(value: object) -> str:
    """A value in one line; "" where it is gone."""
    if value is None:
        return ""
    return " ".join((value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, default=str)).split())


def _zip(files: Mapping[str, bytes]) -> bytes:
    """Files in a zip that is the same byte by byte whenever it is made."""
    made = BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as packed:
        for file in sorted(files):
            packed.writestr(zipfile.ZipInfo(file), files[file], zipfile.ZIP_DEFLATED)
    return made.getvalue()
