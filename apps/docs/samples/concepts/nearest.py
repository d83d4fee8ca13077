import json
import os
import urllib.parse
import urllib.request

query = urllib.parse.urlencode({"target_location": "14.3120,46.6300", "size": 1})
request = urllib.request.Request(
    os.environ["BASE"] + "/routing/nearest_active_vehicles?" + query,
    headers={"Authorization": "Bearer " + os.environ["DISPATCHER_TOKEN"]},
)
with urllib.request.urlopen(request) as answer:
    found = json.load(answer)
fields = ["current_tour_started_sub_state", "distance_to_target_location", "duration_to_target_location", "open_cases"]
shown = [{name: vehicle[name] for name in fields} for vehicle in found["vehicles"]]
print(json.dumps({"source": found["source"], "vehicles": shown}))
