"""Components written in another language: what they say is read there, and their English is drafted from it."""

from __future__ import annotations

from typing import Any

from rulewright.language.language import Language
from rulewright.language.lexicon import Lexicon
from rulewright.problems import RulewrightError, problem
from rulewright.resources import data_dir
from rulewright.ruleset.files.content import Content
from rulewright.ruleset.files.texts import TextReader


def take_over(content: Content, reader: TextReader) -> None:
    """Give every component that says its language the English text of its tree, and its own text to that language."""
    for name, entry in content.data["components"].items():
        lang = entry.get("lang", "en")
        if lang == "en":
            continue
        content.data["components"][name] = english = {key: value for key, value in entry.items() if key != "lang"}
        path = ("components", name, "text")
        if not (data_dir("grammar") / f"core.{lang}.lark").is_file():
            known = sorted(file.name.split(".")[1] for file in data_dir("grammar").glob("core.*.lark"))
            place = content.place(("components", name, "lang"))
            reader.problems.append(problem("RW0246", place=place, found=lang, title="Rulewright", expected=known))
        elif reader.language is not None and "text" in entry:
            try:
                tree = _spoken(content, reader, lang).parse(entry["text"])
                english["text"] = reader.language.print(tree, "text")
                reader.given[path] = tree
                _say(content.data["locale"], lang, name, entry)
                continue
            except RulewrightError as error:
                reader.problems += (
                    item.at(content.text_place(path, item.offset, item.end or None)) for item in error.problems
                )
        english.pop("text", None)


def _spoken(content: Content, reader: TextReader, lang: str) -> Language:
    """A language with the words of the ruleset, made once."""
    if lang not in reader.languages:
        forms = content.data["locale"].get(lang, {}).get("lexicon", {})
        lexicon = Lexicon.from_mapping(content.data["lexicon"], lang, forms, partial=True)
        reader.languages[lang] = Language(lexicon, lang)
    return reader.languages[lang]


def _say(locale: dict[str, Any], lang: str, name: str, entry: dict[str, Any]) -> None:
    """What a component says, as its translation; what the language's own file says of it goes before."""
    texts = locale.setdefault(lang, {}).setdefault("texts", {}).setdefault("components", {})
    texts[name] = {**{key: entry[key] for key in ("name", "text") if key in entry}, **texts.get(name, {})}
