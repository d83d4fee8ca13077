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


def cancel():
    """Cancels as long as that is possible: whoever was faster may have changed what this case still allows."""
    path = "/cases/" + os.environ["CASE_ID"]
    _, case = ask("GET", path)
    if "CANCEL" not in case["state"]["actions"]:
        return "too late: call the dispatch desk"
    cancelling = {"action": "CANCEL", "reason": "Ordered twice", "lock_version": case["lock_version"]}
    done, result = ask("POST", path + "/send_action", cancelling)
    if done:
        return result["state"]["current"]
    if result["code"] == "LOCK_VERSION_CONFLICT":
        return cancel()
    if result["code"] in ("CASE_CARGO_LOADED", "CASE_FINALIZED"):
        return "too late: call the dispatch desk"
    raise RuntimeError(f"{result['code']}, trace {result['trace_id']}: {result['message']}")


print(cancel())
