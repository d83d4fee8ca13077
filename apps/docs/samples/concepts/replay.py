import json
import os
import time
import urllib.request
import uuid

kept = {
    "action": "ACCEPT",
    "tour_id": os.environ["TOUR_ID"],
    "lock_version": int(os.environ["LOCK_VERSION"]),
    "action_id": str(uuid.uuid4()),
    "occurred_at": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()),
}
for attempt in range(2):
    request = urllib.request.Request(
        f"{os.environ['BASE']}/cases/{os.environ['CASE_ID']}/send_action",
        headers={"Authorization": "Bearer " + os.environ["DISPATCHER_TOKEN"], "Content-Type": "application/json"},
        data=json.dumps(kept).encode(),
    )
    with urllib.request.urlopen(request) as answer:
        case = json.load(answer)
    shown = {
        "lock_version": case["lock_version"],
        "link_state": case["tour_case_states"][0]["state"],
        "code": case.get("code"),
    }
    print(json.dumps(shown, separators=(",", ":")))
