import type {
  ScheduledTourCreateRequest,
  ScheduledTourUpdateRequest,
  TourDuplicateRequest,
  TourVehicleWish,
} from "@leitstand/contract/tours/tour-requests";
import type { Static } from "@leitstand/contract/core/schema";
import type { Tx } from "#platform/database/database";
import { announceEvent } from "#platform/events/events";
import type { Scope } from "#platform/access/principal";
import { notFound, Problem, problem } from "#platform/problem";
import {
  findDuplicateVehicleOrDevice,
  findShiftFault,
  type ShiftTimes,
  scheduledEndOfTourCopy,
  type TourFacts,
} from "./tour";
import {
  countLinksWithHistory,
  insertTour,
  lockCasesOfTour,
  lockTour,
  lockUnfinishedToursOfUser,
  removeTour,
  replaceTourUsers,
  replaceTourVehicles,
  selectTourToDuplicate,
  selectDevicesAssignableToTour,
  selectUsersAssignableToTour,
  selectVehiclesAssignableToTour,
  incrementTourLockVersion,
  updateScheduledTourFields,
  type TourToDuplicate,
  type ScheduledTourFields,
} from "./tour-changes.sql";
import { announceTourChange, getTour, getTourFacts, eventAudienceOfTours } from "./tours.service";
import { selectTourFacts } from "./tours.sql";

type TourVehicleRequest = Static<typeof TourVehicleWish>;
export interface ScheduledTourDraft extends Omit<ScheduledTourFields, "branch_id"> {
  readonly branch_id?: string | null;
  readonly user_ids?: readonly string[];
  readonly vehicles?: readonly TourVehicleRequest[];
}

/** Scope without the driver's role, because planning is done by the office only. */
const officeScopeOf = (scope: Scope): Scope => ({ ...scope, driver: null });
export async function scheduleTour(tx: Tx, scope: Scope, draft: ScheduledTourCreateRequest) {
  const id = await insertScheduledTour(tx, officeScopeOf(scope), draft);
  await announceTourChange(tx, id, { change: "created" });
  return getTour(tx, scope, id);
}

/** Inserts a planned tour with its people and vehicles, without announcing it. */
export async function insertScheduledTour(tx: Tx, scope: Scope, draft: ScheduledTourDraft): Promise<string> {
  const { user_ids = [], vehicles = [] } = draft;
  const branch_id = branchOfTour(scope, draft.branch_id);
  refuseImpossibleShift(draft);
  const { id } = await insertTour(tx, { ...draft, branch_id });
  await writeTourUsers(tx, scope, { id, user_ids });
  await writeTourVehicles(tx, scope, { id, vehicles });
  return id;
}

export async function duplicateTour(tx: Tx, scope: Scope, asked: Static<typeof TourDuplicateRequest>) {
  const { tour_id, scheduled_start_at } = asked;
  const original = await selectTourToDuplicate(tx, officeScopeOf(scope), tour_id);
  if (!original) throw problem("REFERENCE_NOT_FOUND", { field: "tour_id", id: tour_id });
  const name = asked.name === undefined ? original.name : asked.name;
  const scheduled_end_at = scheduledEndOfTourCopy(original, scheduled_start_at, original.timezone);
  return scheduleTour(tx, scope, { ...duplicateDraftOf(original), name, scheduled_start_at, scheduled_end_at });
}

const duplicateDraftOf = ({ started_at: _started, ended_at: _ended, timezone: _zone, ...draft }: TourToDuplicate) =>
  draft;

/** Tour that its branch has no longer: the branch may have seen the tour's cases for that reason alone. */
export interface TourLeavingBranch {
  readonly tour_id: string;
  readonly former_branch_id: string | null;
}
type TourLeavingHandler = (tx: Tx, tour: TourLeavingBranch) => Promise<void>;

interface ScheduledTourChange extends ScheduledTourUpdateRequest {
  readonly id: string;
  readonly onMove: TourLeavingHandler;
}

export async function changeScheduledTour(tx: Tx, scope: Scope, change: ScheduledTourChange) {
  const { id, lock_version, onMove, ...given } = change;
  if (given.branch_id !== undefined) lockCasesOfTour(tx, id);
  const before = await lockPlannedTour(tx, scope, { id, lock_version });
  const fields = { ...given };
  if (given.branch_id !== undefined) fields.branch_id = branchOfTour(officeScopeOf(scope), given.branch_id);
  const planned = await selectTourToDuplicate(tx, scope, id);
  refuseImpossibleShift({ ...planned, ...fields });
  await updateScheduledTourFields(tx, id, fields);
  const { branch_id } = await announceTourChange(tx, id, { change: "updated", before });
  if (branch_id !== before.branch_id) await onMove(tx, { tour_id: id, former_branch_id: before.branch_id });
  return getTour(tx, scope, id);
}

export async function deleteScheduledTour(
  tx: Tx,
  scope: Scope,
  { id, onDelete }: { id: string; onDelete: TourLeavingHandler },
) {
  lockCasesOfTour(tx, id);
  const tour = await lockPlannedTour(tx, scope, { id });
  const { count } = await countLinksWithHistory(tx, id);
  if (count > 0) throw problem("RESOURCE_IN_USE", { by: "case", count });
  await onDelete(tx, { tour_id: id, former_branch_id: tour.branch_id });
  await removeTour(tx, id);
  announceEvent(tx, {
    type: "tour delete",
    audience: eventAudienceOfTours(tour),
    payload: { tour_id: id, natural_id: tour.natural_id },
  });
}

export async function setScheduledTourUsers(
  tx: Tx,
  scope: Scope,
  change: { id: string; user_ids: readonly string[]; lock_version?: number },
) {
  const before = await lockPlannedTour(tx, scope, change);
  await writeTourUsers(tx, officeScopeOf(scope), change);
  return finishCrewChange(tx, scope, before);
}

export async function setScheduledTourVehicles(
  tx: Tx,
  scope: Scope,
  change: { id: string; vehicles: readonly TourVehicleRequest[]; lock_version?: number },
) {
  const before = await lockPlannedTour(tx, scope, change);
  await writeTourVehicles(tx, officeScopeOf(scope), change);
  return finishCrewChange(tx, scope, before);
}

/**
 * Takes a person who is being deleted, and whose row is locked, off planned tours. Refused while they are on a running
 * one: the end of their sessions would leave its crew without them, and maybe its cases without a driver.
 */
export async function removeDeletedUserFromTours(tx: Tx, user_id: string) {
  const ids = (await lockUnfinishedToursOfUser(tx, user_id)).map(({ id }) => id);
  const tours = (await selectTourFacts(tx, ids)).filter(({ user_ids }) => user_ids.includes(user_id));
  const count = tours.filter(({ status }) => status === "STARTED").length;
  if (count > 0) throw problem("RESOURCE_IN_USE", { by: "tour", count });
  for (const before of tours.filter(({ status }) => status === "SCHEDULED")) {
    const others = before.user_ids.filter((id) => id !== user_id);
    await replaceTourUsers(tx, before.id, others);
    await incrementTourLockVersion(tx, before.id);
    await announceTourChange(tx, before.id, { change: "updated", before });
  }
}

async function finishCrewChange(tx: Tx, scope: Scope, before: TourFacts) {
  await incrementTourLockVersion(tx, before.id);
  await announceTourChange(tx, before.id, { change: "updated", before });
  return getTour(tx, scope, before.id);
}

/** Locks a planned tour until the commit; refused when it is not in scope, changed in the meantime, or has started. */
async function lockPlannedTour(
  tx: Tx,
  scope: Scope,
  wanted: { id: string; lock_version?: number },
): Promise<TourFacts> {
  const tour = await lockAndReadTourFacts(tx, officeScopeOf(scope), wanted);
  if (tour.status !== "SCHEDULED")
    throw problem("TOUR_STATUS_CONFLICT", { status: tour.status, required: "SCHEDULED" });
  return tour;
}

export async function lockAndReadTourFacts(
  tx: Tx,
  scope: Scope,
  { id, lock_version }: { id: string; lock_version?: number },
) {
  const held = await lockTour(tx, scope, id);
  if (!held) throw notFound("tour", id);
  if (lock_version !== undefined && lock_version !== held.lock_version)
    throw problem("LOCK_VERSION_CONFLICT", { lock_version, current_lock_version: held.lock_version });
  return getTourFacts(tx, id);
}

/** Branch of a tour: the named one, if it is in scope; else the caller's only one. */
function branchOfTour({ all, branch_ids, driver }: Scope, named: string | null | undefined): string | null {
  const reach = [...new Set([...branch_ids, ...(driver?.branch_ids ?? [])])];
  if (all || driver?.all) return named ?? null;
  const branch_id = named ?? (reach.length === 1 ? reach[0] : undefined);
  if (branch_id === undefined) throw new Problem("VALIDATION_FAILED", [{ field: "branch_id", rule: "required" }]);
  if (!reach.includes(branch_id)) throw problem("BRANCH_ACCESS_DENIED", { branch_id });
  return branch_id;
}

function refuseImpossibleShift(shift: ShiftTimes) {
  const fault = findShiftFault(shift);
  if (fault) throw problem(fault.code, fault.args);
}

async function writeTourUsers(tx: Tx, scope: Scope, { id, user_ids }: { id: string; user_ids: readonly string[] }) {
  const usable = user_ids.length > 0 ? await selectUsersAssignableToTour(tx, scope, { tourId: id, ids: user_ids }) : [];
  refuseMissingReferences("user_ids", user_ids, usable);
  await replaceTourUsers(tx, id, user_ids);
}

export async function writeTourVehicles(
  tx: Tx,
  scope: Scope,
  { id, vehicles }: { id: string; vehicles: readonly TourVehicleRequest[] },
) {
  const repeated = findDuplicateVehicleOrDevice(vehicles);
  if (repeated) throw problem("FIELD_COMBINATION_INVALID", { fields: repeated });
  const vehicleIds = vehicles.map(({ vehicle_id }) => vehicle_id);
  const deviceIds = vehicles.flatMap(({ device_id }) => device_id ?? []);
  if (vehicleIds.length > 0)
    refuseMissingReferences(
      "vehicles.vehicle_id",
      vehicleIds,
      await selectVehiclesAssignableToTour(tx, scope, { tourId: id, ids: vehicleIds }),
    );
  if (deviceIds.length > 0)
    refuseMissingReferences("vehicles.device_id", deviceIds, await selectDevicesAssignableToTour(tx, scope, deviceIds));
  const { count } = await replaceTourVehicles(tx, id, vehicles);
  if (count > 0) throw problem("FIELD_COMBINATION_INVALID", { fields: "vehicles.device_id" });
}

function refuseMissingReferences(field: string, wanted: readonly string[], found: readonly { readonly id: string }[]) {
  const known = new Set(found.map(({ id }) => id));
  const missing = wanted.find((id) => !known.has(id));
  if (missing !== undefined) throw problem("REFERENCE_NOT_FOUND", { field, id: missing });
}
