"""Whether a text says what another was to say, and what it leaves out or adds."""
