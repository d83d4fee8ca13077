import type { LinkState } from "./case-transitions";

/** The times of a link, each of which is that of a step. */
export type LinkTime =
  | "accepted_at"
  | "started_at"
  | "arrived_at"
  | "loaded_at"
  | "arrived_at_destination_at"
  | "finished_at";

/** Without the table of transitions, which the first load of the board does without. */
const times: ReadonlyMap<string, LinkTime> = new Map<LinkState, LinkTime>([
  ["ACCEPTED", "accepted_at"],
  ["STARTED", "started_at"],
  ["onTheWay", "started_at"],
  ["ARRIVED", "arrived_at"],
  ["arrived", "arrived_at"],
  ["LOADED", "loaded_at"],
  ["atDestination", "arrived_at_destination_at"],
  ["DELIVERED", "finished_at"],
  ["FINISHED", "finished_at"],
  ["CANCELLED", "finished_at"],
  ["finished", "finished_at"],
  ["backoffice", "finished_at"],
  ["cancelled", "finished_at"],
]);

/** Which time is set when a link comes into a state; undefined: none. */
export const timeFieldOf = (state: string): LinkTime | undefined => times.get(state);
