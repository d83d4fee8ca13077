import type { SeededChance } from "@leitstand/scenario/chance";
import { type Sql, sql } from "#platform/database/sql";
import { EVENT_LOG_READ_LOCK } from "#platform/events/event-looks";
import type { ReconnectingPgSession } from "./model-session";

type LogRow = Readonly<Record<string, unknown>> & { readonly xid?: string; readonly seen?: string };

/** Rows and sequences of the event log in a dump. */
export interface EventLogDump {
  readonly tables: ReadonlyMap<Sql, readonly LogRow[]>;
  readonly sequences: ReadonlyMap<Sql, { readonly last_value: string; readonly is_called: boolean }>;
}

/** Differences by which a look can tell that the log was restored. */
interface RestoreTarget {
  /** Difference by which its transaction numbers exceeded those of the server that has it now. */
  readonly ahead: bigint;
  readonly isOtherServer: boolean;
  readonly isOtherTable: boolean;
}

const LOG_TABLES = [sql`events`, sql`event_positions`, sql`event_looks`];
const LOG_SEQUENCES = [sql`events_id_seq`, sql`event_looks_look_seq`];
const DISTANT_TRANSACTION_ID = 1_000_000_000_000n;
/** Object id in place of another table's; no table has it. */
const FOREIGN_TABLE_OID = 1;

/** Dumps the event log; the caller makes sure that nothing is committed meanwhile. */
export async function dumpEventLog(session: ReconnectingPgSession): Promise<EventLogDump> {
  const [tables, sequences] = [new Map<Sql, readonly LogRow[]>(), new Map()];
  for (const table of LOG_TABLES) {
    const { rows } = await session.run<{ row: LogRow }>(sql`select to_jsonb(kept) as row from ${table} kept`);
    tables.set(
      table,
      rows.map(({ row }) => row),
    );
  }
  await runAsOwner(session, async () => {
    for (const name of LOG_SEQUENCES)
      sequences.set(name, (await session.run(sql`select last_value, is_called from ${name}`)).rows[0]);
  });
  return { tables, sequences };
}

/**
 * Chooses where a dump is restored: a cluster with fewer transaction numbers, by a few or by far, or with more; another
 * table; a server whose numbers went back; or the same place.
 */
export function chooseRestoreTarget(chance: SeededChance, dump: EventLogDump): RestoreTarget {
  const numbers = [...dump.tables.values()]
    .flat()
    .flatMap(transactionIdsOf)
    .filter((number) => number > 0n);
  const smallest = numbers.reduce((least, number) => (number < least ? number : least), numbers[0] ?? 1n);
  return chance.pick<RestoreTarget>([
    { ahead: BigInt(chance.between(1, 400)), isOtherServer: true, isOtherTable: chance.percent(50) },
    { ahead: DISTANT_TRANSACTION_ID, isOtherServer: true, isOtherTable: chance.percent(50) },
    { ahead: 1n - smallest, isOtherServer: true, isOtherTable: chance.percent(50) },
    { ahead: 0n, isOtherServer: false, isOtherTable: true },
    { ahead: DISTANT_TRANSACTION_ID, isOtherServer: false, isOtherTable: false },
    { ahead: 0n, isOtherServer: false, isOtherTable: false },
  ]);
}

/** Whether the log is restored in the same place, which nodes notice only by what they remember. */
export const isRestoredInPlace = ({ ahead, isOtherServer, isOtherTable }: RestoreTarget) =>
  ahead === 0n && !isOtherServer && !isOtherTable;

/**
 * Replaces the log by a dump. Sequences go on from the dump as well, so that later events get the ids of those that it
 * lacks.
 */
export async function restoreEventLog(
  session: ReconnectingPgSession,
  { tables, sequences }: EventLogDump,
  move: RestoreTarget,
) {
  await session.query("begin");
  await session.run(sql`select pg_advisory_xact_lock(${EVENT_LOG_READ_LOCK})`);
  for (const [table, rows] of tables) {
    const restored = JSON.stringify(rows.map((row) => moveRow(row, move)));
    await session.run(sql`delete from ${table}`);
    await session.run(sql`
      insert into ${table} overriding system value select * from jsonb_populate_recordset(null::${table}, ${restored}::jsonb)`);
  }
  await runAsOwner(session, async () => {
    for (const [name, { last_value, is_called }] of sequences)
      await session.run(sql`select setval('${name}', ${last_value}, ${is_called})`);
  });
  await session.query("commit");
}

/** Runs work as the owner, who alone may set sequences. */
async function runAsOwner(session: ReconnectingPgSession, work: () => Promise<void>) {
  await session.query("reset role");
  await work();
  await session.query("set role leitstand_system");
}

const transactionIdsOf = ({ xid, seen }: LogRow) =>
  [...`${xid ?? ""}:${seen ?? ""}`.matchAll(/\d+/g)].map(([digits]) => BigInt(digits));

function moveRow(row: LogRow, { ahead, isOtherServer, isOtherTable }: RestoreTarget): LogRow {
  const number = (xid: string) => String(BigInt(xid) + ahead);
  return {
    ...row,
    // Events without a transaction number stay without one.
    ...(row.xid !== undefined && row.xid !== "0" && { xid: number(row.xid) }),
    ...(row.seen !== undefined && { seen: row.seen.replaceAll(/\d+/g, number) }),
    ...(isOtherServer && "timeline" in row && { timeline: "another" }),
    ...(isOtherTable && "stored_in" in row && { stored_in: FOREIGN_TABLE_OID }),
  };
}
