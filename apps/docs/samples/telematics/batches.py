import json
import os
import random
import re
import time
import urllib.error
import urllib.request
from datetime import datetime, timedelta, timezone

BATCH = 100

# What the boxes have told and the API has not taken yet, oldest first.
now = datetime.now(timezone.utc)
waiting = [
    {
        "vehicle_id": os.environ["VEHICLE_ID"],
        "lat": 47.07 + second * 1e-5,
        "lon": 15.44,
        "time": (now + timedelta(milliseconds=second)).isoformat(timespec="milliseconds"),
    }
    for second in range(250)
]
# One box told a place that cannot be on Earth, another told the same twice.
waiting[42]["lat"] = 91
waiting[150] = waiting[149]


def places_named(args):
    """The places in the batch that an error names: `locations.7`, `locations.7.lat`."""
    named = [re.match(r"locations\.(\d+)", arg["value"]) for arg in args if arg["key"] == "field"]
    return [int(match[1]) for match in named if match]


while waiting:
    request = urllib.request.Request(
        os.environ["BASE"] + "/location",
        method="PUT",
        headers={"Authorization": "Bearer " + os.environ["TELEMATICS_TOKEN"], "Content-Type": "application/json"},
        data=json.dumps({"locations": waiting[:BATCH]}).encode(),
    )
    try:
        with urllib.request.urlopen(request) as answer:
            told = json.load(answer)
    except urllib.error.HTTPError as error:
        if error.code == 429 or error.code >= 500:
            time.sleep(float(error.headers.get("Retry-After", 1)) + random.random())
            continue
        refused = json.load(error)
        dropped = places_named(refused["args"])
        # The batch as a whole is refused, and would be again: a token without the grant, for example.
        if not dropped:
            raise
        print(json.dumps({"code": refused["code"], "dropped": dropped}, separators=(",", ":")))
        waiting = [fix for place, fix in enumerate(waiting) if place not in dropped]
        continue
    print(json.dumps({"accepted": told["accepted"], "ignored": told["ignored"]}, separators=(",", ":")))
    del waiting[:BATCH]
