import { activeLinkStates } from "@leitstand/contract/cases/case-rules";
import { linkTimesChangedByStep } from "@leitstand/contract/cases/link-times";
import type { CaseAction, CaseState, LinkState } from "@leitstand/contract/cases/case-transitions";
import { formatUtcTimestamp } from "@leitstand/contract/core/moment-text";
import { extractCrewReportedFacts } from "./reported-facts";
import type {
  AcceptedCaseAction,
  ConstraintViolation,
  NewCaseHistoryRow,
  LinkChange,
  CaseChangeNotice,
  ActionWarning,
} from "../facts/case-decision";
import { type ResolvedActionRequest, linkStateTableRowOf } from "../facts/case-request";
import { pickFormerCaseDataValues, pickCaseDataChangedByActions } from "../facts/case-data";
import type { ChangeableCaseData, LinkColumns, SnapshotLink, SnapshotTour } from "../facts/case-snapshot";
import { computeTimerChanges } from "./case-timers";
import { caseStateDerivedColumns, caseStateOfLinks } from "./roll-up";

/** History row in the making: what happened to one link, or to the case without any. */
export interface LinkHistoryStep {
  readonly transition: CaseAction;
  readonly tour: SnapshotTour | null;
  readonly after: LinkColumns | null;
  readonly forwarded_to?: string | null;
  readonly undoes?: string;
  /** Case states of a row that is one part of a move, as when a roadside case is forwarded over `open`. */
  readonly case_states?: readonly [CaseState, CaseState];
}

/** Effect of an action on links and data, before roll-up, timers and history are computed for it. */
export interface ActionEffect {
  readonly steps: readonly LinkHistoryStep[];
  readonly data?: Partial<ChangeableCaseData>;
  /** State of a case that is closed as a whole, whatever the states of its links. */
  readonly closed_as?: CaseState;
  readonly reason?: string | null;
  readonly follow_up?: AcceptedCaseAction["follow_up"];
  readonly notices?: readonly CaseChangeNotice[];
  readonly warnings?: readonly ActionWarning[];
  readonly constraint_violations?: readonly ConstraintViolation[];
}

export const linkColumnsOf = ({ tour: _tour, ...columns }: SnapshotLink): LinkColumns => columns;
/** Moment of the action as the phone reports it; received_at is the server's own. */
export const actionTimeOf = ({ command, now }: ResolvedActionRequest) =>
  formatUtcTimestamp(new Date(command?.occurred_at ?? now.getTime()));

/** Link that a step has led to a state, with the times that the step changes. */
export function linkColumnChangeForState<S extends LinkState>(
  request: ResolvedActionRequest,
  link: SnapshotLink,
  state: S,
): { readonly state: S } & Partial<LinkColumns> {
  const { accepted_at } = link;
  const { arrived_at_destination_at: arrived_at_destination, ...times } = linkTimesChangedByStep({
    action: request.action,
    state,
    at: actionTimeOf(request),
    accepted_at,
  });
  return { state, ...times, ...(arrived_at_destination !== undefined && { arrived_at_destination }) };
}

/** Completes the effect of an action into everything that one statement writes. */
export function completeEffectToCaseChange(request: ResolvedActionRequest, effect: ActionEffect): AcceptedCaseAction {
  const { snapshot, now } = request;
  const { data_type, lock_version, state: old_case_state } = snapshot.case;
  const after = new Map<string, LinkColumns>(snapshot.links.map((link) => [link.tour_id, linkColumnsOf(link)]));
  for (const step of effect.steps) if (step.after !== null) after.set(step.after.tour_id, step.after);
  const state = effect.closed_as ?? caseStateOfLinks(data_type, [...after.values()]);
  const final = { ...caseStateDerivedColumns(data_type, state), state, lock_version: lock_version + 1 };
  const data = effect.data ?? {};
  return {
    kind: "changed",
    case: {
      ...pickCaseDataChangedByActions(snapshot.case),
      ...data,
      ...final,
      plan_lock_version: nextPlanVersion(request, data),
    },
    links: effect.steps.flatMap((step) => toLinkChange(request, step)),
    history: effect.steps.map((step, index) => toHistoryRow(request, step, { old_case_state, state, effect, index })),
    occurred_at: actionTimeOf(request),
    received_at: formatUtcTimestamp(now),
    follow_up: effect.follow_up ?? null,
    completed_todo_ids: completedTodosOf(request),
    ...extractCrewReportedFacts(request),
    notices: effect.notices ?? noticesForCrews(request, effect.steps),
    timers: computeTimerChanges(request, { ...snapshot.case, ...data }, effect.steps),
    partner_event: data_type === "FUNERAL" ? null : final.finalized ? "case_finished" : "case_status_updated",
    warnings: effect.warnings ?? [],
    constraint_violations: effect.constraint_violations ?? [],
  };
}

/** Version of the plan: a change of places or time frame raises it, and makes older offline actions stale. */
const nextPlanVersion = (
  { snapshot: { case: dispatchCase } }: ResolvedActionRequest,
  data: Partial<ChangeableCaseData>,
) =>
  "source" in data || "target" in data || "not_before" in data
    ? dispatchCase.lock_version + 1
    : dispatchCase.plan_lock_version;

const completedTodosOf = ({ snapshot, command }: ResolvedActionRequest) =>
  snapshot.case.todos
    .filter(({ id, completed }) => !completed && command?.payload?.todos?.includes(id))
    .map(({ id }) => id);

const findLinkOfStep = ({ snapshot }: ResolvedActionRequest, step: LinkHistoryStep) =>
  snapshot.links.find((link) => link.tour_id === step.tour?.id);

function toLinkChange(request: ResolvedActionRequest, step: LinkHistoryStep): LinkChange[] {
  if (step.after === null) return [];
  const link = findLinkOfStep(request, step);
  const reopens = step.after.bucket === "open" && link?.bucket !== "open";
  return [{ ...step.after, op: link === undefined ? "insert" : reopens ? "reopen" : "update" }];
}

interface HistoryRowContext {
  readonly old_case_state: CaseState;
  readonly state: CaseState;
  readonly effect: ActionEffect;
  readonly index: number;
}

function toHistoryRow(
  request: ResolvedActionRequest,
  step: LinkHistoryStep,
  { old_case_state, state, effect, index }: HistoryRowContext,
): NewCaseHistoryRow {
  const link = findLinkOfStep(request, step);
  const [from, target] = step.case_states ?? [old_case_state, state];
  // The first row of a request keeps what it changed in the case; restoring it twice would change nothing.
  const kept = index === 0 ? pickFormerCaseDataValues(request.snapshot.case, effect.data ?? {}) : {};
  return {
    tour_id: step.tour?.id ?? null,
    transition: step.transition,
    old_state: step.tour === null ? null : linkStateTableRowOf(link),
    new_state: step.after === null ? null : linkStateTableRowOf(step.after),
    old_case_state: from,
    new_case_state: target,
    reason: effect.reason ?? request.command?.reason ?? null,
    forwarded_to: step.forwarded_to ?? null,
    undoes: step.undoes ?? null,
    before: { link: link === undefined ? null : linkColumnsOf(link), case: kept },
  };
}

/** Notices to crews about changes to their work by others; their own changes are known to them. */
function noticesForCrews(request: ResolvedActionRequest, steps: readonly LinkHistoryStep[]): CaseChangeNotice[] {
  return steps.flatMap((step): CaseChangeNotice[] => {
    if (step.tour === null || (step.tour.is_own && request.actor.kind === "V")) return [];
    return [noticeForTour(request, step, step.tour.id)];
  });
}

function noticeForTour(request: ResolvedActionRequest, step: LinkHistoryStep, tour_id: string): CaseChangeNotice {
  const link = findLinkOfStep(request, step);
  const started = link?.bucket === "open" && activeLinkStates.has(link.state);
  const reason = request.command?.reason ?? null;
  if (step.transition === "CANCEL" || (step.transition === "UNASSIGN" && started))
    return { kind: "CRITICAL_MESSAGE", tour_id, about: step.transition, reason };
  if (step.after?.bucket === "unassigned" || step.after?.bucket === "forwarded")
    return { kind: "PUSH", tour_id, about: "CASE_TAKEN_BACK" };
  return { kind: "PUSH", tour_id, about: step.transition === "ASSIGN" ? "CASE_ASSIGNED" : "CASE_CHANGED" };
}
