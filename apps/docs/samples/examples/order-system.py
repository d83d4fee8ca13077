import json
import os
import urllib.request

BASE = os.environ["BASE"]
ORDER_NUMBER = os.environ["ORDER_NUMBER"]
BEARER = {"Authorization": "Bearer " + os.environ["TOKEN"]}
BOUNDARY = "a-line-that-is-not-in-the-file"


def ask(method, path, body=None, content_type="application/json"):
    data = body if isinstance(body, bytes) else json.dumps(body).encode() if body else None
    headers = {**BEARER, "Content-Type": content_type, "Idempotency-Key": f'"{ORDER_NUMBER} {path}"'}
    request = urllib.request.Request(BASE + path, method=method, headers=headers, data=data)
    with urllib.request.urlopen(request) as answer:
        return json.load(answer)


# 1. Where to go on listening from, before anything is ordered: so that nothing is missed.
cursor = ask("GET", "/dashboard")["cursor"]

# 2. The order. The number of the hospital's own system finds it again.
order = ask(
    "POST",
    "/cases",
    {
        "approved": True,
        "data_type": "FUNERAL",
        "external_id": ORDER_NUMBER,
        "contact": {"name": "Ward 4 West", "phone_number": "+43316555100"},
        "due_at": "2027-06-01T14:00:00+02:00",
        "funeral_data": {
            "cargo_type": "PERSON",
            "transport_type": "Transportauftrag",
            "cargo_deceased": {
                "first_name": "Maria",
                "last_name": "Muster",
                "date_of_death": "2026-03-01",
                "infectious": False,
            },
            "source_address": {
                "name": "Landeskrankenhaus",
                "street": "Auenbruggerplatz",
                "house_number": "1",
                "zip_code": "8036",
                "city": "Graz",
                "country": "AT",
            },
            "target_address": {"name": "Zentralfriedhof", "zip_code": "8020", "city": "Graz", "country": "AT"},
        },
    },
)
print(f"{order['external_id']}: {order['state']['current']}")

# 3. The papers.
with open("transport-order.pdf", "rb") as file:
    head = f'--{BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="transport-order.pdf"\r\n\r\n'
    form = head.encode() + file.read() + f"\r\n--{BOUNDARY}--\r\n".encode()
paper = ask("POST", f"/cases/{order['id']}/assets", form, f"multipart/form-data; boundary={BOUNDARY}")
print(f"{paper['file_name']}: {paper['mime_type']}")

# 4. Another system cancels the order while this one listens.
ask(
    "POST",
    f"/cases/{order['id']}/send_action",
    {"action": "CANCEL", "reason": "The family has decided otherwise", "lock_version": order["lock_version"]},
)

request = urllib.request.Request(
    BASE + "/dashboard", headers={**BEARER, "Accept": "text/event-stream", "Last-Event-ID": cursor}
)
with urllib.request.urlopen(request, timeout=40) as stream:
    for line in stream:
        if not line.startswith(b"data: "):
            continue
        event = json.loads(line[6:])
        if event["data"].get("case_id") != order["id"]:
            continue
        print(f"{event['type']}: {event['data'].get('state') or event['data']['external_id']}")
        if event["data"].get("finalized"):
            break
