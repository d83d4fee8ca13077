import { compile, Sql, sql } from "#platform/database/sql";
import { LOOK_LOCK, type LookAt, look } from "#platform/events/event-looks";
import type { LookModel } from "./look-model";

/** The last of the statements: it places what has become visible. */
const placing = compile(look({ after: 0n, limit: 1 }).transaction.at(-1) as Sql);
/** A statement without values, but for text that stands for itself. */
const written = (text: string) => new Sql([text], []);

/** The statement with a piece of it exchanged; the piece has to be there. */
function changed(piece: string, by: string): Sql {
  if (!placing.text.includes(piece)) throw new Error(`The statement has no ${piece}`);
  return written(placing.text.replaceAll(piece, by));
}
const lookWith =
  (...statements: readonly Sql[]): LookAt =>
  (wanted) => {
    const { transaction, ...rest } = look(wanted);
    return { ...rest, transaction: [...transaction.slice(0, -1), ...statements] };
  };

const newest = "select * from event_looks order by look desc limit 1";
const lockAndNewest = newest
  .replace("select *", "select event_looks.*")
  .replace("event_looks order", "(select pg_advisory_xact_lock(LOCK)) locked cross join event_looks order")
  .replace("LOCK", String(LOOK_LOCK));

/** Looks that somebody might take for right, each with what it does wrong. */
export const lookMutants: Readonly<Record<string, Pick<LookModel, "look" | "tellsEarly">>> = {
  "that go by the numbers of transactions": {
    look: lookWith(changed("over (order by id)", "over (order by xid, id)")),
  },
  "that lock in the statement that looks": {
    look: (wanted) => ({ ...look(wanted), transaction: [changed(newest, lockAndNewest)] }),
  },
  "whose snapshot is that of a statement before": {
    look: lookWith(
      sql`select set_config('look.seen', pg_current_snapshot()::text, true)`,
      changed("pg_current_snapshot()", "current_setting('look.seen')::pg_snapshot"),
    ),
  },
  "that forget who was under way": {
    look: lookWith(changed("xid = any(array(select pg_snapshot_xip(seen) from before))", "false")),
  },
  "that have a limit": {
    look: lookWith(
      changed(
        "xid >= (select pg_snapshot_xmax(seen) from before))",
        "xid >= (select pg_snapshot_xmax(seen) from before) limit 1)",
      ),
    ),
  },
  "that tell before the commit": { look, tellsEarly: true },
};
