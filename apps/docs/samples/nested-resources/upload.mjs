import { readFile } from "node:fs/promises";

const { BASE, TOKEN, CASE_ID } = process.env;
const form = new FormData();
form.append("file", new Blob([await readFile("transport-order.pdf")]), "transport-order.pdf");

const answer = await fetch(`${BASE}/cases/${CASE_ID}/assets`, {
  method: "POST",
  headers: { Authorization: `Bearer ${TOKEN}` },
  body: form,
});
console.log(await answer.text());
