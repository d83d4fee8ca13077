/** Random cases and tours of more than two years and of days to come, in combinations that hand-written data lacks. */
import { randomUUID } from "node:crypto";
import type { SeededChance } from "@leitstand/scenario/chance";
import type { Tx } from "#platform/database/database";
import { toJsonParameter, sql } from "#platform/database/sql";

interface GeneratedPlace {
  /** Number of the place; null: one that is never named. */
  readonly number: number | null;
  readonly address: {
    readonly name?: string;
    readonly street?: string;
    readonly house_number?: string;
    readonly zip_code?: string;
    readonly city?: string;
    readonly home?: boolean;
    readonly cold_storage?: boolean;
    readonly lat?: number;
    readonly lon?: number;
  };
}
export interface GeneratedTour {
  readonly id: string;
  readonly branch_id: string | null;
  readonly status: "SCHEDULED" | "STARTED" | "FINISHED";
  readonly started_at: Date;
}
export interface GeneratedCase {
  readonly id: string;
  readonly branch_id: string | null;
  readonly state: "OPEN" | "DELIVERED" | "CANCELLED" | "adActa";
  /** Whether a case in the state `adActa` was cancelled, and not carried out, before its papers were closed. */
  readonly cancelled: boolean;
  readonly created_at: Date;
  readonly finalized_at: Date | null;
  readonly due_at: Date | null;
  readonly died_on: string;
  readonly transport_type: string;
  readonly source: GeneratedPlace | null;
  readonly target: GeneratedPlace | null;
  readonly links: readonly { readonly tour: number; readonly bucket: "open" | "finished" | "unassigned" }[];
}
export interface StatisticsDataSet {
  readonly tours: GeneratedTour[];
  readonly cases: GeneratedCase[];
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Address of the same house as different people write it. */
function addressSpelling(chance: SeededChance, number: number): GeneratedPlace["address"] {
  const name = chance.pick([`Haus ${number}`, `HAUS ${number}`, ` haus  ${number} `]);
  const street = chance.pick([
    { street: "Lange Gasse", house_number: `${number}` },
    { street: `lange gasse ${number}` },
  ]);
  return { name, ...street, zip_code: chance.pick(["8010", "80 10"]), city: chance.pick(["Graz", "GRAZ"]) };
}

function randomPlace(chance: SeededChance): GeneratedPlace | null {
  const cold_storage = chance.percent(40);
  if (chance.percent(10)) return null;
  if (chance.percent(10)) return { number: null, address: { lat: 47, lon: 15, cold_storage } };
  const number = chance.below(9);
  if (chance.percent(10))
    return { number: null, address: { ...addressSpelling(chance, number), home: true, cold_storage } };
  return { number, address: { ...addressSpelling(chance, number), cold_storage } };
}

/**
 * Random time, mostly near a midnight of some zone, the beginning of a month, or where a period begins or ends; some
 * are still to come.
 */
function randomTime(chance: SeededChance, now: Date, days: number): Date {
  if (chance.percent(5)) return new Date(now.getTime() + chance.between(1, 72) * HOUR_MS);
  if (chance.percent(20)) return randomTimeNearPeriod(chance, now);
  const at = now.getTime() - Math.floor(chance.next() * days * DAY_MS);
  if (chance.percent(30)) return new Date(at);
  const day = new Date(at);
  const date = chance.percent(40) ? 1 : day.getUTCDate();
  const midnight = Date.UTC(day.getUTCFullYear(), day.getUTCMonth(), date);
  const near = midnight + chance.between(-28, 28) * (HOUR_MS / 2) + chance.pick([-1, 0, 1, 500]);
  return new Date(Math.min(now.getTime() - 1_000, near));
}

/**
 * Random time some minutes or hours from as many days or hours ago as periods have: where clocks were changed since, an
 * hour counts.
 */
function randomTimeNearPeriod(chance: SeededChance, now: Date): Date {
  const ago = chance.pick([1, 2, 7, 14, 30, 60, 365, 730]) * DAY_MS + chance.pick([0, 0, 700 * HOUR_MS]);
  return new Date(now.getTime() - ago + chance.pick([-90, -45, -15, 15, 45, 90]) * 60_000);
}

export function randomStatisticsDataSet(
  chance: SeededChance,
  { now, branchIds }: { now: Date; branchIds: readonly string[] },
): StatisticsDataSet {
  const aBranch = () => chance.pick([...branchIds, null]);
  const tours = Array.from(
    { length: 6 },
    (): GeneratedTour => ({
      id: randomUUID(),
      branch_id: aBranch(),
      status: chance.pick(["STARTED", "STARTED", "SCHEDULED", "FINISHED"]),
      started_at: new Date(now.getTime() - chance.below(48) * HOUR_MS - 1),
    }),
  );
  const cases = Array.from(
    { length: chance.between(0, 140) },
    (): GeneratedCase => randomCase(chance, { now, tours, aBranch }),
  );
  return { tours, cases };
}

function randomCase(
  chance: SeededChance,
  { now, tours, aBranch }: { now: Date; tours: readonly GeneratedTour[]; aBranch: () => string | null },
): GeneratedCase {
  const created_at = randomTime(chance, now, chance.pick([2, 40, 420, 800]));
  const state = chance.pick(["OPEN", "OPEN", "DELIVERED", "CANCELLED", "adActa"] as const);
  const closed = chance.percent(10)
    ? now.getTime() + chance.between(1, 72) * HOUR_MS
    : created_at.getTime() + chance.between(-2, 900) * 100_000;
  return {
    id: randomUUID(),
    branch_id: aBranch(),
    state,
    cancelled: isCancelledAs(state, chance),
    created_at,
    finalized_at: state === "OPEN" ? null : new Date(closed),
    due_at: chance.percent(30) ? null : new Date(now.getTime() + chance.between(-50, 50) * HOUR_MS),
    died_on: new Date(created_at.getTime() - chance.below(3) * DAY_MS).toISOString().slice(0, 10),
    transport_type: chance.pick(["Vorzeitige Abholung", "Transportauftrag", "Sonstiges"]),
    source: randomPlace(chance),
    target: randomPlace(chance),
    links: tours.flatMap((_tour, tour) =>
      chance.percent(12) ? [{ tour, bucket: chance.pick(["open", "finished", "unassigned"] as const) }] : [],
    ),
  };
}

/** Whether a case counts as cancelled in that state; of those whose papers are closed every second one. */
const isCancelledAs = (state: GeneratedCase["state"], chance: SeededChance): boolean =>
  state === "adActa" ? chance.percent(50) : state === "CANCELLED";

/** Copy of a case, closed when it was open, and open again when it was closed. */
function toggleFinalized(one: GeneratedCase, chance: SeededChance): GeneratedCase {
  if (one.finalized_at) return { ...one, state: "OPEN", cancelled: false, finalized_at: null };
  const state = chance.pick(["DELIVERED", "CANCELLED", "adActa"] as const);
  const finalized_at = new Date(one.created_at.getTime() + chance.below(900) * 1_000);
  return { ...one, state, cancelled: isCancelledAs(state, chance), finalized_at };
}

/**
 * Changes a data set: another place, branch or state for some cases, and some are gone; another branch for some tours,
 * and some links are gone.
 */
export function changeStatisticsDataSet(
  chance: SeededChance,
  { tours, cases }: StatisticsDataSet,
  branchIds: readonly string[],
): StatisticsDataSet {
  const kept = cases.filter(() => !chance.percent(5));
  return {
    tours: tours.map((one) => (chance.percent(25) ? { ...one, branch_id: chance.pick([...branchIds, null]) } : one)),
    cases: kept.map((one) => {
      if (!chance.percent(30)) return one;
      return chance.pick([
        () => ({ ...one, branch_id: chance.pick([...branchIds, null]) }),
        () => ({ ...one, source: randomPlace(chance), target: randomPlace(chance) }),
        () => toggleFinalized(one, chance),
        () => ({ ...one, links: one.links.slice(1) }),
      ])();
    }),
  };
}

const funeralDataOf = ({ transport_type, source, target, died_on }: GeneratedCase) => ({
  cargo_type: "PERSON",
  transport_type,
  cargo_deceased: { first_name: "Maria", last_name: "Muster", date_of_death: died_on },
  source_address: source?.address ?? null,
  target_address: target?.address ?? null,
});
const caseRowOf = (one: GeneratedCase) => ({
  ...one,
  state_before: one.cancelled ? "cancelled" : one.state,
  finalized: one.finalized_at !== null,
  funeral_data: funeralDataOf(one),
});
const caseColumns = sql`(id uuid, branch_id uuid, state text, state_before text, finalized boolean, created_at timestamptz, finalized_at timestamptz, due_at timestamptz, funeral_data jsonb)`;

const linkRowsOf = (tours: readonly GeneratedTour[], cases: readonly GeneratedCase[]) =>
  cases.flatMap(({ id, links }) =>
    links.map(({ tour, bucket }) => ({ case_id: id, tour_id: tours[tour]?.id, bucket })),
  );

export async function storeStatisticsDataSet(tx: Tx, { tours, cases }: StatisticsDataSet) {
  await tx.run(sql`
    insert into tours (id, branch_id, status, started_sub_state, started_at)
    select id, branch_id, status, case when status = 'STARTED' then 'ACTIVE' end, started_at
    from jsonb_to_recordset(${toJsonParameter(tours)}) as row (id uuid, branch_id uuid, status text, started_at timestamptz)`);
  await tx.run(sql`
    insert into cases (id, branch_id, state, finalized, created_at, finalized_at, due_at, data_type, approved, funeral_data)
    select id, branch_id, state_before, finalized, created_at, finalized_at, due_at, 'FUNERAL', true, funeral_data
    from jsonb_to_recordset(${toJsonParameter(cases.map(caseRowOf))}) as row ${caseColumns}`);
  await closePapersOfCancelled(tx, cases);
  await tx.run(sql`
    insert into case_links (case_id, tour_id, state, bucket)
    select case_id, tour_id, 'ASSIGNED', bucket from jsonb_to_recordset(${toJsonParameter(linkRowsOf(tours, cases))}) as row (case_id uuid, tour_id uuid, bucket text)`);
}

const closePapersOfCancelled = (tx: Tx, cases: readonly GeneratedCase[]) =>
  tx.run(sql`
    update cases set state = row.state from jsonb_to_recordset(${toJsonParameter(cases.map(caseRowOf))}) as row ${caseColumns}
    where cases.tenant_id = ${tx.tenantId} and cases.id = row.id and cases.state <> row.state`);

/** Makes the stored rows equal to the data set. */
export async function overwriteStatisticsDataSet(tx: Tx, { tours, cases }: StatisticsDataSet) {
  await tx.run(sql`
    update tours set branch_id = row.branch_id from jsonb_to_recordset(${toJsonParameter(tours)}) as row (id uuid, branch_id uuid)
    where tours.tenant_id = ${tx.tenantId} and tours.id = row.id and tours.branch_id is distinct from row.branch_id`);
  await tx.run(sql`
    update cases set branch_id = row.branch_id, funeral_data = row.funeral_data, state = row.state_before, finalized = row.finalized, finalized_at = row.finalized_at
    from jsonb_to_recordset(${toJsonParameter(cases.map(caseRowOf))}) as row ${caseColumns}
    where cases.tenant_id = ${tx.tenantId} and cases.id = row.id and (cases.branch_id, cases.funeral_data, cases.state, cases.finalized_at)
      is distinct from (row.branch_id, row.funeral_data, row.state, row.finalized_at)`);
  await closePapersOfCancelled(tx, cases);
  await tx.run(sql`
    delete from case_links link where link.tenant_id = ${tx.tenantId} and not exists (
      select from jsonb_to_recordset(${toJsonParameter(linkRowsOf(tours, cases))}) as row (case_id uuid, tour_id uuid)
      where row.case_id = link.case_id and row.tour_id = link.tour_id)`);
  await tx.run(
    sql`delete from cases where tenant_id = ${tx.tenantId} and id <> all(${cases.map(({ id }) => id)}::uuid[])`,
  );
}
