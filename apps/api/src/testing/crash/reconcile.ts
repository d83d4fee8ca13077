import { vi } from "vitest";
import type { StreamMessage } from "@leitstand/client/event-stream";
import type { TenantFixture } from "../fixtures";
import type { KillableInstallation } from "./installation";
import type { AcknowledgedWriteLedger } from "./ledger";
import type { ReconnectingEventListener } from "./witness";

/** Damage that a crash must never leave behind; each entry says what and which. */
export class CrashDamageReport {
  readonly lost: string[] = [];
  readonly duplicated: string[] = [];
  /** Entries that are there, but not as they were acknowledged. */
  readonly wrong: string[] = [];
  /** Changes that are stored, but of which no event was written. */
  readonly orphaned: string[] = [];
  readonly disordered: string[] = [];

  /** Compares both sides: each entry must be there once on each, and equal. */
  join(what: string, expected: readonly LedgerEntry[], found: readonly LedgerEntry[]) {
    const groups = new Map(expected.map(({ key, value }) => [key, { value, rows: [] as string[] }]));
    for (const { key, value } of found) {
      const group = groups.get(key);
      if (group) group.rows.push(value);
      else this.orphaned.push(`${what} ${key}`);
    }
    for (const [key, { value, rows }] of groups) {
      if (rows.length === 0) this.lost.push(`${what} ${key}`);
      if (rows.length > 1) this.duplicated.push(`${what} ${key}`);
      if (rows.some((row) => row !== value)) this.wrong.push(`${what} ${key}: ${value}, but ${rows}`);
    }
  }
}

interface LedgerEntry {
  readonly key: string;
  readonly value: string;
}

/** Data to compare: one tenant, whose only writers keep the ledger. */
export interface ReconcileInput {
  readonly installation: KillableInstallation;
  readonly tenant: TenantFixture;
}

/** Reads rows as the owner; `$1` is the tenant. */
const ownerReader =
  ({ installation, tenant }: ReconcileInput) =>
  <T extends LedgerEntry>(statement: string) =>
    installation.asOwner<T>(statement, [tenant.id]);

/** Compares everything that the clients received with everything that the database contains. */
export async function reconcileRowsWithLedger(
  verdict: CrashDamageReport,
  scene: ReconcileInput,
  ledger: AcknowledgedWriteLedger,
) {
  const read = ownerReader(scene);
  verdict.join(
    "case",
    ledger.of("case").map(({ key, case_id }) => ({ key, value: case_id })),
    await read("select description as key, id::text as value from cases where tenant_id = $1"),
  );
  verdict.join(
    "comment",
    ledger.of("comment").map(({ key, case_id, comment_id }) => ({ key, value: `${comment_id} of ${case_id}` })),
    await read("select text as key, id || ' of ' || case_id as value from case_comments where tenant_id = $1"),
  );
  verdict.join(
    "position",
    ledger.of("position").map(({ key }) => ({ key, value: key })),
    await read(`
      select key, key as value from (
        select tour_id || ' ' || (extract(epoch from fixed_at) * 1000)::bigint as key from positions where tenant_id = $1) position`),
  );
  verdict.join(
    "idempotency key",
    ledger.acks.flatMap(({ kind, key }) => (kind === "position" ? [] : [{ key, value: operationByEntryKind[kind] }])),
    await read(
      "select key, operation as value from idempotency_records where tenant_id = $1 and operation <> 'updateLocation'",
    ),
  );
  await reconcileCases(verdict, read, ledger);
}

const operationByEntryKind = { case: "createCase", comment: "createCaseComment", action: "receiveAction" } as const;

/**
 * Checks that every action is in the history once, in its place, and that the case has the state of its last action.
 */
async function reconcileCases(
  verdict: CrashDamageReport,
  read: ReturnType<typeof ownerReader>,
  ledger: AcknowledgedWriteLedger,
) {
  const actions = ledger.of("action");
  verdict.join(
    "action",
    actions.map(({ key, action, case_id, lock_version }) => ({ key, value: `${action} ${case_id} v${lock_version}` })),
    await read(`
      select action_id::text as key, (array_agg(transition order by seq))[1] || ' ' || case_id || ' v' || max(lock_version) as value
      from case_history where tenant_id = $1 group by action_id, group_id, case_id`),
  );
  const last = new Map(ledger.of("case").map(({ case_id }) => [case_id, "OPEN v0"]));
  for (const { case_id, state, lock_version } of actions) last.set(case_id, `${state} v${lock_version}`);
  verdict.join(
    "state of case",
    [...last].map(([key, value]) => ({ key, value })),
    await read("select id::text as key, state || ' v' || lock_version as value from cases where tenant_id = $1"),
  );
  const jumps = await read(`
    select case_id::text as key, string_agg(lock_version::text, ' ' order by place) as value from (
      select case_id, lock_version, row_number() over (partition by case_id order by seq) as place from case_history where tenant_id = $1) row
    group by case_id having not bool_and(lock_version = place)`);
  verdict.disordered.push(...jumps.map(({ key, value }) => `history of case ${key}: ${value}`));
}

/**
 * Checks that every change has its one event, every event its change, and the listener got each once and in order.
 * Critical messages go to their addressees alone, and not to the listener.
 */
export async function reconcileEventsWithChanges(
  verdict: CrashDamageReport,
  scene: ReconcileInput,
  witness: ReconnectingEventListener,
) {
  const read = ownerReader(scene);
  const events = await read<LedgerEntry & { place: string; type: string }>(`
    select concat(place.position, '-', event_log_history()) as place, type,
      type || ' ' || coalesce(payload ->> 'history_id', payload ->> 'comment_id',
        payload ->> 'case_id', payload ->> 'tour_id') as key,
      case when type = 'case comment' then '' else coalesce(payload ->> 'lock_version', '') end as value
    from events left join event_positions place using (tenant_id, xid, id)
    where tenant_id = $1 and not internal and type <> 'critical message' order by place.position`);
  verdict.join(
    "event",
    await read(`
      select 'case update ' || id as key, '0' as value from cases where tenant_id = $1
      union all select 'case comment ' || id, '' from case_comments where tenant_id = $1
      union all select 'case action ' || (array_agg(id order by seq))[1], max(lock_version)::text from case_history
        where tenant_id = $1 group by case_id, group_id`),
    events.filter(({ type }) => type.startsWith("case ")),
  );
  verdict.join(
    "event in the log",
    events.map(({ place, key }) => ({ key: place, value: key })),
    witness.heard.map((message) => ({ key: message.id ?? "", value: subjectOfEvent(message) })),
  );
  const order = new Map(events.map(({ place }, index) => [place, index]));
  let before = -1;
  for (const { id } of witness.heard) {
    const at = order.get(id ?? "") ?? before + 1;
    if (at <= before) verdict.disordered.push(`event ${id}`);
    before = at;
  }
}

function subjectOfEvent({ type, data }: StreamMessage): string {
  const { history_id, comment_id, case_id, tour_id } = data as Partial<Record<string, string>>;
  return `${type} ${history_id ?? comment_id ?? case_id ?? tour_id}`;
}

/**
 * Id of the last event in the log, for readers that wait to have heard all; waits until every event has its position.
 */
export const waitForLastEventId = (scene: ReconcileInput): Promise<string | undefined> =>
  vi.waitFor(
    async () => {
      const [last] = await ownerReader(scene)(
        `select concat(place.position, '-', event_log_history()) as key, case when place.position is null then 'waits' else 'placed' end as value
         from events left join event_positions place using (tenant_id, xid, id) where tenant_id = $1 and not internal
         order by place.position desc nulls first limit 1`,
      );
      if (last?.value === "waits") throw new Error("An event has no place yet.");
      return last?.key;
    },
    { timeout: 20_000, interval: 50 },
  );
