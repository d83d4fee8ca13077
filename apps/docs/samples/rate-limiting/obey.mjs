const { BASE, TELEMATICS_TOKEN, VEHICLE_ID } = process.env;

async function report(lat, lon) {
  const body = JSON.stringify({ locations: [{ vehicle_id: VEHICLE_ID, lat, lon, time: new Date().toISOString() }] });
  const headers = { Authorization: `Bearer ${TELEMATICS_TOKEN}`, "Content-Type": "application/json" };
  for (;;) {
    const answer = await fetch(`${BASE}/location`, { method: "PUT", headers, body });
    if (answer.status !== 429) return answer.status;
    const seconds = Number(answer.headers.get("retry-after"));
    console.log(`${answer.status}: wait ${seconds} s`);
    await new Promise((resolve) => setTimeout(resolve, 1000 * (seconds + Math.random())));
  }
}

const steps = Array.from({ length: 21 }, (_, step) => step);
const statuses = await Promise.all(steps.map((step) => report(47.07 + step / 1000, 15.44)));
console.log(statuses.join(" "));
