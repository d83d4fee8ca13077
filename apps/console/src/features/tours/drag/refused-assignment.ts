import type { CaseAsSeen } from "#live/case-actions.ts";

/** Dropped cases whose assignment to a tour was refused and may be forced. */
export interface RefusedAssignment {
  readonly cases: readonly RefusedCase[];
  readonly tour: { readonly id: string; readonly name: string };
}
interface RefusedCase extends CaseAsSeen {
  /** Reason of the refusal, in the API's words. */
  readonly why: string;
}

/** Texts of all reasons, each with the cases that were refused for it. */
export function refusalTextsOf({ cases }: RefusedAssignment): readonly string[] {
  const numbersByReason = new Map<string, string[]>();
  for (const { natural_id, why } of cases) numbersByReason.set(why, [...(numbersByReason.get(why) ?? []), natural_id]);
  return [...numbersByReason].map(([why, numbers]) => `${numbers.join(", ")}: ${why}`);
}
