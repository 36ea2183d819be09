"""
Phone-number sign-in for a website in Python: authorization request, callback, user record, and disconnect. Needs Python
3.9 or later, and fields.py of this project in the same folder. It doesn't push requests (RFC 9126).
"""

import base64
import hashlib
import http.client
import json
import logging
import re
import secrets
import urllib.error
import urllib.request
from html import escape
from urllib.parse import urlencode, urlsplit

from fields import read_user

TIMEOUT = 10  # Seconds per call.
MAX_ANSWER = 64 * 1024  # Bytes.
SESSION_KEY = "plid_sign_ins"
MAX_SIGN_INS = 5  # Unfinished sign-ins per browser, such as one in each tab.

# Status and texts of each failed outcome.
FAILURES = {
    "cancelled": (400, "로그인이 취소되었습니다.", "The sign-in was cancelled."),
    "denied": (400, "휴대폰에서 로그인이 승인되지 않았습니다.", "The sign-in wasn’t approved on the phone."),
    "expired": (400, "제한 시간 안에 로그인을 마치지 못했습니다.", "The sign-in wasn’t finished in time."),
    "no_app": (
        400,
        "통신사의 인증 앱에 등록되지 않은 번호입니다. 앱에 번호를 등록한 뒤 다시 로그인해 주세요.",
        "This number isn’t registered in your carrier’s app. Register it there, and then sign in again.",
    ),
    "under_age": (
        400,
        "이 사이트에서 정한 최소 나이보다 어려 로그인할 수 없습니다.",
        "You can’t sign in because you’re younger than this site’s minimum age.",
    ),
    "refused": (400, "로그인하지 못했습니다.", "You are not signed in."),
    "unavailable": (
        503,
        "지금은 로그인할 수 없습니다. 잠시 후 다시 시도해 주세요.",
        "You can’t sign in right now. Please try again in a moment.",
    ),
    "misconfigured": (
        500,
        "이 사이트에 문제가 있어 로그인할 수 없습니다.",
        "You can’t sign in because of a problem with this site.",
    ),
}

# The outcome for each reason of an access_denied.
REASONS = {
    "denied": "denied",
    "wrong_number": "denied",
    "unanswered": "expired",
    "expired": "expired",
    "unregistered": "no_app",
    "underage": "under_age",
}


class SignInFailed(Exception):
    """A failed sign-in. `type` is a key of FAILURES."""

    def __init__(self, type: str, detail: str, return_to: str = "/"):
        super().__init__(f"{type}: {detail}")
        self.type, self.return_to = type, return_to
        self.status, self.text_ko, self.text_en = FAILURES[type]
        if type == "misconfigured":
            logging.getLogger("plid").error("%s", self)

    def page(self) -> str:
        """An HTML page in Korean and English."""
        # Another try of a user who is too young would fail too.
        is_final = self.type == "under_age"
        path, ko, en = ("/", "처음으로", "Home") if is_final else (self.return_to, "다시 시도", "Try again")
        link = f'<a href="{escape(path)}">{ko} <span lang="en">{en}</span></a>'
        return (
            f'<!doctype html><html lang="ko"><meta charset="utf-8"><title>{self.text_ko}</title>'
            f'<p role="alert">{self.text_ko}</p><p lang="en">{self.text_en}</p><p>{link}</p></html>'
        )


class NoRedirect(urllib.request.HTTPRedirectHandler):
    """Doesn't follow redirects, which would send the credentials to another server."""

    def redirect_request(self, *_):
        return None


class PlidClient:
    """A client of the login service."""

    def __init__(self, service: str, client_id: str, client_secret: str, redirect_uri: str):
        for url in (service, redirect_uri):
            parts = urlsplit(url)
            if parts.scheme != "https" and parts.hostname not in ("localhost", "127.0.0.1"):
                raise ValueError(f"Set an https address instead of {url}")
        self.service = service.rstrip("/")
        self.client_id, self.client_secret = client_id, client_secret
        self.redirect_uri = redirect_uri
        self.opener = urllib.request.build_opener(NoRedirect)

    def start(self, session, return_to: str = "/", with_phone: bool = False) -> str:
        """
        Returns the address to redirect the browser to. `session` is the browser's session, such as a dict. With
        `with_phone`, the user isn't signed in automatically.
        """
        state, verifier = secrets.token_urlsafe(32), secrets.token_urlsafe(32)
        kept = list(session.get(SESSION_KEY, {}).items())[1 - MAX_SIGN_INS :]
        sign_in = {"verifier": verifier, "return_to": safe_path(return_to), "with_phone": with_phone}
        session[SESSION_KEY] = {**dict(kept), state: sign_in}
        digest = hashlib.sha256(verifier.encode()).digest()
        query = {
            "response_type": "code",
            "client_id": self.client_id,
            "redirect_uri": self.redirect_uri,
            "state": state,
            "code_challenge": base64.urlsafe_b64encode(digest).rstrip(b"=").decode(),
            "code_challenge_method": "S256",
        }
        if with_phone:
            query["prompt"] = "login"
        return f"{self.service}/oauth2/authorize?{urlencode(query)}"

    def finish(self, session, query) -> "tuple[dict, str]":
        """
        Completes a sign-in. `query` is the callback's query, such as a dict. Returns the user and the path to continue
        to. After an automatic sign-in (`autoLoginYn` Y, `autoStatusCheck` N), the user has only the plid. Raises
        SignInFailed.
        """
        sign_ins = dict(session.get(SESSION_KEY, {}))
        sign_in = sign_ins.pop(query.get("state", ""), None)
        if sign_in is None:
            raise SignInFailed("refused", "The state doesn't belong to a sign-in of this browser.")
        session[SESSION_KEY] = sign_ins
        try:
            return self._user(sign_in, query), sign_in["return_to"]
        except SignInFailed as failure:
            failure.return_to = sign_in["return_to"]
            raise

    def disconnect(self, plid: str) -> None:
        """Ends the user's consent, automatic sign-in, and tokens. Raises SignInFailed."""
        try:
            self._call("/v1/user/disconnect", {"plid": plid})
        except SignInFailed as failure:
            # Refused: the user has already disconnected elsewhere.
            if failure.type != "refused":
                raise

    def _user(self, sign_in: dict, query) -> dict:
        if query.get("error"):
            is_denied = query["error"] == "access_denied"
            outcome = REASONS.get(query.get("plid_reason"), "cancelled") if is_denied else "refused"
            raise SignInFailed(outcome, "The service redirected the user back with an error.")
        if not query.get("code") or query.get("iss", self.service) != self.service:
            raise SignInFailed("refused", "The callback has no code, or is from another service.")
        form = {
            "grant_type": "authorization_code",
            "code": query["code"],
            "code_verifier": sign_in["verifier"],
        }
        token = self._call("/oauth2/token", form).get("access_token")
        try:
            user = read_user(self._call("/v1/user/me", token=str(token)), self.client_secret)
        except ValueError as error:
            raise SignInFailed("misconfigured", "The user record isn't valid.") from error
        if sign_in["with_phone"] and is_automatic(user):
            raise SignInFailed("refused", "The service signed the user in without the phone.")
        return user

    def _call(self, path: str, form: "dict | None" = None, token: "str | None" = None) -> dict:
        basic = base64.b64encode(f"{self.client_id}:{self.client_secret}".encode()).decode()
        request = urllib.request.Request(self.service + path)
        request.add_header("Authorization", f"Bearer {token}" if token else f"Basic {basic}")
        request.data = urlencode(form).encode() if form else None
        try:
            with self.opener.open(request, timeout=TIMEOUT) as response:
                return dict(json.loads(response.read(MAX_ANSWER)))
        except urllib.error.HTTPError as error:
            raise SignInFailed(*refusal_of(path, error)) from None
        except (OSError, http.client.HTTPException) as error:
            raise SignInFailed("unavailable", f"{path}: {error}") from error
        except (TypeError, ValueError) as error:
            raise SignInFailed("misconfigured", f"{path} returned no JSON object.") from error


def refusal_of(path: str, error: urllib.error.HTTPError) -> "tuple[str, str]":
    try:
        word = str(json.loads(error.read(MAX_ANSWER)).get("error"))[:64]
    except (ValueError, AttributeError):
        word = "no error code"
    detail = f"{path} returned status {error.code}, {word}."
    # A wrong code is a 500 (§4.2). Cloudflare reports an unreachable service with 520 to 530.
    if error.code in (429, 502, 503, 504, *range(520, 531)):
        return "unavailable", detail
    if word == "invalid_client" or error.code in (401, 404) or error.code < 400:
        return "misconfigured", detail
    return "refused", detail


def is_automatic(user: dict) -> bool:
    """Whether the device signed the user in without the phone, so that the user has only the plid (§2.1)."""
    return user["autoLoginYn"] == "Y" and user["autoStatusCheck"] == "N"


def safe_path(path: "str | None") -> str:
    """A path of this website, such as /orders?page=2. Any other value counts as /."""
    return path if re.fullmatch(r"/(?![/\\])[^\x00-\x20\x7f\\]{0,499}", path or "") else "/"
