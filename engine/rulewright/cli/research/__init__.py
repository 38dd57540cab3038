"""The commands for many games and other programs: simulating, reports, ladders of bots, and the engine over lines."""
