"""Requests (and answers) held against a description of the Bot API.

A `Checker` has a table of methods and one of types, in the form of `bot-api.json`. Tests give
it that file; without it the server describes its own methods in the same form, and objects
whose type is not described are taken as they come.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from bot.sandbox.errors import ApiError, bad

MISSING = {
    "chat_id": "chat_id is empty",
    "text": "message text is empty",
    "message_id": "message identifier is not specified",
    "photo": "there is no photo in the request",
    "document": "there is no document in the request",
    "user_id": "invalid user_id specified",
}
JSON_NAMES = {
    "reply_markup": "reply keyboard markup",
    "commands": "commands",
    "entities": "entities",
}
SCALARS = ("Integer", "Float", "Boolean", "String", "True", "InputFile")


@dataclass(frozen=True)
class Upload:
    """A file that came with a request."""

    name: str
    data: bytes
    mime: str


class Mismatch(Exception):
    """A value is not of the type asked for."""


class Checker:
    """What the Bot API takes and gives."""

    def __init__(self, methods: Mapping[str, Any], types: Mapping[str, Any] | None = None) -> None:
        self.methods = methods
        self.types = types or {}
        self._names = {name.lower(): name for name in methods}

    def request(
        self, method: str, raw: Mapping[str, Any], files: Mapping[str, Upload]
    ) -> tuple[str, dict[str, Any]]:
        """Return the method's proper name and its parameters, typed; raises ApiError.

        404 for an unknown method (as Telegram does), 400 for a missing, unknown or wrong
        parameter; the real server ignores unknown ones, which hides misspellings.
        """
        name = self._names.get(method.lower())
        if name is None:
            raise ApiError(404, "Not Found: method not found")
        fields = self.methods[name]["fields"]
        given = {key: value for key, value in raw.items() if value is not None}
        attached = {key: value for key, value in files.items() if key in fields}
        for key in given:
            if key not in fields:
                raise bad(f'parameter "{key}" is unknown to the method {name}')
        for key, about in fields.items():
            if about["required"] and key not in given and key not in attached:
                raise bad(MISSING.get(key, f'parameter "{key}" is required'))
        params: dict[str, Any] = {
            key: self._parameter(key, value, fields[key]["types"]) for key, value in given.items()
        }
        return name, {**params, **attached}

    def answer(self, method: str, result: Any) -> None:
        """Raise Mismatch where the result of a method is not what the description says."""
        if self.types:
            self._union(f"answer of {method}", result, self.methods[method]["returns"])

    def update(self, update: Mapping[str, Any]) -> None:
        """Raise Mismatch where an update is not what the description says."""
        if self.types:
            self._value("update", update, "Update")

    def _parameter(self, key: str, value: Any, types: Iterable[str]) -> Any:
        """Return a parameter as a value of one of the types; text is read as JSON if need be."""
        types = list(types)
        if isinstance(value, str):
            if "Integer" in types and _is_integer(value):
                return int(value)
            if "String" in types or "InputFile" in types:
                return value
            try:
                value = json.loads(value)
            except ValueError:
                if all(kind in SCALARS for kind in types):
                    raise bad(f'parameter "{key}" must be of type {types[0]}') from None
                raise bad(f"can't parse {JSON_NAMES.get(key, key)} JSON object") from None
        try:
            self._union(key, value, types)
        except Mismatch as error:
            where = f"can't parse {JSON_NAMES[key]}: " if key in JSON_NAMES else ""
            raise bad(f"{where}{error}") from None
        return value

    def _union(self, path: str, value: Any, types: Iterable[str]) -> None:
        """Raise Mismatch unless the value is of one of the types; the nearest miss is told."""
        errors = []
        for kind in types:
            try:
                self._value(path, value, kind)
            except Mismatch as error:
                errors.append(str(error))
            else:
                return
        raise Mismatch(max(errors, key=_depth))

    def _value(self, path: str, value: Any, kind: str) -> None:
        """Raise Mismatch unless the value is of the type."""
        if kind.startswith("Array of "):
            if not isinstance(value, list):
                raise Mismatch(f'field "{path}" must be an Array')
            inner = kind.removeprefix("Array of ")
            for number, item in enumerate(value):
                self._value(f"{path}[{number}]", item, inner)
        elif kind in SCALARS:
            if not _is_scalar(value, kind):
                raise Mismatch(f'field "{path}" must be of type {kind}')
        else:
            self._object(path, value, kind)

    def _object(self, path: str, value: Any, kind: str) -> None:
        """Raise Mismatch unless the value is an object of the type."""
        if not isinstance(value, dict):
            raise Mismatch(f'field "{path}" must be an Object')
        about = self.types.get(kind)
        if about is None:
            return
        if about.get("subtypes"):
            self._union(path, value, about["subtypes"])
            return
        fields = about["fields"]
        for key, item in value.items():
            if key not in fields:
                raise Mismatch(f'field "{path}.{key}" is unknown to {kind}')
            self._union(f"{path}.{key}", item, fields[key]["types"])
        for key, field in fields.items():
            if field["required"] and key not in value:
                raise Mismatch(f'field "{path}.{key}" is required in {kind}')


def _depth(error: str) -> int:
    return error.count(".") + error.count("[")


def _is_integer(text: str) -> bool:
    return text.removeprefix("-").isdigit() and text.isascii()


def _is_scalar(value: Any, kind: str) -> bool:
    if kind == "Integer":
        return isinstance(value, int) and not isinstance(value, bool)
    if kind == "Float":
        return isinstance(value, int | float) and not isinstance(value, bool)
    if kind == "Boolean":
        return isinstance(value, bool)
    if kind == "True":
        return value is True
    return isinstance(value, str)
