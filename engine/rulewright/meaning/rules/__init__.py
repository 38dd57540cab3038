"""The rules that bind each class of nodes, by topic. Importing a room registers its rules with the binder."""

from rulewright.meaning.rules import acts, conditions, descriptions, events, numbers, predicates, statements, things

__all__ = ["acts", "conditions", "descriptions", "events", "numbers", "predicates", "statements", "things"]
