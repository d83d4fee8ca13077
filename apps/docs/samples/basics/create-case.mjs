const { BASE, TOKEN, ORDER_NUMBER } = process.env;

const answer = await fetch(`${BASE}/cases`, {
  method: "POST",
  headers: {
    Authorization: `Bearer ${TOKEN}`,
    "Content-Type": "application/json",
    "Idempotency-Key": `"order-${ORDER_NUMBER}"`,
  },
  body: JSON.stringify({
    approved: true,
    data_type: "FUNERAL",
    external_id: ORDER_NUMBER,
    due_at: "2027-06-01T14:00:00+02:00",
    funeral_data: {
      cargo_type: "PERSON",
      transport_type: "Transportauftrag",
      cargo_deceased: { first_name: "Maria", last_name: "Muster", date_of_death: "2026-03-01" },
      source_address: { name: "Landeskrankenhaus", zip_code: "8036", city: "Graz", country: "AT" },
      target_address: { name: "Zentralfriedhof", zip_code: "8020", city: "Graz", country: "AT" },
    },
  }),
});
const { id, natural_id, lock_version, created_at, due_at, brand_id, state } = await answer.json();
console.log(JSON.stringify({ id, natural_id, lock_version, created_at, due_at, brand_id, state }));
