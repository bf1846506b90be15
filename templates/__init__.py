"""Texts, pictures and fonts, read as package resources."""
