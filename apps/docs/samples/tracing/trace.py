import os
import urllib.request

request = urllib.request.Request(
    os.environ["BASE"] + "/areas",
    headers={
        "Authorization": "Bearer " + os.environ["TOKEN"],
        "traceparent": "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
        "X-Request-Id": "order-4711-1",
    },
)
with urllib.request.urlopen(request) as answer:
    for name in ["traceparent", "x-request-id"]:
        print(f"{name}: {answer.headers[name]}")
