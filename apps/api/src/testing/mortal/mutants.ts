import { randomUUID } from "node:crypto";
import type { Database } from "#platform/database/database";
import { sql } from "#platform/database/sql";
import type { EgressClient } from "#platform/egress/egress";
import type { EgressRequest } from "#platform/egress/single-request";

/**
 * Deliberate faults of delivery. "mark first": records a delivery before it is sent. "new id": every attempt has an id
 * of its own. "number when sent": numbers events in the order of sending instead of the order in which they happened.
 */
export type DeliveryMutant = "mark first" | "new id" | "number when sent";

/** Egress with one deliberate fault. */
export function createMutantEgressClient(egress: EgressClient, mutant: DeliveryMutant, db: Database): EgressClient {
  let sent = 0;
  const changes: Readonly<Record<DeliveryMutant, (request: EgressRequest) => Promise<EgressRequest>>> = {
    "mark first": async (request) => {
      await markDelivered(db, requestIdOf(request));
      return request;
    },
    "new id": async (request) => replaceBody(request, { id: randomUUID() }),
    "number when sent": async (request) => replaceBody(request, { sequence: ++sent }),
  };
  return Object.assign(Object.create(egress) as EgressClient, {
    send: async (request: EgressRequest) => egress.send(await changes[mutant](request)),
  });
}

const requestIdOf = ({ headers = {} }: EgressRequest) => headers["idempotency-key"] ?? headers["webhook-id"];

function replaceBody(request: EgressRequest, other: { id?: string; sequence?: number }): EgressRequest {
  const body = { ...(JSON.parse(String(request.body)) as object), ...other };
  const headers = {
    ...request.headers,
    ...(other.id === undefined ? {} : { "idempotency-key": other.id, "webhook-id": other.id }),
  };
  return { ...request, headers, body: JSON.stringify(body) };
}

async function markDelivered({ system }: Database, id: string | undefined) {
  await system.run(sql`
    update webhook_deliveries set status = 'DELIVERED', due_at = null, delivered_at = now() where id = ${id}`);
  await system.run(sql`delete from queued_events where id = ${id}`);
}
