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
export type LinkPosition = "-" | "~unassigned" | "~forwarded" | LinkState;

/**
 * Target states of an action, and the actors who may take it. `PREV` is the state that a kept history row gives back.
 */
export interface Cell<To extends string = string> {
  readonly to: readonly To[];
  readonly who: readonly ActorKind[];
}
/** Actions possible in one state, each with its cell. */
export type TransitionRow<To extends string = string> = { readonly [action in CaseAction]?: Cell<To | "PREV"> };
export type TransitionTable<From extends string, To extends string> = { readonly [from in From]: TransitionRow<To> };

type FuneralLinkTarget = FuneralLinkState | "~unassigned" | "~forwarded";
const transitionTo = <To extends string>(who: string, ...states: To[]): Cell<To> => ({
  to: states,
  who: who.split("") as ActorKind[],
});

const funeralLinkTransitions: TransitionTable<"-" | FuneralLinkTarget, FuneralLinkTarget> = {
  "-": { ASSIGN: transitionTo("DS", "ASSIGNED") },
  ASSIGNED: {
    ACCEPT: transitionTo("VD", "ACCEPTED"),
    REJECT: transitionTo("V", "~unassigned"),
    START: transitionTo("VD", "STARTED"),
    POSTPONE: transitionTo("VD", "POSTPONED"),
    UNASSIGN: transitionTo("D", "~unassigned"),
    FORWARD: transitionTo("DV", "~forwarded"),
    CANCEL: transitionTo("DS", "CANCELLED"),
  },
  ACCEPTED: {
    START: transitionTo("VD", "STARTED"),
    POSTPONE: transitionTo("VD", "POSTPONED"),
    UNASSIGN: transitionTo("D", "~unassigned"),
    FORWARD: transitionTo("DV", "~forwarded"),
    CANCEL: transitionTo("DS", "CANCELLED"),
    UNDO: transitionTo("VD", "PREV"),
  },
  STARTED: {
    ARRIVE: transitionTo("VD", "ARRIVED"),
    LOAD: transitionTo("VD", "LOADED"),
    POSTPONE: transitionTo("VD", "POSTPONED"),
    FINISH: transitionTo("VD", "FINISHED"),
    UNASSIGN: transitionTo("D", "~unassigned"),
    FORWARD: transitionTo("DV", "~forwarded"),
    CANCEL: transitionTo("DS", "CANCELLED"),
    UNDO: transitionTo("VD", "PREV"),
  },
  ARRIVED: {
    LOAD: transitionTo("VD", "LOADED"),
    POSTPONE: transitionTo("VD", "POSTPONED"),
    FINISH: transitionTo("VD", "FINISHED"),
    UNASSIGN: transitionTo("D", "~unassigned"),
    FORWARD: transitionTo("D", "~forwarded"),
    CANCEL: transitionTo("DS", "CANCELLED"),
    UNDO: transitionTo("VD", "PREV"),
  },
  LOADED: {
    ARRIVE: transitionTo("VD", "LOADED"),
    DELIVER: transitionTo("VD", "DELIVERED"),
    FINISH: transitionTo("VD", "FINISHED"),
    UNDO: transitionTo("VD", "PREV"),
  },
  POSTPONED: {
    START: transitionTo("VD", "STARTED"),
    POSTPONE: transitionTo("VD", "POSTPONED"),
    UNASSIGN: transitionTo("D", "~unassigned"),
    FORWARD: transitionTo("DV", "~forwarded"),
    CANCEL: transitionTo("DS", "CANCELLED"),
    UNDO: transitionTo("VD", "PREV"),
  },
  DELIVERED: { DONE: transitionTo("VD", "DONE"), UNDO: transitionTo("VD", "PREV") },
  DONE: { UNDO: transitionTo("D", "PREV") },
  FINISHED: { UNDO: transitionTo("VD", "PREV") },
  CANCELLED: { UNDO: transitionTo("D", "PREV") },
  "~unassigned": { ASSIGN: transitionTo("DS", "ASSIGNED") },
  "~forwarded": { ASSIGN: transitionTo("DS", "ASSIGNED"), FORWARD_ROLLBACK: transitionTo("DV", "PREV") },
};

const assignTransition = (state: FuneralCaseState) => transitionTo<FuneralCaseState>("DS", state);
const closingTransitions = { CANCEL: transitionTo<FuneralCaseState>("DS", "CANCELLED"), DELIVER: transitionTo<FuneralCaseState>("DS", "DELIVERED") };
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
  create: { CANCEL: transitionTo("DS", "cancelled") },
  open: {
    ASSIGN: transitionTo("DSV", "alarmed", "reserved"),
    DELIVER: transitionTo("DS", "finished"),
    FORWARD_ROLLBACK: transitionTo("DV", "PREV"),
    CANCEL: transitionTo("DS", "cancelled"),
  },
  reserved: {
    START: transitionTo("DVX", "alarmed"),
    ACCEPT: transitionTo("VD", "reserved"),
    REJECT: transitionTo("V", "open"),
    ON_THE_WAY: transitionTo("VD", "onTheWay"),
    POSTPONE: transitionTo("VD", "reserved"),
    UNASSIGN: transitionTo("D", "open"),
    FORWARD: transitionTo("DV", "alarmed", "reserved", "open"),
    FORWARD_ROLLBACK: transitionTo("DV", "PREV"),
    CANCEL: transitionTo("DS", "cancelled"),
    UNDO: transitionTo("VD", "PREV"),
  },
  alarmed: {
    ACCEPT: transitionTo("VD", "alarmed"),
    REJECT: transitionTo("V", "open"),
    ON_THE_WAY: transitionTo("VD", "onTheWay"),
    POSTPONE: transitionTo("VD", "reserved"),
    FINISH: transitionTo("VD", "finished", "backoffice"),
    UNASSIGN: transitionTo("DX", "open"),
    FORWARD: transitionTo("DV", "alarmed", "reserved", "open"),
    FORWARD_ROLLBACK: transitionTo("DV", "PREV"),
    CANCEL: transitionTo("DS", "cancelled"),
    UNDO: transitionTo("VD", "PREV"),
  },
  onTheWay: {
    ARRIVE: transitionTo("VD", "arrived"),
    POSTPONE: transitionTo("VD", "reserved"),
    FINISH: transitionTo("VDS", "finished", "backoffice"),
    UNASSIGN: transitionTo("D", "open"),
    FORWARD: transitionTo("DV", "alarmed", "reserved", "open"),
    CANCEL: transitionTo("DS", "cancelled"),
    UNDO: transitionTo("VD", "PREV"),
  },
  arrived: {
    LOAD: transitionTo("VD", "arrived"),
    TO_TOWING_DESTINATION: transitionTo("VD", "toDestination"),
    FINISH: transitionTo("VDS", "finished", "backoffice"),
    POSTPONE: transitionTo("VD", "reserved"),
    UNASSIGN: transitionTo("D", "open"),
    FORWARD: transitionTo("DV", "alarmed", "reserved", "open"),
    CANCEL: transitionTo("DS", "cancelled"),
    UNDO: transitionTo("VD", "PREV"),
  },
  toDestination: {
    TO_TOWING_DESTINATION: transitionTo("VD", "toDestination"),
    AT_TOWING_DESTINATION: transitionTo("VD", "atDestination"),
    UNDO: transitionTo("VD", "PREV"),
  },
  atDestination: {
    TO_TOWING_DESTINATION: transitionTo("VD", "toDestination"),
    DELIVER: transitionTo("VD", "finished", "backoffice"),
    FINISH: transitionTo("VDS", "finished", "backoffice"),
    UNDO: transitionTo("VD", "PREV"),
  },
  finished: { DONE: transitionTo("DSX", "adActa"), UNDO: transitionTo("VD", "PREV") },
  backoffice: { FINISH: transitionTo("DS", "finished"), DONE: transitionTo("DS", "adActa"), UNDO: transitionTo("VD", "PREV") },
  adActa: { UNDO: transitionTo("D", "PREV") },
  cancelled: { DONE: transitionTo("DS", "adActa"), UNDO: transitionTo("D", "PREV") },
};

const roadsideActions = caseActions;
const funeralActions = caseActions.filter(
  (action) => action !== "ON_THE_WAY" && action !== "TO_TOWING_DESTINATION" && action !== "AT_TOWING_DESTINATION",
);

export const tableNames = ["FUNERAL_TOUR_CASE", "FUNERAL_CASE", "ROADSIDE_ASSISTANCE"] as const;
export type TableName = (typeof tableNames)[number];
/** The tables of both tenant types. A move without a cell does not exist. */
export const caseTransitions = {
  FUNERAL_TOUR_CASE: { actions: funeralActions, cells: funeralLinkTransitions },
  FUNERAL_CASE: { actions: caseLevelActions, cells: funeralCaseTransitions },
  ROADSIDE_ASSISTANCE: { actions: roadsideActions, cells: roadsideTransitions },
} as const satisfies Record<TableName, object>;
