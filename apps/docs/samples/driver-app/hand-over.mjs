const { BASE, DEVICE_TOKEN, CASE_ID, TOUR_ID } = process.env;
const headers = { Authorization: `Bearer ${DEVICE_TOKEN}`, "Content-Type": "application/json" };

async function ask(path, body) {
  const answer = await fetch(BASE + path, { method: body ? "POST" : "GET", headers, body: JSON.stringify(body) });
  const result = await answer.json();
  if (!answer.ok) throw new Error(`${result.code}: ${result.message}`);
  return result;
}
let order = await ask(`/cases/${CASE_ID}`);
async function act(action, payload) {
  const step = { action, action_id: crypto.randomUUID(), occurred_at: new Date().toISOString(), payload };
  const body = { ...step, tour_id: TOUR_ID, lock_version: order.lock_version };
  order = await ask(`/cases/${CASE_ID}/send_action`, body);
  console.log(`${action}: ${order.tour_case_states[0].state}`);
}
const idsOf = (todos) => todos.map(({ id }) => id);

await act("ACCEPT", { eta: new Date(Date.now() + 20 * 60_000).toISOString() });
await act("START");
await act("ARRIVE");

// What stays with the deceased, what somebody else has got, and what nobody has seen.
const belongings = { watch: "RELOCATED", money: "UNKNOWN", jewelery: "UNKNOWN", ring: "STAYS", necklace: "UNKNOWN" };
await act("LOAD", {
  todos: idsOf(order.todos.pickup),
  identity_confirmed: true,
  identity: { method: "READ_BACK" },
  belongings: { ...belongings, location: "Daughter, Eva Muster" },
});

// At the destination the ring is handed over, too; the signature is an SVG path.
await act("DELIVER", {
  todos: idsOf(order.todos.delivery),
  belongings: { ...belongings, ring: "RELOCATED", location: "Daughter, Eva Muster" },
  belongings_note: "The daughter has taken the ring as well.",
  received_by: "M. Huber",
  signature_state: "SIGNED",
  signature: "M12 90L60 40L110 95L170 50",
});
await act("DONE");
