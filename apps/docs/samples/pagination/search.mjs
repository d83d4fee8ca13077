const { BASE, TOKEN, ORDER_NUMBER } = process.env;

const answer = await fetch(`${BASE}/cases-request`, {
  method: "POST",
  headers: { Authorization: `Bearer ${TOKEN}`, "Content-Type": "application/json" },
  body: JSON.stringify({
    external_ids: [ORDER_NUMBER],
    finalized: false,
    due_from: "2027-06-01T00:00:00+02:00",
    due_to: "2027-06-02T00:00:00+02:00",
    sort: ["due_at,asc"],
    include_associations: false,
  }),
});
const { meta, cases } = await answer.json();
const rows = cases.map(({ id, display_name, due_at, state }) => ({ id, display_name, due_at, state: state.current }));
console.log(JSON.stringify({ meta, cases: rows }));
