import { createClient } from "@leitstand/client/client";
import { ApiProblem } from "@leitstand/client/problem";

const { BASE, TOKEN, CASE_ID } = process.env;
const api = createClient({ baseUrl: BASE.replace("/api/v1", ""), token: () => TOKEN });

const order = await api.getCase({ id: CASE_ID });
console.log(order.state.current);

try {
  await api.receiveAction({ id: CASE_ID, action: "CANCEL", lock_version: 99, reason: "Ordered twice" });
} catch (error) {
  if (!(error instanceof ApiProblem)) throw error;
  console.log(error.status, error.code, error.arg("current_lock_version"));
}
