import json
import os
import time
import urllib.error
import urllib.request
import uuid


def minutes_ago(minutes):
    return time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(time.time() - minutes * 60))


# What the driver tapped while there was no network, in this order.
kept = [
    {"action": "ACCEPT", "action_id": str(uuid.uuid4()), "occurred_at": minutes_ago(20)},
    {"action": "START", "action_id": str(uuid.uuid4()), "occurred_at": minutes_ago(4)},
]


def send(action, lock_version):
    request = urllib.request.Request(
        f"{os.environ['BASE']}/cases/{os.environ['CASE_ID']}/send_action",
        headers={"Authorization": "Bearer " + os.environ["DEVICE_TOKEN"], "Content-Type": "application/json"},
        data=json.dumps({**action, "tour_id": os.environ["TOUR_ID"], "lock_version": lock_version}).encode(),
    )
    try:
        with urllib.request.urlopen(request) as answer:
            return answer.status, json.load(answer)
    except urllib.error.HTTPError as error:
        return error.code, json.load(error)


# The answer to the first one gets lost, so it is sent again with the same action_id.
version = int(os.environ["LOCK_VERSION"])
send(kept[0], version)
for action in kept:
    status, case = send(action, version)
    # An earlier attempt is still being worked on: the same again, a moment later.
    while case.get("code") == "IDEMPOTENCY_REQUEST_IN_PROGRESS":
        time.sleep(1)
        status, case = send(action, version)
    if status == 409:
        print(f"{action['action']}: {case['code']}")
        break
    version = case["lock_version"]
    link = case["tour_case_states"][0]
    shown = {"status": status, "state": link["state"], "lock_version": version, "actions": link["actions"]}
    print(json.dumps(shown, separators=(",", ":")))
