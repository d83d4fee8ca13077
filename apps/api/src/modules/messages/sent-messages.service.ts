import type { CriticalMessageRequest } from "@leitstand/contract/board/messages";
import type { Static } from "@leitstand/contract/core/schema";
import type { Tx } from "#platform/database/database";
import type { Principal, Scope } from "#platform/access/principal";
import { problem } from "#platform/problem";
import { checkReferencedIdsExist } from "#platform/database/references";
import { scopeReachesBranch } from "#platform/access/scope";
import { sql } from "#platform/database/sql";
import { createCriticalMessage } from "./messages.service";
import {
  type MessageAddressees,
  type CriticalMessageDraft,
  selectMessageAddresseesOfTour,
  selectMessageAddresseesOfVehicle,
  selectCaseIdInScope,
  selectCriticalMessagesById,
} from "./messages.sql";

interface MessageSender {
  readonly scope: Scope;
  readonly principal: Principal;
}
type MessageRequest = Static<typeof CriticalMessageRequest>;
type MessageAddress = Pick<CriticalMessageDraft, "branch_id" | "device_id" | "user_id" | "tour_id">;

/** Sends a dispatcher's message to other dispatchers, a vehicle or a tour; answers one message for each addressee. */
export async function sendDispatcherMessage(tx: Tx, { scope, principal }: MessageSender, request: MessageRequest) {
  const addresses = await messageAddressesOf(tx, scope, request);
  const { case_id, title, body = "" } = request;
  if (case_id && !(await selectCaseIdInScope(tx, scope, case_id)))
    throw problem("REFERENCE_NOT_FOUND", { field: "case_id", id: case_id });
  const draft = { kind: "DESK_MESSAGE", title, body, case_id: case_id ?? null, sent_by: principal.user_id };
  const ids: string[] = [];
  for (const address of addresses) ids.push(await createCriticalMessage(tx, { ...draft, ...address }));
  return selectCriticalMessagesById(tx, ids);
}

async function messageAddressesOf(tx: Tx, scope: Scope, request: MessageRequest): Promise<readonly MessageAddress[]> {
  const { branch_id, vehicle_id, tour_id } = request;
  if ([branch_id, vehicle_id, tour_id].filter((id) => id !== undefined).length !== 1)
    throw problem("FIELD_COMBINATION_INVALID", { fields: "branch_id,vehicle_id,tour_id" });
  if (branch_id !== undefined) return [await dispatcherAddressOf(tx, scope, branch_id)];
  if (vehicle_id !== undefined) {
    const found = await selectMessageAddresseesOfVehicle(tx, scope, vehicle_id);
    if (!found) throw problem("REFERENCE_NOT_FOUND", { field: "vehicle_id", id: vehicle_id });
    return crewAddressesOf(found);
  }
  const found = tour_id === undefined ? undefined : await selectMessageAddresseesOfTour(tx, scope, tour_id);
  if (!found) throw problem("REFERENCE_NOT_FOUND", { field: "tour_id", id: tour_id });
  return crewAddressesOf(found);
}

async function dispatcherAddressOf(tx: Tx, scope: Scope, branch_id: string): Promise<MessageAddress> {
  if (!scopeReachesBranch(scope, branch_id)) throw problem("BRANCH_ACCESS_DENIED", { branch_id });
  await checkReferencedIdsExist(tx, [{ field: "branch_id", table: sql`branches`, ids: [branch_id] }]);
  return { branch_id };
}

/** Addresses of a crew: its phones; a crew without one is informed in person. */
function crewAddressesOf({ tour_id, tour_status, device_ids, user_ids }: MessageAddressees): readonly MessageAddress[] {
  if (tour_status === "FINISHED") throw problem("TOUR_STATUS_CONFLICT", { status: tour_status, required: "STARTED" });
  const addresses =
    device_ids.length > 0
      ? device_ids.map((device_id) => ({ device_id, tour_id }))
      : user_ids.map((user_id) => ({ user_id, tour_id }));
  if (addresses.length === 0) throw problem("REFERENCE_NOT_FOUND", { field: "device_id" });
  return addresses;
}
