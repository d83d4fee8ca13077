import { caseActionInputFields, type CaseActionPayload } from "@leitstand/contract/cases/case-action-input";
import { type CaseType, findTransition, isCaseLevelAction } from "@leitstand/contract/cases/case-rules";
import type {
  CaseAction,
  CaseState,
  TransitionCell,
  LinkTransitionPosition,
} from "@leitstand/contract/cases/case-transitions";
import type { CaseCommand } from "./case-decision";
import type { Actor, CaseSnapshot, SnapshotLink, SnapshotTour } from "./case-snapshot";

/**
 * Action requested of one case, located in its table. Without a command, the request only asks whether it would be
 * possible.
 */
export interface ResolvedActionRequest {
  readonly snapshot: CaseSnapshot;
  readonly actor: Actor;
  readonly now: Date;
  readonly action: CaseAction;
  readonly command: CaseCommand | undefined;
  /** Undefined when the action concerns the case as a whole. */
  readonly tour_id: string | undefined;
  readonly tour: SnapshotTour | undefined;
  readonly link: SnapshotLink | undefined;
  /** Row of the table: a link's position in FUNERAL, the case's state in ROADSIDE and for the case as a whole. */
  readonly from: LinkTransitionPosition | CaseState;
  readonly cell: TransitionCell | undefined;
}

/** Request on a link that exists, with the tour that it belongs to. */
export interface ActionRequestOnLink extends ResolvedActionRequest {
  readonly tour: SnapshotTour;
  readonly link: SnapshotLink;
}
/** Request on a tour that exists; the first ASSIGN to it finds no link yet. */
export interface ActionRequestOnTour extends ResolvedActionRequest {
  readonly tour: SnapshotTour;
}
export const isActionRequestOnTour = (request: ResolvedActionRequest): request is ActionRequestOnTour =>
  request.tour !== undefined;
export const isActionRequestOnLink = (request: ResolvedActionRequest): request is ActionRequestOnLink =>
  request.link !== undefined && isActionRequestOnTour(request);

export interface RequestedAction {
  readonly action: CaseAction;
  readonly tour_id?: string;
  readonly command?: CaseCommand;
}
export interface ActionContext {
  readonly actor: Actor;
  readonly now: Date;
}

/** Finds tour, link and cell that an action is about. Never fails: what is missing stays undefined. */
export function resolveActionRequest(
  snapshot: CaseSnapshot,
  requested: RequestedAction,
  { actor, now }: ActionContext,
): ResolvedActionRequest {
  const tour_id = requested.action === "FORWARD_ROLLBACK" ? findForwardingTour(snapshot, requested) : requested.tour_id;
  const link = snapshot.links.find((row) => row.tour_id === tour_id);
  const tour = link?.tour ?? snapshot.tours.find((row) => row.id === tour_id);
  const place =
    tour_id === undefined
      ? locateCaseCell(snapshot, requested.action)
      : locateLinkCell(snapshot, requested.action, link);
  return { snapshot, actor, now, action: requested.action, command: requested.command, tour_id, tour, link, ...place };
}

export const openLinksOf = (snapshot: CaseSnapshot) => snapshot.links.filter((link) => link.bucket === "open");
export const linkStateTableRowOf = (
  link: Pick<SnapshotLink, "bucket" | "state"> | undefined,
): LinkTransitionPosition => {
  if (link === undefined) return "-";
  return link.bucket === "unassigned" || link.bucket === "forwarded" ? `~${link.bucket}` : link.state;
};
/** Whether a dispatcher overrides a guard; without a command, the answer supposes that the dispatcher would. */
export const isForcedByDispatcher = ({ actor, command }: ResolvedActionRequest) =>
  actor.kind === "D" && (command === undefined || command.payload?.force === true);

/** Field of the payload, where it is one that the action reads. */
export function readPayloadField<Field extends keyof CaseActionPayload>(
  { action, command }: ResolvedActionRequest,
  field: Field,
): CaseActionPayload[Field] | undefined {
  const read: readonly (keyof CaseActionPayload)[] = caseActionInputFields[action].optional;
  return read.includes(field) ? command?.payload?.[field] : undefined;
}

type TransitionCellLocation = Pick<ResolvedActionRequest, "from" | "cell">;

function locateCaseCell({ case: { data_type, state } }: CaseSnapshot, action: CaseAction): TransitionCellLocation {
  // A roadside case at the garage is delivered by its tour; as a whole it is only delivered when no tour was needed.
  const elsewhere = data_type === "ROADSIDE" && action === "DELIVER" && state !== "open";
  return {
    from: state,
    cell:
      isCaseLevelAction(action) && !elsewhere
        ? findTransition(caseTransitionTable(data_type), state, action)
        : undefined,
  };
}

const caseTransitionTable = (type: CaseType) => (type === "FUNERAL" ? "FUNERAL_CASE" : "ROADSIDE_ASSISTANCE");

function locateLinkCell(
  snapshot: CaseSnapshot,
  action: CaseAction,
  link: SnapshotLink | undefined,
): TransitionCellLocation {
  const { data_type, state, finalized } = snapshot.case;
  if (action === "ASSIGN" && findTransition(caseTransitionTable(data_type), state, "ASSIGN") === undefined)
    return { from: state, cell: undefined };
  if (data_type === "FUNERAL") {
    const from = linkStateTableRowOf(link);
    const closed = action === "FORWARD_ROLLBACK" && finalized;
    return { from, cell: closed ? undefined : findTransition("FUNERAL_TOUR_CASE", from, action) };
  }
  return locateRoadsideLinkCell(state, action, link);
}

function locateRoadsideLinkCell(
  state: CaseState,
  action: CaseAction,
  link: SnapshotLink | undefined,
): TransitionCellLocation {
  const isCurrent = link !== undefined && (link.bucket === "open" || link.bucket === "finished");
  const from = isCurrent ? link.state : state;
  // A closed link can only be opened again, or get back the case that it forwarded.
  const possible = isCurrent || action === "ASSIGN" || action === "FORWARD_ROLLBACK";
  return { from, cell: possible ? findTransition("ROADSIDE_ASSISTANCE", from, action) : undefined };
}

/** Tour that gets its case back: named, or found from the tour that has the case now. */
function findForwardingTour(
  { links, history, case: { data_type } }: CaseSnapshot,
  { tour_id, command }: RequestedAction,
) {
  if (command?.payload?.from_tour_id !== undefined) return command.payload.from_tour_id;
  const done = history.find(
    (row) => row.transition === "FORWARD_ROLLBACK" && row.action_id === (command?.action_id ?? ""),
  );
  if (done !== undefined) return done.tour_id ?? undefined;
  const link = links.find((row) => row.tour_id === tour_id);
  if (data_type === "FUNERAL" || link === undefined || link.bucket === "forwarded") return tour_id;
  const row = history.findLast(
    (step) => step.transition === "FORWARD" && !step.undone && step.forwarded_to === tour_id,
  );
  return row?.tour_id ?? tour_id;
}
