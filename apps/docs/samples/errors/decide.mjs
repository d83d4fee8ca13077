const { BASE, TOKEN, CASE_ID } = process.env;

async function ask(method, path, body) {
  const answer = await fetch(BASE + path, {
    method,
    headers: { Authorization: `Bearer ${TOKEN}`, "Content-Type": "application/json" },
    ...(body && { body: JSON.stringify(body) }),
  });
  return { ok: answer.ok, ...(await answer.json()) };
}

/** What the decision to cancel rests on: how the case stands, who works on it, and when it is to be done. */
const decidedOn = ({ state, tour_case_states, not_before, due_at }) =>
  JSON.stringify([
    state.current,
    tour_case_states.map((link) => [link.tour_id, link.state, link.bucket]),
    not_before,
    due_at,
  ]);

async function cancel() {
  const read = () => ask("GET", `/cases/${CASE_ID}`);
  const seen = await read();
  for (let now = seen; decidedOn(now) === decidedOn(seen); now = await read()) {
    if (!now.state.actions.includes("CANCEL")) return "too late: call the dispatch desk";
    const cancelling = { action: "CANCEL", reason: "Ordered twice", lock_version: now.lock_version };
    const result = await ask("POST", `/cases/${CASE_ID}/send_action`, cancelling);
    if (result.ok) return result.state.current;
    switch (result.code) {
      case "LOCK_VERSION_CONFLICT":
        continue;
      case "CASE_CARGO_LOADED":
      case "CASE_FINALIZED":
        return "too late: call the dispatch desk";
      default:
        throw new Error(`${result.code}, trace ${result.trace_id}: ${result.message}`);
    }
  }
  return "changed meanwhile: look at it, and decide again";
}

console.log(await cancel());
