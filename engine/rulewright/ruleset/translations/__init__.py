"""Translations: what there is to translate, drafts, proofs, PO files, reviews and renamed words."""
