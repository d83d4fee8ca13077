const { BASE, DISPATCHER_TOKEN, CASE_ID } = process.env;

const answer = await fetch(`${BASE}/cases/${CASE_ID}`, { headers: { Authorization: `Bearer ${DISPATCHER_TOKEN}` } });
const { state, tour_case_states } = await answer.json();
console.log(
  JSON.stringify({
    state,
    tour_case_states: tour_case_states.map(({ tour_id, state, bucket, actions }) => ({
      tour_id,
      state,
      bucket,
      actions,
    })),
  }),
);
