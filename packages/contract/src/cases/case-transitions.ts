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
export type Row<To extends string = string> = { readonly [action in CaseAction]?: Cell<To | "PREV"> };
export type TransitionTable<From extends string, To extends string> = { readonly [from in From]: Row<To> };

type FuneralLinkTarget = FuneralLinkState | "~unassigned" | "~forwarded";
const to = <To extends string>(who: string, ...states: To[]): Cell<To> => ({
  to: states,
  who: who.split("") as ActorKind[],
});

const funeralLinks: TransitionTable<"-" | FuneralLinkTarget, FuneralLinkTarget> = {
  "-": { ASSIGN: to("DS", "ASSIGNED") },
  ASSIGNED: {
    ACCEPT: to("VD", "ACCEPTED"),
    REJECT: to("V", "~unassigned"),
    START: to("VD", "STARTED"),
    POSTPONE: to("VD", "POSTPONED"),
    UNASSIGN: to("D", "~unassigned"),
    FORWARD: to("DV", "~forwarded"),
    CANCEL: to("DS", "CANCELLED"),
  },
  ACCEPTED: {
    START: to("VD", "STARTED"),
    POSTPONE: to("VD", "POSTPONED"),
    UNASSIGN: to("D", "~unassigned"),
    FORWARD: to("DV", "~forwarded"),
    CANCEL: to("DS", "CANCELLED"),
    UNDO: to("VD", "PREV"),
  },
  STARTED: {
    ARRIVE: to("VD", "ARRIVED"),
    LOAD: to("VD", "LOADED"),
    POSTPONE: to("VD", "POSTPONED"),
    FINISH: to("VD", "FINISHED"),
    UNASSIGN: to("D", "~unassigned"),
    FORWARD: to("DV", "~forwarded"),
    CANCEL: to("DS", "CANCELLED"),
    UNDO: to("VD", "PREV"),
  },
  ARRIVED: {
    LOAD: to("VD", "LOADED"),
    POSTPONE: to("VD", "POSTPONED"),
    FINISH: to("VD", "FINISHED"),
    UNASSIGN: to("D", "~unassigned"),
    FORWARD: to("D", "~forwarded"),
    CANCEL: to("DS", "CANCELLED"),
    UNDO: to("VD", "PREV"),
  },
  LOADED: {
    ARRIVE: to("VD", "LOADED"),
    DELIVER: to("VD", "DELIVERED"),
    FINISH: to("VD", "FINISHED"),
    UNDO: to("VD", "PREV"),
  },
  POSTPONED: {
    START: to("VD", "STARTED"),
    POSTPONE: to("VD", "POSTPONED"),
    UNASSIGN: to("D", "~unassigned"),
    FORWARD: to("DV", "~forwarded"),
    CANCEL: to("DS", "CANCELLED"),
    UNDO: to("VD", "PREV"),
  },
  DELIVERED: { DONE: to("VD", "DONE"), UNDO: to("VD", "PREV") },
  DONE: { UNDO: to("D", "PREV") },
  FINISHED: { UNDO: to("VD", "PREV") },
  CANCELLED: { UNDO: to("D", "PREV") },
  "~unassigned": { ASSIGN: to("DS", "ASSIGNED") },
  "~forwarded": { ASSIGN: to("DS", "ASSIGNED"), FORWARD_ROLLBACK: to("DV", "PREV") },
};

const assignable = (state: FuneralCaseState) => to<FuneralCaseState>("DS", state);
const closable = { CANCEL: to<FuneralCaseState>("DS", "CANCELLED"), DELIVER: to<FuneralCaseState>("DS", "DELIVERED") };
const funeralCases: TransitionTable<FuneralCaseState, FuneralCaseState> = {
  OPEN: { ASSIGN: assignable("ASSIGNED"), ...closable },
  POSTPONED: { ASSIGN: assignable("ASSIGNED"), ...closable },
  ASSIGNED: { ASSIGN: assignable("ASSIGNED"), ...closable },
  STARTED: { ASSIGN: assignable("STARTED"), ...closable },
  LOADED: { ASSIGN: assignable("LOADED"), DELIVER: closable.DELIVER },
  DELIVERED: {},
  CANCELLED: {},
};

const roadside: TransitionTable<RoadsideState, RoadsideState> = {
  create: { CANCEL: to("DS", "cancelled") },
  open: {
    ASSIGN: to("DSV", "alarmed", "reserved"),
    DELIVER: to("DS", "finished"),
    FORWARD_ROLLBACK: to("DV", "PREV"),
    CANCEL: to("DS", "cancelled"),
  },
  reserved: {
    START: to("DVX", "alarmed"),
    ACCEPT: to("VD", "reserved"),
    REJECT: to("V", "open"),
    ON_THE_WAY: to("VD", "onTheWay"),
    POSTPONE: to("VD", "reserved"),
    UNASSIGN: to("D", "open"),
    FORWARD: to("DV", "alarmed", "reserved", "open"),
    FORWARD_ROLLBACK: to("DV", "PREV"),
    CANCEL: to("DS", "cancelled"),
    UNDO: to("VD", "PREV"),
  },
  alarmed: {
    ACCEPT: to("VD", "alarmed"),
    REJECT: to("V", "open"),
    ON_THE_WAY: to("VD", "onTheWay"),
    POSTPONE: to("VD", "reserved"),
    FINISH: to("VD", "finished", "backoffice"),
    UNASSIGN: to("DX", "open"),
    FORWARD: to("DV", "alarmed", "reserved", "open"),
    FORWARD_ROLLBACK: to("DV", "PREV"),
    CANCEL: to("DS", "cancelled"),
    UNDO: to("VD", "PREV"),
  },
  onTheWay: {
    ARRIVE: to("VD", "arrived"),
    POSTPONE: to("VD", "reserved"),
    FINISH: to("VDS", "finished", "backoffice"),
    UNASSIGN: to("D", "open"),
    FORWARD: to("DV", "alarmed", "reserved", "open"),
    CANCEL: to("DS", "cancelled"),
    UNDO: to("VD", "PREV"),
  },
  arrived: {
    LOAD: to("VD", "arrived"),
    TO_TOWING_DESTINATION: to("VD", "toDestination"),
    FINISH: to("VDS", "finished", "backoffice"),
    POSTPONE: to("VD", "reserved"),
    UNASSIGN: to("D", "open"),
    FORWARD: to("DV", "alarmed", "reserved", "open"),
    CANCEL: to("DS", "cancelled"),
    UNDO: to("VD", "PREV"),
  },
  toDestination: {
    TO_TOWING_DESTINATION: to("VD", "toDestination"),
    AT_TOWING_DESTINATION: to("VD", "atDestination"),
    UNDO: to("VD", "PREV"),
  },
  atDestination: {
    TO_TOWING_DESTINATION: to("VD", "toDestination"),
    DELIVER: to("VD", "finished", "backoffice"),
    FINISH: to("VDS", "finished", "backoffice"),
    UNDO: to("VD", "PREV"),
  },
  finished: { DONE: to("DSX", "adActa"), UNDO: to("VD", "PREV") },
  backoffice: { FINISH: to("DS", "finished"), DONE: to("DS", "adActa"), UNDO: to("VD", "PREV") },
  adActa: { UNDO: to("D", "PREV") },
  cancelled: { DONE: to("DS", "adActa"), UNDO: to("D", "PREV") },
};

const roadsideActions = caseActions;
const funeralActions = caseActions.filter(
  (action) => action !== "ON_THE_WAY" && action !== "TO_TOWING_DESTINATION" && action !== "AT_TOWING_DESTINATION",
);

export const tableNames = ["FUNERAL_TOUR_CASE", "FUNERAL_CASE", "ROADSIDE_ASSISTANCE"] as const;
export type TableName = (typeof tableNames)[number];
/** The tables of both tenant types. A move without a cell does not exist. */
export const caseTransitions = {
  FUNERAL_TOUR_CASE: { actions: funeralActions, cells: funeralLinks },
  FUNERAL_CASE: { actions: caseLevelActions, cells: funeralCases },
  ROADSIDE_ASSISTANCE: { actions: roadsideActions, cells: roadside },
} as const satisfies Record<TableName, object>;
