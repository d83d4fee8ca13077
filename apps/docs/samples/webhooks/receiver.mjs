import { createHmac, timingSafeEqual } from "node:crypto";
import { createServer } from "node:http";

const { PORT, WEBHOOK_SECRET } = process.env;
const key = Buffer.from(WEBHOOK_SECRET.replace("whsec_", ""), "base64");
const seen = new Set(); // In your database, written in the transaction of what you do.

function isGenuine({ headers }, body) {
  const { "webhook-id": id, "webhook-timestamp": timestamp, "webhook-signature": signatures } = headers;
  if (!(Math.abs(Date.now() / 1000 - Number(timestamp)) <= 300)) return false;
  const right = createHmac("sha256", key).update(`${id}.${timestamp}.${body}`).digest();
  return (signatures ?? "").split(" ").some((signature) => {
    const given = Buffer.from(signature.replace("v1,", ""), "base64");
    return given.length === right.length && timingSafeEqual(given, right);
  });
}

createServer((request, response) => {
  const chunks = [];
  request.on("data", (chunk) => chunks.push(chunk));
  request.on("end", () => {
    const body = Buffer.concat(chunks).toString();
    if (!isGenuine(request, body)) return response.writeHead(401).end();
    const { id, type, data } = JSON.parse(body);
    if (!seen.has(id)) console.log(`${type}: ${data.case_id ?? data.webhook_id}`);
    seen.add(id);
    response.writeHead(204).end();
  });
}).listen(PORT, "127.0.0.1");
