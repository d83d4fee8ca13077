import json
import os
import urllib.request

URL = os.environ["BASE"] + "/cases/" + os.environ["CASE_ID"]
HEADERS = {"Authorization": "Bearer " + os.environ["TOKEN"], "Content-Type": "application/json"}

with urllib.request.urlopen(urllib.request.Request(URL, headers=HEADERS)) as answer:
    known = json.load(answer)
wanted = {name: known[name] for name in ["approved", "data_type", "branch_id", "funeral_data", "lock_version"]}
wanted["description"] = "Second floor, no lift"

request = urllib.request.Request(URL, method="PUT", headers=HEADERS, data=json.dumps(wanted).encode())
with urllib.request.urlopen(request) as answer:
    changed = json.load(answer)
print(json.dumps({name: changed[name] for name in ["id", "description", "lock_version"]}))
