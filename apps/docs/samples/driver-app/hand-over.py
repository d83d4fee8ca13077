import json
import os
import time
import urllib.request
import uuid

HEADERS = {"Authorization": "Bearer " + os.environ["DEVICE_TOKEN"], "Content-Type": "application/json"}
CASE = f"{os.environ['BASE']}/cases/{os.environ['CASE_ID']}"


def ask(url, body=None):
    request = urllib.request.Request(url, headers=HEADERS, data=body and json.dumps(body).encode())
    with urllib.request.urlopen(request) as answer:
        return json.load(answer)


def at(minutes):
    return time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(time.time() + minutes * 60))


order = ask(CASE)


def act(action, payload=None):
    global order
    step = {"action": action, "action_id": str(uuid.uuid4()), "occurred_at": at(0), "tour_id": os.environ["TOUR_ID"]}
    body = {**step, "lock_version": order["lock_version"], **({"payload": payload} if payload else {})}
    order = ask(f"{CASE}/send_action", body)
    print(f"{action}: {order['tour_case_states'][0]['state']}")


def ids_of(todos):
    return [todo["id"] for todo in todos]


act("ACCEPT", {"eta": at(20)})
act("START")
act("ARRIVE")

# What stays with the deceased, what somebody else has got, and what nobody has seen.
belongings = {"watch": "RELOCATED", "money": "UNKNOWN", "jewelery": "UNKNOWN", "ring": "STAYS", "necklace": "UNKNOWN"}
daughter = {"location": "Daughter, Eva Muster"}
load = {
    "todos": ids_of(order["todos"]["pickup"]),
    "identity_confirmed": True,
    "identity": {"method": "READ_BACK"},
    "belongings": {**belongings, **daughter},
}
act("LOAD", load)

# At the destination the ring is handed over, too; the signature is an SVG path.
deliver = {
    "todos": ids_of(order["todos"]["delivery"]),
    "belongings": {**belongings, "ring": "RELOCATED", **daughter},
    "belongings_note": "The daughter has taken the ring as well.",
    "received_by": "M. Huber",
    "signature_state": "SIGNED",
    "signature": "M12 90L60 40L110 95L170 50",
}
act("DELIVER", deliver)
act("DONE")
