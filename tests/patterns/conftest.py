"""Rules written for a test."""

from tests.own_rules import load_rules, make_reader, reads_with, rule

__all__ = ["load_rules", "make_reader", "reads_with", "rule"]
