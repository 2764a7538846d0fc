"""The Chromium that the browser tests drive. `python tests/browser.py` makes sure that there is one."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys

SETTING = "FUSEBOX_CHROMIUM"
NAMES = ("chromium", "chromium-browser", "google-chrome-stable", "google-chrome")
FLAGS = (
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-dev-shm-usage",
    "--disable-gpu",
    "--disable-quic",
    "--disable-sync",
    "--no-first-run",
)
"""What keeps a browser quiet and small on a machine without a screen."""


def find_chromium() -> str | None:
    """The browser that the setting names, or else the first on the PATH."""
    if chosen := os.environ.get(SETTING):
        return shutil.which(chosen)
    return next(filter(None, map(shutil.which, NAMES)), None)


def flags() -> list[str]:
    """How it is started; root may not use its sandbox."""
    return [*FLAGS, *(["--no-sandbox"] if os.geteuid() == 0 else [])]


def install() -> None:
    """Have the system's package manager install one, where that may be."""
    if os.environ.get(SETTING) or os.geteuid() != 0 or not shutil.which("apt-get"):
        return
    print("Installing Chromium for the browser tests …", flush=True)
    for command in (("update",), ("install", "--yes", "--no-install-recommends", "chromium")):
        quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
        subprocess.run(["apt-get", "--quiet=2", *command], env=quiet, check=False)


def main() -> int:
    """Find a browser or install one; 1 and a line of advice if there is none in the end."""
    if not find_chromium():
        install()
    if not find_chromium():
        print(
            f"The browser tests need Chromium: run `apt-get install chromium` as root, or name one in {SETTING}.",
            file=sys.stderr,
        )
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
