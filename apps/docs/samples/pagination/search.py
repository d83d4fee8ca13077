import json
import os
import urllib.request

request = urllib.request.Request(
    os.environ["BASE"] + "/cases-request",
    headers={"Authorization": "Bearer " + os.environ["TOKEN"], "Content-Type": "application/json"},
    data=json.dumps(
        {
            "external_ids": [os.environ["ORDER_NUMBER"]],
            "finalized": False,
            "due_from": "2027-06-01T00:00:00+02:00",
            "due_to": "2027-06-02T00:00:00+02:00",
            "sort": ["due_at,asc"],
            "include_associations": False,
        }
    ).encode(),
)
with urllib.request.urlopen(request) as answer:
    page = json.load(answer)
rows = [
    {"id": case["id"], "display_name": case["display_name"], "due_at": case["due_at"], "state": case["state"]["current"]}
    for case in page["cases"]
]
print(json.dumps({"meta": page["meta"], "cases": rows}))
