"""Names for people, in a language: things, options, prompts, log lines. Ids for programs: the same in each language."""

from rulewright.runtime.labels.log import Labels

__all__ = ["Labels"]
