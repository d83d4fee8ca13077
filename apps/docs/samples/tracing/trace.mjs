const { BASE, TOKEN } = process.env;

const answer = await fetch(`${BASE}/areas`, {
  headers: {
    Authorization: `Bearer ${TOKEN}`,
    traceparent: "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
    "X-Request-Id": "order-4711-1",
  },
});
for (const name of ["traceparent", "x-request-id"]) console.log(`${name}: ${answer.headers.get(name)}`);
