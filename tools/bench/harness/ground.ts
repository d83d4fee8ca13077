import type pg from "pg";
import { Database } from "../../../apps/api/src/platform/database/database";
import { poolSizesFor } from "../../../apps/api/src/platform/database/pool-sizes";
import { type ApiProcess, startApiProcess } from "./api-process";
import { type BoardDay, loadBoardDay } from "./board-data";
import { type CaseArchive, loadCases, prepareTenants } from "./case-data";
import { type DispatchDay, loadDayOnBoard, loadDispatchDay } from "./dispatch-data";
import { type Fleet, loadFleet } from "./fleet-data";
import { loadPhones, type PhoneFleet } from "./phone-fleet";
import { createScratchDatabase } from "./scratch-database";

/**
 * Resources of benchmark rows: one database and one API process, and data that is loaded when the first row asks for
 * it.
 */
export interface Ground {
  readonly databaseUrl: string;
  /** Connection of the owner, acting as leitstand_system. */
  readonly owner: pg.Client;
  readonly db: Database;
  readonly api: () => Promise<ApiProcess>;
  readonly fleet: () => Promise<Fleet>;
  readonly phones: () => Promise<PhoneFleet>;
  readonly dispatchDay: () => Promise<DispatchDay>;
  /** A day with as many tours as the dispatch day, but only as many cases as one board shows. */
  readonly dayOnBoard: () => Promise<DispatchDay>;
  readonly boardDay: () => Promise<BoardDay>;
  /** Archive with at least so many cases; it only ever grows. */
  readonly archive: (cases?: number) => Promise<CaseArchive>;
  /** Archive that belongs to one tenant alone, with at least so many cases of its own; it only ever grows. */
  readonly ownArchive: (cases: number) => Promise<CaseArchive>;
  readonly close: () => Promise<void>;
}

const PHONES = 500;
const ARCHIVED_CASES = 1_000_000;
const TENANTS = 50;

export async function prepareGround(): Promise<Ground> {
  const scratch = await createScratchDatabase();
  const db = new Database({
    logins: scratch.logins,
    pools: poolSizesFor(4),
    statementTimeoutMs: 600_000,
    onError: () => undefined,
    name: "bench",
  });
  const api = once(() => startApiProcess(scratch.url));
  const phones = once(() => loadPhones(db, scratch.owner, PHONES));
  return {
    databaseUrl: scratch.url,
    owner: scratch.owner,
    db,
    api,
    fleet: once(() => loadFleet(db, scratch.owner)),
    phones,
    dispatchDay: once(async () => loadDispatchDay({ db, owner: scratch.owner }, await phones())),
    dayOnBoard: once(async () =>
      loadDayOnBoard({ db, owner: scratch.owner }, await loadPhones(db, scratch.owner, PHONES)),
    ),
    boardDay: once(() => loadBoardDay(db, scratch.owner)),
    archive: archiveOn(db, scratch.owner, { tenants: TENANTS, prefix: "C-A-" }),
    ownArchive: archiveOn(db, scratch.owner, { tenants: 1, prefix: "C-B-" }),
    close: async () => {
      // A process that never came up need not be stopped, and must not keep the others from it.
      const running = api.wasAsked() ? await api().catch(() => undefined) : undefined;
      await running?.stop();
      await db.close();
      await scratch.drop();
    },
  };
}

function archiveOn(
  db: Database,
  owner: pg.Client,
  { tenants: count, prefix }: { tenants: number; prefix: string },
): Ground["archive"] {
  const tenants = once(() => prepareTenants(db, count));
  let loaded = 0;
  return async (cases = ARCHIVED_CASES) => {
    const archive = await tenants();
    if (cases > loaded) await loadCases(owner, archive.tenantIds, { from: loaded + 1, to: cases, prefix });
    loaded = Math.max(loaded, cases);
    return { ...archive, cases: loaded };
  };
}

/** Makes a value at the first call and returns the same from then on. */
function once<T>(make: () => Promise<T>): (() => Promise<T>) & { wasAsked: () => boolean } {
  let made: Promise<T> | undefined;
  return Object.assign(() => (made ??= make()), { wasAsked: () => made !== undefined });
}
