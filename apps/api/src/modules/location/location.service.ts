import { POSITION_DAYS_KEPT } from "@leitstand/contract/fleet/position-term";
import type { LocationUpdateRequest } from "@leitstand/contract/fleet/location";
import type { Static } from "@leitstand/contract/core/schema";
import type { Database, Tx } from "#platform/database/database";
import { JsonAnswerText } from "#platform/http/handler";
import type { Principal, Scope } from "#platform/access/principal";
import { Problem, problem } from "#platform/problem";
import {
  earliestAcceptedFixMs,
  type PositionFix,
  findPositionFixFault,
  latestAcceptedFixMs,
  roundDegrees,
} from "./fix";
import type { LocationIngester, PositionReport } from "./location-ingest.service";
import { selectVehicleLocationsJson, selectReportableVehicles } from "./location.sql";
import { deleteLastPositionsBefore, dropPositionDayPartitions } from "./positions.sql";

type ReportedLocations = Static<typeof LocationUpdateRequest>["locations"];
interface LocationReporter {
  readonly principal: Principal;
  readonly scope: Scope;
  readonly now: Date;
}

export async function listVehicleLocations(tx: Tx, scope: Scope, now: Date) {
  return new JsonAnswerText((await selectVehicleLocationsJson(tx, scope, now)).text);
}

/** Stores the positions of a request, and answers once they are committed. */
export async function storeReportedLocations(
  { db, ingest }: { db: Database; ingest: LocationIngester },
  reporter: LocationReporter,
  locations: ReportedLocations,
) {
  checkFixTimes(locations, reporter.now);
  const report =
    reporter.principal.kind === "SERVICE"
      ? await integrationReportOf(db, reporter, locations)
      : driverReportOf(reporter.principal, locations);
  const accepted = await ingest.accept(withoutZeroPositions(report));
  return { accepted, ignored: locations.length - accepted };
}

function checkFixTimes(locations: ReportedLocations, now: Date) {
  const fault = findPositionFixFault(locations, now);
  if (!fault) return;
  const field = `locations.${fault.index}.time`;
  if (fault.rule === "format") throw problem("VALIDATION_FAILED", { field, rule: fault.rule });
  const [min, max] = [earliestAcceptedFixMs(now), latestAcceptedFixMs(now)].map((at) => new Date(at).toISOString());
  throw problem("TIME_OUT_OF_RANGE", { field, min, max });
}

/** Whether a fix has a position. Receivers without one send 0, 0: a place in the Gulf of Guinea, where no road is. */
const hasPosition = ({ lat, lon }: PositionFix) => roundDegrees(lat) !== 0 || roundDegrees(lon) !== 0;
const withoutZeroPositions = ({ parts }: PositionReport): PositionReport => ({
  parts: parts.map(({ source, fixes }) => ({ source, fixes: fixes.filter(hasPosition) })),
});

function driverReportOf({ tenant_id, device_id, user_id }: Principal, fixes: ReportedLocations): PositionReport {
  if (fixes.some(({ vehicle_id }) => vehicle_id !== undefined))
    throw problem("FIELD_COMBINATION_INVALID", { fields: "locations.vehicle_id" });
  return { parts: [{ source: { tenant_id, device_id, user_id, vehicle_id: null }, fixes }] };
}

/** Report of an integration, which has no vehicle of its own: it names one with each position. */
async function integrationReportOf(
  db: Database,
  { principal, scope }: LocationReporter,
  locations: ReportedLocations,
): Promise<PositionReport> {
  const unnamed = locations.flatMap(({ vehicle_id }, index) => (vehicle_id === undefined ? [index] : []));
  if (unnamed.length > 0)
    throw new Problem(
      "VALIDATION_FAILED",
      unnamed.slice(0, 20).map((index) => ({ field: `locations.${index}.vehicle_id`, rule: "required" })),
    );
  const { tenant_id } = principal;
  const byVehicle = new Map<string, PositionFix[]>();
  for (const location of locations) {
    const id = location.vehicle_id as string;
    byVehicle.set(id, [...(byVehicle.get(id) ?? []), location]);
  }
  const reached = await selectReportableVehicles(db.read(tenant_id, "short"), {
    tenantId: tenant_id,
    scope,
    ids: [...byVehicle.keys()],
  });
  const known = new Set(reached.map(({ id }) => id));
  const index = locations.findIndex(({ vehicle_id }) => !known.has(vehicle_id as string));
  if (index >= 0)
    throw problem("REFERENCE_NOT_FOUND", {
      field: `locations.${index}.vehicle_id`,
      id: locations[index]?.vehicle_id,
    });
  const parts = [...byVehicle].map(([vehicle_id, fixes]) => ({
    source: { tenant_id, device_id: null, user_id: null, vehicle_id },
    fixes,
  }));
  return { parts };
}

/**
 * Deletes positions that are older than their term, also a vehicle's last one. Tracks are deleted by whole days; the
 * answer is how many.
 */
export async function deleteExpiredPositions(db: Database, now: Date): Promise<number> {
  const cutoff = new Date(now.getTime() - POSITION_DAYS_KEPT * 86_400_000);
  await deleteLastPositionsBefore(db.system, cutoff);
  const { dropped } = await dropPositionDayPartitions(db.system, cutoff);
  return dropped;
}
