import type { Tx } from "../../../apps/api/src/platform/database/database";
import type { Sql } from "../../../apps/api/src/platform/database/sql";

/** Records the statement that a function of a `*.sql.ts` file would send, so that a peer runs exactly the same. */
export function recordSqlStatement(tenantId: string, ask: (tx: Tx) => Promise<unknown>): Sql {
  const seen: Sql[] = [];
  const note = (query: Sql) => {
    seen.push(query);
    return new Promise<never>(() => undefined);
  };
  const recorder = { tenantId, writes: true, one: note, maybe: note, many: note, run: note, runAtCommit: note };
  void ask(recorder as unknown as Tx);
  const [first] = seen;
  if (!first) throw new Error("No statement was sent.");
  return first;
}
