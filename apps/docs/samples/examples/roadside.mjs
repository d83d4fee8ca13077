const { BASE, ROADSIDE_DISPATCHER_TOKEN, ROADSIDE_TOUR_ID } = process.env;
const headers = { Authorization: `Bearer ${ROADSIDE_DISPATCHER_TOKEN}`, "Content-Type": "application/json" };

async function ask(path, body) {
  const answer = await fetch(BASE + path, { method: "POST", headers, body: JSON.stringify(body) });
  const result = await answer.json();
  if (!answer.ok) throw new Error(`${result.code}: ${result.message}`);
  return result;
}

let job = await ask("/cases", {
  approved: true,
  data_type: "ROADSIDE",
  rsa_data: {
    service: { key: "PH_Standard" },
    vehicle: { license_plate: "G 123 AB", brand: "Skoda", model: "Octavia" },
    customer: { last_name: "Gruber", phone_number: "+43 664 123 45 67" },
    source_address: {
      street: "Triester Straße",
      house_number: "12",
      zip_code: "8020",
      city: "Graz",
      lat: 47.05,
      lon: 15.43,
    },
  },
});
console.log(`created: ${job.state.current}`);

const steps = [
  { action: "ASSIGN" },
  { action: "ACCEPT" },
  { action: "ON_THE_WAY" },
  { action: "ARRIVE" },
  { action: "FINISH", payload: { finish_reason: "Battery replaced", follow_up: "AD_Standard" } },
];
for (const { action, payload } of steps) {
  const body = { action, tour_id: ROADSIDE_TOUR_ID, lock_version: job.lock_version, payload };
  job = await ask(`/cases/${job.id}/send_action`, body);
  console.log(`${action}: ${job.state.current}`);
}
console.log(`follow-up cases: ${job.linked_cases.children.length}`);
