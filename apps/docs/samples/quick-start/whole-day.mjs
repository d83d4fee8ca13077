const BASE = process.env.BASE ?? "http://localhost:8080/api/v1";

async function ask(path, { headers = {}, body } = {}) {
  const answer = await fetch(BASE + path, {
    method: body ? "POST" : "GET",
    headers: { "Content-Type": "application/json", ...headers },
    body: JSON.stringify(body),
  });
  const result = await answer.json();
  if (!answer.ok) throw new Error(`${result.code}: ${result.message}`);
  return result;
}

const { tenant_key } = await ask("/tenants/config/bestattung/key");
const { token } = await ask("/auth/user", {
  headers: { "X-Tenant-Key": tenant_key },
  body: { email: "dispo1@bestattung.example", password: process.env.DEMONSTRATION_PASSWORD },
});
const headers = { Authorization: `Bearer ${token}` };

let order = await ask("/cases", {
  headers,
  body: {
    approved: true,
    data_type: "FUNERAL",
    funeral_data: {
      cargo_type: "PERSON",
      transport_type: "Transportauftrag",
      cargo_deceased: { first_name: "Maria", last_name: "Muster", date_of_death: "2026-03-01" },
      source_address: { name: "Landeskrankenhaus", zip_code: "8036", city: "Graz", country: "AT" },
      target_address: { name: "Zentralfriedhof", zip_code: "8020", city: "Graz", country: "AT" },
    },
  },
});
console.log(order.state.current);

const { vehicles } = await ask("/vehicles?currently_on_tour=false&size=1", { headers });
const tour = await ask("/tours/start", {
  headers,
  body: { name: "My first tour", vehicles: [{ vehicle_id: vehicles[0].id }] },
});

async function act(action, payload = {}) {
  const { id, lock_version } = order;
  const body = { action, tour_id: tour.id, lock_version, payload };
  order = await ask(`/cases/${id}/send_action`, { headers, body });
  console.log(order.state.current);
}
const ids = (todos) => todos.map(({ id }) => id);

await act("ASSIGN");
await act("START");
await act("LOAD", { identity_confirmed: true, belongings_confirmed: true, todos: ids(order.todos.pickup) });
await act("DELIVER", {
  received_by: "Herr Berger",
  refusal_reason: "Signed on paper",
  belongings_confirmed: true,
  todos: ids(order.todos.delivery),
});
