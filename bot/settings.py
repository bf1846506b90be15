"""What the host sets: from the environment or a `.env` file, every name beginning with LORDS_."""

import os
import sys
from pathlib import Path
from typing import Annotated, Any

from pydantic import Field, SecretStr, field_validator
from pydantic_settings import BaseSettings, NoDecode, SettingsConfigDict

from templates import languages

Ids = Annotated[tuple[int, ...], NoDecode]


def data_folder() -> Path:
    """Where this system keeps a user's data, with our own folder in it."""
    home = Path.home()
    if sys.platform == "win32":
        base = Path(os.environ.get("LOCALAPPDATA", home / "AppData" / "Local"))
    elif sys.platform == "darwin":
        base = home / "Library" / "Application Support"
    else:
        base = Path(os.environ.get("XDG_DATA_HOME") or home / ".local" / "share")
    return base / "lords-by-post"


class Settings(BaseSettings):
    """The bot's settings; an empty list of allowed chats means everyone."""

    model_config = SettingsConfigDict(
        env_prefix="LORDS_", env_file=".env", env_ignore_empty=True, extra="ignore"
    )

    token: SecretStr = SecretStr("")
    db: Path = Field(default_factory=lambda: data_folder() / "lords.sqlite")
    api_url: str = ""
    proxy: str = ""
    lang: str = "ru"
    admins: Ids = ()
    allowed_chats: Ids = ()

    @field_validator("admins", "allowed_chats", mode="before")
    @classmethod
    def _numbers(cls, value: Any) -> Any:
        """Ids are written with commas or blanks between them."""
        return value.replace(",", " ").split() if isinstance(value, str) else value

    @field_validator("lang")
    @classmethod
    def _spoken(cls, value: str) -> str:
        """A language that there is a folder of."""
        if value not in languages():
            raise ValueError(f"it is one of {', '.join(languages())}")
        return value

    @field_validator("api_url")
    @classmethod
    def _bare(cls, value: str) -> str:
        """An address without a slash at its end."""
        if value and not value.startswith(("http://", "https://")):
            raise ValueError("it begins with http:// or https://")
        return value.rstrip("/")
