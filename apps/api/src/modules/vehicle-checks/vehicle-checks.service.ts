import { createHash } from "node:crypto";
import type { VehicleCheckCreateRequest } from "@leitstand/contract/fleet/vehicle-checks";
import { createCriticalMessage } from "#modules/messages/index";
import type { Principal, Scope } from "#platform/access/principal";
import { refuseFutureTime } from "#platform/clock";
import type { Database, Tx } from "#platform/database/database";
import { possiblePhoneEntrySenders, type PhoneEntrySender } from "#platform/database/phone-entries";
import { notFound, problem } from "#platform/problem";
import {
  type CheckedVehicle,
  type VehicleCheckItemRow,
  insertVehicleCheck,
  insertVehicleCheckPhotos,
  type VehicleCheckPhotoQuery,
  selectVehicleCheck,
  selectCheckedVehicle,
  selectVehicleChecks,
  selectAwaitedVehicleCheckPhoto,
  selectVehicleCheckByClientId,
  selectIsTourOfVehicle,
  selectVehicleCheckTemplates,
} from "./vehicle-checks.sql";

interface VehicleCheckCaller {
  readonly principal: Principal;
  readonly scope: Scope;
}
type VehicleCheckDraft = VehicleCheckCreateRequest & { readonly vehicle_id: string; readonly now: Date };

export async function recordVehicleCheck(tx: Tx, { principal, scope }: VehicleCheckCaller, draft: VehicleCheckDraft) {
  const { vehicle_id, tour_id = null, now } = draft;
  const { user_id, device_id } = principal;
  const fingerprint = checkFingerprint(draft, principal);
  // A check that was stored is answered again, even when its template or vehicle is out of scope by now.
  const known = await findRepeatedCheck(tx, draft, principal);
  if (known !== undefined) return selectVehicleCheck(tx, known);
  const vehicle = await selectCheckedVehicle(tx, scope, vehicle_id);
  if (!vehicle) throw notFound("vehicle", vehicle_id);
  refuseFutureTime("occurred_at", draft.occurred_at, now);
  if (tour_id !== null && !(await selectIsTourOfVehicle(tx, { tourId: tour_id, vehicleId: vehicle_id })))
    throw problem("REFERENCE_NOT_FOUND", { field: "tour_id", id: tour_id });
  const items = await describeCheckItems(tx, draft);
  const written = await insertVehicleCheck(tx, { ...draft, tour_id, items, fingerprint, user_id, device_id, now });
  if (!written) return answerStoredCheck(tx, draft, principal);
  await announceCheckPhotos(tx, written.id, items);
  await notifyDispatchersOfDefects(tx, vehicle, { ...draft, tour_id, items });
  return selectVehicleCheck(tx, written.id);
}

/** Returns the check with an id that has been used, perhaps by a concurrent request. */
async function answerStoredCheck(tx: Tx, draft: VehicleCheckDraft, principal: Principal) {
  const known = await findRepeatedCheck(tx, draft, principal);
  if (known === undefined) throw problem("IDEMPOTENCY_KEY_REUSED");
  return selectVehicleCheck(tx, known);
}

/** Finds the id of the same check that its sender has sent before, perhaps not yet signed in on the phone. */
async function findRepeatedCheck(tx: Tx, draft: VehicleCheckDraft, principal: Principal): Promise<string | undefined> {
  const sent = await selectVehicleCheckByClientId(tx, draft.client_id);
  const isSame = possiblePhoneEntrySenders(principal).some((sender) =>
    sent?.fingerprint.equals(checkFingerprint(draft, sender)),
  );
  return isSame ? sent?.id : undefined;
}

/** Items as they are stored, because a template may be renamed or deleted later on. */
async function describeCheckItems(tx: Tx, { items }: VehicleCheckDraft): Promise<VehicleCheckItemRow[]> {
  const ids = items.map(({ template_id }) => template_id);
  const photos = items.flatMap(({ photo_ids = [] }) => photo_ids);
  if (new Set(ids).size < ids.length) throw problem("FIELD_COMBINATION_INVALID", { fields: "items.template_id" });
  if (new Set(photos).size < photos.length) throw problem("FIELD_COMBINATION_INVALID", { fields: "items.photo_ids" });
  const titles = new Map((await selectVehicleCheckTemplates(tx, ids)).map(({ id, title }) => [id, title]));
  return items.map(({ template_id, result, note = "", photo_ids = [] }) => {
    const title = titles.get(template_id);
    if (title === undefined) throw problem("REFERENCE_NOT_FOUND", { field: "items.template_id", id: template_id });
    return { template_id, title, result, note, photo_ids };
  });
}

/** Fingerprint of the content and sender of a check, whatever the order of its fields. */
function checkFingerprint(
  { vehicle_id, tour_id = null, occurred_at, phase, mileage_km, items }: VehicleCheckDraft,
  { user_id, device_id }: PhoneEntrySender,
): Buffer {
  const said = items.map(({ template_id, result, note = "", photo_ids = [] }) => [
    template_id,
    result,
    note,
    photo_ids,
  ]);
  const content = [user_id, device_id, vehicle_id, tour_id, Date.parse(occurred_at), phase, mileage_km, said];
  return createHash("sha256").update(JSON.stringify(content)).digest();
}

async function announceCheckPhotos(tx: Tx, checkId: string, items: readonly VehicleCheckItemRow[]) {
  const photos = items.flatMap(({ photo_ids }) => photo_ids);
  if (photos.length === 0) return;
  if ((await insertVehicleCheckPhotos(tx, checkId, photos)) < photos.length)
    throw problem("RESOURCE_ALREADY_EXISTS", { field: "items.photo_ids" });
}

async function notifyDispatchersOfDefects(
  tx: Tx,
  { license_plate, branch_id, language }: CheckedVehicle,
  { vehicle_id, tour_id, items }: { vehicle_id: string; tour_id: string | null; items: readonly VehicleCheckItemRow[] },
) {
  const defects = items.filter(({ result }) => result === "DEFECT");
  if (defects.length === 0) return;
  await createCriticalMessage(tx, {
    kind: "VEHICLE_DEFECT",
    title: language === "de" ? `Mangel an ${license_plate}` : `Defect of ${license_plate}`,
    body: defects.map(({ title, note }) => (note === "" ? title : `${title}: ${note}`)).join("\n"),
    args: { vehicle_id, license_plate, defects: defects.length },
    branch_id,
    tour_id,
  });
}

export async function listVehicleChecks(tx: Tx, scope: Scope, vehicleId: string) {
  if (!(await selectCheckedVehicle(tx, scope, vehicleId))) throw notFound("vehicle", vehicleId);
  return selectVehicleChecks(tx, vehicleId);
}

/** Refuses a photo that no check of the vehicle has announced, or whose vehicle the caller may not know of. */
export async function checkVehicleCheckPhotoAwaited(
  db: Database,
  { principal, scope }: VehicleCheckCaller,
  query: VehicleCheckPhotoQuery,
) {
  const rows = db.read(principal.tenant_id, "short");
  if (await selectAwaitedVehicleCheckPhoto(rows, { ...query, scope, sender: principal })) return;
  if (!(await selectCheckedVehicle(rows, scope, query.vehicle_id))) throw notFound("vehicle", query.vehicle_id);
  throw problem("REFERENCE_NOT_FOUND", { field: "client_id", id: query.photo_id });
}
