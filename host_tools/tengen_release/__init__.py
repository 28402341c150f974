"""Makes a release: checks, files, notes, and the short test of an installation. It is not in the wheel.

The workflows in .github/ only call these commands, so a release can be tried on any machine: `make release`.
"""
