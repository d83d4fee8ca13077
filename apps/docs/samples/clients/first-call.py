import os
import urllib.request

request = urllib.request.Request(
    os.environ["BASE"] + "/tenants/config/bestattung",
    headers={"User-Agent": "hospital-orders/1.0"},
)
with urllib.request.urlopen(request) as answer:
    print(answer.read().decode())
