import { CaseActionCycle } from "./action-cycle";
import {
  benchCaseIdSqlExpression,
  benchCaseRanges,
  type DispatchDayData,
  tourIdOfBenchCase,
} from "../harness/dispatch-data";
import type { BenchEnvironment } from "../harness/ground";
import { pgbenchTenantScriptOf, measurePgbenchRate } from "../harness/pgbench";
import {
  type BenchRow,
  CONNECTION_COUNT,
  formatCpuNote,
  median,
  formatPerSecond,
  MEASURED_ROUNDS,
  MEASURED_SECONDS,
} from "../harness/row";
import { runRawSocketLoad } from "../harness/wire-client";

const RATIO_GOAL = 0.5;

/**
 * Benchmarks `POST /cases/{id}/send_action` against the rows that one action writes, without checking what may be done.
 */
export async function benchSendAction(ground: BenchEnvironment): Promise<BenchRow> {
  const day = await ground.dispatchDay();
  const api = await ground.api();
  const cycle = new CaseActionCycle(day, CONNECTION_COUNT, benchCaseRanges.sendAction);
  const load = { url: api.url, connections: CONNECTION_COUNT, next: cycle.next, onAnswer: cycle.onAnswer };
  await runRawSocketLoad({ ...load, seconds: 2 });
  const [ours, limits, cpu]: [number[], number[], number[]] = [[], [], []];
  for (let round = 0; round < MEASURED_ROUNDS; round++) {
    const script = limitScript(day);
    const limit = await measurePgbenchRate({
      databaseUrl: ground.databaseUrl,
      connections: CONNECTION_COUNT,
      seconds: MEASURED_SECONDS,
      script,
    });
    if (limit !== undefined) limits.push(limit);
    const before = api.cpuSeconds();
    const { answers, seconds } = await runRawSocketLoad({ ...load, seconds: MEASURED_SECONDS });
    cpu.push(((api.cpuSeconds() - before) / answers) * 1e6);
    ours.push(answers / seconds);
  }
  const ratio = limits.length > 0 ? median(ours) / median(limits) : undefined;
  return {
    what: "send_action, 64 connections",
    ours: formatPerSecond(median(ours)),
    limit: limits.length > 0 ? formatPerSecond(median(limits)) : "-",
    limitName: "pgbench, the same rows in one commit",
    ratio,
    goal: `≥ ${RATIO_GOAL}`,
    met: ratio !== undefined && ratio >= RATIO_GOAL,
    note: formatCpuNote(median(cpu), "action"),
  };
}

/** Script of lock, link, history, case and event, as the application writes them, in one round trip. */
function limitScript(day: DispatchDayData): string {
  const { tenant, branch_id } = day.fleet;
  const tour = `(select tour_id from case_links where tenant_id = '${tenant.id}' and case_id = ${benchCaseIdSqlExpression})`;
  const ofCase = `tenant_id = '${tenant.id}' and id = ${benchCaseIdSqlExpression}`;
  const audience = pgbenchJson({ branch_ids: [branch_id], user_ids: [], device_ids: [tourIdOfBenchCase(day, 0)] });
  const payload = pgbenchJson({
    case_id: tourIdOfBenchCase(day, 0),
    natural_id: "C-B-1",
    display_name: "Maria Muster",
    branch_id,
    state: "ASSIGNED",
    finalized: false,
    lock_version: 1,
    action: "ACCEPT",
    tour_id: tourIdOfBenchCase(day, 0),
    history_id: tourIdOfBenchCase(day, 0),
    tour_case_states: [{ tour_id: tourIdOfBenchCase(day, 0), state: "ACCEPTED", bucket: "open" }],
    actor_kind: "D",
    occurred_at: new Date().toISOString(),
  });
  // oxlint-disable-next-line house/sql-in-tag -- a script of pgbench, which has no parameters
  const statements = `
    select 1 from cases where ${ofCase} for no key update;
    with link as (
      insert into case_links (case_id, tour_id, state, bucket, accepted_at) values (${benchCaseIdSqlExpression}, ${tour}, 'ACCEPTED', 'open', now())
      on conflict (tenant_id, case_id, tour_id) do update set state = excluded.state, accepted_at = excluded.accepted_at, updated_at = now()),
    history as (
      insert into case_history (case_id, tour_id, group_id, transition, old_state, new_state, old_case_state, new_case_state, before, actor_kind, lock_version, occurred_at)
      values (${benchCaseIdSqlExpression}, ${tour}, gen_random_uuid(), 'ACCEPT', 'ASSIGNED', 'ACCEPTED', 'ASSIGNED', 'ASSIGNED', '{"link": {"state": "ASSIGNED"}}', 'D', 1, now()))
    update cases set state = 'ASSIGNED', lock_version = lock_version + 1, updated_at = now() where ${ofCase};
    insert into events (tenant_id, type, internal, audience, payload) values ('${tenant.id}', 'case action', false, '${audience}', '${payload}')`;
  const { from, count } = benchCaseRanges.pgbench;
  return `\\set i random(${from}, ${from + count - 1})\n${pgbenchTenantScriptOf(tenant.id, statements)}`;
}

/** Spells JSON for pgbench, to which a colon before a letter or number begins a variable. */
const pgbenchJson = (value: object) => JSON.stringify(value).replaceAll('":', '": ');
