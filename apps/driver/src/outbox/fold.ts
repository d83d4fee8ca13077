import type { Case } from "@leitstand/contract/cases/case";
import { bucketOfLinkState, findTransition, isLinkState, transitionRowsOf } from "@leitstand/contract/cases/case-rules";
import { type CaseAction, caseActions, type TransitionTableName } from "@leitstand/contract/cases/case-transitions";
import { linkTimesChangedByStep } from "@leitstand/contract/cases/link-times";
import { caseWithActionPayload } from "./fold-payload.ts";
import { serverTimeOfRow, type OutboxEntry } from "./outbox-row.ts";
import { type TourLink, linkStateAfterUndo, linkTimesAfterUndo } from "./state-before.ts";

/**
 * The case as the driver has changed it: the fetched one, with all steps on this phone since. Computed for each display
 * and never stored, so it cannot disagree with its parts.
 */
export function applyOutboxToCase(known: Case, entries: readonly OutboxEntry[], tour_id: string): Case {
  return (
    entries
      // A planned row, such as DONE, shows once it has been sent: until then the step before it may still be undone.
      .filter(({ status, not_before }) => status === "sent" || (status === "waiting" && not_before === null))
      .toSorted((a, b) => a.seq - b.seq)
      .reduce((shown, entry) => applyOutboxEntry(shown, entry, tour_id), known)
  );
}

const stateTableOf = ({ data_type }: Pick<Case, "data_type">): TransitionTableName =>
  data_type === "FUNERAL" ? "FUNERAL_TOUR_CASE" : "ROADSIDE_ASSISTANCE";

export const linkOfTour = (dispatchCase: Case, tour_id: string): TourLink | undefined =>
  dispatchCase.tour_case_states?.find((link) => link.tour_id === tour_id);

function applyOutboxEntry(shown: Case, entry: OutboxEntry, tour_id: string): Case {
  const { content } = entry;
  const moment = new Date(serverTimeOfRow(entry)).toISOString();
  if (content.op === "setTodoCompleted")
    return withTodosCompleted(shown, [content.body.todo_id], content.body.completed ? moment : null);
  if (content.op !== "receiveAction") return shown;
  const { action, payload } = content.body;
  const done = caseWithActionPayload(withTodosCompleted(shown, payload?.todos ?? [], moment), payload);
  return {
    ...done,
    tour_case_states: shown.tour_case_states?.map((link) =>
      link.tour_id === tour_id ? linkAfterStep(link, { action, moment, dispatchCase: shown }) : link,
    ),
  };
}

interface FoldedStep {
  readonly action: CaseAction;
  readonly moment: string;
  readonly dispatchCase: Case;
}

/**
 * Link after a step. A step that the table does not have from here has been applied before, or never will be: nothing
 * changes.
 */
function linkAfterStep(link: TourLink, { action, moment, dispatchCase }: FoldedStep): TourLink {
  const table = stateTableOf(dispatchCase);
  const cell =
    link.bucket === "unassigned" || link.bucket === "forwarded" ? undefined : findTransition(table, link.state, action);
  const [target] = cell?.to ?? [];
  if (target === undefined) return link;
  const moved = action === "UNDO" ? linkAfterUndo(link) : linkInState(link, { action, target, moment });
  return { ...moved, actions: allowedActions(table, moved) };
}

function linkAfterUndo(link: TourLink): TourLink {
  const state = linkStateAfterUndo(link);
  return {
    ...link,
    ...linkTimesAfterUndo(link),
    state,
    bucket: isLinkState(state) ? bucketOfLinkState(state) : link.bucket,
  };
}

function linkInState(
  link: TourLink,
  { action, target, moment }: { action: CaseAction; target: string; moment: string },
): TourLink {
  if (action === "REJECT") return { ...link, bucket: "unassigned", closed_at: moment };
  if (action === "FORWARD") return { ...link, bucket: "forwarded", closed_at: moment };
  const times = linkTimesChangedByStep({ action, state: target, at: moment, accepted_at: link.accepted_at });
  return { ...link, ...times, state: target, bucket: isLinkState(target) ? bucketOfLinkState(target) : link.bucket };
}

/** Actions that depend on other tours and users at that moment: only the server can allow them. */
const actionsThatNeedServer: ReadonlySet<CaseAction> = new Set<CaseAction>(["ASSIGN", "FORWARD", "FORWARD_ROLLBACK"]);

/** Actions that the table of transitions allows, as far as a phone without network can know. */
function allowedActions(table: TransitionTableName, link: TourLink): CaseAction[] {
  const row =
    transitionRowsOf(table)[link.bucket === "open" || link.bucket === "finished" ? link.state : `~${link.bucket}`] ??
    {};
  const isAccepted = link.accepted_at !== null;
  return caseActions.filter((action) => {
    if (!row[action]?.who.includes("V") || actionsThatNeedServer.has(action)) return false;
    if (action === "ACCEPT" || action === "REJECT") return !isAccepted;
    return true;
  });
}

function withTodosCompleted(shown: Case, ids: readonly string[], completed_at: string | null): Case {
  const { todos } = shown;
  if (todos === undefined || ids.length === 0) return shown;
  const ticked = <T extends { id: string }>(todo: T) =>
    ids.includes(todo.id) ? { ...todo, completed: completed_at !== null, completed_at } : todo;
  return { ...shown, todos: { pickup: todos.pickup.map(ticked), delivery: todos.delivery.map(ticked) } };
}
