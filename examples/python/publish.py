"""From a sentence to a published post, using only Python's standard library.

    VIREO_API_KEY=vireo_… python3 examples/python/publish.py
"""

import json
import os
import sys
import time
import urllib.error
import urllib.request
import uuid

BASE = os.environ.get("VIREO_URL", "http://127.0.0.1:3000") + "/api/v1"
KEY = os.environ["VIREO_API_KEY"]
MAX_TRIES = 5
MAX_WAIT_SECONDS = 600


class VireoError(Exception):
    """An error with a message for people."""


def call(method: str, path: str, body: dict | None = None, headers: dict | None = None) -> dict:
    """Calls the API. Retries network errors, 429 and 503 with the same Idempotency-Key."""
    request = urllib.request.Request(
        BASE + path,
        method=method,
        data=None if body is None else json.dumps(body).encode(),
        headers={
            "Authorization": f"Bearer {KEY}",
            "Content-Type": "application/json",
            "Idempotency-Key": str(uuid.uuid4()),
            **(headers or {}),
        },
    )
    for tries in range(1, MAX_TRIES + 1):
        try:
            with urllib.request.urlopen(request, timeout=300) as response:
                return json.load(response)
        except urllib.error.HTTPError as error:
            problem = json.load(error)
            if error.code not in (429, 503) or tries == MAX_TRIES:
                raise VireoError(f"{problem['detail']} ({error.code}, {problem['instance']})") from None
            time.sleep(int(error.headers.get("Retry-After", "2")))
        except urllib.error.URLError as error:
            if tries == MAX_TRIES:
                raise VireoError(f"{BASE} cannot be reached: {error.reason}") from None
            time.sleep(2**tries)
    raise AssertionError("unreachable")


def wait(path: str, done: set[str]) -> dict:
    """Reads a resource until its status is one of `done`."""
    deadline = time.monotonic() + MAX_WAIT_SECONDS
    while time.monotonic() < deadline:
        resource = call("GET", path)
        if resource["status"] in done:
            return resource
        if resource["status"] == "failed":
            raise VireoError(f"{path}: {resource.get('failMessage', 'failed')}")
        time.sleep(1)
    raise VireoError(f"{path} is not done after {MAX_WAIT_SECONDS} seconds.")


def main() -> None:
    started = call(
        "POST",
        "/videos/generate",
        {"prompt": "Cold brew that hits different. Zero sugar. Try Nightowl today", "duration": 3, "resolution": "720p"},
    )
    video_id = started["videoId"]
    print(f"{video_id} costs {started['creditsUsed']} credits.")
    wait(f"/videos/{video_id}", {"completed"})

    captions = {"text": "I stopped buying lattes and started making this at home.", "style": "karaoke"}
    edit = call("POST", f"/videos/{video_id}/captions", captions, {"Prefer": "respond-async"})
    captioned = wait(f"/edits/{edit['editId']}", {"completed"})
    print(f"Version {captioned['version']}: {captioned['url']}")

    call("POST", "/social/accounts")
    accounts = call("GET", "/social/accounts")["accounts"]
    tiktok = [one["accountId"] for one in accounts if one["platform"] == "tiktok" and one["status"] == "active"]
    if not tiktok:
        raise VireoError("No TikTok account is connected.")
    post = call(
        "POST",
        "/social/posts",
        {
            "videoId": video_id,
            "accountIds": tiktok[:1],
            "mode": "schedule",
            "scheduledFor": int((time.time() + 3) * 1000),
            "timezone": "Europe/Berlin",
            "content": "No more lattes",
            "tiktokPrivacyLevel": "PUBLIC_TO_EVERYONE",
        },
    )
    published = wait(f"/social/posts/{post['postId']}", {"published", "partial"})
    for target in published["targets"]:
        print(f"{target['platform']}: {target['platformPostUrl']}")
    # Metrics are read after 1 and 6 hours, and after 1, 3, 7 and 30 days.
    for target in call("GET", f"/social/posts/{post['postId']}/metrics")["targets"]:
        print(f"{target['platform']}: {target.get('views', 'no')} views yet ({target['metrics']})")


try:
    main()
except VireoError as error:
    sys.exit(str(error))
