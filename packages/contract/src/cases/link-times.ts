/** Times at which the steps of a link happened (ISO 8601); null: not yet, or no longer. */
export interface LinkTimes {
  readonly accepted_at: string | null;
  readonly started_at: string | null;
  readonly arrived_at: string | null;
  readonly loaded_at: string | null;
  readonly arrived_at_destination_at: string | null;
  readonly finished_at: string | null;
}

/** One step of a link: the action, the state that it leads to, when it happened, when the link was accepted before. */
export interface LinkStep {
  readonly action: string;
  readonly state: string;
  readonly at: string;
  readonly accepted_at: string | null;
}

/**
 * Times that a step changes. They follow from the action, and for START and ARRIVE also from the state: loading a car,
 * accepting a breakdown and arriving at the destination leave the state as it is. UNDO and FORWARD_ROLLBACK restore the
 * kept times. Does not use the table of transitions, which the first load of the board does without.
 */
export function linkTimesChangedByStep({ action, state, at, accepted_at }: LinkStep): Partial<LinkTimes> {
  switch (action) {
    case "ACCEPT":
      return { accepted_at: at };
    case "START":
      // The action only alarms the crew of a reserved breakdown.
      return state === "STARTED" ? { accepted_at: accepted_at ?? at, started_at: at } : {};
    case "ON_THE_WAY":
      return { accepted_at: accepted_at ?? at, started_at: at };
    case "ARRIVE":
      return state === "LOADED" ? { arrived_at_destination_at: at } : { arrived_at: at };
    case "LOAD":
      return { loaded_at: at };
    case "TO_TOWING_DESTINATION":
      // The garage may be another one than that of the earlier arrival.
      return { arrived_at_destination_at: null };
    case "AT_TOWING_DESTINATION":
      return { arrived_at_destination_at: at };
    case "DELIVER":
    case "FINISH":
    case "CANCEL":
      return { finished_at: at };
    default:
      return {};
  }
}
