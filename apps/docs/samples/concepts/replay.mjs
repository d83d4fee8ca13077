const { BASE, DISPATCHER_TOKEN, CASE_ID, TOUR_ID, LOCK_VERSION } = process.env;

const kept = {
  action: "ACCEPT",
  tour_id: TOUR_ID,
  lock_version: Number(LOCK_VERSION),
  action_id: crypto.randomUUID(),
  occurred_at: new Date().toISOString(),
};
for (let attempt = 1; attempt <= 2; attempt++) {
  const answer = await fetch(`${BASE}/cases/${CASE_ID}/send_action`, {
    method: "POST",
    headers: { Authorization: `Bearer ${DISPATCHER_TOKEN}`, "Content-Type": "application/json" },
    body: JSON.stringify(kept),
  });
  const { lock_version, tour_case_states, code = null } = await answer.json();
  console.log(JSON.stringify({ lock_version, link_state: tour_case_states[0].state, code }));
}
