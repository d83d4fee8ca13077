const { BASE, DEVICE_TOKEN, CASE_ID, TOUR_ID, LOCK_VERSION } = process.env;

/** What the driver tapped while there was no network, in this order. */
const minutesAgo = (minutes) => new Date(Date.now() - minutes * 60_000).toISOString();
const kept = [
  { action: "ACCEPT", action_id: crypto.randomUUID(), occurred_at: minutesAgo(20) },
  { action: "START", action_id: crypto.randomUUID(), occurred_at: minutesAgo(4) },
];

async function send(action, lock_version) {
  const answer = await fetch(`${BASE}/cases/${CASE_ID}/send_action`, {
    method: "POST",
    headers: { Authorization: `Bearer ${DEVICE_TOKEN}`, "Content-Type": "application/json" },
    body: JSON.stringify({ ...action, tour_id: TOUR_ID, lock_version }),
  });
  return { status: answer.status, ...(await answer.json()) };
}

// The answer to the first one gets lost, so it is sent again with the same action_id.
await send(kept[0], Number(LOCK_VERSION));
let version = Number(LOCK_VERSION);
for (const action of kept) {
  let answer = await send(action, version);
  // An earlier attempt is still being worked on: the same again, a moment later.
  while (answer.code === "IDEMPOTENCY_REQUEST_IN_PROGRESS") {
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    answer = await send(action, version);
  }
  const { status, lock_version, code, tour_case_states } = answer;
  if (status === 409) {
    console.log(`${action.action}: ${code}`);
    break;
  }
  version = lock_version;
  const { state, actions } = tour_case_states[0];
  console.log(JSON.stringify({ status, state, lock_version, actions }));
}
