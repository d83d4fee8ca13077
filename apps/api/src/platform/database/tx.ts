import type { QueryRunner } from "./rows";
import type { Sql } from "./sql";

/** The database as one tenant sees it. Row level security knows no other tenant's rows here. */
export interface Tx extends QueryRunner {
  readonly tenantId: string;
  /** Trace id of the request that the work is done for; stored with its events. */
  readonly traceId?: string;
  /** False on the reading lanes, where nothing may be written or wait for the commit. */
  readonly writes: boolean;
  /** Runs directly before the next statement, in its round trip: locks, and writes whose rows are not read. */
  runBeforeNext(query: Sql): void;
  /**
   * Reads by several statements that all see the rows of one moment, for a search whose page and answers are planned
   * apart. Only on the reading lanes.
   */
  inSnapshot<T>(work: (snapshot: Tx) => Promise<T>): Promise<T>;
  /** Reads the last row of the work in the round trip of the commit, before `runAtCommit`; no statement may follow. */
  readAtCommit<T>(query: Sql): Promise<T | undefined>;
  /** Runs after the last statement, in the round trip of the commit: events, messages and jobs, not awaited. */
  runAtCommit(query: Sql): void;
  /** Runs a hint, which may get lost, once the commit is certain. */
  afterCommit(hint: () => void): void;
  /** Wakes the readers of the event log after the commit; changes that all nodes have to know are sent first. */
  announced(news?: RightsOrTenantChange): void;
}

/** Change of a user's rights or of a tenant that all nodes have to know at once. The event log repeats it reliably. */
export interface RightsOrTenantChange {
  readonly type: string;
  readonly payload: { readonly tenant_id?: string };
}
