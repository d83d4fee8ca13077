import type { AreaCreateRequest, AreaUpdateRequest, WaitingTimeUpdateRequest } from "@leitstand/contract/areas";
import type { Static } from "@leitstand/contract/schema";
import type { Tx } from "#platform/database";
import { announce } from "#platform/events";
import { missingOrStale } from "#platform/lock";
import type { Scope } from "#platform/principal";
import { notFound, problem } from "#platform/problem";
import { reachesBranch } from "#platform/scope";
import { sql } from "#platform/sql";
import { coversZip, findGeometryFault, findInvalidRange } from "./area";
import {
  insertArea,
  removeArea,
  selectArea,
  selectAreas,
  selectWaitingTimes,
  updateArea,
  updateWaitingTime,
  visible,
} from "./areas.sql";

export async function listAreas(tx: Tx, scope: Scope, zip?: string) {
  const areas = await selectAreas(tx, scope);
  return zip === undefined ? areas : areas.filter((area) => coversZip(area, zip));
}

export const listWaitingTimes = selectWaitingTimes;

export async function getArea(tx: Tx, scope: Scope, id: string) {
  const area = await selectArea(tx, scope, id);
  if (!area) throw notFound("area", id);
  return area;
}

export async function createArea(tx: Tx, scope: Scope, draft: Static<typeof AreaCreateRequest>) {
  checkDraft(scope, draft);
  return insertArea(tx, draft);
}

export async function changeArea(tx: Tx, scope: Scope, change: Static<typeof AreaUpdateRequest> & { id: string }) {
  checkDraft(scope, change);
  const area = await updateArea(tx, scope, change);
  if (!area)
    throw await missingOrStale(tx, { ...change, table: sql`areas`, resource: "area", visible: visible(scope) });
  return area;
}

export async function deleteArea(tx: Tx, scope: Scope, id: string) {
  if ((await removeArea(tx, scope, id)) === 0) throw notFound("area", id);
}

export async function changeWaitingTime(
  tx: Tx,
  scope: Scope,
  change: Static<typeof WaitingTimeUpdateRequest> & { id: string },
) {
  const area = await updateWaitingTime(tx, scope, change);
  if (!area)
    throw await missingOrStale(tx, { ...change, table: sql`areas`, resource: "area", visible: visible(scope) });
  const { id: area_id, title, waiting_minutes, waiting_updated_at, branch_id } = area;
  announce(tx, {
    type: "area waiting time",
    audience: branch_id === null ? { everyone: true } : { branch_ids: [branch_id] },
    payload: { area_id, title, waiting_minutes, waiting_updated_at },
  });
  return area;
}

function checkDraft(scope: Scope, { branch_id, zip_ranges, geo_json }: Static<typeof AreaCreateRequest>) {
  if (branch_id && !reachesBranch(scope, branch_id)) throw problem("BRANCH_ACCESS_DENIED", { branch_id });
  const range = findInvalidRange(zip_ranges);
  if (range) throw problem("RANGE_INVALID", range);
  const fault = geo_json ? findGeometryFault(geo_json) : undefined;
  if (fault) throw problem("GEOMETRY_INVALID", { ...fault });
}
