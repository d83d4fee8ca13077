import type { GlyphShape } from "@leitstand/ui/glyph";
import type { api } from "#shared/api/api.ts";

export type Tour = Awaited<ReturnType<typeof api.getTour>>;
export type TourSubState = NonNullable<Tour["started_sub_state"]>;

/** Shape of each sub-state's mark; its word stands beside it. */
export const subStateShapes: Readonly<Record<TourSubState, GlyphShape>> = {
  ACTIVE: "dot",
  ON_DUTY: "dot",
  ON_A_BREAK: "pause",
  NOT_TAKING_CASES: "minus",
  OFF_DUTY: "ring",
};

/** Sub-states that a started tour can be switched to; roadside crews are on duty, funeral crews active. */
export const subStatesToSwitchTo = (current: TourSubState, isRoadside: boolean): readonly TourSubState[] => {
  const usual: TourSubState[] = isRoadside
    ? ["ON_DUTY", "ON_A_BREAK", "NOT_TAKING_CASES", "OFF_DUTY"]
    : ["ACTIVE", "ON_A_BREAK", "NOT_TAKING_CASES", "OFF_DUTY"];
  return usual.includes(current) ? usual : [current, ...usual];
};

/** The four lists of a tour in order of importance. */
export const caseListsOfTour = (tour: Tour) =>
  [
    { key: "open", cases: tour.open_cases.toSorted((one, other) => one.position - other.position) },
    { key: "finished", cases: tour.finished_cases ?? [] },
    { key: "forwarded", cases: tour.forwarded_cases ?? [] },
    { key: "unassigned", cases: tour.unassigned_cases ?? [] },
  ] as const;
