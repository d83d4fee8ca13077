import type { LocationPurpose } from "@leitstand/contract/fleet/location";
import type { Clock } from "#platform/clock";
import { FailureCollector } from "#platform/background/failure-collector";
import type { QueryRunner, Tx } from "#platform/database/database";
import type { RetentionRule } from "#platform/database/retention";
import { type Principal, type Scope, scopeOfGrant } from "#platform/access/principal";
import { sql } from "#platform/database/sql";
import { problem } from "#platform/problem";
import {
  insertLocationReaders,
  type LocationReadRecord,
  type LookTimeRange,
  selectReadersOfOwnLocations,
} from "./location-readers.sql";

/** Looks that one statement records: each of them is joined with all running tours of its company. */
const READS_PER_STATEMENT = 100;

export interface LocationReaderServices {
  readonly locationReaders: LocationReaderRecorder;
}

/** Positions that were shown: all within a scope, or those of named tours or vehicles. */
type ViewedPositions =
  | { readonly scope: Scope }
  | { readonly tour_ids: readonly string[] }
  | { readonly vehicle_ids: readonly string[] };

interface PositionViewing {
  readonly principal: Principal;
  readonly purpose: LocationPurpose;
  readonly shown: ViewedPositions;
}

const HOUR_MS = 3_600_000;

/**
 * Records which users look at the positions of drivers. Looks are gathered in memory and written by one statement every
 * few seconds, which adds those that are new in the hour: a user who looks at the board all day costs a row an hour and
 * driver. Looks of crews at their own positions are not recorded.
 */
export class LocationReaderRecorder {
  private reads = new Map<string, LocationReadRecord>();
  private recordedAt: Date;

  constructor(
    private readonly rows: QueryRunner,
    private readonly clock: Clock,
  ) {
    this.recordedAt = clock.now();
  }

  note({ principal, purpose, shown }: PositionViewing) {
    const now = this.clock.now();
    this.add({ principal, purpose, shown }, { first: now, last: now });
  }

  /**
   * Records the looks since the last call; those that cannot be recorded are kept for the next one. `listening` are the
   * users with open streams, who see positions all the time.
   */
  async record(listening: readonly Principal[]) {
    const now = this.clock.now();
    for (const principal of listening) {
      const scope = scopeOfGrant(principal, "getLocations");
      // A new hour also begins for users with open streams.
      if (scope) this.add({ principal, purpose: "MAP", shown: { scope } }, { first: this.recordedAt, last: now });
    }
    const { reads } = this;
    this.reads = new Map();
    this.recordedAt = now;
    const failures = new FailureCollector();
    const entries = [...reads];
    for (let at = 0; at < entries.length; at += READS_PER_STATEMENT) {
      const piece = entries.slice(at, at + READS_PER_STATEMENT);
      await failures.attempt("Who looked at positions cannot be recorded.", () => this.insertOrRestore(piece));
    }
    failures.throwCollected();
  }

  private async insertOrRestore(entries: readonly (readonly [key: string, read: LocationReadRecord])[]) {
    try {
      await insertLocationReaders(
        this.rows,
        entries.map(([, read]) => read),
      );
    } catch (error) {
      // A newer look of the same kind and hour began with the one that could not be recorded.
      for (const [key, read] of entries)
        this.reads.set(key, { ...(this.reads.get(key) ?? read), first_at: read.first_at });
      throw error;
    }
  }

  private add({ principal, purpose, shown }: PositionViewing, { first, last }: { first: Date; last: Date }) {
    const { tenant_id, user_id: reader_id } = principal;
    const reach = viewedTargetsOf(shown);
    if (reader_id === null || !reach) return;
    const hour = new Date(Math.floor(last.getTime() / HOUR_MS) * HOUR_MS);
    const key = JSON.stringify([reader_id, purpose, hour, reach]);
    const first_at = this.reads.get(key)?.first_at ?? first.toISOString();
    const when = { hour: hour.toISOString(), first_at, last_at: last.toISOString() };
    this.reads.set(key, { tenant_id, reader_id, purpose, ...when, ...reach });
  }
}

function viewedTargetsOf(
  shown: ViewedPositions,
): Pick<LocationReadRecord, "everywhere" | "branch_ids" | "tour_ids" | "vehicle_ids"> | undefined {
  const nothing = { everywhere: false, branch_ids: [], tour_ids: [], vehicle_ids: [] };
  if ("tour_ids" in shown) return shown.tour_ids.length > 0 ? { ...nothing, tour_ids: shown.tour_ids } : undefined;
  if ("vehicle_ids" in shown)
    return shown.vehicle_ids.length > 0 ? { ...nothing, vehicle_ids: shown.vehicle_ids } : undefined;
  const { all, branch_ids } = shown.scope;
  if (all) return { ...nothing, everywhere: true };
  return branch_ids.length > 0 ? { ...nothing, branch_ids } : undefined;
}

export function listOwnLocationReaders(tx: Tx, userId: string, { from, to }: LookTimeRange) {
  if (from !== undefined && to !== undefined && Date.parse(from) > Date.parse(to))
    throw problem("TIME_RANGE_INVALID", { from, to });
  return selectReadersOfOwnLocations(tx, userId, { from, to });
}

/** Deletes records of readers together with the positions. */
export const locationReaderRetention: RetentionRule = { table: sql`location_readers`, column: sql`hour`, days: 60 };
