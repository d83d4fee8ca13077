const { BASE, TOKEN, DISPATCHER_TOKEN, CASE_ID } = process.env;

const address = `${BASE}/cases/${CASE_ID}`;
async function ask(token, body) {
  const answer = await fetch(body ? address : `${address}?include_associations=false`, {
    method: body ? "PUT" : "GET",
    headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
    ...(body && { body: JSON.stringify(body) }),
  });
  return [answer.status, await answer.json()];
}
// What only answers have is left out by name; all else is sent back, because it would be emptied.
const readOnly =
  "id natural_id created_at updated_at created_by finalized finalized_at postponed_until state is_redacted".split(" ");
async function read() {
  const [, known] = await ask(TOKEN);
  return Object.fromEntries(Object.entries(known).filter(([name]) => !readOnly.includes(name)));
}

// Two people open the same case.
const mine = await read();
const theirs = await read();

// The dispatcher is faster.
await ask(DISPATCHER_TOKEN, { ...theirs, description: "Second floor, no lift" });

// The order system changes whom to call, on the version that it has read.
const contact = { name: "Ward 4 West", phone_number: "+43316555100" };
const [status, refusal] = await ask(TOKEN, { ...mine, contact });
console.log(`${status} ${refusal.code}`);

// It reads again. No other caller has touched the contact, so the change still makes sense: it goes on top of what is there now.
const current = await read();
const isUntouched = JSON.stringify(current.contact) === JSON.stringify(mine.contact);
if (!isUntouched) throw new Error("Another caller has changed the contact: show both to a person.");
const [savedStatus, saved] = await ask(TOKEN, { ...current, contact });
console.log(`${savedStatus} ${saved.external_id}: ${saved.description}; ${saved.contact.name}`);
