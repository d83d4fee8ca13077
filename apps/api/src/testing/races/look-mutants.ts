import { compileSql, Sql, sql } from "#platform/database/sql";
import {
  EVENT_LOG_READ_LOCK,
  type EventLogReadFactory,
  createEventLogRead,
  createConditionalLogReadFactory,
  createRenumberingLogRead,
} from "#platform/events/event-looks";
import type { EventLogReadVariant } from "./log-reader";

/** Last statement of a look: it places the events that have become visible. */
const placingStatementOf = (lookAt: EventLogReadFactory) =>
  compileSql(lookAt({ after: 0n, limit: 1 }).transaction.at(-1) as Sql).text;
/** SQL statement from plain text, without values. */
const sqlFromText = (text: string) => new Sql([text], []);

/** Statement with pieces of it exchanged; each has to occur in it. */
function replacePieces(statement: string, ...pieces: readonly (readonly [piece: string, by: string])[]): Sql {
  const missing = pieces.find(([piece]) => !statement.includes(piece));
  if (missing) throw new Error(`The statement has no ${missing[0]}`);
  return sqlFromText(pieces.reduce((text, [piece, by]) => text.replaceAll(piece, by), statement));
}
const replaceInPlacing = (piece: string, by: string) =>
  replacePieces(placingStatementOf(createEventLogRead), [piece, by]);
const lookWithStatements =
  (lookAt: EventLogReadFactory) =>
  (...statements: readonly Sql[]): EventLogReadFactory =>
  (wanted) => {
    const { transaction, ...rest } = lookAt(wanted);
    return { ...rest, transaction: [...transaction.slice(0, -1), ...statements] };
  };
const exchangeStatements = lookWithStatements(createEventLogRead);

const newestLookSql = "select * from event_looks order by look desc limit 1";
const lockAndReadNewest = newestLookSql
  .replace("select *", "select event_looks.*")
  .replace("event_looks order", "(select pg_advisory_xact_lock(LOCK)) locked cross join event_looks order")
  .replace("LOCK", String(EVENT_LOG_READ_LOCK));

/** Mutants that are found only where the server fails, or has the log from a dump. */
const mutantsFoundByFailures: Readonly<Record<string, EventLogReadVariant>> = {
  "that do not ask whose numbers these are": { look: createConditionalLogReadFactory(() => sql`true`) },
  "that start over with numbers that are still to come": {
    look: createEventLogRead,
    startOver: lookWithStatements(createRenumberingLogRead)(
      replacePieces(
        placingStatementOf(createRenumberingLogRead),
        ["set xid = '0' from present where not pg_visible_in_snapshot(xid, present.seen)", "set xid = xid where false"],
        ["case when pg_visible_in_snapshot(event.xid, present.seen) then event.xid else '0' end", "event.xid"],
      ),
    ),
  },
  "that take it for granted that positions only grow": { look: createEventLogRead, forgetsItsPlace: true },
  "that do not wait for the disk": {
    look: (wanted) => ({
      ...createEventLogRead(wanted),
      settings: sql`select set_config('synchronous_commit', 'off', true)`,
    }),
  },
};

/** Faulty looks at the event log that seem right, each with its fault. */
export const faultyEventLogReads: Readonly<Record<string, EventLogReadVariant>> = {
  "that go by the numbers of transactions": {
    look: exchangeStatements(replaceInPlacing("over (order by id)", "over (order by xid, id)")),
  },
  "that lock in the statement that looks": {
    look: (wanted) => ({
      ...createEventLogRead(wanted),
      transaction: [replaceInPlacing(newestLookSql, lockAndReadNewest)],
    }),
  },
  "whose snapshot is that of a statement before": {
    look: exchangeStatements(
      sql`select set_config('look.seen', pg_current_snapshot()::text, true)`,
      replaceInPlacing("pg_current_snapshot()", "current_setting('look.seen')::pg_snapshot"),
    ),
  },
  "that forget who was under way": {
    look: exchangeStatements(replaceInPlacing("xid = any(array(select pg_snapshot_xip(seen) from before))", "false")),
  },
  "that have a limit": {
    look: exchangeStatements(
      replaceInPlacing(
        "xid >= (select pg_snapshot_xmax(seen) from before))",
        "xid >= (select pg_snapshot_xmax(seen) from before) limit 1)",
      ),
    ),
  },
  "that tell before the commit": { look: createEventLogRead, tellsEarly: true },
  ...mutantsFoundByFailures,
};
