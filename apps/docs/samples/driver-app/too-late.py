import json
import os
import time
import urllib.error
import urllib.request
import uuid


def ask(token, path, body=None):
    request = urllib.request.Request(
        os.environ["BASE"] + path,
        headers={"Authorization": "Bearer " + os.environ[token], "Content-Type": "application/json"},
        data=None if body is None else json.dumps(body).encode(),
    )
    try:
        with urllib.request.urlopen(request) as answer:
            return answer.status, json.load(answer)
    except urllib.error.HTTPError as error:
        return error.code, json.load(error)


case = "/cases/" + os.environ["CASE_ID"]

# What the phone knows when the network goes.
_, known = ask("DEVICE_TOKEN", case)
common = {"tour_id": os.environ["TOUR_ID"], "lock_version": known["lock_version"]}

# Meanwhile the dispatcher gives the case to somebody else.
ask("DISPATCHER_TOKEN", case + "/send_action", {**common, "action": "UNASSIGN", "reason": "Another crew is nearer"})

# The phone comes back and sends what it has kept.
now = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())
did = {"action": "START", "action_id": str(uuid.uuid4()), "occurred_at": now}
kept = {**common, **did}
status, refusal = ask("DEVICE_TOKEN", case + "/send_action", kept)
print(json.dumps({"status": status, "code": refusal["code"]}, separators=(",", ":")))

# It reads the case before it does anything else, and shows the driver what it says.
_, stub = ask("DEVICE_TOKEN", case)
print(json.dumps({"bucket": stub["bucket"], "reason": stub["reason"]}, separators=(",", ":")))

# What the driver did stays with the case, as a note with its time.
note = {**did, "kind": "LATE_ENTRY", "text": "Set off", "client_id": str(uuid.uuid4())}
_, comment = ask("DEVICE_TOKEN", case + "/comment", note)
print(json.dumps({"kind": comment["kind"], "action": comment["action"]}, separators=(",", ":")))
