const { BASE, TOKEN, CASE_ID } = process.env;

const answer = await fetch(`${BASE}/cases/${CASE_ID}`, { headers: { Authorization: `Bearer ${TOKEN}` } });
const { active_tours, vehicles, last_assigned_tour, linked_cases } = await answer.json();
console.log(JSON.stringify({ active_tours, vehicles, last_assigned_tour, linked_cases }));
