const { BASE, TOKEN, CASE_ID } = process.env;

async function ask(method, path, body) {
  const answer = await fetch(BASE + path, {
    method,
    headers: { Authorization: `Bearer ${TOKEN}`, "Content-Type": "application/json" },
    ...(body && { body: JSON.stringify(body) }),
  });
  return { ok: answer.ok, ...(await answer.json()) };
}

/** Cancels as long as that is possible: whoever was faster may have changed what this case still allows. */
async function cancel() {
  const { state, lock_version } = await ask("GET", `/cases/${CASE_ID}`);
  if (!state.actions.includes("CANCEL")) return "too late: call the dispatch desk";
  const cancelling = { action: "CANCEL", reason: "Ordered twice", lock_version };
  const result = await ask("POST", `/cases/${CASE_ID}/send_action`, cancelling);
  if (result.ok) return result.state.current;
  switch (result.code) {
    case "LOCK_VERSION_CONFLICT":
      return cancel();
    case "CASE_CARGO_LOADED":
    case "CASE_FINALIZED":
      return "too late: call the dispatch desk";
    default:
      throw new Error(`${result.code}, trace ${result.trace_id}: ${result.message}`);
  }
}

console.log(await cancel());
