"""The calls of the API: a token that renews itself, requests that are repeated where that does no harm, and one error.

The methods, one for each operation, are in operations.py, which is made of openapi.json.
"""

from __future__ import annotations

import json
import random
import re
import threading
import time
import urllib.error
import urllib.parse
import urllib.request
import uuid
from email.utils import parsedate_to_datetime
from http.client import HTTPException
from typing import Any, Callable, Iterator, NamedTuple

from .operations import Operations

_TRANSIENT = (429, 502, 503, 504)
_FIRST_PAUSE_SECONDS = 0.25
_MAX_PAUSE_SECONDS = 8.0
# Of one attempt of a request that may be repeated.
_ATTEMPT_SECONDS = 10.0
# A token is renewed in the last tenth of its life; while that fails it stays in use, for as long as it is good.
_FRESH = 0.9
_RENEW_AGAIN_SECONDS = 10.0
_SEND = re.compile(r"/states/[^/]+/send/[^/]+$")

_ADVICE = {
    "unreachable": "Check `url`, and that the service is running.",
    "invalid_client": "Check `client_id` and `client_secret`; the operator makes new ones.",
    "unexpected": "That is no response of Parley: check `url`, and the proxies in between.",
}


class ParleyError(Exception):
    """Why a call failed.

    `code` is one of the API's problem codes, or `unreachable`, `invalid_client`, `unexpected`. `status` is None where
    there was no response. `errors` has each fault of a refused request, with its `path` and `message`.
    """

    def __init__(self, url: str, status: int | None, problem: dict[str, Any]) -> None:
        self.status = status
        self.code: str = problem["code"]
        self.title: str = problem["title"]
        self.detail: str = problem["detail"]
        self.errors: list[dict[str, Any]] = problem.get("errors") or []
        faults = "".join(f"\n  {fault['path'] or '(body)'}: {fault['message']}" for fault in self.errors)
        advice = _ADVICE.get(self.code, f"See {url}/problems/{self.code}")
        super().__init__(f"{'' if status is None else f'{status} '}{self.code}: {self.detail}{faults}\n{advice}")


class _Response(NamedTuple):
    status: int
    headers: Any
    text: str


class _NoRedirects(urllib.request.HTTPRedirectHandler):
    """The API has none, and another address must not get the token."""

    def redirect_request(self, *_: Any) -> None:
        return None


class Parley(Operations):
    """A client with credentials, or with a fixed `token`, such as the operator key. Threads may share it.

    `scope` is what its tokens may do, separated by spaces; everything that the credential may where there is none.
    `timeout` is how many seconds a call may take with all its attempts. A request is repeated after no response, 429,
    502, 503 and 504, unless it might do twice what was asked once (a POST that is no send, or one with `if_match`): then
    only after 429. A send has an `Idempotency-Key`, made for each call unless it brings one.
    """

    def __init__(
        self,
        url: str,
        client_id: str | None = None,
        client_secret: str | None = None,
        *,
        token: str | None = None,
        scope: str | None = None,
        timeout: float = 30.0,
    ) -> None:
        if token is None and (client_id is None or client_secret is None):
            raise TypeError("Parley needs client_id and client_secret, or token")
        self._url = url.rstrip("/")
        self._credentials = {"client_id": client_id, "client_secret": client_secret}
        if scope is not None:
            self._credentials["scope"] = scope
        self._fixed_token = token
        self._timeout = timeout
        self._opener = urllib.request.build_opener(_NoRedirects)
        self._lock = threading.Lock()
        self._token = ""
        self._renew_at = self._expires_at = float("-inf")

    def rows(self, operation: Callable[..., Any], *given: Any, **options: Any) -> Iterator[Any]:
        """The rows of a list, page after page: `parley.rows(parley.list_events, agent_id)`."""
        while True:
            page = operation(*given, **options)
            yield from next(value for value in page.values() if isinstance(value, list))
            if page.get("nextCursor") is None:
                return
            options["cursor"] = page["nextCursor"]

    def _call(
        self,
        method: str,
        path: str,
        *values: str | int,
        query: dict[str, Any] | None = None,
        headers: dict[str, str | None] | None = None,
        body: Any = None,
    ) -> Any:
        sent = {name: value for name, value in (headers or {}).items() if value is not None}
        path = path.format(*(urllib.parse.quote(str(value), safe="") for value in values))
        if method == "POST" and _SEND.search(path):
            sent.setdefault("idempotency-key", str(uuid.uuid4()))
        data = None
        if body is not None:
            is_file = isinstance(body, bytes)
            sent["content-type"] = "application/octet-stream" if is_file else "application/json"
            data = body if is_file else json.dumps(body).encode()
        asked = {name: _text(value) for name, value in (query or {}).items() if value is not None}
        address = f"{self._url}{path}{'?' if asked else ''}{urllib.parse.urlencode(asked)}"
        token = self._current_token()
        response = self._exchange(method, address, data, {**sent, "authorization": f"Bearer {token}"})
        if response.status == 401 and self._fixed_token is None:
            token = self._current_token(refused=token)
            response = self._exchange(method, address, data, {**sent, "authorization": f"Bearer {token}"})
        return self._answer(method, address, response)

    def _current_token(self, refused: str | None = None) -> str:
        """One renewal at a time: other threads wait for it and then have its token."""
        if self._fixed_token is not None:
            return self._fixed_token
        with self._lock:
            if self._token != refused and time.monotonic() < self._renew_at:
                return self._token
            asked_at = time.monotonic()
            address = f"{self._url}/oauth2/token"
            form = urllib.parse.urlencode({"grant_type": "client_credentials", **self._credentials}).encode()
            content_type = "application/x-www-form-urlencoded"
            is_good = self._token != refused and asked_at < self._expires_at
            try:
                response = self._exchange("POST", address, form, {"content-type": content_type}, repeatable=not is_good)
                answer = self._answer("POST", address, response)
            except ParleyError:
                if not is_good:
                    raise
                self._renew_at = time.monotonic() + _RENEW_AGAIN_SECONDS
                return self._token
            self._token = answer["access_token"]
            self._renew_at = asked_at + answer["expires_in"] * _FRESH
            self._expires_at = asked_at + answer["expires_in"]
            return self._token

    def _exchange(
        self,
        method: str,
        address: str,
        data: bytes | None,
        headers: dict[str, str],
        *,
        repeatable: bool = False,
    ) -> _Response:
        """Attempts the request until it has an answer or its time is up."""
        repeatable = repeatable or "idempotency-key" in headers or (method != "POST" and "if-match" not in headers)
        request = urllib.request.Request(address, data, headers, method=method)
        ends_at = time.monotonic() + self._timeout
        pause = _FIRST_PAUSE_SECONDS
        while True:
            left = max(0.001, ends_at - time.monotonic())
            response: _Response | None = None
            fault: Exception | None = None
            try:
                response = self._attempt(request, min(left, _ATTEMPT_SECONDS) if repeatable else left)
            except (OSError, HTTPException) as error:
                fault = error
            if response is not None and response.status not in _TRANSIENT:
                return response
            wait = _retry_after(response) + pause * random.uniform(0.5, 1)
            may_repeat = repeatable or (response is not None and response.status == 429)
            if not may_repeat or time.monotonic() + wait > ends_at:
                if response is not None:
                    return response
                title = "The service cannot be reached"
                reason = getattr(fault, "reason", fault)
                problem = {"code": "unreachable", "title": title, "detail": f"{title}: {self._url} ({reason})."}
                raise ParleyError(self._url, None, problem) from fault
            time.sleep(wait)
            pause = min(pause * 2, _MAX_PAUSE_SECONDS)

    def _attempt(self, request: urllib.request.Request, timeout: float) -> _Response:
        try:
            with self._opener.open(request, timeout=timeout) as response:
                return _Response(response.status, response.headers, response.read().decode(errors="replace"))
        except urllib.error.HTTPError as refusal:
            with refusal:
                return _Response(refusal.code, refusal.headers, refusal.read().decode(errors="replace"))

    def _answer(self, method: str, address: str, response: _Response) -> Any:
        if response.status == 204:
            return None
        answer: Any = None
        try:
            answer = json.loads(response.text)
        except ValueError:
            pass
        if 200 <= response.status < 300 and answer is not None:
            return answer
        given = answer if isinstance(answer, dict) else {}
        # The token endpoint has names of its own (RFC 6749, section 5.2).
        code = given.get("error", "unexpected")
        detail = given.get("error_description", f"{method} {address}")
        problem = {"code": code, "title": str(response.status), "detail": detail, **given}
        raise ParleyError(self._url, response.status, problem)


def _text(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _retry_after(response: _Response | None) -> float:
    """In seconds; the header has seconds or a date (RFC 9110, section 10.2.3)."""
    value = "0" if response is None else response.headers.get("retry-after", "0")
    try:
        seconds = float(value) if value.isdigit() else parsedate_to_datetime(value).timestamp() - time.time()
    except (TypeError, ValueError):
        return 0
    return max(0.0, seconds)
