const { BASE, TOKEN, CASE_ID } = process.env;
const url = `${BASE}/cases/${CASE_ID}`;
const headers = { Authorization: `Bearer ${TOKEN}`, "Content-Type": "application/json" };

const known = await (await fetch(url, { headers })).json();
const { approved, data_type, branch_id, funeral_data, lock_version } = known;
const wanted = { approved, data_type, branch_id, funeral_data, lock_version, description: "Second floor, no lift" };

const answer = await fetch(url, { method: "PUT", headers, body: JSON.stringify(wanted) });
const changed = await answer.json();
console.log(JSON.stringify({ id: changed.id, description: changed.description, lock_version: changed.lock_version }));
