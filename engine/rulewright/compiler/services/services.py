"""The services of one program together, for whoever hands them to its rooms."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rulewright.compiler.abilities.activity import Activity
from rulewright.compiler.abilities.continuous_effects import ContinuousEffects
from rulewright.compiler.layout.layout import Layout
from rulewright.compiler.refusals.unsupported import Unsupported
from rulewright.compiler.services.by_the_rules import ByTheRules
from rulewright.compiler.services.limits import Limits
from rulewright.compiler.services.module import Module
from rulewright.compiler.services.report import Report
from rulewright.compiler.services.tables import Tables
from rulewright.compiler.services.texts import Texts
from rulewright.compiler.source import Source
from rulewright.meaning.resolution import Resolution
from rulewright.ruleset.model import Ruleset


class Services:
    """What compiling one program rests on. A room takes from it what it needs and does not keep the whole."""

    def __init__(self, ruleset: Ruleset, players: int, options: Mapping[str, Any], resolution: Resolution) -> None:
        self.ruleset = ruleset
        self.options = dict(options)
        self.source = Source(ruleset)
        self.by_the_rules = ByTheRules(self.source)
        self.layout = Layout(self.source, players, self.options)
        self.unsupported = Unsupported(self.source, self.layout)
        self.report = Report(ruleset)
        self.texts = Texts(ruleset, self.report, self.unsupported, resolution)
        self.module = Module(self.report)
        self.tables = Tables(self.source, self.layout, self.module)
        self.limits = Limits(self.source, self.layout)
        self.continuous = ContinuousEffects()
        self.activity = Activity(self.layout, self.module, self.tables)
