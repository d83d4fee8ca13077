import os
import urllib.request

BOUNDARY = "a-line-that-is-not-in-the-file"
with open("transport-order.pdf", "rb") as file:
    head = f'--{BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="transport-order.pdf"\r\n\r\n'
    body = head.encode() + file.read() + f"\r\n--{BOUNDARY}--\r\n".encode()

request = urllib.request.Request(
    os.environ["BASE"] + "/cases/" + os.environ["CASE_ID"] + "/assets",
    headers={
        "Authorization": "Bearer " + os.environ["TOKEN"],
        "Content-Type": f"multipart/form-data; boundary={BOUNDARY}",
    },
    data=body,
)
with urllib.request.urlopen(request) as answer:
    print(answer.read().decode())
