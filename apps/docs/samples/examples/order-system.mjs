import { readFile } from "node:fs/promises";

const { BASE, TOKEN, ORDER_NUMBER } = process.env;
const bearer = { Authorization: `Bearer ${TOKEN}` };

async function ask(method, path, body) {
  const isForm = body instanceof FormData;
  const json = { "Content-Type": "application/json", "Idempotency-Key": `"${ORDER_NUMBER} ${path}"` };
  const answer = await fetch(BASE + path, {
    method,
    headers: { ...bearer, ...(!isForm && json) },
    body: isForm ? body : JSON.stringify(body),
  });
  const result = await answer.json();
  if (!answer.ok) throw new Error(`${result.code}: ${result.message} (trace ${result.trace_id})`);
  return result;
}

// 1. Where to go on listening from, before anything is ordered: so that nothing is missed.
const { cursor } = await ask("GET", "/dashboard");

// 2. The order. The number of the hospital's own system finds it again.
const order = await ask("POST", "/cases", {
  approved: true,
  data_type: "FUNERAL",
  external_id: ORDER_NUMBER,
  contact: { name: "Ward 4 West", phone_number: "+43316555100" },
  due_at: "2027-06-01T14:00:00+02:00",
  funeral_data: {
    cargo_type: "PERSON",
    transport_type: "Transportauftrag",
    cargo_deceased: { first_name: "Maria", last_name: "Muster", date_of_death: "2026-03-01", infectious: false },
    source_address: {
      name: "Landeskrankenhaus",
      street: "Auenbruggerplatz",
      house_number: "1",
      zip_code: "8036",
      city: "Graz",
      country: "AT",
    },
    target_address: { name: "Zentralfriedhof", zip_code: "8020", city: "Graz", country: "AT" },
  },
});
console.log(`${order.external_id}: ${order.state.current}`);

// 3. The papers.
const form = new FormData();
form.append("file", new Blob([await readFile("transport-order.pdf")]), "transport-order.pdf");
const paper = await ask("POST", `/cases/${order.id}/assets`, form);
console.log(`${paper.file_name}: ${paper.mime_type}`);

// 4. Another system cancels the order while this one listens.
await ask("POST", `/cases/${order.id}/send_action`, {
  action: "CANCEL",
  reason: "The family has decided otherwise",
  lock_version: order.lock_version,
});

const stop = new AbortController();
const stream = await fetch(`${BASE}/dashboard`, {
  headers: { ...bearer, Accept: "text/event-stream", "Last-Event-ID": cursor },
  signal: stop.signal,
});
let text = "";
for await (const piece of stream.body.pipeThrough(new TextDecoderStream())) {
  text += piece;
  const events = [...text.matchAll(/^data: (.*)\n\n/gm)].map(([, data]) => JSON.parse(data));
  const news = events.filter(({ data }) => data.case_id === order.id);
  if (!news.some(({ data }) => data.finalized)) continue;
  for (const { type, data } of news) console.log(`${type}: ${data.state ?? data.external_id}`);
  stop.abort();
  break;
}
