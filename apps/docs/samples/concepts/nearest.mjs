const { BASE, DISPATCHER_TOKEN } = process.env;

const query = new URLSearchParams({ target_location: "14.3120,46.6300", size: "1" });
const answer = await fetch(`${BASE}/routing/nearest_active_vehicles?${query}`, {
  headers: { Authorization: `Bearer ${DISPATCHER_TOKEN}` },
});
const { source, vehicles } = await answer.json();
const shown = vehicles.map(
  ({ current_tour_started_sub_state, distance_to_target_location, duration_to_target_location, open_cases }) => ({
    current_tour_started_sub_state,
    distance_to_target_location,
    duration_to_target_location,
    open_cases,
  }),
);
console.log(JSON.stringify({ source, vehicles: shown }));
