import json
import os
import time
import urllib.request

vehicle = {"vehicle_id": os.environ["VEHICLE_ID"]}
now = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())
positions = [
    {**vehicle, "lat": 47.0707, "lon": 15.4395, "time": "2026-03-02T08:15:00Z"},
    {**vehicle, "lat": 47.0712, "lon": 15.4401, "time": now, "speed_meters_per_second": 8.3},
]
request = urllib.request.Request(
    os.environ["BASE"] + "/location",
    method="PUT",
    headers={"Authorization": "Bearer " + os.environ["TELEMATICS_TOKEN"], "Content-Type": "application/json"},
    data=json.dumps({"locations": positions}).encode(),
)
with urllib.request.urlopen(request) as answer:
    print(answer.read().decode())
