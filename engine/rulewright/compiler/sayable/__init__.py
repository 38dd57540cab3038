"""What can be said in a game with its own words: a sentence for each construct of the language, made and compiled."""

from rulewright.compiler.sayable.sentences import Made, made_before, sayable

__all__ = ["Made", "made_before", "sayable"]
