"""Memos: functions whose answers a state keeps, until something that they rest on changes."""
