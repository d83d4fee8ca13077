const { BASE, TELEMATICS_TOKEN, VEHICLE_ID } = process.env;
const BATCH = 100;

/** What the boxes have told and nobody has taken yet, oldest first. */
const waiting = Array.from({ length: 250 }, (_, second) => ({
  vehicle_id: VEHICLE_ID,
  lat: 47.07 + second * 1e-5,
  lon: 15.44,
  time: new Date(Date.now() + second).toISOString(),
}));

while (waiting.length > 0) {
  const answer = await fetch(`${BASE}/location`, {
    method: "PUT",
    headers: { Authorization: `Bearer ${TELEMATICS_TOKEN}`, "Content-Type": "application/json" },
    body: JSON.stringify({ locations: waiting.slice(0, BATCH) }),
  });
  if (answer.status === 429 || answer.status >= 500) {
    const seconds = Number(answer.headers.get("Retry-After") ?? 1) + Math.random();
    await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
    continue;
  }
  const { accepted, ignored, code } = await answer.json();
  // Anything else would be refused again.
  if (!answer.ok) throw new Error(code);
  console.log(JSON.stringify({ accepted, ignored }));
  waiting.splice(0, BATCH);
}
