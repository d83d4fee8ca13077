/** States of a tour between plan and end, and sub-states of a started one. */
export const tourStatuses = ["SCHEDULED", "STARTED", "FINISHED"] as const;
export type TourStatus = (typeof tourStatuses)[number];

export const startedSubStates = ["ACTIVE", "ON_A_BREAK", "NOT_TAKING_CASES", "ON_DUTY", "OFF_DUTY"] as const;
export type StartedSubState = (typeof startedSubStates)[number];
const subStateNames: ReadonlySet<string> = new Set(startedSubStates);
export const isStartedSubState = (name: string): name is StartedSubState => subStateNames.has(name);
