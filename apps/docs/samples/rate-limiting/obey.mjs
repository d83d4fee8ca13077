const { BASE, TELEMATICS_TOKEN, VEHICLE_ID } = process.env;

async function report(lat, lon) {
  const body = JSON.stringify({ locations: [{ vehicle_id: VEHICLE_ID, lat, lon, time: new Date().toISOString() }] });
  const headers = { Authorization: `Bearer ${TELEMATICS_TOKEN}`, "Content-Type": "application/json" };
  for (;;) {
    const answer = await fetch(`${BASE}/location`, { method: "PUT", headers, body });
    if (answer.status !== 429) return answer.status;
    const seconds = Number(answer.headers.get("retry-after"));
    await new Promise((resolve) => setTimeout(resolve, 1000 * (seconds + Math.random())));
  }
}

const statuses = [];
for (let step = 0; step < 11; step++) statuses.push(await report(47.07 + step / 1000, 15.44));
console.log(statuses.join(" "));
