const { BASE, TELEMATICS_TOKEN, VEHICLE_ID } = process.env;

const answer = await fetch(`${BASE}/location`, {
  method: "PUT",
  headers: { Authorization: `Bearer ${TELEMATICS_TOKEN}`, "Content-Type": "application/json" },
  body: JSON.stringify({
    locations: [
      { vehicle_id: VEHICLE_ID, lat: 47.0707, lon: 15.4395, time: "2026-03-02T08:15:00Z" },
      {
        vehicle_id: VEHICLE_ID,
        lat: 47.0712,
        lon: 15.4401,
        time: new Date().toISOString(),
        speed_meters_per_second: 8.3,
      },
    ],
  }),
});
console.log(await answer.text());
