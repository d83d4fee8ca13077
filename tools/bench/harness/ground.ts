import type pg from "pg";
import { Database } from "../../../apps/api/src/platform/database/database";
import { connectionPoolSizesFor } from "../../../apps/api/src/platform/database/pool-sizes";
import { type ApiProcess, startApiProcess } from "./api-process";
import { type BoardBenchData, insertBoardBenchData } from "./board-data";
import { type BenchCaseArchive, insertArchiveCases, insertBenchTenants } from "./case-data";
import { type DispatchDayData, insertBoardDayCases, insertDispatchDayCases } from "./dispatch-data";
import { type BenchFleet, insertBenchFleet } from "./fleet-data";
import { insertPhoneFleet, type PhoneFleet } from "./phone-fleet";
import { createScratchDatabase } from "./scratch-database";

/**
 * Resources of benchmark rows: one database and one API process, and data that is loaded when the first row asks for
 * it.
 */
export interface BenchEnvironment {
  readonly databaseUrl: string;
  /** Connection of the owner, acting as leitstand_system. */
  readonly owner: pg.Client;
  readonly db: Database;
  readonly api: () => Promise<ApiProcess>;
  readonly fleet: () => Promise<BenchFleet>;
  readonly phones: () => Promise<PhoneFleet>;
  readonly dispatchDay: () => Promise<DispatchDayData>;
  /** A day with as many tours as the dispatch day, but only as many cases as one board shows. */
  readonly dayOnBoard: () => Promise<DispatchDayData>;
  readonly boardDay: () => Promise<BoardBenchData>;
  /** Archive with at least this many cases; it never shrinks. */
  readonly archive: (cases?: number) => Promise<BenchCaseArchive>;
  /** Archive that belongs to one tenant alone, with at least this many cases; it never shrinks. */
  readonly ownArchive: (cases: number) => Promise<BenchCaseArchive>;
  readonly close: () => Promise<void>;
}

const PHONE_COUNT = 500;
const ARCHIVED_CASES = 1_000_000;
const TENANT_COUNT = 50;

export async function prepareBenchEnvironment(): Promise<BenchEnvironment> {
  const scratch = await createScratchDatabase();
  const db = new Database({
    logins: scratch.logins,
    pools: connectionPoolSizesFor(4),
    statementTimeoutMs: 600_000,
    onError: () => undefined,
    name: "bench",
  });
  const api = memoizeOnce(() => startApiProcess(scratch.url));
  const phones = memoizeOnce(() => insertPhoneFleet(db, scratch.owner, PHONE_COUNT));
  return {
    databaseUrl: scratch.url,
    owner: scratch.owner,
    db,
    api,
    fleet: memoizeOnce(() => insertBenchFleet(db, scratch.owner)),
    phones,
    dispatchDay: memoizeOnce(async () => insertDispatchDayCases({ db, owner: scratch.owner }, await phones())),
    dayOnBoard: memoizeOnce(async () =>
      insertBoardDayCases({ db, owner: scratch.owner }, await insertPhoneFleet(db, scratch.owner, PHONE_COUNT)),
    ),
    boardDay: memoizeOnce(() => insertBoardBenchData(db, scratch.owner)),
    archive: loadArchiveOnce(db, scratch.owner, { tenants: TENANT_COUNT, prefix: "C-A-" }),
    ownArchive: loadArchiveOnce(db, scratch.owner, { tenants: 1, prefix: "C-B-" }),
    close: async () => {
      // A process that never came up need not be stopped, and must not keep the others from it.
      const running = api.wasAsked() ? await api().catch(() => undefined) : undefined;
      await running?.stop();
      await db.close();
      await scratch.drop();
    },
  };
}

function loadArchiveOnce(
  db: Database,
  owner: pg.Client,
  { tenants: count, prefix }: { tenants: number; prefix: string },
): BenchEnvironment["archive"] {
  const tenants = memoizeOnce(() => insertBenchTenants(db, count));
  let loaded = 0;
  return async (cases = ARCHIVED_CASES) => {
    const archive = await tenants();
    if (cases > loaded) await insertArchiveCases(owner, archive.tenantIds, { from: loaded + 1, to: cases, prefix });
    loaded = Math.max(loaded, cases);
    return { ...archive, cases: loaded };
  };
}

/** Makes a value at the first call and returns the same from then on. */
function memoizeOnce<T>(make: () => Promise<T>): (() => Promise<T>) & { wasAsked: () => boolean } {
  let made: Promise<T> | undefined;
  return Object.assign(() => (made ??= make()), { wasAsked: () => made !== undefined });
}
