import { formatUtcTimestamp } from "@leitstand/contract/core/moment-text";
import type { StatisticsPeriod } from "@leitstand/contract/board/statistics";
import type { Tx } from "#platform/database/database";
import { problem } from "#platform/problem";
import { selectDeliveredCaseFigures } from "./delivered-cases.sql";
import { parseIsoDurationSeconds } from "./duration";
import {
  type StatisticsScopeAndTime,
  selectLongActiveTours,
  selectCasesWithoutAddresses,
  selectEarlyPickupCases,
  selectColdStorageHours,
  selectUnassignedCases,
} from "./statistics.sql";
import { selectTopAddresses, type CaseAddressSide } from "./top-addresses.sql";

const DURATION_SECONDS_LIMITS = { min: 60, max: 31 * 86_400 };

/** Answer with the moment of the request, which all its figures refer to. */
const withGeneratedAt = <Answer extends object>({ now }: StatisticsScopeAndTime, answer: Answer) => ({
  generated_at: formatUtcTimestamp(now),
  ...answer,
});

export async function listLongActiveTours(tx: Tx, reach: StatisticsScopeAndTime, duration: string) {
  const seconds = parseIsoDurationSeconds(duration);
  if (seconds < DURATION_SECONDS_LIMITS.min)
    throw problem("REQUEST_PARAMETER_INVALID", { parameter: "duration", rule: "minimum" });
  if (seconds > DURATION_SECONDS_LIMITS.max)
    throw problem("REQUEST_PARAMETER_INVALID", { parameter: "duration", rule: "maximum" });
  return withGeneratedAt(reach, await selectLongActiveTours(tx, reach, seconds));
}

export const listCasesWithoutAddresses = async (tx: Tx, reach: StatisticsScopeAndTime, hours = 0) =>
  withGeneratedAt(reach, await selectCasesWithoutAddresses(tx, reach, hours));

export const countDeliveredCases = async (tx: Tx, reach: StatisticsScopeAndTime, hours = 24) =>
  withGeneratedAt(reach, await selectDeliveredCaseFigures(tx, reach, hours));

export const listUnassignedCases = async (tx: Tx, reach: StatisticsScopeAndTime, dueTo: string) =>
  withGeneratedAt(reach, await selectUnassignedCases(tx, reach, dueTo));

export async function listEarlyPickups(tx: Tx, reach: StatisticsScopeAndTime) {
  const { cold_storage_hours } = await selectColdStorageHours(tx);
  return withGeneratedAt(reach, await selectEarlyPickupCases(tx, reach, cold_storage_hours));
}

const DAYS_PER_PERIOD: Readonly<Record<StatisticsPeriod, number>> = { DAY: 1, WEEK: 7, MONTH: 30, YEAR: 365 };

export async function listTopAddresses(
  tx: Tx,
  reach: StatisticsScopeAndTime,
  {
    side,
    period,
    limit,
  }: { readonly side: CaseAddressSide; readonly period: StatisticsPeriod; readonly limit: number },
) {
  const found = await selectTopAddresses(tx, { ...reach, side, days: DAYS_PER_PERIOD[period], limit });
  const { from, total, previous, addresses } = found;
  const named = addresses.reduce((sum, { count }) => sum + count, 0);
  return withGeneratedAt(reach, {
    from,
    to: formatUtcTimestamp(reach.now),
    total,
    others: total - named,
    previous,
    addresses: addresses.map((address) => ({ ...address, share: address.count / total })),
  });
}
