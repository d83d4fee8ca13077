import json
import os
import urllib.request

request = urllib.request.Request(
    os.environ["BASE"] + "/cases/" + os.environ["CASE_ID"],
    headers={"Authorization": "Bearer " + os.environ["DISPATCHER_TOKEN"]},
)
with urllib.request.urlopen(request) as answer:
    case = json.load(answer)
links = [{name: link[name] for name in ["tour_id", "state", "bucket", "actions"]} for link in case["tour_case_states"]]
print(json.dumps({"state": case["state"], "tour_case_states": links}))
