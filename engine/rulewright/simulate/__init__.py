"""Run many games in parallel and compute statistics."""
