const { BASE, TELEMATICS_TOKEN, VEHICLE_ID } = process.env;
const BATCH = 100;

/** What the boxes have told and the API has not taken yet, oldest first. */
let waiting = Array.from({ length: 250 }, (_, second) => ({
  vehicle_id: VEHICLE_ID,
  lat: 47.07 + second * 1e-5,
  lon: 15.44,
  time: new Date(Date.now() + second).toISOString(),
}));
// One box told a place that cannot be on Earth, another told the same twice.
waiting[42].lat = 91;
waiting[150] = waiting[149];

/** The places in the batch that an error names: `locations.7`, `locations.7.lat`. */
const placesNamed = (args) =>
  args.flatMap(({ key, value }) =>
    key === "field" && /^locations\.\d/.test(value) ? [Number(value.split(".")[1])] : [],
  );

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
  const { accepted, ignored, code, args } = await answer.json();
  if (!answer.ok) {
    const dropped = placesNamed(args);
    // The batch as a whole is refused, and would be again: a token without the grant, for example.
    if (dropped.length === 0) throw new Error(code);
    console.log(JSON.stringify({ code, dropped }));
    waiting = waiting.filter((_, place) => !dropped.includes(place));
    continue;
  }
  console.log(JSON.stringify({ accepted, ignored }));
  waiting.splice(0, BATCH);
}
