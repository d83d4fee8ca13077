import type { CaseAction } from "@leitstand/contract/cases/case-transitions";
import type { CaseStoryKind } from "../day/story";

/** Parts of a case that a dispatcher sees. */
export interface DispatcherCaseView {
  readonly story: CaseStoryKind;
  readonly state: string;
  readonly finalized: boolean;
  /** Actions offered for the case as a whole. */
  readonly offered: readonly CaseAction[];
  readonly links: readonly {
    readonly tour_id: string;
    readonly state: string;
    readonly bucket: string;
    readonly offered: readonly CaseAction[];
  }[];
  /** Actions of dispatchers on the case so far. */
  readonly done: readonly (CaseAction | "EDIT")[];
  /** Whether a second crew shall help. */
  readonly wants_helper: boolean;
}

export interface NextDispatcherAction {
  readonly action: CaseAction | "EDIT";
  /** Tour whose part of the case is meant; undefined: the case as a whole, or a tour still to be chosen. */
  readonly tour_id: string | undefined;
  /** Minutes of the day before it happens. */
  readonly minutes: number;
}

const runningStates = new Set(["ACCEPTED", "STARTED", "onTheWay", "alarmed"]);
const statesUnderWay = new Set(["STARTED", "ARRIVED", "onTheWay", "arrived"]);

/** Action that a story asks of a dispatcher, and the states of a link in which it is taken. Each happens once. */
const interventionsByStory: { readonly [story in CaseStoryKind]?: { action: CaseAction; when: ReadonlySet<string> } } =
  {
    cancel_running: { action: "CANCEL", when: runningStates },
    unassign: { action: "UNASSIGN", when: runningStates },
    taken_while_offline: { action: "UNASSIGN", when: new Set(["ACCEPTED", "alarmed"]) },
    forward: { action: "FORWARD", when: statesUnderWay },
    forward_rollback: { action: "FORWARD", when: statesUnderWay },
    postpone: { action: "POSTPONE", when: new Set(["ACCEPTED", "ASSIGNED", "alarmed", "onTheWay"]) },
    desk_undo: { action: "UNDO", when: new Set(["ARRIVED", "DELIVERED", "arrived", "finished"]) },
  };

/** Next move of a dispatcher on this case; undefined when the case needs none. */
export function chooseNextDispatcherAction(view: DispatcherCaseView): NextDispatcherAction | undefined {
  if (view.state === "create") return { action: "EDIT", tour_id: undefined, minutes: 3 };
  return findRollback(view) ?? findIntervention(view) ?? findPaperwork(view) ?? findFirstMove(view);
}

function findRollback({ story, links, done }: DispatcherCaseView): NextDispatcherAction | undefined {
  if (story !== "forward_rollback" || done.includes("FORWARD_ROLLBACK")) return undefined;
  const link = links.find(({ bucket, offered }) => bucket === "forwarded" && offered.includes("FORWARD_ROLLBACK"));
  return link && { action: "FORWARD_ROLLBACK", tour_id: link.tour_id, minutes: 0 };
}

function findIntervention({ story, links, done }: DispatcherCaseView): NextDispatcherAction | undefined {
  const intervention = interventionsByStory[story];
  if (intervention === undefined || done.includes(intervention.action)) return undefined;
  const { action, when } = intervention;
  const link = links.find(
    ({ bucket, state, offered }) =>
      (bucket === "open" || action === "UNDO") && when.has(state) && offered.includes(action),
  );
  return link && { action, tour_id: link.tour_id, minutes: 1 };
}

/** Paperwork: the back office closes cases, and files the papers of cancelled or finished ones. */
function findPaperwork({ links }: DispatcherCaseView): NextDispatcherAction | undefined {
  for (const { tour_id, state, bucket, offered } of links) {
    if (bucket !== "finished") continue;
    if (state === "backoffice" && offered.includes("FINISH")) return { action: "FINISH", tour_id, minutes: 8 };
    if ((state === "finished" || state === "cancelled") && offered.includes("DONE"))
      return { action: "DONE", tour_id, minutes: 10 };
  }
  return undefined;
}

function findFirstMove(view: DispatcherCaseView): NextDispatcherAction | undefined {
  const { story, finalized, offered, links } = view;
  if (finalized) return undefined;
  const open = links.filter(({ bucket }) => bucket === "open");
  const whole = (action: CaseAction, minutes: number) =>
    offered.includes(action) ? { action, tour_id: undefined, minutes } : undefined;
  if (open.length > 0) {
    const started = open.every(({ state }) => state === "STARTED" || state === "ACCEPTED");
    const helps = view.wants_helper && links.length === 1 && started;
    return helps ? whole("ASSIGN", 2) : undefined;
  }
  if (story === "cancel_open") return whole("CANCEL", 4);
  if (story === "solved_by_desk") return whole("DELIVER", 6);
  return whole("ASSIGN", 2);
}
