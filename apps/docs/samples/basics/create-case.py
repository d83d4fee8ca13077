import json
import os
import urllib.request

order_number = os.environ["ORDER_NUMBER"]
request = urllib.request.Request(
    os.environ["BASE"] + "/cases",
    headers={
        "Authorization": "Bearer " + os.environ["TOKEN"],
        "Content-Type": "application/json",
        "Idempotency-Key": f'"order-{order_number}"',
    },
    data=json.dumps(
        {
            "approved": True,
            "data_type": "FUNERAL",
            "external_id": order_number,
            "due_at": "2027-06-01T14:00:00+02:00",
            "funeral_data": {
                "cargo_type": "PERSON",
                "transport_type": "Transportauftrag",
                "cargo_deceased": {"first_name": "Maria", "last_name": "Muster", "date_of_death": "2026-03-01"},
                "source_address": {"name": "Landeskrankenhaus", "zip_code": "8036", "city": "Graz", "country": "AT"},
                "target_address": {"name": "Zentralfriedhof", "zip_code": "8020", "city": "Graz", "country": "AT"},
            },
        }
    ).encode(),
)
with urllib.request.urlopen(request) as answer:
    case = json.load(answer)
fields = ["id", "natural_id", "lock_version", "created_at", "due_at", "brand_id", "state"]
print(json.dumps({name: case[name] for name in fields}))
