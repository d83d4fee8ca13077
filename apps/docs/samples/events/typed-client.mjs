import { createClient } from "@leitstand/client/client";
import { followEvents } from "@leitstand/client/event-stream";

const { BASE, TOKEN, CASE_ID } = process.env;
const options = { baseUrl: BASE.replace("/api/v1", ""), token: () => TOKEN };
const api = createClient(options);

const { cursor } = await api.getDashboard();
await api.createCaseComment({ id: CASE_ID, text: "The family will be there" });

for await (const event of followEvents({ ...options, lastEventId: cursor })) {
  if (event.type === "reset") console.log("Fetch the dashboard again");
  if (event.type !== "case comment" || event.data.case_id !== CASE_ID) continue;
  console.log(`${event.type}: ${event.data.text}`);
  break;
}
