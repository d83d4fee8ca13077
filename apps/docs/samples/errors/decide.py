import json
import os
import urllib.error
import urllib.request


def ask(method, path, body=None):
    request = urllib.request.Request(
        os.environ["BASE"] + path,
        method=method,
        headers={"Authorization": "Bearer " + os.environ["TOKEN"], "Content-Type": "application/json"},
        data=None if body is None else json.dumps(body).encode(),
    )
    try:
        with urllib.request.urlopen(request) as answer:
            return True, json.load(answer)
    except urllib.error.HTTPError as error:
        return False, json.load(error)


def decided_on(case):
    """What the decision to cancel rests on: how the case stands, who works on it, and when it is to be done."""
    links = [(link["tour_id"], link["state"], link["bucket"]) for link in case["tour_case_states"]]
    return case["state"]["current"], links, case["not_before"], case["due_at"]


def cancel():
    path = "/cases/" + os.environ["CASE_ID"]
    _, seen = ask("GET", path)
    now = seen
    while decided_on(now) == decided_on(seen):
        if "CANCEL" not in now["state"]["actions"]:
            return "too late: call the dispatch desk"
        cancelling = {"action": "CANCEL", "reason": "Ordered twice", "lock_version": now["lock_version"]}
        done, result = ask("POST", path + "/send_action", cancelling)
        if done:
            return result["state"]["current"]
        if result["code"] in ("CASE_CARGO_LOADED", "CASE_FINALIZED"):
            return "too late: call the dispatch desk"
        if result["code"] != "LOCK_VERSION_CONFLICT":
            raise RuntimeError(f"{result['code']}, trace {result['trace_id']}: {result['message']}")
        _, now = ask("GET", path)
    return "changed meanwhile: look at it, and decide again"


print(cancel())
