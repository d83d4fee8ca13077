import type { CaseCreateRequest } from "@leitstand/contract/cases/case";
import type { TenantType } from "@leitstand/contract/operation/operation";
import { drawRandomBreakdownCase, needsTowing } from "./breakdowns";
import type { SeededChance } from "./chance";
import type { RealPlace } from "./places";
import {
  drawRandomBreakdownStory,
  drawRandomTransportStory,
  longestCaseMinutesByTenantType,
  drawRandomPostponedCallStory,
  type CaseStoryStep,
  drawRandomDeclinedCallStory,
} from "./stories";
import { addMinutesToDate, roundUpToMinuteInterval } from "./times";
import { drawRandomTransportCase, type IncomingCallOptions } from "./transports";

/** A call with its case: when it comes in, what it asks for, and the steps that follow. */
export interface IncomingCall {
  readonly at: Date;
  readonly request: CaseCreateRequest;
  readonly steps: readonly CaseStoryStep[];
}

/** Base of crews with the places around it from which calls come. */
export interface Depot {
  readonly id: string;
  /** Places of the depot; the first one is where the branch itself is. */
  readonly places: readonly RealPlace[];
}

export interface CrewShift<Crew> {
  readonly crew: Crew;
  readonly from: Date;
  readonly to: Date;
}

const SHIFT_HOURS = 10;
/** Number of crews that never get a shift, so that a user who tries the product finds a vehicle without a tour. */
const SPARE_CREWS = 3;

/** Draws the shifts of a day: the given number of each 100 crews come to work, one after the other. */
export function drawShifts<Crew>(
  crews: readonly Crew[],
  { start, share, chance }: { start: Date; share: number; chance: SeededChance },
): readonly CrewShift<Crew>[] {
  return crews
    .filter(() => chance.percent(share))
    .slice(0, crews.length - SPARE_CREWS)
    .map((crew) => {
      const from = roundUpToMinuteInterval(addMinutesToDate(start, chance.between(0, 45)), 15);
      return { crew, from, to: addMinutesToDate(from, SHIFT_HOURS * 60) };
    });
}

interface ShiftOptions {
  readonly type: TenantType;
  readonly depot: Depot;
  readonly can_tow: boolean;
  readonly from: Date;
  readonly to: Date;
}

/** Calls of one crew in its shift: the next call comes when the work of the one before is done. */
export function drawCallsOfShift(
  { type, depot, can_tow, from, to }: ShiftOptions,
  chance: SeededChance,
): readonly IncomingCall[] {
  const isFuneral = type === "FUNERAL";
  const calls: IncomingCall[] = [];
  for (
    let at = addMinutesToDate(from, chance.between(5, 40));
    at < addMinutesToDate(to, -longestCaseMinutesByTenantType[type]);
  ) {
    const options = { branch_id: depot.id, places: depot.places, at, chance };
    const request = caseRequestOf(type, options, can_tow);
    const steps = isFuneral ? drawRandomTransportStory(chance) : drawRandomBreakdownStory(chance, needsTowing(request));
    calls.push({ at, request, steps });
    const busy = steps.filter(({ by }) => by === "crew").at(-1)?.minutes ?? 0;
    at = addMinutesToDate(at, busy + (isFuneral ? chance.between(60, 150) : chance.between(20, 90)));
  }
  return calls;
}

const caseRequestOf = (type: TenantType, options: IncomingCallOptions, can_tow: boolean) =>
  type === "FUNERAL"
    ? drawRandomTransportCase(options)
    : drawRandomBreakdownCase(options, can_tow ? "either" : "repair");

/** Longest time in minutes until a case is due. */
const LONGEST_NOTICE_MINUTES = 300;

interface WaitingOptions {
  readonly type: TenantType;
  readonly depots: readonly Depot[];
  readonly now: Date;
  /** Whether a crew of the depot is at work, which may turn a call down or put it off. */
  readonly isStaffed: (depot: Depot) => boolean;
}

/**
 * Unassigned calls of the last hours, two for each depot: one is late, one not complete, one was turned down, one put
 * off.
 */
export function drawWaitingCalls({ type, depots, now, isStaffed }: WaitingOptions, chance: SeededChance) {
  return [...depots, ...depots].map((depot, index): { depot: Depot; call: IncomingCall } => {
    const at = addMinutesToDate(now, index === 0 ? -LONGEST_NOTICE_MINUTES - 30 : -chance.between(20, 45));
    const request = caseRequestOf(type, { branch_id: depot.id, places: depot.places, at, chance }, true);
    return {
      depot,
      call: { at, request: { ...request, approved: index !== 3 }, steps: isStaffed(depot) ? stepsOf(index) : [] },
    };
  });

  function stepsOf(index: number): readonly CaseStoryStep[] {
    if (index === 1) return drawRandomDeclinedCallStory(chance);
    return index === 2
      ? drawRandomPostponedCallStory(chance, roundUpToMinuteInterval(addMinutesToDate(now, 120), 15))
      : [];
  }
}
