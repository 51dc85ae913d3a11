"""The client of Parley for Python, with the standard library alone. The README shows it at work."""

from .client import Parley, ParleyError
from .webhook import WebhookError, verify_webhook

__all__ = ["Parley", "ParleyError", "WebhookError", "verify_webhook"]
