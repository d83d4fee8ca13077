import { createHash } from "node:crypto";
import type { VehicleCheckCreateRequest } from "@leitstand/contract/fleet/vehicle-checks";
import { raiseCriticalMessage } from "#modules/messages/index";
import type { Principal, Scope } from "#platform/access/principal";
import { refuseFuture } from "#platform/clock";
import type { Database, Tx } from "#platform/database/database";
import { possibleSenders, type Sender } from "#platform/database/phone-entries";
import { notFound, problem } from "#platform/problem";
import {
  type CheckedVehicle,
  type CheckItem,
  insertCheck,
  insertPhotos,
  type PhotoQuery,
  selectCheck,
  selectCheckedVehicle,
  selectChecks,
  selectPhoto,
  selectSentCheck,
  selectTourOfVehicle,
  selectVehicleTemplates,
} from "./vehicle-checks.sql";

interface Holder {
  readonly principal: Principal;
  readonly scope: Scope;
}
type Draft = VehicleCheckCreateRequest & { readonly vehicle_id: string; readonly now: Date };

export async function createCheck(tx: Tx, { principal, scope }: Holder, draft: Draft) {
  const { vehicle_id, tour_id = null, now } = draft;
  const { user_id, device_id } = principal;
  const fingerprint = fingerprintOf(draft, principal);
  // A check that was stored is answered again, even when its template or vehicle is out of scope by now.
  const known = await findSame(tx, draft, principal);
  if (known !== undefined) return selectCheck(tx, known);
  const vehicle = await selectCheckedVehicle(tx, scope, vehicle_id);
  if (!vehicle) throw notFound("vehicle", vehicle_id);
  refuseFuture("occurred_at", draft.occurred_at, now);
  if (tour_id !== null && !(await selectTourOfVehicle(tx, { tourId: tour_id, vehicleId: vehicle_id })))
    throw problem("REFERENCE_NOT_FOUND", { field: "tour_id", id: tour_id });
  const items = await describeItems(tx, draft);
  const written = await insertCheck(tx, { ...draft, tour_id, items, fingerprint, user_id, device_id, now });
  if (!written) return answerFirst(tx, draft, principal);
  await announcePhotos(tx, written.id, items);
  await tellDesk(tx, vehicle, { ...draft, tour_id, items });
  return selectCheck(tx, written.id);
}

/** Answers a check whose id has been used, perhaps at this very moment. */
async function answerFirst(tx: Tx, draft: Draft, principal: Principal) {
  const known = await findSame(tx, draft, principal);
  if (known === undefined) throw problem("IDEMPOTENCY_KEY_REUSED");
  return selectCheck(tx, known);
}

/** Finds the id of the same check that its sender has sent before, perhaps not yet signed in on the phone. */
async function findSame(tx: Tx, draft: Draft, principal: Principal): Promise<string | undefined> {
  const sent = await selectSentCheck(tx, draft.client_id);
  const isSame = possibleSenders(principal).some((sender) => sent?.fingerprint.equals(fingerprintOf(draft, sender)));
  return isSame ? sent?.id : undefined;
}

/** Items as they are stored, because a template may be renamed or deleted later on. */
async function describeItems(tx: Tx, { items }: Draft): Promise<CheckItem[]> {
  const ids = items.map(({ template_id }) => template_id);
  const photos = items.flatMap(({ photo_ids = [] }) => photo_ids);
  if (new Set(ids).size < ids.length) throw problem("FIELD_COMBINATION_INVALID", { fields: "items.template_id" });
  if (new Set(photos).size < photos.length) throw problem("FIELD_COMBINATION_INVALID", { fields: "items.photo_ids" });
  const titles = new Map((await selectVehicleTemplates(tx, ids)).map(({ id, title }) => [id, title]));
  return items.map(({ template_id, result, note = "", photo_ids = [] }) => {
    const title = titles.get(template_id);
    if (title === undefined) throw problem("REFERENCE_NOT_FOUND", { field: "items.template_id", id: template_id });
    return { template_id, title, result, note, photo_ids };
  });
}

/** Fingerprint of the content and sender of a check, whatever the order of its fields. */
function fingerprintOf(
  { vehicle_id, tour_id = null, occurred_at, phase, mileage_km, items }: Draft,
  { user_id, device_id }: Sender,
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

async function announcePhotos(tx: Tx, checkId: string, items: readonly CheckItem[]) {
  const photos = items.flatMap(({ photo_ids }) => photo_ids);
  if (photos.length === 0) return;
  if ((await insertPhotos(tx, checkId, photos)) < photos.length)
    throw problem("RESOURCE_ALREADY_EXISTS", { field: "items.photo_ids" });
}

async function tellDesk(
  tx: Tx,
  { license_plate, branch_id, language }: CheckedVehicle,
  { vehicle_id, tour_id, items }: { vehicle_id: string; tour_id: string | null; items: readonly CheckItem[] },
) {
  const defects = items.filter(({ result }) => result === "DEFECT");
  if (defects.length === 0) return;
  await raiseCriticalMessage(tx, {
    kind: "VEHICLE_DEFECT",
    title: language === "de" ? `Mangel an ${license_plate}` : `Defect of ${license_plate}`,
    body: defects.map(({ title, note }) => (note === "" ? title : `${title}: ${note}`)).join("\n"),
    args: { vehicle_id, license_plate, defects: defects.length },
    branch_id,
    tour_id,
  });
}

export async function listChecks(tx: Tx, scope: Scope, vehicleId: string) {
  if (!(await selectCheckedVehicle(tx, scope, vehicleId))) throw notFound("vehicle", vehicleId);
  return selectChecks(tx, vehicleId);
}

/** Refuses a photo that no check of the vehicle has announced, or whose vehicle the caller may not know of. */
export async function checkPhotoAwaited(db: Database, { principal, scope }: Holder, query: PhotoQuery) {
  const rows = db.read(principal.tenant_id, "short");
  if (await selectPhoto(rows, { ...query, scope, sender: principal })) return;
  if (!(await selectCheckedVehicle(rows, scope, query.vehicle_id))) throw notFound("vehicle", query.vehicle_id);
  throw problem("REFERENCE_NOT_FOUND", { field: "client_id", id: query.photo_id });
}
