"""For all tests: the network ends at this machine, hypothesis is the same every time."""

import os

import pytest
from hypothesis import HealthCheck, settings
from pytest_socket import socket_allow_hosts

LOOPBACK = ["127.0.0.1", "::1", "localhost"]

settings.register_profile(
    "lords",
    derandomize=True,
    deadline=None,
    max_examples=60,
    database=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
settings.load_profile("lords")


def pytest_configure(config: pytest.Config) -> None:
    """Keep the settings of whoever runs the tests out of them."""
    for name in [name for name in os.environ if name.startswith("LORDS_")]:
        del os.environ[name]


@pytest.fixture(autouse=True)
def _loopback_only() -> None:
    """No test reaches further than this machine."""
    socket_allow_hosts(LOOPBACK, allow_unix_socket=True)
