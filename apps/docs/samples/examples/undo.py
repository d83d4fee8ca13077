import json
import os
import urllib.request

BASE = os.environ["BASE"]
CASE_ID = os.environ["CASE_ID"]
TOUR_ID = os.environ["TOUR_ID"]
HEADERS = {"Authorization": "Bearer " + os.environ["DISPATCHER_TOKEN"], "Content-Type": "application/json"}


def ask(path, body=None):
    request = urllib.request.Request(BASE + path, headers=HEADERS, data=body and json.dumps(body).encode())
    with urllib.request.urlopen(request) as answer:
        return json.load(answer)

names = {TOUR_ID: "tour"}
order = ask(f"/cases/{CASE_ID}")


def act(**request):
    global order
    order = ask(f"/cases/{CASE_ID}/send_action", {**request, "lock_version": order["lock_version"]})
    links = [f"{names[link['tour_id']]} {link['state']} ({link['bucket']})" for link in order["tour_case_states"]]
    print(f"{request['action']}: case {order['state']['current']}, {', '.join(sorted(links))}")


act(action="UNDO", tour_id=TOUR_ID, reason="Wrong case")
act(action="UNDO", tour_id=TOUR_ID, reason="Wrong case")
