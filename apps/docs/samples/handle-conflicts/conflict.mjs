const { BASE, TOKEN, DISPATCHER_TOKEN, CASE_ID } = process.env;

const address = `${BASE}/cases/${CASE_ID}`;
async function ask(token, body) {
  const answer = await fetch(address, {
    method: body ? "PUT" : "GET",
    headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
    ...(body && { body: JSON.stringify(body) }),
  });
  return { status: answer.status, ...(await answer.json()) };
}
const read = () => ask(TOKEN);
const dataOf = ({ approved, data_type, branch_id, funeral_data, description, contact, lock_version }) => ({
  approved,
  data_type,
  branch_id,
  funeral_data,
  description,
  contact,
  lock_version,
});

// Two people open the same case.
const mine = dataOf(await read());
const theirs = dataOf(await read());

// The dispatcher is faster.
await ask(DISPATCHER_TOKEN, { ...theirs, description: "Second floor, no lift" });

// The order system adds whom to call, on the version that it has read.
const contact = { name: "Ward 4 West", phone_number: "+43316555100" };
const refused = await ask(TOKEN, { ...mine, contact });
console.log(`${refused.status} ${refused.code}`);

// It reads again. Nobody else has touched the contact, so the change still makes sense: it goes on top of what is there now.
const current = dataOf(await read());
const isUntouched = JSON.stringify(current.contact) === JSON.stringify(mine.contact);
if (!isUntouched) throw new Error("Somebody else has changed the contact: show both to a person.");
const saved = await ask(TOKEN, { ...current, contact });
console.log(`${saved.status} ${saved.description}; ${saved.contact.name}`);
