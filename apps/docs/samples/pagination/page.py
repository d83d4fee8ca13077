import json
import os
import urllib.parse
import urllib.request

query = urllib.parse.urlencode(
    [("page", 1), ("size", 2), ("sort", "lastname,asc"), ("sort", "firstname,desc")]
)
request = urllib.request.Request(
    os.environ["BASE"] + "/users?" + query,
    headers={"Authorization": "Bearer " + os.environ["TOKEN"]},
)
with urllib.request.urlopen(request) as answer:
    page = json.load(answer)
people = [{"firstname": user["firstname"], "lastname": user["lastname"]} for user in page["users"]]
print(json.dumps({"meta": page["meta"], "users": people}))
