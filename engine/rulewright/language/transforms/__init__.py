"""Between the tree that a language's grammar reads and the canonical tree."""

from rulewright.language.transforms.declared import Declared as Declared
from rulewright.language.transforms.transforms import LanguageTransforms as LanguageTransforms
