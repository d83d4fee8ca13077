/**
 * A case moves only along this table. It drives the server, the `actions` in answers, the documentation and the
 * model test; nothing else decides what may happen to a case.
 */

/**
 * Kinds of actors: dispatcher or administrator in branch scope, driver on its own tour, service account, system timer.
 */
export type ActorKind = "D" | "V" | "S" | "X";

export const actorKinds = {
  D: "dispatcher/admin USER token in branch scope",
  V: "driver DEVICE token, own tour",
  S: "service account",
  X: "system timer",
} as const satisfies Record<ActorKind, string>;

export const caseActions = [
  "ASSIGN",
  "ACCEPT",
  "REJECT",
  "START",
  "POSTPONE",
  "ON_THE_WAY",
  "ARRIVE",
  "LOAD",
  "TO_TOWING_DESTINATION",
  "AT_TOWING_DESTINATION",
  "DELIVER",
  "FINISH",
  "DONE",
  "UNASSIGN",
  "FORWARD",
  "FORWARD_ROLLBACK",
  "CANCEL",
  "UNDO",
] as const;
export type CaseAction = (typeof caseActions)[number];
/** Actions on a case as a whole, which name no tour. */
export const caseLevelActions = ["ASSIGN", "CANCEL", "DELIVER"] as const satisfies readonly CaseAction[];

export const funeralLinkStates = [
  "ASSIGNED",
  "ACCEPTED",
  "STARTED",
  "ARRIVED",
  "LOADED",
  "POSTPONED",
  "DELIVERED",
  "DONE",
  "FINISHED",
  "CANCELLED",
] as const;
export type FuneralLinkState = (typeof funeralLinkStates)[number];
export const funeralCaseStates = [
  "OPEN",
  "POSTPONED",
  "ASSIGNED",
  "STARTED",
  "LOADED",
  "DELIVERED",
  "CANCELLED",
] as const;
export type FuneralCaseState = (typeof funeralCaseStates)[number];
/** The specification's service states; a roadside link has the state of its case. */
export const roadsideStates = [
  "create",
  "open",
  "reserved",
  "alarmed",
  "onTheWay",
  "arrived",
  "toDestination",
  "atDestination",
  "finished",
  "backoffice",
  "adActa",
  "cancelled",
] as const;
export type RoadsideState = (typeof roadsideStates)[number];
export type CaseState = FuneralCaseState | RoadsideState;
export type LinkState = FuneralLinkState | Exclude<RoadsideState, "create" | "open">;

/** The four lists of a tour. UNASSIGN, REJECT and FORWARD move a link between them and freeze its state. */
export const linkBuckets = ["open", "finished", "unassigned", "forwarded"] as const;
export type LinkBucket = (typeof linkBuckets)[number];
/** Position of a link as the table sees it: none yet, closed into a bucket, or in a state. */
export type LinkTransitionPosition = "-" | "~unassigned" | "~forwarded" | LinkState;

/**
 * Target states of an action, and the actors who may take it. `PREV` is the state that a kept history row gives back.
 */
export interface TransitionCell<To extends string = string> {
  readonly to: readonly To[];
  readonly who: readonly ActorKind[];
}
/** Actions possible in one state, each with its cell. */
export type TransitionRow<To extends string = string> = {
  readonly [action in CaseAction]?: TransitionCell<To | "PREV">;
};
export type TransitionTable<From extends string, To extends string> = { readonly [from in From]: TransitionRow<To> };

type FuneralLinkTarget = FuneralLinkState | "~unassigned" | "~forwarded";
const cellTo = <To extends string>(who: string, ...states: To[]): TransitionCell<To> => ({
  to: states,
  who: who.split("") as ActorKind[],
});

const funeralLinkTransitions: TransitionTable<"-" | FuneralLinkTarget, FuneralLinkTarget> = {
  "-": { ASSIGN: cellTo("DS", "ASSIGNED") },
  ASSIGNED: {
    ACCEPT: cellTo("VD", "ACCEPTED"),
    REJECT: cellTo("V", "~unassigned"),
    START: cellTo("VD", "STARTED"),
    POSTPONE: cellTo("VD", "POSTPONED"),
    UNASSIGN: cellTo("D", "~unassigned"),
    FORWARD: cellTo("DV", "~forwarded"),
    CANCEL: cellTo("DS", "CANCELLED"),
  },
  ACCEPTED: {
    START: cellTo("VD", "STARTED"),
    POSTPONE: cellTo("VD", "POSTPONED"),
    UNASSIGN: cellTo("D", "~unassigned"),
    FORWARD: cellTo("DV", "~forwarded"),
    CANCEL: cellTo("DS", "CANCELLED"),
    UNDO: cellTo("VD", "PREV"),
  },
  STARTED: {
    ARRIVE: cellTo("VD", "ARRIVED"),
    LOAD: cellTo("VD", "LOADED"),
    POSTPONE: cellTo("VD", "POSTPONED"),
    FINISH: cellTo("VD", "FINISHED"),
    UNASSIGN: cellTo("D", "~unassigned"),
    FORWARD: cellTo("DV", "~forwarded"),
    CANCEL: cellTo("DS", "CANCELLED"),
    UNDO: cellTo("VD", "PREV"),
  },
  ARRIVED: {
    LOAD: cellTo("VD", "LOADED"),
    POSTPONE: cellTo("VD", "POSTPONED"),
    FINISH: cellTo("VD", "FINISHED"),
    UNASSIGN: cellTo("D", "~unassigned"),
    FORWARD: cellTo("D", "~forwarded"),
    CANCEL: cellTo("DS", "CANCELLED"),
    UNDO: cellTo("VD", "PREV"),
  },
  LOADED: {
    ARRIVE: cellTo("VD", "LOADED"),
    DELIVER: cellTo("VD", "DELIVERED"),
    FINISH: cellTo("VD", "FINISHED"),
    UNDO: cellTo("VD", "PREV"),
  },
  POSTPONED: {
    START: cellTo("VD", "STARTED"),
    POSTPONE: cellTo("VD", "POSTPONED"),
    UNASSIGN: cellTo("D", "~unassigned"),
    FORWARD: cellTo("DV", "~forwarded"),
    CANCEL: cellTo("DS", "CANCELLED"),
    UNDO: cellTo("VD", "PREV"),
  },
  DELIVERED: { DONE: cellTo("VD", "DONE"), UNDO: cellTo("VD", "PREV") },
  DONE: { UNDO: cellTo("D", "PREV") },
  FINISHED: { UNDO: cellTo("VD", "PREV") },
  CANCELLED: { UNDO: cellTo("D", "PREV") },
  "~unassigned": { ASSIGN: cellTo("DS", "ASSIGNED") },
  "~forwarded": { ASSIGN: cellTo("DS", "ASSIGNED"), FORWARD_ROLLBACK: cellTo("DV", "PREV") },
};

const assignTransition = (state: FuneralCaseState) => cellTo<FuneralCaseState>("DS", state);
const closingTransitions = {
  CANCEL: cellTo<FuneralCaseState>("DS", "CANCELLED"),
  DELIVER: cellTo<FuneralCaseState>("DS", "DELIVERED"),
};
const funeralCaseTransitions: TransitionTable<FuneralCaseState, FuneralCaseState> = {
  OPEN: { ASSIGN: assignTransition("ASSIGNED"), ...closingTransitions },
  POSTPONED: { ASSIGN: assignTransition("ASSIGNED"), ...closingTransitions },
  ASSIGNED: { ASSIGN: assignTransition("ASSIGNED"), ...closingTransitions },
  STARTED: { ASSIGN: assignTransition("STARTED"), ...closingTransitions },
  LOADED: { ASSIGN: assignTransition("LOADED"), DELIVER: closingTransitions.DELIVER },
  DELIVERED: {},
  CANCELLED: {},
};

const roadsideTransitions: TransitionTable<RoadsideState, RoadsideState> = {
  create: { CANCEL: cellTo("DS", "cancelled") },
  open: {
    ASSIGN: cellTo("DSV", "alarmed", "reserved"),
    DELIVER: cellTo("DS", "finished"),
    FORWARD_ROLLBACK: cellTo("DV", "PREV"),
    CANCEL: cellTo("DS", "cancelled"),
  },
  reserved: {
    START: cellTo("DVX", "alarmed"),
    ACCEPT: cellTo("VD", "reserved"),
    REJECT: cellTo("V", "open"),
    ON_THE_WAY: cellTo("VD", "onTheWay"),
    POSTPONE: cellTo("VD", "reserved"),
    UNASSIGN: cellTo("D", "open"),
    FORWARD: cellTo("DV", "alarmed", "reserved", "open"),
    FORWARD_ROLLBACK: cellTo("DV", "PREV"),
    CANCEL: cellTo("DS", "cancelled"),
    UNDO: cellTo("VD", "PREV"),
  },
  alarmed: {
    ACCEPT: cellTo("VD", "alarmed"),
    REJECT: cellTo("V", "open"),
    ON_THE_WAY: cellTo("VD", "onTheWay"),
    POSTPONE: cellTo("VD", "reserved"),
    FINISH: cellTo("VD", "finished", "backoffice"),
    UNASSIGN: cellTo("DX", "open"),
    FORWARD: cellTo("DV", "alarmed", "reserved", "open"),
    FORWARD_ROLLBACK: cellTo("DV", "PREV"),
    CANCEL: cellTo("DS", "cancelled"),
    UNDO: cellTo("VD", "PREV"),
  },
  onTheWay: {
    ARRIVE: cellTo("VD", "arrived"),
    POSTPONE: cellTo("VD", "reserved"),
    FINISH: cellTo("VDS", "finished", "backoffice"),
    UNASSIGN: cellTo("D", "open"),
    FORWARD: cellTo("DV", "alarmed", "reserved", "open"),
    CANCEL: cellTo("DS", "cancelled"),
    UNDO: cellTo("VD", "PREV"),
  },
  arrived: {
    LOAD: cellTo("VD", "arrived"),
    TO_TOWING_DESTINATION: cellTo("VD", "toDestination"),
    FINISH: cellTo("VDS", "finished", "backoffice"),
    POSTPONE: cellTo("VD", "reserved"),
    UNASSIGN: cellTo("D", "open"),
    FORWARD: cellTo("DV", "alarmed", "reserved", "open"),
    CANCEL: cellTo("DS", "cancelled"),
    UNDO: cellTo("VD", "PREV"),
  },
  toDestination: {
    TO_TOWING_DESTINATION: cellTo("VD", "toDestination"),
    AT_TOWING_DESTINATION: cellTo("VD", "atDestination"),
    UNDO: cellTo("VD", "PREV"),
  },
  atDestination: {
    TO_TOWING_DESTINATION: cellTo("VD", "toDestination"),
    DELIVER: cellTo("VD", "finished", "backoffice"),
    FINISH: cellTo("VDS", "finished", "backoffice"),
    UNDO: cellTo("VD", "PREV"),
  },
  finished: { DONE: cellTo("DSX", "adActa"), UNDO: cellTo("VD", "PREV") },
  backoffice: { FINISH: cellTo("DS", "finished"), DONE: cellTo("DS", "adActa"), UNDO: cellTo("VD", "PREV") },
  adActa: { UNDO: cellTo("D", "PREV") },
  cancelled: { DONE: cellTo("DS", "adActa"), UNDO: cellTo("D", "PREV") },
};

const roadsideActions = caseActions;
const funeralActions = caseActions.filter(
  (action) => action !== "ON_THE_WAY" && action !== "TO_TOWING_DESTINATION" && action !== "AT_TOWING_DESTINATION",
);

export const transitionTableNames = ["FUNERAL_TOUR_CASE", "FUNERAL_CASE", "ROADSIDE_ASSISTANCE"] as const;
export type TransitionTableName = (typeof transitionTableNames)[number];
/** The tables of both tenant types. A move without a cell does not exist. */
export const caseTransitionTables = {
  FUNERAL_TOUR_CASE: { actions: funeralActions, cells: funeralLinkTransitions },
  FUNERAL_CASE: { actions: caseLevelActions, cells: funeralCaseTransitions },
  ROADSIDE_ASSISTANCE: { actions: roadsideActions, cells: roadsideTransitions },
} as const satisfies Record<TransitionTableName, object>;
