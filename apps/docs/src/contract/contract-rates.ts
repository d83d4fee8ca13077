import type { RateLimitClass } from "@leitstand/contract/operation/operation";
import { allOperations } from "@leitstand/contract/operations";
import { type TokenBucket, rateLimits } from "@leitstand/contract/operation/rate-limits";

/** Maximum number of operations that are listed; longer lists are replaced by their number. */
const OPERATIONS_SHOWN = 8;

export function listRateClasses() {
  return (Object.keys(rateLimits) as RateLimitClass[]).map((name) => {
    const operations = allOperations.filter(({ limit }) => limit === name).map(({ id }) => id);
    const { token, tenant, concurrent, bytes } = rateLimits[name];
    return {
      name,
      token: rateLimitText(token, concurrent?.token),
      tenant: [rateLimitText(tenant, concurrent?.tenant), ...(bytes ? [`${megabytesOf(bytes)} MB a minute`] : [])].join(
        "; ",
      ),
      operations: operations.length > OPERATIONS_SHOWN ? [] : operations,
      operation_count: operations.length,
    };
  });
}

/** Rate limit in words: a whole number of calls in the shortest round period. */
export function rateLimitText({ per_second, burst }: TokenBucket, concurrent?: number): string {
  const [unit, seconds] = (
    [
      ["second", 1],
      ["minute", 60],
      ["hour", 3_600],
    ] as const
  ).find(([, length]) => per_second * length >= 1 && Number.isInteger(Math.round(per_second * length * 1e6) / 1e6)) ?? [
    "hour",
    3_600,
  ];
  const refill = Math.round(per_second * seconds * 1e6) / 1e6;
  const often = `${refill.toLocaleString("en")} ${unit === "hour" ? "an" : "a"} ${unit}, ${burst.toLocaleString("en")} at once`;
  return concurrent === undefined ? often : `${often}; ${concurrent} under way at the same time`;
}

const megabytesOf = ({ per_second }: TokenBucket) => Math.round((per_second * 60) / 1_048_576);
