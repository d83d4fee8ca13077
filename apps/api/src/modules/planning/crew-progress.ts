/** How far a crew is with a case, by the state and the times of its link. */
import type { PlanningLink } from "./planned";

const onBoardStates: ReadonlySet<string> = new Set(["LOADED", "toDestination", "atDestination"]);
const underWayStates: ReadonlySet<string> = new Set(["STARTED", "ARRIVED", "onTheWay", "arrived"]);
const atPickupStates: ReadonlySet<string> = new Set(["ARRIVED", "arrived"]);
const atDeliveryStates: ReadonlySet<string> = new Set(["toDestination", "atDestination"]);
const waitingStates: ReadonlySet<string> = new Set(["POSTPONED"]);

export const isOnBoardState = (state: string): boolean => onBoardStates.has(state);
export const isUnderWayState = (state: string): boolean => underWayStates.has(state);
/** Whether no crew drives to the case now. */
export const isWaitingState = (state: string): boolean => waitingStates.has(state);

type LinkProgress = Pick<PlanningLink, "state" | "arrived_at" | "arrived_at_destination_at">;

/**
 * Whether this is the stop that the crew is on its way to, or at, by the state and times of its link: it comes first in
 * any order.
 */
export const isCurrentStopOfCrew = (kind: string, link: LinkProgress): boolean =>
  kind === "PICKUP"
    ? underWayStates.has(link.state)
    : atDeliveryStates.has(link.state) || crewArrivalTimeAtStop("DELIVERY", link) !== null;

/**
 * Moment since which the crew has been at the stop; null while it is still coming. A crew that starts again after a
 * postponement keeps the time of its first arrival.
 */
export function crewArrivalTimeAtStop(kind: string, link: LinkProgress): string | null {
  if (kind === "DELIVERY") return onBoardStates.has(link.state) ? (link.arrived_at_destination_at ?? null) : null;
  return atPickupStates.has(link.state) ? (link.arrived_at ?? null) : null;
}
