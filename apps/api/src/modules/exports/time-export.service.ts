import { WORKING_TIME_EXPORT_DAYS_MAX, type TimeExportRequest } from "@leitstand/contract/board/exports";
import type { Tx } from "#platform/database/database";
import { checkReferencedIdsExist } from "#platform/database/references";
import { sql } from "#platform/database/sql";
import type { Scope } from "#platform/access/principal";
import { scopeReachesBranch } from "#platform/access/scope";
import { problem } from "#platform/problem";
import { countDaysInclusive, LocalTimeFormatter } from "./local-times";
import type { ExportTable } from "./table";
import { createWorkingTimeTableByDay, createWorkingTimeTableByTour, type WorkedTourDayOfPerson } from "./time-rows";
import { type TenantDocumentSettings, selectTenantDocumentSettings } from "./exports.sql";
import {
  selectWorkingTimeWindow,
  selectWorkedTours,
  type WorkedTourCursor,
  type WorkedTourQuery,
} from "./time-export.sql";
import { splitTourAtMidnights } from "./work-time";

/**
 * Rows read by one statement: few enough not to delay other requests, and to be freed early by the garbage collector.
 */
const EXPORT_BATCH_ROWS = 200;

export interface WorkingTimeExport {
  readonly letterhead: TenantDocumentSettings;
  readonly table: ExportTable;
}

/** Checks the request without reading rows: they are read while the client downloads the file. */
export async function exportWorkingTime(
  tx: Tx,
  { scope, now }: { scope: Scope; now: Date },
  request: TimeExportRequest,
): Promise<WorkingTimeExport> {
  const { from, to, branch_ids, user_ids } = request;
  checkExportDays(request);
  const outside = branch_ids?.find((id) => !scopeReachesBranch(scope, id));
  await checkReferencedIdsExist(tx, [
    { field: "branch_ids", table: sql`branches`, ids: branch_ids ?? [] },
    { field: "user_ids", table: sql`users`, ids: user_ids ?? [] },
  ]);
  if (outside !== undefined) throw problem("BRANCH_ACCESS_DENIED", { branch_id: outside });
  const [letterhead, { midnights, earliest }] = await Promise.all([
    selectTenantDocumentSettings(tx),
    selectWorkingTimeWindow(tx, { from, to }),
  ]);
  const query: WorkedTourQuery = {
    scope,
    earliest,
    from: new Date(midnights[0] as number),
    to: new Date(midnights.at(-1) as number),
    now,
    branch_ids,
    user_ids,
  };
  const source = {
    parts: readWorkedParts(tx, query, midnights),
    times: new LocalTimeFormatter(letterhead.timezone),
    firstDay: from,
  };
  const { language } = letterhead;
  return {
    letterhead,
    table:
      request.rows === "TOURS"
        ? createWorkingTimeTableByTour(language, source)
        : createWorkingTimeTableByDay(language, source),
  };
}

function checkExportDays({ from, to }: TimeExportRequest) {
  const days = countDaysInclusive(from, to);
  if (days < 1) throw problem("TIME_RANGE_INVALID", { from, to });
  if (days > WORKING_TIME_EXPORT_DAYS_MAX) throw problem("LIMIT_EXCEEDED", { limit: WORKING_TIME_EXPORT_DAYS_MAX });
}

async function* readWorkedParts(
  tx: Tx,
  query: WorkedTourQuery,
  midnights: readonly number[],
): AsyncGenerator<WorkedTourDayOfPerson[]> {
  let after: WorkedTourCursor | undefined;
  for (;;) {
    const rows = await selectWorkedTours(tx, query, { limit: EXPORT_BATCH_ROWS, ...(after ? { after } : {}) });
    yield rows.flatMap((row) =>
      splitTourAtMidnights({ ...row, offDuty: row.off_duty }, midnights).map((part) => ({ row, part })),
    );
    const last = rows.at(-1);
    if (!last || rows.length < EXPORT_BATCH_ROWS) return;
    after = last;
  }
}
