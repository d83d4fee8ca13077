import type { CaseCreateRequest } from "@leitstand/contract/cases/case";
import { drawRandomBreakdownCase } from "@leitstand/scenario/breakdowns";
import type { SeededChance } from "@leitstand/scenario/chance";
import { drawRandomAddressNear, type RealPlace } from "@leitstand/scenario/places";
import { addMinutesToDate } from "@leitstand/scenario/times";
import { drawRandomTransportCase } from "@leitstand/scenario/transports";
import { drawRandomCaseStory, type CaseStoryKind } from "./story";

/** A case before its call has come in. */
export interface PlannedCase {
  readonly number: number;
  /** Minutes after the beginning of the day. */
  readonly at: number;
  readonly story: CaseStoryKind;
  /** Whether the case comes from another system instead of a dispatcher. */
  readonly by_partner: boolean;
  readonly tow: boolean;
  readonly wants_helper: boolean;
  readonly request: CaseCreateRequest;
  /** Address of the second leg of a transport, or of the second garage. */
  readonly elsewhere: ReturnType<typeof drawRandomAddressNear>;
}

export interface PlannedDepot {
  readonly branch_id: string;
  readonly places: readonly RealPlace[];
}

export interface DayPlanOptions {
  readonly type: "FUNERAL" | "ROADSIDE";
  readonly cases: number;
  readonly minutes: number;
  readonly begins: Date;
  readonly depots: readonly PlannedDepot[];
  /** Text that makes external ids unique in a tenant that has seen other days. */
  readonly run: string;
}

/** Plans the cases of a day in the order in which they come in; the same seed makes the same day. */
export function planCasesOfDay(
  { type, cases, minutes, begins, depots, run }: DayPlanOptions,
  chance: SeededChance,
): PlannedCase[] {
  const times = Array.from({ length: cases }, () => chance.next() * minutes).sort((a, b) => a - b);
  return times.map((at, number) => {
    const depot = chance.pick(depots);
    const story = drawRandomCaseStory(chance);
    const tow = type === "ROADSIDE" && (story === "second_leg" || chance.percent(45));
    const by_partner = chance.percent(type === "ROADSIDE" ? 40 : 10);
    const call = { ...depot, at: addMinutesToDate(begins, at), chance };
    const request =
      type === "FUNERAL" ? drawRandomTransportCase(call) : drawRandomBreakdownCase(call, tow ? "tow" : "repair");
    return {
      number,
      at,
      story: story === "incomplete" && type === "FUNERAL" ? "straight" : story,
      by_partner,
      tow,
      wants_helper: type === "FUNERAL" && story === "straight" && chance.percent(12),
      elsewhere: drawRandomAddressNear(chance.pick(depot.places), chance),
      request: {
        ...request,
        approved: !(story === "incomplete" && type === "ROADSIDE"),
        ...(by_partner ? { external_id: `SIM-${run}-${number}` } : {}),
      },
    };
  });
}
