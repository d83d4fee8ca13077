import json
import os
import urllib.request

BASE = os.environ["BASE"]
HEADERS = {"Authorization": "Bearer " + os.environ["TOKEN"]}

with urllib.request.urlopen(urllib.request.Request(BASE + "/dashboard", headers=HEADERS)) as answer:
    last_event_id = json.load(answer)["cursor"]
urllib.request.urlopen(
    urllib.request.Request(
        f"{BASE}/cases/{os.environ['CASE_ID']}/comment",
        headers={**HEADERS, "Content-Type": "application/json"},
        data=json.dumps({"text": "The family will be there"}).encode(),
    )
).close()


def listen():
    global last_event_id
    request = urllib.request.Request(
        BASE + "/dashboard",
        headers={**HEADERS, "Accept": "text/event-stream", "Last-Event-ID": last_event_id},
    )
    # The server sends something every 15 seconds; a longer silence is a lost connection.
    with urllib.request.urlopen(request, timeout=40) as stream:
        for line in stream:
            name, _, value = line.decode().rstrip("\n").partition(": ")
            if name == "id":
                last_event_id = value
            elif name == "data":
                yield json.loads(value)


for event in listen():
    if event["type"] == "reset":
        print("Fetch the dashboard again")
    if event["type"] == "case comment" and event["data"]["case_id"] == os.environ["CASE_ID"]:
        print(f"{event['type']}: {event['data']['text']}")
        break
