import { momentText } from "@leitstand/contract/core/moment-text";
import type { StatisticsPeriod } from "@leitstand/contract/board/statistics";
import type { Tx } from "#platform/database/database";
import { problem } from "#platform/problem";
import { selectDeliveredCases } from "./delivered-cases.sql";
import { secondsOfDuration } from "./duration";
import {
  type Reach,
  selectActiveTours,
  selectCasesWithoutAddresses,
  selectEarlyPickupCases,
  selectColdStorageRule,
  selectUnassignedCases,
} from "./statistics.sql";
import { selectTopAddresses, type Side } from "./top-addresses.sql";

const DURATION_SECONDS = { min: 60, max: 31 * 86_400 };

/** Answer with the moment of the request, which all its figures refer to. */
const at = <Answer extends object>({ now }: Reach, answer: Answer) => ({ generated_at: momentText(now), ...answer });

export async function listActiveTours(tx: Tx, reach: Reach, duration: string) {
  const seconds = secondsOfDuration(duration);
  if (seconds < DURATION_SECONDS.min)
    throw problem("REQUEST_PARAMETER_INVALID", { parameter: "duration", rule: "minimum" });
  if (seconds > DURATION_SECONDS.max)
    throw problem("REQUEST_PARAMETER_INVALID", { parameter: "duration", rule: "maximum" });
  return at(reach, await selectActiveTours(tx, reach, seconds));
}

export const listCasesWithoutAddresses = async (tx: Tx, reach: Reach, hours = 0) =>
  at(reach, await selectCasesWithoutAddresses(tx, reach, hours));

export const countDeliveredCases = async (tx: Tx, reach: Reach, hours = 24) =>
  at(reach, await selectDeliveredCases(tx, reach, hours));

export const listUnassignedCases = async (tx: Tx, reach: Reach, dueTo: string) =>
  at(reach, await selectUnassignedCases(tx, reach, dueTo));

export async function listEarlyPickups(tx: Tx, reach: Reach) {
  const { cold_storage_hours } = await selectColdStorageRule(tx);
  return at(reach, await selectEarlyPickupCases(tx, reach, cold_storage_hours));
}

const DAYS: Readonly<Record<StatisticsPeriod, number>> = { DAY: 1, WEEK: 7, MONTH: 30, YEAR: 365 };

export async function listTopAddresses(
  tx: Tx,
  reach: Reach,
  { side, period, limit }: { readonly side: Side; readonly period: StatisticsPeriod; readonly limit: number },
) {
  const found = await selectTopAddresses(tx, { ...reach, side, days: DAYS[period], limit });
  const { from, total, previous, addresses } = found;
  const named = addresses.reduce((sum, { count }) => sum + count, 0);
  return at(reach, {
    from,
    to: momentText(reach.now),
    total,
    others: total - named,
    previous,
    addresses: addresses.map((address) => ({ ...address, share: address.count / total })),
  });
}
