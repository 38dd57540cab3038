"""Texts that would never do anything: of what is never done, or only when their card is never in force."""
