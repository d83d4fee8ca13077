import { Agent, get } from "node:http";
import { insertTokenBearer } from "../../../apps/api/src/testing/fixtures";
import { createClient } from "../../../packages/client/src/client";
import { listAllGrants } from "../harness/fleet-data";
import type { BenchEnvironment } from "../harness/ground";
import { insertPhoneFleet, type PhoneFleet } from "../harness/phone-fleet";
import { type BenchRow, median, formatMilliseconds, quantileOfSamples } from "../harness/row";

const TOUR_COUNT = 200;
const EVENT_COUNT = 20_000;
const EVENTS_OF_MONTH = 2_000;
const ASSIGNED_CASES = 300;
const SUGGESTION_CALLS = 60;
const LIST_CALLS = 60;
/** Number of calls after which a busy server has compiled the code it uses. */
const WARM_UP_CALLS = 60;

/**
 * Benchmarks the cost of calendars: putting a case on a tour and suggestions, of a tenant without events and of one
 * with 20,000 of them, in turn, so that a machine that grows slower does so for both; and the list of a month.
 */
export async function benchCalendars(ground: BenchEnvironment): Promise<BenchRow[]> {
  const [plain, busy] = [await createDispatchTenant(ground), await createDispatchTenant(ground)];
  const calendar_id = await loadEvents(ground, busy.fleet);
  await measureAlternately(WARM_UP_CALLS, plain.assign, busy.assign);
  await measureAlternately(WARM_UP_CALLS, plain.suggest, busy.suggest);
  const assigned = await measureAlternately(ASSIGNED_CASES, plain.assign, busy.assign);
  const suggested = await measureAlternately(SUGGESTION_CALLS, plain.suggest, busy.suggest);
  const without = { assign: assigned[0], suggest: suggested[0] };
  const withEvents = { assign: assigned[1], suggest: suggested[1] };
  const from = new Date().toISOString().slice(0, 10);
  const ask = () => busy.dispatcher.getDefaultCalendarEvents({ calendar_id, from });
  const listed = await ask();
  const receive = () => busy.receive(`/api/v1/calendars/default/events?calendar_id=${calendar_id}&from=${from}`);
  await measureAlternately(
    WARM_UP_CALLS,
    () => measureMs(receive),
    () => measureMs(ask),
  );
  const [month, parsed] = await measureAlternately(
    LIST_CALLS,
    () => measureMs(receive),
    () => measureMs(ask),
  );
  const added = median(withEvents.assign.map((taken, index) => taken - (without.assign[index] ?? Number.NaN)));
  const share = median(withEvents.suggest) / median(without.suggest);
  const p95 = quantileOfSamples(month, 0.95);
  const figures = (samples: readonly number[]) =>
    `p50 ${formatMilliseconds(median(samples))}, p95 ${formatMilliseconds(quantileOfSamples(samples, 0.95))}`;
  return [
    benchRowOf({
      what: `ASSIGN beside ${EVENT_COUNT.toLocaleString("en")} calendar events`,
      ours: figures(withEvents.assign),
      limit: figures(without.assign),
      goal: "+ ≤ 0.5 ms",
      met: added <= 0.5,
      note: `${added.toFixed(2)} ms more at the median of ${ASSIGNED_CASES} pairs; one call at a time`,
    }),
    benchRowOf({
      what: `tours for one case of ${TOUR_COUNT} tours, beside ${EVENT_COUNT.toLocaleString("en")} calendar events`,
      ours: figures(withEvents.suggest),
      limit: figures(without.suggest),
      ratio: share,
      goal: "+ ≤ 10 %",
      met: share <= 1.1,
      note: `${((share - 1) * 100).toFixed(1)} % more at the median; by straight lines`,
    }),
    benchRowOf({
      what: `a month of ${listed.length.toLocaleString("en")} calendar events`,
      ours: figures(month),
      limit: "-",
      goal: "p95 ≤ 60 ms",
      met: p95 <= 60 && listed.length === EVENTS_OF_MONTH,
      note: `of ${EVENT_COUNT.toLocaleString("en")} of the tenant; packed by brotli, to its last byte; as objects of the typed client ${figures(parsed)}`,
    }),
  ];
}

const benchRowOf = (measured: Omit<BenchRow, "limitName" | "ratio"> & { ratio?: number }): BenchRow => ({
  ratio: undefined,
  ...measured,
  limitName: measured.limit === "-" ? "" : "without events",
});

/**
 * Makes a tenant with its tours, and cases that have none, with a dispatcher who assigns them and asks for suggestions.
 */
async function createDispatchTenant(ground: BenchEnvironment) {
  const fleet = await insertPhoneFleet(ground.db, ground.owner, TOUR_COUNT);
  const cases = await loadOpenCases(ground, fleet);
  const { token } = await insertTokenBearer(ground.db, { tenant: fleet.tenant, grants: listAllGrants() });
  const { url } = await ground.api();
  const dispatcher = createClient({ baseUrl: url, token: () => token });
  let next = 0;
  const assign = () => {
    const id = cases[next++] as string;
    const tour_id = fleet.phones[next % TOUR_COUNT]?.tour_id as string;
    return measureMs(() => dispatcher.receiveAction({ id, action: "ASSIGN", tour_id, lock_version: 0 }));
  };
  const suggest = () => measureMs(() => dispatcher.getSuggestions({ case_id: cases.at(-1) as string }));
  const receive = (path: string) => receiveAnswer(new URL(path, url), token);
  return { fleet, dispatcher, assign, suggest, receive };
}

const keepAliveAgent = new Agent({ keepAlive: true });

/** Receives an answer packed as browsers ask for it, to its last byte; unpacking and parsing are the receiver's. */
const receiveAnswer = (url: URL, token: string) =>
  new Promise<void>((resolve, reject) => {
    const headers = { authorization: `Bearer ${token}`, "accept-encoding": "br" };
    get(url, { agent: keepAliveAgent, headers }, (answer) => {
      if (answer.statusCode === 200) answer.resume().on("end", resolve).on("error", reject);
      else reject(new Error(`The server answered ${answer.statusCode}.`));
    }).on("error", reject);
  });

async function measureMs(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

/** Runs both tasks alternately, each first in half of the rounds: the second finds work that the first has left. */
async function measureAlternately(
  count: number,
  ...works: readonly [() => Promise<number>, () => Promise<number>]
): Promise<[number[], number[]]> {
  const samples: [number[], number[]] = [[], []];
  for (let index = 0; index < count; index++) {
    const first = index % 2 === 0 ? 0 : 1;
    for (const side of [first, 1 - first] as (0 | 1)[]) samples[side].push(await works[side]());
  }
  return samples;
}

/** Loads cases without a tour, and positions of all tours; returns the ids of the cases. */
async function loadOpenCases(
  { owner }: BenchEnvironment,
  { tenant, branch_id, phones }: PhoneFleet,
): Promise<string[]> {
  await owner.query("select set_config('app.tenant_id', $1, false)", [tenant.id]);
  await owner.query(
    `insert into vehicle_positions (vehicle_id, lon, lat, fixed_at)
      select id, 15.4 + n * 0.001, 47.0 + n * 0.001, now() from unnest($1::uuid[]) with ordinality as given (id, n)`,
    [phones.map(({ vehicle_id }) => vehicle_id)],
  );
  const { rows } = await owner.query<{ id: string }>(
    `insert into cases (natural_id, display_name, branch_id, data_type, state, approved, funeral_data)
      select 'C-K-' || n, 'Maria Muster', $1, 'FUNERAL', 'OPEN', true,
        json_build_object('cargo_type', 'PERSON', 'transport_type', 'Transportauftrag',
          'cargo_deceased', json_build_object('first_name', 'Maria', 'last_name', 'Muster'),
          'source_address', json_build_object('lon', 15.4 + n * 0.0001, 'lat', 47.05),
          'target_address', json_build_object('lon', 15.45, 'lat', 47.0 + n * 0.0001))
      from generate_series(1, $2) n order by n returning id`,
    [branch_id, ASSIGNED_CASES + WARM_UP_CALLS + 1],
  );
  await owner.query("reset role; analyze cases, vehicle_positions; set role leitstand_system");
  return rows.map(({ id }) => id);
}

/**
 * Loads a shift of each vehicle on every day from 40 days ago, and 2,000 events of the coming month in a calendar of
 * their own; returns its id.
 */
async function loadEvents({ owner }: BenchEnvironment, { tenant, phones }: PhoneFleet): Promise<string> {
  await owner.query("select set_config('app.tenant_id', $1, false)", [tenant.id]);
  const { rows } = await owner.query<{ id: string }>(
    "insert into calendars (name, is_default) values ('Roster', true), ('Month', false) returning id",
  );
  const [all, month] = rows.map(({ id }) => id);
  const insert = (
    calendar: string | undefined,
    { count, first, days }: { count: number; first: number; days: number },
  ) =>
    owner.query(
      `insert into calendar_events (calendar_id, event_type, vehicle_id, all_day, start_local, end_local, timezone, first_start, first_end,
          starts_at, ends_at, expanded_until)
        select $1, 'SCHEDULED_SHIFT', ($2::uuid[])[1 + n % $6], false, day, day + interval '1 day', 'UTC', day, day + interval '1 day',
          day, day + interval '1 day', day
        from generate_series(0, $3 - 1) n, lateral (select (current_date + $4::int + (n / $6) % $5)::timestamp as day) at`,
      [calendar, phones.map(({ vehicle_id }) => vehicle_id), count, first, days, TOUR_COUNT],
    );
  await insert(all, { count: EVENT_COUNT - EVENTS_OF_MONTH, first: -40, days: 90 });
  await insert(month, { count: EVENTS_OF_MONTH, first: 1, days: 28 });
  await owner.query(
    `insert into calendar_occurrences (event_id, date, resource_id, event_type, starts_at, ends_at)
      select id, start_local, resource_id, event_type, starts_at, ends_at from calendar_events where tenant_id = $1`,
    [tenant.id],
  );
  // Analysed as PostgreSQL does by itself within a minute.
  await owner.query("reset role");
  await owner.query("vacuum (analyze) calendar_events, calendar_occurrences");
  await owner.query("set role leitstand_system");
  return month as string;
}
