import type { Static } from "@leitstand/contract/core/schema";
import type { TourCaseState } from "@leitstand/contract/cases/case-parts";

export type TourLink = Static<typeof TourCaseState>;

/** State before each state that can be reached from one other state alone. */
const stateBeforeState: Readonly<Record<string, string>> = {
  ACCEPTED: "ASSIGNED",
  ARRIVED: "STARTED",
  DELIVERED: "LOADED",
  onTheWay: "alarmed",
  toDestination: "arrived",
  atDestination: "toDestination",
};

/**
 * State that UNDO restores, read from the times of the steps: without network there is no history. A start that
 * accepted the case as well is undone to the state before both.
 */
export function linkStateAfterUndo(link: TourLink): string {
  const { state, accepted_at, started_at, loaded_at, arrived_at_destination_at } = link;
  switch (state) {
    case "STARTED":
      return accepted_at === started_at ? "ASSIGNED" : "ACCEPTED";
    case "LOADED":
      return arrived_at_destination_at === null ? stateBeforeLoading(link) : "LOADED";
    case "FINISHED":
      return loaded_at === null ? stateBeforeLoading(link) : "LOADED";
    case "arrived":
      return loaded_at === null ? "onTheWay" : "arrived";
    case "finished":
    case "backoffice":
      return arrived_at_destination_at === null ? stateBeforeTowing(link) : "atDestination";
    default:
      return stateBeforeState[state] ?? state;
  }
}

const stateBeforeLoading = ({ arrived_at }: TourLink) => (arrived_at === null ? "STARTED" : "ARRIVED");
const stateBeforeTowing = ({ arrived_at }: TourLink) => (arrived_at === null ? "onTheWay" : "arrived");

/** Times after an undo: that of the undone step is removed. */
export function linkTimesAfterUndo(link: TourLink): Partial<TourLink> {
  const { state } = link;
  if (state === "ACCEPTED") return { accepted_at: null };
  if (state === "STARTED" || state === "onTheWay")
    return { started_at: null, ...(link.accepted_at === link.started_at ? { accepted_at: null } : {}) };
  if (state === "LOADED" && link.arrived_at_destination_at !== null) return { arrived_at_destination_at: null };
  if (state === "LOADED" || (state === "arrived" && link.loaded_at !== null)) return { loaded_at: null };
  if (state === "ARRIVED" || state === "arrived") return { arrived_at: null };
  if (state === "atDestination") return { arrived_at_destination_at: null };
  return { finished_at: null };
}
