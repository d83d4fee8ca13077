const { BASE, DEVICE_TOKEN, DISPATCHER_TOKEN, CASE_ID, TOUR_ID } = process.env;

async function ask(token, path, body) {
  const answer = await fetch(BASE + path, {
    ...(body && { method: "POST", body: JSON.stringify(body) }),
    headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
  });
  return { status: answer.status, ...(await answer.json()) };
}
// What the phone knows when the network goes.
const { lock_version } = await ask(DEVICE_TOKEN, `/cases/${CASE_ID}`);

// Meanwhile the dispatcher gives the case to somebody else.
const taken = { action: "UNASSIGN", tour_id: TOUR_ID, reason: "Another crew is nearer", lock_version };
await ask(DISPATCHER_TOKEN, `/cases/${CASE_ID}/send_action`, taken);

// The phone comes back and sends what it has kept.
const did = { action: "START", action_id: crypto.randomUUID(), occurred_at: new Date().toISOString() };
const kept = { ...did, tour_id: TOUR_ID, lock_version };
const { status, code } = await ask(DEVICE_TOKEN, `/cases/${CASE_ID}/send_action`, kept);
console.log(JSON.stringify({ status, code }));

// It reads the case before it does anything else, and shows the driver what it says.
const { bucket, reason } = await ask(DEVICE_TOKEN, `/cases/${CASE_ID}`);
console.log(JSON.stringify({ bucket, reason }));

// What the driver did stays with the case, as a note with its time.
const note = { ...did, kind: "LATE_ENTRY", text: "Set off", client_id: crypto.randomUUID() };
const { kind, action } = await ask(DEVICE_TOKEN, `/cases/${CASE_ID}/comment`, note);
console.log(JSON.stringify({ kind, action }));
