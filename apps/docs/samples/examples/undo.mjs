const { BASE, DISPATCHER_TOKEN, CASE_ID, TOUR_ID } = process.env;
const headers = { Authorization: `Bearer ${DISPATCHER_TOKEN}`, "Content-Type": "application/json" };

async function ask(path, body) {
  const answer = await fetch(BASE + path, { method: body ? "POST" : "GET", headers, body: JSON.stringify(body) });
  const result = await answer.json();
  if (!answer.ok) throw new Error(`${result.code}: ${result.message}`);
  return result;
}
const names = { [TOUR_ID]: "tour" };

let order = await ask(`/cases/${CASE_ID}`);
async function act(overrides) {
  order = await ask(`/cases/${CASE_ID}/send_action`, { ...overrides, lock_version: order.lock_version });
  const links = order.tour_case_states.map(({ tour_id, state, bucket }) => `${names[tour_id]} ${state} (${bucket})`);
  console.log(`${overrides.action}: case ${order.state.current}, ${links.sort().join(", ")}`);
}

await act({ action: "UNDO", tour_id: TOUR_ID, reason: "Wrong case" });
await act({ action: "UNDO", tour_id: TOUR_ID, reason: "Wrong case" });
