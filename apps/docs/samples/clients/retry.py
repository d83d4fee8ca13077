import http.client
import json
import os
import random
import time
import urllib.error
import urllib.request
import uuid


def ask(method, path, body=None):
    """Repeats what may be repeated: the key makes sure that a write is done once, however often it is sent."""
    headers = {"Authorization": "Bearer " + os.environ["TOKEN"], "Content-Type": "application/json"}
    if method != "GET":
        headers["Idempotency-Key"] = f'"{uuid.uuid4()}"'
    request = urllib.request.Request(
        os.environ["BASE"] + path, method=method, headers=headers, data=body and json.dumps(body).encode()
    )
    for attempt in range(1, 6):
        asked = None
        try:
            with urllib.request.urlopen(request, timeout=30) as answer:
                return json.load(answer) if answer.status != 204 else None
        except urllib.error.HTTPError as error:
            is_in_progress = error.code == 409 and b"IDEMPOTENCY_REQUEST_IN_PROGRESS" in error.read()
            is_refused = error.code < 500 and error.code not in (408, 429) and not is_in_progress
            if attempt == 5 or is_refused:
                raise
            asked = error.headers["Retry-After"]
        except (OSError, http.client.HTTPException):
            if attempt == 5:
                raise
        time.sleep(float(asked or 0.25 * 2**attempt) + 0.25 * random.random())


comment = ask("POST", f"/cases/{os.environ['CASE_ID']}/comment", {"text": "The family will be there"})
print(comment["text"])
