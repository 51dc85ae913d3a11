"""Whether a webhook is from the service. Source: docs/webhooks.md, "Verifying the signature"."""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import time
from typing import Any, Iterable, Mapping
from urllib.parse import unquote

_STATUS = {"invalid_body": 400}


class WebhookError(Exception):
    """Why a webhook is refused: `code` is missing_header, too_old, wrong_signature or invalid_body.

    `status` is what to respond with.
    """

    def __init__(self, code: str, message: str) -> None:
        super().__init__(f"{code}: {message}")
        self.code = code
        self.status = _STATUS.get(code, 403)


def verify_webhook(
    body: bytes,
    headers: Mapping[str, str],
    tokens: str | Iterable[str],
    *,
    max_age: float = 300,
    now: float | None = None,
) -> dict[str, Any]:
    """The event of a webhook: its `class`, `id`, `data`, and for a UserMessage with a reply its `response`.

    `body` is what was received, byte for byte. `tokens` is the signing token; during a rotation both. The time of the
    attempt may be `max_age` seconds from `now`. Raises WebhookError.
    """
    present = {name.lower(): value for name, value in headers.items()}
    event_id, timestamp, listed = (
        _needed(present, name) for name in ("webhook-id", "webhook-timestamp", "webhook-signature")
    )
    age = (time.time() if now is None else now) - (int(timestamp) if timestamp.isdigit() else float("-inf"))
    if abs(age) > max_age:
        raise WebhookError("too_old", f"webhook-timestamp {timestamp} is {age:.0f} s old. A replay, or a wrong clock?")
    signed = f"{event_id}.{timestamp}.".encode() + body
    live = [token for token in ([tokens] if isinstance(tokens, str) else tokens) if token]
    if not live:
        raise ValueError("tokens is empty: it needs the signing token")
    expected = [_signature(token, signed) for token in live]
    given = [signature.encode() for signature in listed.split(" ")]
    if not any([hmac.compare_digest(one, other) for one in expected for other in given]):
        raise WebhookError("wrong_signature", "No signature was made with your tokens, or the body was changed.")
    return _event(event_id, body, present)


def _signature(token: str, signed: bytes) -> bytes:
    return b"v1," + base64.b64encode(hmac.new(token.encode(), signed, hashlib.sha256).digest())


def _needed(headers: dict[str, str], name: str) -> str:
    if name not in headers:
        raise WebhookError("missing_header", f"{name} is missing. Has the account a signing token?")
    return headers[name]


def _event(event_id: str, body: bytes, headers: dict[str, str]) -> dict[str, Any]:
    """The body itself says its class, since the signature does not cover X-Service-Eventclass."""
    try:
        data = json.loads(body)
    except ValueError:
        data = None
    if not isinstance(data, dict) or "messageId" not in data and "eventType" not in data:
        raise WebhookError("invalid_body", "It is signed, but no event of Parley.")
    if "eventType" in data:
        return {"class": "ServerEvent" if "eventOrigin" in data else "UserEvent", "id": event_id, "data": data}
    response = headers.get("x-service-response")
    answered = {} if response is None else {"response": unquote(response)}
    return {"class": "UserMessage", "id": event_id, "data": data, **answered}
