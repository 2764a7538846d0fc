"""The secrets: how they are made, kept and carried.

A seat's token lives in the database as its hash, in a browser as a signed cookie that is sent to its own room's
addresses alone, and in a program as a bearer token. A browser has one more cookie, by which it is known again.
"""

from __future__ import annotations

import hashlib
import os
import re
import secrets
from pathlib import Path

from itsdangerous import BadSignature, Signer
from starlette.requests import HTTPConnection
from starlette.responses import Response

LETTERS = "ABCDEFGHJKMNPQRSTVWXYZ"
"""Letters that are not mistaken for each other when read out or copied down."""
COOKIE = "seat"
UNLOCKED = "red-shift"
BROWSER = "browser"
YEAR = 365 * 24 * 3600


def new_code() -> str:
    """A room code: five letters."""
    return "".join(secrets.choice(LETTERS) for _ in range(5))


def new_secret() -> str:
    """An unguessable text of 192 bits that can stand in an address."""
    return secrets.token_urlsafe(24)


def new_seed() -> str:
    """What chance in a game follows from: 128 bits in hex."""
    return secrets.token_hex(16)


def hashed(token: str) -> str:
    """What is kept of a token: its SHA-256, in hex."""
    return hashlib.sha256(token.encode()).hexdigest()


def typed_code(text: str) -> str | None:
    """The room code that a person typed, in any case and with spaces or hyphens, or None if it is none."""
    code = re.sub(r"[\s-]", "", text).upper() if len(text) <= 20 else ""
    return code if len(code) == 5 and all(letter in LETTERS for letter in code) else None


def server_key(folder: Path) -> str:
    """The key that signs cookies, made on first use and kept in `folder` for the owner alone."""
    path = folder / "secret.key"
    try:
        file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        return path.read_text()
    with os.fdopen(file, "w") as writing:
        writing.write(secrets.token_urlsafe(32))
    return path.read_text()


class Cookies:
    """Puts into a browser's cookies, and finds again, its seat tokens, its own mark, and that it was told Red
    Shift's code."""

    def __init__(self, key: str) -> None:
        self._key = key
        self._seats = Signer(key, salt="fusebox.seat", digest_method=hashlib.sha256)
        self._browsers = Signer(key, salt="fusebox.browser", digest_method=hashlib.sha256)
        self._forms = Signer(key, salt="fusebox.form", digest_method=hashlib.sha256)
        self._origins = Signer(key, salt="fusebox.origin", digest_method=hashlib.sha256)

    def put(self, response: Response, *, code: str, token: str, secure: bool) -> None:
        """Give the browser the token of its seat in this room; `secure` where the page came over https."""
        self._set(response, COOKIE, self._seats.sign(token).decode(), f"/room/{code}", secure)

    def token(self, connection: HTTPConnection) -> str | None:
        """The seat token that a request or socket brings, as a bearer token or in its cookie; None without one."""
        kind, _, bearer = connection.headers.get("authorization", "").partition(" ")
        if kind.lower() == "bearer" and bearer:
            return bearer.strip()
        return _unsigned(self._seats, connection.cookies.get(COOKIE, ""))

    def browser(self, connection: HTTPConnection) -> str:
        """What the browser that sends this is known by; something new where it is not known yet."""
        return _unsigned(self._browsers, connection.cookies.get(BROWSER, "")) or new_secret()

    def put_browser(self, response: Response, browser: str, *, secure: bool) -> None:
        """Have the browser known again."""
        self._set(response, BROWSER, self._browsers.sign(browser).decode(), "/", secure)

    def form(self) -> str:
        """A mark for a form, by which it is known when it comes twice."""
        return self._forms.sign(new_secret()).decode()

    def token_for(self, form: str, sent: str) -> str:
        """A seat token for what was sent with the form of this mark: the same one if the same is sent again."""
        if _unsigned(self._forms, form) is None:
            return new_secret()
        return self._forms.get_signature(f"{form} {sent}").decode()

    def origin(self, whence: str) -> str:
        """What a room keeps of whence somebody came, so as to know it again and to learn nothing else from it."""
        return self._origins.get_signature(whence).decode()

    def put_unlocked(self, response: Response, *, code: str, secure: bool) -> None:
        """Let the browser show from now on that it was told this code for Red Shift."""
        self._set(response, UNLOCKED, self._unlocker(code).sign("told").decode(), "/", secure)

    def is_unlocked(self, connection: HTTPConnection, code: str) -> bool:
        """Whether this browser was told this very code."""
        return self._unlocker(code).validate(connection.cookies.get(UNLOCKED, ""))

    def _unlocker(self, code: str) -> Signer:
        return Signer(self._key, salt=f"fusebox.red-shift.{code}", digest_method=hashlib.sha256)

    def _set(self, response: Response, name: str, value: str, path: str, secure: bool) -> None:
        response.set_cookie(name, value, max_age=YEAR, path=path, secure=secure, httponly=True, samesite="lax")


def _unsigned(signer: Signer, text: str) -> str | None:
    try:
        return signer.unsign(text).decode()
    except (BadSignature, UnicodeDecodeError):
        return None
