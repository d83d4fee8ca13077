const { BASE, DEVICE_TOKEN } = process.env;
const headers = { Authorization: `Bearer ${DEVICE_TOKEN}` };

const answer = await fetch(`${BASE}/tours?statuses=STARTED`, { headers });
const [{ name, open_cases }] = (await answer.json()).tours;
const cases = open_cases.map(({ display_name, link_state, source_city, target_city }) => ({
  display_name,
  link_state,
  source_city,
  target_city,
}));
console.log(JSON.stringify({ name, cases }));
