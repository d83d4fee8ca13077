import json
import os
import urllib.request


def every_user():
    page = 0
    while True:
        request = urllib.request.Request(
            f"{os.environ['BASE']}/users?page={page}&size=10",
            headers={"Authorization": "Bearer " + os.environ["TOKEN"]},
        )
        with urllib.request.urlopen(request) as answer:
            found = json.load(answer)
        yield from found["users"]
        page += 1
        if page >= found["meta"]["total_pages"]:
            return


print(f"{len({user['id'] for user in every_user()})} people")
