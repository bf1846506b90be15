"""Texts, pictures and fonts, read as package resources."""

from importlib.resources import files
from importlib.resources.abc import Traversable


def languages(root: Traversable | None = None) -> dict[str, Traversable]:
    """The languages there are, by code: the folders that have words, here unless said where."""
    folders = sorted((root or files("templates")).iterdir(), key=lambda folder: folder.name)
    return {
        folder.name: folder
        for folder in folders
        if folder.is_dir() and (folder / "words.toml").is_file()
    }
