import { formatUtcTimestamp } from "@leitstand/contract/core/moment-text";
import type { Static } from "@leitstand/contract/core/schema";
import type { MissingResourceName } from "@leitstand/contract/errors/error-sentences";
import type { Tour } from "@leitstand/contract/tours/tour";
import type { Tx } from "#platform/database/database";
import { announceEvent, type EventAudience } from "#platform/events/events";
import { JsonAnswerText } from "#platform/http/handler";
import type { Scope } from "#platform/access/principal";
import { notFound, problem } from "#platform/problem";
import { enqueueOutboxMessage } from "#platform/background/messages-out";
import { queueEventForPartner } from "#modules/queued-events/index";
import { markTourPlansOutdated } from "#modules/tour-plans/index";
import { isNonEmptyTimeRange, type TourFacts } from "./tour";
import {
  selectCasesOfToursJson,
  selectDayBounds,
  selectDevicesToAskForPosition,
  selectScheduledTour,
  selectStartedTourOfVehicle,
  selectTour,
  selectTourByNaturalId,
  selectTourFacts,
  selectToursJson,
  type TourListQuery,
  type TourJsonText,
} from "./tours.sql";

export type TourChangeKind = "created" | "updated" | "started" | "sub_state" | "finished";

export async function listTours(tx: Tx, scope: Scope, request: TourListQuery) {
  const query = { ...request, ...(await tourWindowOf(tx, request)) };
  const { from = "", to = "" } = query;
  if (!isNonEmptyTimeRange(query)) throw problem("TIME_RANGE_INVALID", { from, to });
  return new JsonAnswerText((await selectToursJson(tx, scope, query)).text);
}

/** Window in moments; days are those of the tenant, the last one included. */
async function tourWindowOf(tx: Tx, { from, to }: TourListQuery): Promise<Pick<TourListQuery, "from" | "to">> {
  const [firstDay, lastDay] = [dayOrNull(from), dayOrNull(to)];
  if (firstDay === null && lastDay === null) return {};
  const { begins, ends } = await selectDayBounds(tx, firstDay, lastDay);
  return { ...(begins !== null && { from: begins }), ...(ends !== null && { to: ends }) };
}

const dayOrNull = (text: string | undefined) => (text !== undefined && /^\d{4}-\d{2}-\d{2}$/.test(text) ? text : null);

export async function listCasesOfTours(tx: Tx, scope: Scope, ids: readonly string[]) {
  return new JsonAnswerText((await selectCasesOfToursJson(tx, scope, ids)).text);
}

const tourTextOrNotFound = (
  tour: TourJsonText | undefined,
  { resource = "tour", id }: { resource?: MissingResourceName; id: string },
) => {
  if (!tour) throw notFound(resource, id);
  return new JsonAnswerText(tour.text, tour.lock_version);
};

export const getTour = async (tx: Tx, scope: Scope, id: string) =>
  tourTextOrNotFound(await selectTour(tx, scope, id), { id });

/** Reads a tour as an object, for modules that do not send it as text. */
export async function readTourAsObject(tx: Tx, scope: Scope, id: string): Promise<Static<typeof Tour>> {
  const { text } = await getTour(tx, scope, id);
  return JSON.parse(text);
}

export const getScheduledTour = async (tx: Tx, scope: Scope, id: string) =>
  tourTextOrNotFound(await selectScheduledTour(tx, scope, id), { id });

export const getTourByNaturalId = async (tx: Tx, scope: Scope, naturalId: string) =>
  tourTextOrNotFound(await selectTourByNaturalId(tx, scope, naturalId), { id: naturalId });

export const getStartedTourOfVehicle = async (tx: Tx, scope: Scope, vehicleId: string) =>
  tourTextOrNotFound(await selectStartedTourOfVehicle(tx, scope, vehicleId), {
    resource: "started_tour",
    id: vehicleId,
  });

/** Present facts about a tour, for any caller; throws when there is none. */
export async function getTourFacts(tx: Tx, id: string): Promise<TourFacts> {
  const [facts] = await selectTourFacts(tx, [id]);
  if (!facts) throw notFound("tour", id);
  return facts;
}

/** Audience of a tour: its branch, its people and its devices; also those it had before a change. */
export const eventAudienceOfTours = (...states: readonly TourFacts[]): EventAudience => ({
  branch_ids: uniqueIds(states.flatMap(({ branch_id }) => (branch_id === null ? [] : [branch_id]))),
  user_ids: uniqueIds(states.flatMap(({ user_ids }) => user_ids)),
  device_ids: uniqueIds(states.flatMap(({ device_ids }) => device_ids)),
});
const uniqueIds = (ids: readonly string[]) => [...new Set(ids)];

/** Audiences of tours, by their ids; deleted tours are left out. */
export async function getEventAudiencesByTour(tx: Tx, ids: readonly string[]) {
  const tours = await selectTourFacts(tx, ids);
  return new Map(
    tours.map((tour) => {
      const { natural_id, branch_id } = tour;
      return [tour.id, { natural_id, branch_id, audience: eventAudienceOfTours(tour) }];
    }),
  );
}

/**
 * Announces the present state of the tour on the live stream; `before` includes the audience that it lost with this
 * change.
 */
export async function announceTourChange(
  tx: Tx,
  id: string,
  { change, before }: { change: TourChangeKind; before?: TourFacts },
) {
  const tour = await getTourFacts(tx, id);
  const { natural_id, status, started_sub_state, branch_id, lock_version } = tour;
  announceEvent(tx, {
    type: "tour update",
    audience: before ? eventAudienceOfTours(before, tour) : eventAudienceOfTours(tour),
    payload: { tour_id: id, natural_id, status, started_sub_state, branch_id, lock_version, change },
  });
  markTourPlansOutdated(tx, [id]);
  return tour;
}

/** Queues the duty status of a crew for its partner, which plans by it: on duty, off duty, or another sub-state. */
export function queueDutyStatusForPartner(tx: Tx, tour: TourFacts, now: Date) {
  const { id, natural_id, status, started_sub_state, user_ids, device_ids, lock_version } = tour;
  const payload = { tour_id: id, natural_id, status, started_sub_state, user_ids, device_ids, lock_version };
  queueEventForPartner(tx, {
    type: "driver_duty_status_update",
    tour_id: id,
    payload: { ...payload, occurred_at: formatUtcTimestamp(now) },
  });
}

/** Asks the devices of started tours for a fresh position, by a push that is not displayed. */
export async function requestPositionsOfVehicles(tx: Tx, scope: Scope, vehicleIds?: readonly string[]) {
  const driving = await selectDevicesToAskForPosition(tx, scope, vehicleIds ? { vehicleIds } : {});
  return sendPositionRequests(tx, driving, vehicleIds?.length ?? driving.length);
}

export async function requestPositionsOfTourInScope(tx: Tx, scope: Scope, tourId: string) {
  if (!(await selectTour(tx, scope, tourId))) throw notFound("tour", tourId);
  const { status, vehicle_count } = await getTourFacts(tx, tourId);
  if (status !== "STARTED") throw problem("TOUR_STATUS_CONFLICT", { status, required: "STARTED" });
  return sendPositionRequests(tx, await selectDevicesToAskForPosition(tx, scope, { tourId }), vehicle_count);
}

/** Asks the devices of a running tour for a position on behalf of the product. */
export async function requestTourPositionsAsSystem(tx: Tx, tourId: string) {
  sendPositionRequests(tx, await selectDevicesToAskForPosition(tx, wholeTenantScope, { tourId }), 0);
}
const wholeTenantScope: Scope = { all: true, branch_ids: [], driver: null };

type DrivingDevices = Awaited<ReturnType<typeof selectDevicesToAskForPosition>>;

function sendPositionRequests(tx: Tx, driving: DrivingDevices, vehicles: number) {
  let sent = 0;
  for (const { device_id, push_token, tour_id, vehicle_id } of driving) {
    if (device_id === null) continue;
    sent++;
    enqueueOutboxMessage(tx, {
      channel: "PUSH",
      recipient: push_token ?? "",
      body: "",
      purpose: "LOCATION_REQUEST",
      data: { type: "LOCATION_REQUEST", tour_id, vehicle_id },
      device_id,
    });
  }
  return { vehicles, sent, without_device: driving.length - sent, not_driving: vehicles - driving.length };
}
