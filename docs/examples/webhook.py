"""Receives webhooks and verifies them, using only Python's standard library.

    WEBHOOK_SECRET=whsec_… PORT=8080 python3 docs/examples/webhook.py
"""

import base64
import hashlib
import hmac
import json
import os
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

SECRET = os.environ["WEBHOOK_SECRET"]
PORT = int(os.environ.get("PORT", "8080"))
MAX_BYTES = 1_000_000
MAX_AGE_SECONDS = 300
# Messages are sent again until they are acknowledged. A real program stores their ids in its database.
seen = set()


def verify(body: bytes, headers, secret: str) -> dict:
    """Returns the event of a message. Raises ValueError if it is forged, or older than five minutes."""
    message_id = headers.get("webhook-id", "")
    timestamp = headers.get("webhook-timestamp", "")
    if not timestamp.isdigit() or abs(time.time() - int(timestamp)) > MAX_AGE_SECONDS:
        raise ValueError("The message is too old.")
    key = base64.b64decode(secret.removeprefix("whsec_"))
    # The signature covers the bytes that were sent, not the parsed JSON.
    signed = f"{message_id}.{timestamp}.".encode() + body
    expected = "v1," + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()
    # For a day after the secret was rotated there are two signatures.
    given = headers.get("webhook-signature", "").split(" ")
    if not any(hmac.compare_digest(expected.encode(), one.encode()) for one in given):
        raise ValueError("The signature is wrong.")
    return json.loads(body)


class Handler(BaseHTTPRequestHandler):
    def do_POST(self):
        length = int(self.headers.get("content-length", "0"))
        try:
            if length > MAX_BYTES:
                raise ValueError("The message is too large.")
            event = verify(self.rfile.read(length), self.headers, SECRET)
        except ValueError:
            return self.respond(401)
        # Acknowledge first and work afterwards: the server waits a few seconds only.
        self.respond(204)
        message_id = self.headers["webhook-id"]
        if message_id in seen:
            return
        seen.add(message_id)
        if event["type"] == "video.completed":
            print(f"{event['data']['videoId']} is ready: {event['data']['url']}", flush=True)
        else:
            print(event["type"], flush=True)

    def respond(self, status: int):
        self.send_response(status)
        self.send_header("content-length", "0")
        self.end_headers()

    def log_message(self, *_):
        pass


if __name__ == "__main__":
    server = ThreadingHTTPServer(("127.0.0.1", PORT), Handler)
    print(f"Listening on {PORT}", flush=True)
    server.serve_forever()
