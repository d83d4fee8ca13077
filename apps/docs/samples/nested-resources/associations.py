import json
import os
import urllib.request

request = urllib.request.Request(
    os.environ["BASE"] + "/cases/" + os.environ["CASE_ID"],
    headers={"Authorization": "Bearer " + os.environ["TOKEN"]},
)
with urllib.request.urlopen(request) as answer:
    case = json.load(answer)
print(json.dumps({name: case[name] for name in ["active_tours", "vehicles", "last_assigned_tour", "linked_cases"]}))
