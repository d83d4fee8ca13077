import type { Case } from "@leitstand/contract/cases/case";
import { useTranslations } from "use-intl";
import { type CaseFactsSeen, caseFactsSeenOf } from "@leitstand/client/case-sight";
import { api, isApiProblem } from "#shared/api/api.ts";
import { writeCaseUnlessChanged, requireCaseWithoutCrew, type RequestedTour } from "./clash/clash.ts";
import { storeCase } from "./store.ts";
import { useOptimisticBoardWrite, type OptimisticBoardWrite } from "./write.ts";

export type ActionInput = Parameters<typeof api.receiveAction>[0];
export type ActionAnswer = Awaited<ReturnType<typeof api.receiveAction>>;

interface AssignOptions {
  /** Assigns in spite of severe violations, or of a tour that takes no cases at present. */
  readonly isForced?: boolean;
  /** Adds a second crew to one that has the case already. */
  readonly isSecond?: boolean;
  /** Handles a failure first; returns true when it has shown it itself. */
  readonly onRefused?: (error: unknown) => boolean;
}

/**
 * Carries out an action and keeps the answer. Throws `ApiProblem`. One key for one request: after a lost answer it is
 * not carried out twice.
 */
export async function sendCaseAction(input: ActionInput): Promise<ActionAnswer> {
  const answer = await api.receiveAction(input);
  storeCase(answer);
  return answer;
}

/** Moves a case from one tour to another in one request, and keeps the answer like an action's. Throws `ApiProblem`. */
export async function reassignToTour(input: Parameters<typeof api.reassignCase>[0]): Promise<ActionAnswer> {
  const answer = await api.reassignCase(input);
  storeCase(answer);
  return answer;
}

/**
 * Whether a refusal can be forced: a rule is broken, the tour takes no cases at present, or an undo opens a closed case
 * or one of a finished tour again. A finished tour never takes any.
 */
export const isForcibleRefusal = (error: unknown) =>
  isApiProblem(error, "CONSTRAINT_VIOLATED") ||
  (isApiProblem(error, "UNDO_NOT_POSSIBLE") && error.arg("reason") === "FORCE_REQUIRED") ||
  (isApiProblem(error, "TOUR_STATUS_CONFLICT") && error.arg("required") === "ACTIVE");

/** Case in the version that a decision about it rests on. */
export interface CaseAsSeen {
  readonly id: string;
  readonly natural_id: string;
  readonly seen: CaseFactsSeen;
}
interface AssignCaseOptions {
  readonly tour_id: string;
  readonly isForced: boolean;
  readonly isSecond?: boolean;
}

/**
 * Assigns a case to a tour. Throws `CaseClashError` when the case is no longer as it was seen, or another crew has it and no
 * second crew is requested.
 */
export async function assignCaseAsLastSeen(
  { id, seen }: Omit<CaseAsSeen, "natural_id">,
  { tour_id, isForced, isSecond = false }: AssignCaseOptions,
): Promise<ActionAnswer> {
  const decided = { id, seen: isSecond ? seen : await requireCaseWithoutCrew(id, seen) };
  return writeCaseUnlessChanged(decided, (lock_version) =>
    sendCaseAction({ id, action: "ASSIGN", tour_id, lock_version, ...(isForced ? { payload: { force: true } } : {}) }),
  );
}

/** Ids of cases that are being assigned: further clicks for them before the answer are ignored. */
const assignmentsUnderWay = new Set<string>();

/** Assigns a case to a tour, and offers undo for a moment. Failures are shown where the case was assigned. */
export function useAssignCaseWithUndo() {
  const t = useTranslations("actions");
  const carryOut = useOptimisticBoardWrite();
  return async (
    { id, natural_id, seen }: CaseAsSeen,
    tour: RequestedTour,
    { isForced = false, isSecond = false, onRefused }: AssignOptions = {},
  ) => {
    if (assignmentsUnderWay.has(id)) return undefined;
    const write: OptimisticBoardWrite<ActionAnswer> = {
      wanted: tour,
      send: () => assignCaseAsLastSeen({ id, seen }, { tour_id: tour.id, isForced, isSecond }),
      text: () => t("assigned", { case: natural_id, tour: tour.name }),
      undo: (answer) => ({ send: () => undoAssignment(answer, tour.id, t("undo_reason")) }),
    };
    assignmentsUnderWay.add(id);
    try {
      return await carryOut(write, { name: natural_id, onRefused });
    } finally {
      assignmentsUnderWay.delete(id);
    }
  };
}

/**
 * Undoes an assignment. Not every state table allows UNDO for a fresh one: then the case is unassigned. Throws `CaseClashError`.
 */
export function undoAssignment(answer: ActionAnswer, tour_id: string, reason: string): Promise<ActionAnswer> {
  const offered = answer.tour_case_states?.find((link) => link.tour_id === tour_id)?.actions ?? [];
  return sendOppositeAction(answer, { action: offered.includes("UNDO") ? "UNDO" : "UNASSIGN", tour_id, reason });
}

interface UndoOptions {
  readonly tour_id: string;
  readonly reason: string;
  /** Opens a closed case again. */
  readonly isForced: boolean;
}

/** Undoes the newest action on a link, as its answer offers. Throws `CaseClashError`. */
export const undoCaseAction = (answer: ActionAnswer, { isForced, ...link }: UndoOptions): Promise<ActionAnswer> =>
  sendOppositeAction(answer, { action: "UNDO", ...link, ...(isForced ? { payload: { force: true } } : {}) });

/** Sends the opposite of an action, unless the case was changed since the answer. */
function sendOppositeAction(answer: ActionAnswer, input: Omit<ActionInput, "id" | "lock_version">) {
  const { id } = answer;
  const isOffered = (current: Case) => stepsOfLink(current, input.tour_id) === stepsOfLink(answer, input.tour_id);
  return writeCaseUnlessChanged({ id, seen: caseFactsSeenOf(answer), isOffered }, (lock_version) =>
    sendCaseAction({ id, lock_version, ...input }),
  );
}

/**
 * Steps of a link with their times, as text. UNDO takes back the newest step, whichever it is, and the state does not tell
 * which: accepting a breakdown, loading a car and arriving at the destination leave it as it is.
 */
export function stepsOfLink({ tour_case_states }: Case, tour_id: string | undefined): string | undefined {
  const link = tour_case_states?.find((known) => known.tour_id === tour_id);
  if (!link) return undefined;
  const { state, accepted_at, started_at, arrived_at, loaded_at, arrived_at_destination_at, postponed_until } = link;
  return [state, accepted_at, started_at, arrived_at, loaded_at, arrived_at_destination_at, postponed_until].join();
}
