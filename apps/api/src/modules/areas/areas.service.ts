import type { AreaCreateRequest, AreaUpdateRequest, WaitingTimeUpdateRequest } from "@leitstand/contract/company/areas";
import type { Static } from "@leitstand/contract/core/schema";
import type { Tx } from "#platform/database/database";
import { announce } from "#platform/events/events";
import { notFoundOrConflict } from "#platform/database/lock";
import type { Scope } from "#platform/access/principal";
import { notFound, problem } from "#platform/problem";
import { checkReferences } from "#platform/database/references";
import { reachesBranch } from "#platform/access/scope";
import { sql } from "#platform/database/sql";
import { coversZip, findGeometryFault, findInvalidRange, withoutDuplicates } from "./area";
import {
  changeable,
  countClaims,
  insertArea,
  lockArea,
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
  await checkDraft(tx, scope, draft);
  return insertArea(tx, { ...draft, zip_ranges: withoutDuplicates(draft.zip_ranges) });
}

export async function changeArea(tx: Tx, scope: Scope, change: Static<typeof AreaUpdateRequest> & { id: string }) {
  await checkDraft(tx, scope, change);
  const area = await updateArea(tx, scope, { ...change, zip_ranges: withoutDuplicates(change.zip_ranges) });
  if (!area) throw await notFoundOrConflict(tx, { ...change, ...areasFor(scope) });
  return area;
}

/** Deletes an area. One with an open responsibility claim is refused; ended claims are deleted with it. */
export async function deleteArea(tx: Tx, scope: Scope, id: string) {
  if (!(await lockArea(tx, scope, id))) throw await notFoundOrConflict(tx, { id, ...areasFor(scope) });
  const { count } = await countClaims(tx, id);
  if (count > 0) throw problem("RESOURCE_IN_USE", { by: "responsibility_claim", count });
  await removeArea(tx, id);
}

export async function changeWaitingTime(
  tx: Tx,
  scope: Scope,
  change: Static<typeof WaitingTimeUpdateRequest> & { id: string },
) {
  const area = await updateWaitingTime(tx, scope, change);
  if (!area)
    throw await notFoundOrConflict(tx, { ...change, table: sql`areas`, resource: "area", visible: visible(scope) });
  const { id: area_id, title, waiting_minutes, waiting_updated_at, branch_id } = area;
  announce(tx, {
    type: "area waiting time",
    audience: branch_id === null ? { everyone: true } : { branch_ids: [branch_id] },
    payload: { area_id, title, waiting_minutes, waiting_updated_at },
  });
  return area;
}

const areasFor = (scope: Scope) => ({
  table: sql`areas`,
  resource: "area" as const,
  visible: visible(scope),
  changeable: changeable(scope),
});

async function checkDraft(tx: Tx, scope: Scope, { branch_id, zip_ranges, geo_json }: Static<typeof AreaCreateRequest>) {
  if (!reachesBranch(scope, branch_id ?? null)) throw problem("BRANCH_ACCESS_DENIED", { branch_id });
  const range = findInvalidRange(zip_ranges);
  if (range) throw problem("RANGE_INVALID", range);
  const fault = geo_json ? findGeometryFault(geo_json) : undefined;
  if (fault) throw problem("GEOMETRY_INVALID", { ...fault });
  return checkReferences(tx, [{ field: "branch_id", table: sql`branches`, ids: [branch_id] }]);
}
