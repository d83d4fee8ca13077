import { TIME_EXPORT_DAYS_MAX, type TimeExportRequest } from "@leitstand/contract/board/exports";
import type { Tx } from "#platform/database/database";
import { checkReferences } from "#platform/database/references";
import { sql } from "#platform/database/sql";
import type { Scope } from "#platform/access/principal";
import { reachesBranch } from "#platform/access/scope";
import { problem } from "#platform/problem";
import { daysFrom, LocalTimes } from "./local-times";
import type { Table } from "./table";
import { daysTable, toursTable, type WorkedPart } from "./time-rows";
import { type Letterhead, selectLetterhead } from "./exports.sql";
import { selectWindow, selectWorkedTours, type Place, type WorkedTourQuery } from "./time-export.sql";
import { splitAtMidnights } from "./work-time";

/**
 * Rows read by one statement: few enough not to delay other requests, and to be freed early by the garbage collector.
 */
const PIECE_ROWS = 200;

export interface TimeExport {
  readonly letterhead: Letterhead;
  readonly table: Table;
}

/** Checks the request without reading rows: they are read while the client downloads the file. */
export async function exportTime(
  tx: Tx,
  { scope, now }: { scope: Scope; now: Date },
  request: TimeExportRequest,
): Promise<TimeExport> {
  const { from, to, branch_ids, user_ids } = request;
  checkDays(request);
  const outside = branch_ids?.find((id) => !reachesBranch(scope, id));
  await checkReferences(tx, [
    { field: "branch_ids", table: sql`branches`, ids: branch_ids ?? [] },
    { field: "user_ids", table: sql`users`, ids: user_ids ?? [] },
  ]);
  if (outside !== undefined) throw problem("BRANCH_ACCESS_DENIED", { branch_id: outside });
  const [letterhead, { midnights, earliest }] = await Promise.all([
    selectLetterhead(tx),
    selectWindow(tx, { from, to }),
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
  const source = { parts: readParts(tx, query, midnights), times: new LocalTimes(letterhead.timezone), firstDay: from };
  const { language } = letterhead;
  return { letterhead, table: request.rows === "TOURS" ? toursTable(language, source) : daysTable(language, source) };
}

function checkDays({ from, to }: TimeExportRequest) {
  const days = daysFrom(from, to);
  if (days < 1) throw problem("TIME_RANGE_INVALID", { from, to });
  if (days > TIME_EXPORT_DAYS_MAX) throw problem("LIMIT_EXCEEDED", { limit: TIME_EXPORT_DAYS_MAX });
}

async function* readParts(tx: Tx, query: WorkedTourQuery, midnights: readonly number[]): AsyncGenerator<WorkedPart[]> {
  let after: Place | undefined;
  for (;;) {
    const rows = await selectWorkedTours(tx, query, { limit: PIECE_ROWS, ...(after ? { after } : {}) });
    yield rows.flatMap((row) =>
      splitAtMidnights({ ...row, offDuty: row.off_duty }, midnights).map((part) => ({ row, part })),
    );
    const last = rows.at(-1);
    if (!last || rows.length < PIECE_ROWS) return;
    after = last;
  }
}
