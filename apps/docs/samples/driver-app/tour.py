import json
import os
import urllib.request

request = urllib.request.Request(
    os.environ["BASE"] + "/tours?statuses=STARTED",
    headers={"Authorization": "Bearer " + os.environ["DEVICE_TOKEN"]},
)
with urllib.request.urlopen(request) as answer:
    tour = json.load(answer)["tours"][0]
shown = ["display_name", "link_state", "source_city", "target_city"]
print(json.dumps({"name": tour["name"], "cases": [{key: case[key] for key in shown} for case in tour["open_cases"]]}))
