"""What is told where pieces are to be money of which the lexicon does not say where players keep them."""

from __future__ import annotations

from rulewright.language.language import Language
from rulewright.language.transforms.homes_of_pieces import Homes

OF_PLAYERS = (
    "Nobody keeps them: write at {noun} in lexicon.yaml a zone of players, `in: [{places}, …]`, or what is done, "
    "`deeds: {{{verb}: […]}}`."
)
OF_AN_OWNER = (
    "Say which: “return 1 of your {many} in a {space}”, which goes back to where its owner keeps such pieces. Or write "
    "at {noun} in lexicon.yaml what is done, `deeds: {{{verb}: […]}}`."
)
OF_A_PURSE = (
    "Write at {noun} in lexicon.yaml what is done, and it can be awaited and replaced: "
    "`deeds: {{{verb}: [Move 1 {one} from your {purse} into the {origin}.]}}`."
)
STAYS_ITS_OWNERS = "Whose it is never changes. Say both: “return … to its owner's …, then put 1 of your … into …”."
UNCLEAR = "From where it comes and where it goes is not told: write at {noun} in lexicon.yaml `deeds: {{{verb}: […]}}`."


def how_it_is_said(language: Language, noun: str, verb: str) -> str:
    """How it is said, or told in the lexicon, what a verb does with pieces; "" for what is no piece."""
    lexicon = language.lexicon
    word = lexicon.nouns.get(noun)
    if word is None or word.type != "piece":
        return ""
    homes = Homes(lexicon)
    if noun in homes.purses:
        purse, origin = (lexicon.nouns[zone].forms.get("one") or zone for zone in homes.purses[noun])
        one = word.forms.get("one") or noun
        return OF_A_PURSE.format(one=one, purse=purse, origin=origin, noun=noun, verb=verb)
    if word.entry.get("owned") and verb == "give":
        return STAYS_ITS_OWNERS
    if noun in homes.stocks:
        space = lexicon.nouns[homes.stocks[noun][1]]
        many = word.forms.get("many", "one") or noun
        return OF_AN_OWNER.format(many=many, space=space.forms.get("one") or space.id, noun=noun, verb=verb)
    places = word.entry.get("in") or ()
    kept = [place for place in places if lexicon.nouns[place].entry.get("of") == "player"]
    if not kept and not word.entry.get("owned"):
        return OF_PLAYERS.format(noun=noun, places=", ".join(places), verb=verb)
    return UNCLEAR.format(noun=noun, verb=verb)
