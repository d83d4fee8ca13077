import json
import os
import urllib.request

request = urllib.request.Request(
    os.environ["BASE"] + "/auth/user",
    headers={"X-Tenant-Key": os.environ["TENANT_KEY"], "Content-Type": "application/json"},
    data=json.dumps({"email": "dispo2@bestattung.example", "password": os.environ["DEMONSTRATION_PASSWORD"]}).encode(),
)
with urllib.request.urlopen(request) as answer:
    print(answer.read().decode())
