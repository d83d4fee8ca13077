import { activeLinkStates } from "@leitstand/contract/cases/case-rules";
import { timesOfStep } from "@leitstand/contract/cases/link-times";
import type { CaseAction, CaseState, LinkState } from "@leitstand/contract/cases/case-transitions";
import { momentText } from "@leitstand/contract/core/moment-text";
import { readReportedFacts } from "./reported-facts";
import type { CaseChange, ConstraintViolation, HistoryRow, LinkChange, Notice, Warning } from "../facts/case-decision";
import { type CaseRequest, positionOf } from "../facts/case-request";
import { dataBefore, dataOf } from "../facts/case-data";
import type { CaseData, LinkColumns, LinkFacts, TourFacts } from "../facts/case-snapshot";
import { listTimerChanges } from "./case-timers";
import { closureOf, rollUp } from "./roll-up";

/** History row in the making: what happened to one link, or to the case without any. */
export interface Step {
  readonly transition: CaseAction;
  readonly tour: TourFacts | null;
  readonly after: LinkColumns | null;
  readonly forwarded_to?: string | null;
  readonly undoes?: string;
  /** Case states of a row that is one part of a move, as when a roadside case is forwarded over `open`. */
  readonly case_states?: readonly [CaseState, CaseState];
}

/** Effect of an action on links and data, before roll-up, timers and history are computed for it. */
export interface ActionEffect {
  readonly steps: readonly Step[];
  readonly data?: Partial<CaseData>;
  /** State of a case that is closed as a whole, whatever the states of its links. */
  readonly closed_as?: CaseState;
  readonly reason?: string | null;
  readonly follow_up?: CaseChange["follow_up"];
  readonly supersede_assets_since?: string | null;
  readonly notices?: readonly Notice[];
  readonly warnings?: readonly Warning[];
  readonly constraint_violations?: readonly ConstraintViolation[];
}

export const columnsOfLink = ({ tour: _tour, ...columns }: LinkFacts): LinkColumns => columns;
/** Moment of the action as the phone reports it; received_at is the server's own. */
export const occurredAt = ({ command, now }: CaseRequest) =>
  momentText(new Date(command?.occurred_at ?? now.getTime()));

/** Link that a step has led to a state, with the times that the step changes. */
export function enter<S extends LinkState>(
  request: CaseRequest,
  link: LinkFacts,
  state: S,
): { readonly state: S } & Partial<LinkColumns> {
  const { accepted_at } = link;
  const { arrived_at_destination_at: arrived_at_destination, ...times } = timesOfStep({
    action: request.action,
    state,
    at: occurredAt(request),
    accepted_at,
  });
  return { state, ...times, ...(arrived_at_destination !== undefined && { arrived_at_destination }) };
}

/** Completes the effect of an action into everything that one statement writes. */
export function completeChange(request: CaseRequest, effect: ActionEffect): CaseChange {
  const { snapshot, now } = request;
  const { data_type, lock_version, state: old_case_state } = snapshot.case;
  const after = new Map<string, LinkColumns>(snapshot.links.map((link) => [link.tour_id, columnsOfLink(link)]));
  for (const step of effect.steps) if (step.after !== null) after.set(step.after.tour_id, step.after);
  const state = effect.closed_as ?? rollUp(data_type, [...after.values()]);
  const final = { ...closureOf(data_type, state), state, lock_version: lock_version + 1 };
  const data = effect.data ?? {};
  return {
    kind: "changed",
    case: { ...dataOf(snapshot.case), ...data, ...final, plan_lock_version: planVersion(request, data) },
    links: effect.steps.flatMap((step) => toLinkChange(request, step)),
    history: effect.steps.map((step, index) => toRow(request, step, { old_case_state, state, effect, index })),
    occurred_at: occurredAt(request),
    received_at: momentText(now),
    follow_up: effect.follow_up ?? null,
    completed_todo_ids: completedTodos(request),
    ...readReportedFacts(request),
    supersede_assets_since: effect.supersede_assets_since ?? null,
    notices: effect.notices ?? noticeCrews(request, effect.steps),
    timers: listTimerChanges(request, { ...snapshot.case, ...data }, effect.steps),
    partner_event: data_type === "FUNERAL" ? null : final.finalized ? "case_finished" : "case_status_updated",
    warnings: effect.warnings ?? [],
    constraint_violations: effect.constraint_violations ?? [],
  };
}

/** Version of the plan: a change of places or time frame raises it, and makes older offline actions stale. */
const planVersion = ({ snapshot: { case: dispatchCase } }: CaseRequest, data: Partial<CaseData>) =>
  "source" in data || "target" in data || "not_before" in data
    ? dispatchCase.lock_version + 1
    : dispatchCase.plan_lock_version;

const completedTodos = ({ snapshot, command }: CaseRequest) =>
  snapshot.case.todos
    .filter(({ id, completed }) => !completed && command?.payload?.todos?.includes(id))
    .map(({ id }) => id);

const findLink = ({ snapshot }: CaseRequest, step: Step) =>
  snapshot.links.find((link) => link.tour_id === step.tour?.id);

function toLinkChange(request: CaseRequest, step: Step): LinkChange[] {
  if (step.after === null) return [];
  const link = findLink(request, step);
  const reopens = step.after.bucket === "open" && link?.bucket !== "open";
  return [{ ...step.after, op: link === undefined ? "insert" : reopens ? "reopen" : "update" }];
}

interface RowContext {
  readonly old_case_state: CaseState;
  readonly state: CaseState;
  readonly effect: ActionEffect;
  readonly index: number;
}

function toRow(request: CaseRequest, step: Step, { old_case_state, state, effect, index }: RowContext): HistoryRow {
  const link = findLink(request, step);
  const [from, target] = step.case_states ?? [old_case_state, state];
  // The first row of a request keeps what it changed in the case; restoring it twice would change nothing.
  const kept = index === 0 ? dataBefore(request.snapshot.case, effect.data ?? {}) : {};
  return {
    tour_id: step.tour?.id ?? null,
    transition: step.transition,
    old_state: step.tour === null ? null : positionOf(link),
    new_state: step.after === null ? null : positionOf(step.after),
    old_case_state: from,
    new_case_state: target,
    reason: effect.reason ?? request.command?.reason ?? null,
    forwarded_to: step.forwarded_to ?? null,
    undoes: step.undoes ?? null,
    before: { link: link === undefined ? null : columnsOfLink(link), case: kept },
  };
}

/** Notices to crews about changes to their work by others; their own changes are known to them. */
function noticeCrews(request: CaseRequest, steps: readonly Step[]): Notice[] {
  return steps.flatMap((step): Notice[] => {
    if (step.tour === null || (step.tour.is_own && request.actor.kind === "V")) return [];
    return [noticeOf(request, step, step.tour.id)];
  });
}

function noticeOf(request: CaseRequest, step: Step, tour_id: string): Notice {
  const link = findLink(request, step);
  const started = link?.bucket === "open" && activeLinkStates.has(link.state);
  const reason = request.command?.reason ?? null;
  if (step.transition === "CANCEL" || (step.transition === "UNASSIGN" && started))
    return { kind: "CRITICAL_MESSAGE", tour_id, about: step.transition, reason };
  if (step.after?.bucket === "unassigned" || step.after?.bucket === "forwarded")
    return { kind: "PUSH", tour_id, about: "CASE_TAKEN_BACK" };
  return { kind: "PUSH", tour_id, about: step.transition === "ASSIGN" ? "CASE_ASSIGNED" : "CASE_CHANGED" };
}
