import type { CaseState, LinkState } from "@leitstand/contract/cases/case-transitions";
import type { GlyphShape } from "@leitstand/ui/glyph";

/** Style of a state: a colour never comes without its shape and its word. `word` is a key of the messages `states`. */
export interface StateStyle {
  readonly shape: GlyphShape;
  readonly color: string;
  readonly word: StateWord;
}
export type StateWord =
  | "open"
  | "postponed"
  | "assigned"
  | "accepted"
  | "moving"
  | "onsite"
  | "loaded"
  | "closed"
  | "cancelled"
  | "returned"
  | "alarm";

const stateStyles = {
  open: { shape: "ring-dashed", color: "var(--state-open)", word: "open" },
  postponed: { shape: "ring-dashed", color: "var(--state-open)", word: "postponed" },
  assigned: { shape: "ring-half", color: "var(--state-assigned)", word: "assigned" },
  accepted: { shape: "ring-tick", color: "var(--state-accepted)", word: "accepted" },
  moving: { shape: "arrow", color: "var(--state-moving)", word: "moving" },
  onsite: { shape: "pin", color: "var(--state-onsite)", word: "onsite" },
  loaded: { shape: "van", color: "var(--state-loaded)", word: "loaded" },
  closed: { shape: "tick", color: "var(--state-closed)", word: "closed" },
  cancelled: { shape: "cross", color: "var(--state-closed)", word: "cancelled" },
  returned: { shape: "return", color: "var(--state-closed)", word: "returned" },
  alarm: { shape: "triangle", color: "var(--state-alarm)", word: "alarm" },
} as const satisfies Record<StateWord, StateStyle>;

/** Styles of the states of cases and of their links to tours. */
const stateWords: Readonly<Record<CaseState | LinkState, StateWord>> = {
  OPEN: "open",
  POSTPONED: "postponed",
  ASSIGNED: "assigned",
  ACCEPTED: "accepted",
  STARTED: "moving",
  ARRIVED: "onsite",
  LOADED: "loaded",
  DELIVERED: "closed",
  DONE: "closed",
  FINISHED: "closed",
  CANCELLED: "cancelled",
  create: "open",
  open: "open",
  reserved: "postponed",
  alarmed: "assigned",
  onTheWay: "moving",
  arrived: "onsite",
  toDestination: "loaded",
  atDestination: "onsite",
  finished: "closed",
  backoffice: "closed",
  adActa: "closed",
  cancelled: "cancelled",
};

/** A state that this console does not know yet looks open. */
export const stateStyleOf = (state: string): StateStyle => stateStyles[stateWords[state as CaseState] ?? "open"];
/** Style of a link that left its tour. */
export const returnedLinkStyle: StateStyle = stateStyles.returned;
export const alarmStyle: StateStyle = stateStyles.alarm;
export const allStateStyles: readonly StateStyle[] = Object.values(stateStyles);
