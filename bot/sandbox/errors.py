"""The errors a Bot API server answers with."""

from __future__ import annotations

from typing import Any


class ApiError(Exception):
    """A refused request: HTTP status, description as Telegram words it, response parameters."""

    def __init__(
        self, code: int, description: str, parameters: dict[str, Any] | None = None
    ) -> None:
        super().__init__(description)
        self.code = code
        self.description = description
        self.parameters = parameters or {}

    def body(self) -> dict[str, Any]:
        """Return the JSON body of the answer."""
        body: dict[str, Any] = {
            "ok": False,
            "error_code": self.code,
            "description": self.description,
        }
        if self.parameters:
            body["parameters"] = self.parameters
        return body


def bad(description: str, **parameters: Any) -> ApiError:
    """Return a 400 with Telegram's prefix."""
    return ApiError(400, f"Bad Request: {description}", parameters)


def forbidden(description: str) -> ApiError:
    """Return a 403 with Telegram's prefix."""
    return ApiError(403, f"Forbidden: {description}")


def too_many(seconds: int) -> ApiError:
    """Return a 429 asking to come again after so many seconds."""
    return ApiError(429, f"Too Many Requests: retry after {seconds}", {"retry_after": seconds})


class SandboxMisuse(Exception):
    """A person was asked to do what no person could do in a real client."""
