import type {
  Area,
  AreaCreateRequest,
  AreaUpdateRequest,
  WaitingTimeUpdateRequest,
} from "@leitstand/contract/company/areas";
import type { Static } from "@leitstand/contract/core/schema";
import type { Tx } from "#platform/database/database";
import { announceEvent } from "#platform/events/events";
import { findMissingOrConflictProblem } from "#platform/database/lock";
import type { Scope } from "#platform/access/principal";
import { notFound, problem } from "#platform/problem";
import { checkReferencedIdsExist } from "#platform/database/references";
import { scopeReachesBranch } from "#platform/access/scope";
import { sql } from "#platform/database/sql";
import {
  coversPostalCode,
  findAreaGeometryFault,
  findInvalidPostalCodeRange,
  deduplicatePostalCodeRanges,
} from "./area";
import {
  areaChangeableCondition,
  countOpenResponsibilityClaimsOfArea,
  insertArea,
  lockArea,
  removeArea,
  selectArea,
  selectAreas,
  selectWaitingTimes,
  updateArea,
  updateWaitingTime,
  areaVisibleCondition,
} from "./areas.sql";

export async function listAreas(tx: Tx, scope: Scope, zip?: string) {
  const areas = await selectAreas(tx, scope);
  return zip === undefined ? areas : areas.filter((area) => coversPostalCode(area, zip));
}

export const listWaitingTimes = selectWaitingTimes;

export async function getArea(tx: Tx, scope: Scope, id: string) {
  const area = await selectArea(tx, scope, id);
  if (!area) throw notFound("area", id);
  return area;
}

export async function createArea(tx: Tx, scope: Scope, draft: Static<typeof AreaCreateRequest>) {
  await checkAreaDraft(tx, scope, draft);
  return insertArea(tx, { ...draft, zip_ranges: deduplicatePostalCodeRanges(draft.zip_ranges) });
}

export async function changeArea(tx: Tx, scope: Scope, change: Static<typeof AreaUpdateRequest> & { id: string }) {
  await checkAreaDraft(tx, scope, change);
  const before = await lockArea(tx, scope, change.id);
  const zip_ranges = deduplicatePostalCodeRanges(change.zip_ranges);
  const area = before && (await updateArea(tx, scope, { ...change, zip_ranges }));
  if (!area) throw await findMissingOrConflictProblem(tx, { ...change, ...areaLockVersionCheckOptions(scope) });
  if (area.title !== before.title || area.branch_id !== before.branch_id)
    announceWaitingTime(tx, area, [area.branch_id, before.branch_id]);
  return area;
}

/** Deletes an area. One with an open responsibility claim is refused; ended claims are deleted with it. */
export async function deleteArea(tx: Tx, scope: Scope, id: string) {
  if (!(await lockArea(tx, scope, id)))
    throw await findMissingOrConflictProblem(tx, { id, ...areaLockVersionCheckOptions(scope) });
  const { count } = await countOpenResponsibilityClaimsOfArea(tx, id);
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
    throw await findMissingOrConflictProblem(tx, {
      ...change,
      table: sql`areas`,
      resource: "area",
      visible: areaVisibleCondition(scope),
    });
  announceWaitingTime(tx, area, [area.branch_id]);
  return area;
}

/** Announces the waiting time of an area in branches; an area of no branch concerns everyone. */
function announceWaitingTime(tx: Tx, area: AreaAnswer, branches: readonly (string | null)[]) {
  const { id: area_id, title, waiting_minutes, waiting_updated_at } = area;
  const branch_ids = [...new Set(branches)].filter((id) => id !== null);
  announceEvent(tx, {
    type: "area waiting time",
    audience: branches.includes(null) ? { everyone: true } : { branch_ids },
    payload: { area_id, title, waiting_minutes, waiting_updated_at },
  });
}
type AreaAnswer = Static<typeof Area>;

const areaLockVersionCheckOptions = (scope: Scope) => ({
  table: sql`areas`,
  resource: "area" as const,
  visible: areaVisibleCondition(scope),
  changeable: areaChangeableCondition(scope),
});

async function checkAreaDraft(
  tx: Tx,
  scope: Scope,
  { branch_id, zip_ranges, geo_json }: Static<typeof AreaCreateRequest>,
) {
  if (!scopeReachesBranch(scope, branch_id ?? null)) throw problem("BRANCH_ACCESS_DENIED", { branch_id });
  const range = findInvalidPostalCodeRange(zip_ranges);
  if (range) throw problem("RANGE_INVALID", range);
  const fault = geo_json ? findAreaGeometryFault(geo_json) : undefined;
  if (fault) throw problem("GEOMETRY_INVALID", { ...fault });
  return checkReferencedIdsExist(tx, [{ field: "branch_id", table: sql`branches`, ids: [branch_id] }]);
}
