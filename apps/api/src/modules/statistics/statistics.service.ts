import { formatMoment } from "@leitstand/contract/core/moment-text";
import type { StatisticsPeriod } from "@leitstand/contract/board/statistics";
import type { Tx } from "#platform/database/database";
import { problem } from "#platform/problem";
import { selectDeliveredCases } from "./delivered-cases.sql";
import { parseIsoDurationSeconds } from "./duration";
import {
  type StatisticsReach,
  selectActiveTours,
  selectCasesWithoutAddresses,
  selectEarlyPickupCases,
  selectColdStorageRule,
  selectUnassignedCases,
} from "./statistics.sql";
import { selectTopAddresses, type AddressSide } from "./top-addresses.sql";

const DURATION_SECONDS_LIMITS = { min: 60, max: 31 * 86_400 };

/** Answer with the moment of the request, which all its figures refer to. */
const withGeneratedAt = <Answer extends object>({ now }: StatisticsReach, answer: Answer) => ({
  generated_at: formatMoment(now),
  ...answer,
});

export async function listActiveTours(tx: Tx, reach: StatisticsReach, duration: string) {
  const seconds = parseIsoDurationSeconds(duration);
  if (seconds < DURATION_SECONDS_LIMITS.min)
    throw problem("REQUEST_PARAMETER_INVALID", { parameter: "duration", rule: "minimum" });
  if (seconds > DURATION_SECONDS_LIMITS.max)
    throw problem("REQUEST_PARAMETER_INVALID", { parameter: "duration", rule: "maximum" });
  return withGeneratedAt(reach, await selectActiveTours(tx, reach, seconds));
}

export const listCasesWithoutAddresses = async (tx: Tx, reach: StatisticsReach, hours = 0) =>
  withGeneratedAt(reach, await selectCasesWithoutAddresses(tx, reach, hours));

export const countDeliveredCases = async (tx: Tx, reach: StatisticsReach, hours = 24) =>
  withGeneratedAt(reach, await selectDeliveredCases(tx, reach, hours));

export const listUnassignedCases = async (tx: Tx, reach: StatisticsReach, dueTo: string) =>
  withGeneratedAt(reach, await selectUnassignedCases(tx, reach, dueTo));

export async function listEarlyPickups(tx: Tx, reach: StatisticsReach) {
  const { cold_storage_hours } = await selectColdStorageRule(tx);
  return withGeneratedAt(reach, await selectEarlyPickupCases(tx, reach, cold_storage_hours));
}

const DAYS_PER_PERIOD: Readonly<Record<StatisticsPeriod, number>> = { DAY: 1, WEEK: 7, MONTH: 30, YEAR: 365 };

export async function listTopAddresses(
  tx: Tx,
  reach: StatisticsReach,
  { side, period, limit }: { readonly side: AddressSide; readonly period: StatisticsPeriod; readonly limit: number },
) {
  const found = await selectTopAddresses(tx, { ...reach, side, days: DAYS_PER_PERIOD[period], limit });
  const { from, total, previous, addresses } = found;
  const named = addresses.reduce((sum, { count }) => sum + count, 0);
  return withGeneratedAt(reach, {
    from,
    to: formatMoment(reach.now),
    total,
    others: total - named,
    previous,
    addresses: addresses.map((address) => ({ ...address, share: address.count / total })),
  });
}
