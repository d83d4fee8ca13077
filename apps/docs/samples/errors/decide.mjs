const { BASE, TOKEN, CASE_ID } = process.env;
const headers = { Authorization: `Bearer ${TOKEN}`, "Content-Type": "application/json" };

/** Cancels whatever the version is, unless the case has moved on so far that it cannot be cancelled. */
async function cancel(lock_version) {
  const answer = await fetch(`${BASE}/cases/${CASE_ID}/send_action`, {
    method: "POST",
    headers,
    body: JSON.stringify({ action: "CANCEL", reason: "Ordered twice", lock_version }),
  });
  const result = await answer.json();
  if (answer.ok) return result.state.current;
  const arg = (key) => result.args.find((entry) => entry.key === key)?.value;
  switch (result.code) {
    case "LOCK_VERSION_CONFLICT":
      return cancel(Number(arg("current_lock_version")));
    case "CASE_CARGO_LOADED":
    case "CASE_FINALIZED":
      return "too late: call the dispatch desk";
    default:
      throw new Error(`${result.code}, trace ${result.trace_id}: ${result.message}`);
  }
}

console.log(await cancel(0));
