import json
import os
import urllib.request

BASE = os.environ.get("BASE", "http://localhost:8080/api/v1")


def ask(path, body=None, **headers):
    headers = {"Content-Type": "application/json", **{name.replace("_", "-"): value for name, value in headers.items()}}
    request = urllib.request.Request(BASE + path, headers=headers, data=body and json.dumps(body).encode())
    with urllib.request.urlopen(request) as answer:
        return json.load(answer)


key = ask("/tenants/config/bestattung/key")["tenant_key"]
session = ask(
    "/auth/user",
    {"email": "dispo1@bestattung.example", "password": os.environ["DEMONSTRATION_PASSWORD"]},
    X_Tenant_Key=key,
)
bearer = {"Authorization": "Bearer " + session["token"]}

order = ask(
    "/cases",
    {
        "approved": True,
        "data_type": "FUNERAL",
        "funeral_data": {
            "cargo_type": "PERSON",
            "transport_type": "Transportauftrag",
            "cargo_deceased": {"first_name": "Maria", "last_name": "Muster", "date_of_death": "2026-03-01"},
            "source_address": {"name": "Landeskrankenhaus", "zip_code": "8036", "city": "Graz", "country": "AT"},
            "target_address": {"name": "Zentralfriedhof", "zip_code": "8020", "city": "Graz", "country": "AT"},
        },
    },
    **bearer,
)
print(order["state"]["current"])

vehicle = ask("/vehicles?currently_on_tour=false&size=1", **bearer)["vehicles"][0]
tour = ask("/tours/start", {"name": "My first tour", "vehicles": [{"vehicle_id": vehicle["id"]}]}, **bearer)


def act(action, **payload):
    global order
    body = {"action": action, "tour_id": tour["id"], "lock_version": order["lock_version"], "payload": payload}
    order = ask(f"/cases/{order['id']}/send_action", body, **bearer)
    print(order["state"]["current"])


def ids(todos):
    return [todo["id"] for todo in todos]


act("ASSIGN")
act("START")
act("LOAD", identity_confirmed=True, belongings_confirmed=True, todos=ids(order["todos"]["pickup"]))
act(
    "DELIVER",
    received_by="Herr Berger",
    refusal_reason="Signed on paper",
    belongings_confirmed=True,
    todos=ids(order["todos"]["delivery"]),
)
