const { BASE, TOKEN, CASE_ID } = process.env;
const headers = { Authorization: `Bearer ${TOKEN}` };

const { cursor } = await (await fetch(`${BASE}/dashboard`, { headers })).json();
await fetch(`${BASE}/cases/${CASE_ID}/comment`, {
  method: "POST",
  headers: { ...headers, "Content-Type": "application/json" },
  body: JSON.stringify({ text: "The family will be there" }),
});

let lastEventId = cursor;
async function* listen() {
  const stop = new AbortController();
  const answer = await fetch(`${BASE}/dashboard`, {
    headers: { ...headers, Accept: "text/event-stream", "Last-Event-ID": lastEventId },
    signal: stop.signal,
  });
  let rest = "";
  try {
    for await (const piece of answer.body.pipeThrough(new TextDecoderStream())) {
      const blocks = (rest + piece).split("\n\n");
      rest = blocks.pop();
      for (const block of blocks) {
        const field = (name) => block.match(new RegExp(`^${name}: (.*)$`, "m"))?.[1];
        lastEventId = field("id") ?? lastEventId;
        if (field("data")) yield JSON.parse(field("data"));
      }
    }
  } finally {
    stop.abort();
  }
}

for await (const { type, data } of listen()) {
  if (type === "reset") console.log("Fetch the dashboard again");
  if (type !== "case comment" || data.case_id !== CASE_ID) continue;
  console.log(`${type}: ${data.text}`);
  break;
}
