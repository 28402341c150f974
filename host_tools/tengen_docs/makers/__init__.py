"""Makers of the generated parts, a module for each topic. A maker takes its marker's words and returns Markdown."""
