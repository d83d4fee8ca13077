/** Compares statistics of random companies with a count of each case. */
import type { StatisticsPeriod } from "@leitstand/contract/board/statistics";
import { SeededChance } from "@leitstand/scenario/chance";
import { expect } from "vitest";
import { recountStaleMonths } from "#modules/statistics/index";
import { sql } from "#platform/database/sql";
import { insertBranch } from "../fixtures";
import type { ApiSession, TestApi } from "../start-api";
import {
  expectedActiveTours,
  expectedCasesWithoutAddresses,
  expectedDeliveredCases,
  expectedEarlyPickups,
  expectedTopAddresses,
  expectedUnassignedCases,
} from "./brute-force";
import {
  randomStatisticsDataSet,
  changeStatisticsDataSet,
  type StatisticsDataSet,
  overwriteStatisticsDataSet,
  storeStatisticsDataSet,
} from "./data-set";

export const statisticsTimeZones = ["Europe/Vienna", "America/St_Johns", "Australia/Lord_Howe"] as const;
const HOUR_MS = 3_600_000;
const daysOfPeriod: Readonly<Record<StatisticsPeriod, number>> = { DAY: 1, WEEK: 7, MONTH: 30, YEAR: 365 };

const countAndIds = ({ count, items }: { count: number; items: readonly { id: string }[] }) => ({
  count,
  ids: items.map(({ id }) => id),
});

/** Period with times in one form, however they are written. */
const withNormalizedTimes = <T extends { from: string; previous: { from: string; to: string } }>({
  from,
  previous,
  ...rest
}: T) => ({
  ...rest,
  from: new Date(from),
  previous: { ...previous, from: new Date(previous.from), to: new Date(previous.to) },
});

interface StatisticsRequest {
  readonly now: () => Date;
  readonly client: ApiSession;
  readonly data: StatisticsDataSet;
  readonly branch_id: string | null;
  readonly zone: string;
  readonly chance: SeededChance;
  readonly coldStorageHours: number | null;
}

async function compareStatisticsLists({
  now,
  client,
  data,
  branch_id,
  zone,
  chance,
  coldStorageHours,
}: StatisticsRequest) {
  const question = { ...data, viewer: { branch_id } };
  const hours = chance.pick([0, 1, 30, 2_000]);
  const missing = await client.getCasesWithoutAddressesStatistics({ cases_age_threshold_in_hours: hours });
  const at = (answer: { generated_at: string }) => ({ ...question, now: new Date(answer.generated_at) });
  expect(countAndIds(missing)).toEqual(expectedCasesWithoutAddresses(at(missing), hours));
  const dueTo = new Date(now().getTime() + chance.between(-40, 60) * HOUR_MS);
  const unassigned = await client.getUnassignedCasesStatistics({ due_to: dueTo.toISOString() });
  expect(countAndIds(unassigned)).toEqual(expectedUnassignedCases(at(unassigned), dueTo));
  const early = await client.getUnassignedCasesEarlyPickupStatistics({});
  expect(countAndIds(early)).toEqual(expectedEarlyPickups(at(early), zone, coldStorageHours));
  const long = chance.between(1, 47);
  const tours = await client.getActiveToursStatistics({ duration: `PT${long}H` });
  expect(countAndIds(tours)).toEqual(expectedActiveTours(at(tours), long * 3_600));
  for (const span of [1, 24, 700, 8_760]) {
    const { generated_at, ...delivered } = await client.getDeliveredCasesStatistics({
      cases_age_threshold_in_hours: span,
    });
    expect(withNormalizedTimes(delivered)).toEqual(expectedDeliveredCases(at({ generated_at }), zone, span));
  }
}

async function compareTopAddresses({ client, data, branch_id, zone, chance }: StatisticsRequest) {
  for (const period of ["DAY", "WEEK", "MONTH", "YEAR"] as const) {
    const limit = chance.pick([1, 3, 100]);
    for (const side of ["source", "target"] as const) {
      const answer = await (side === "source"
        ? client.getTopSourceAddressesStatistics({ period, limit })
        : client.getTopDestinationAddressesStatistics({ period, limit }));
      const question = { ...data, viewer: { branch_id }, now: new Date(answer.generated_at) };
      const expected = expectedTopAddresses(question, { side, zone, days: daysOfPeriod[period], limit });
      const { from, previous } = withNormalizedTimes(answer);
      expect({
        from,
        total: answer.total,
        others: answer.others,
        counts: answer.addresses.map(({ count }) => count),
        previous,
      }).toEqual({
        from: expected.from,
        total: expected.total,
        others: expected.others,
        counts: expected.counts,
        previous: expected.previous,
      });
      for (const { name, count, previous_count, share } of answer.addresses) {
        const number = Number(/\d+/.exec(name ?? "")?.[0]);
        expect([number, count, previous_count, share]).toEqual([
          number,
          expected.byNumber.get(number),
          expected.previousByNumber.get(number) ?? null,
          count / expected.total,
        ]);
      }
    }
  }
}

/** Checks that statistics equal a count of each case, whatever was counted before and changed since. */
export async function compareStatisticsWithBruteForce(api: TestApi, zone: string, seed: number) {
  const now = () => api.clock.now();
  const chance = new SeededChance(seed);
  const coldStorageHours = chance.pick([null, 12, 36]);
  const tenant = await api.aTenant();
  await api.db.system.run(sql`
    update tenants set timezone = ${zone}, settings = jsonb_build_object('cold_storage_hours', ${coldStorageHours}::int) where id = ${tenant.id}`);
  const branchIds = [await insertBranch(api.db, tenant.id), await insertBranch(api.db, tenant.id)];
  const grants = ["getStatistics"];
  const whole = await api.bearer({ tenant, grants });
  const local = await api.bearer({ tenant, grants, branchIds: [branchIds[0] as string] });
  let data = randomStatisticsDataSet(chance, { now: now(), branchIds });
  await api.db.systemTransaction(tenant.id, (tx) => storeStatisticsDataSet(tx, data));
  const compare = async () => {
    const asked = { now, data, zone, chance, coldStorageHours };
    for (const viewer of [
      { client: whole, branch_id: null },
      { client: local, branch_id: branchIds[0] as string },
    ]) {
      await compareStatisticsLists({ ...asked, ...viewer });
      await compareTopAddresses({ ...asked, ...viewer });
    }
  };
  try {
    if (chance.percent(60)) await recountStaleMonths(api.db);
    await compare();
    data = changeStatisticsDataSet(chance, data, branchIds);
    await api.db.systemTransaction(tenant.id, (tx) => overwriteStatisticsDataSet(tx, data));
    if (chance.percent(30)) await recountStaleMonths(api.db);
    await compare();
  } catch (error) {
    throw new Error(`SEED=${seed} in ${zone}`, { cause: error });
  }
  await api.db.system.run(sql`update tenants set active = false where id = ${tenant.id}`);
}
