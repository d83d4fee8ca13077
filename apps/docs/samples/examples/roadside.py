import json
import os
import urllib.request

HEADERS = {"Authorization": "Bearer " + os.environ["ROADSIDE_DISPATCHER_TOKEN"], "Content-Type": "application/json"}


def ask(path, body):
    request = urllib.request.Request(os.environ["BASE"] + path, headers=HEADERS, data=json.dumps(body).encode())
    with urllib.request.urlopen(request) as answer:
        return json.load(answer)


job = ask(
    "/cases",
    {
        "approved": True,
        "data_type": "ROADSIDE",
        "rsa_data": {
            "service": {"key": "PH_Standard"},
            "vehicle": {"license_plate": "G 123 AB", "brand": "Skoda", "model": "Octavia"},
            "customer": {"last_name": "Gruber", "phone_number": "+43 664 123 45 67"},
            "source_address": {
                "street": "Triester Straße",
                "house_number": "12",
                "zip_code": "8020",
                "city": "Graz",
                "lat": 47.05,
                "lon": 15.43,
            },
        },
    },
)
print("created:", job["state"]["current"])

for action, payload in [
    ("ASSIGN", {}),
    ("ACCEPT", {}),
    ("ON_THE_WAY", {}),
    ("ARRIVE", {}),
    ("FINISH", {"finish_reason": "Battery replaced", "follow_up": "AD_Standard"}),
]:
    body = {
        "action": action,
        "tour_id": os.environ["ROADSIDE_TOUR_ID"],
        "lock_version": job["lock_version"],
        "payload": payload,
    }
    job = ask(f"/cases/{job['id']}/send_action", body)
    print(f"{action}:", job["state"]["current"])
print("follow-up cases:", len(job["linked_cases"]["children"]))
