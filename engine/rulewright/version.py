"""The version of Rulewright; packs say which ones they work with."""

__version__ = "0.1.0"
