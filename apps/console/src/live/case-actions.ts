import { useTranslations } from "use-intl";
import { type CaseSight, sightOf } from "@leitstand/client/case-sight";
import { api, isProblem } from "#shared/api/api.ts";
import { sendOnCase, sightWithoutCrew, type WantedTour } from "./clash/clash.ts";
import { keepCase } from "./store.ts";
import { useWrite, type Write } from "./write.ts";

export type ActionInput = Parameters<typeof api.receiveAction>[0];
export type ActionAnswer = Awaited<ReturnType<typeof api.receiveAction>>;

interface AssignOptions {
  /** In spite of severe violations, or of a tour that takes no cases at present. */
  readonly isForced?: boolean;
  /** Beside a crew that has the case already. */
  readonly isSecond?: boolean;
  /** Sees a failure first; true when it has said it itself. */
  readonly onRefused?: (error: unknown) => boolean;
}

/** Carries out an action and keeps the answer. Throws `ApiProblem`. One key for one request: a lost answer does not repeat it. */
export async function sendAction(input: ActionInput): Promise<ActionAnswer> {
  const answer = await api.receiveAction(input);
  keepCase(answer);
  return answer;
}

/** From one tour to another in one step, which is kept as an action's answer is. Throws `ApiProblem`. */
export async function reassign(input: Parameters<typeof api.reassignCase>[0]): Promise<ActionAnswer> {
  const answer = await api.reassignCase(input);
  keepCase(answer);
  return answer;
}

/** Whether a dispatcher may insist: a rule is broken, or the tour takes no cases at present. A finished tour never takes any. */
export const isForcible = (error: unknown) =>
  isProblem(error, "CONSTRAINT_VIOLATED") ||
  (isProblem(error, "TOUR_STATUS_CONFLICT") && error.arg("required") === "ACTIVE");

/** A case as it was before whoever decides about it. */
export interface SeenCase {
  readonly id: string;
  readonly natural_id: string;
  readonly seen: CaseSight;
}
interface Assignment {
  readonly tour_id: string;
  readonly isForced: boolean;
  readonly isSecond?: boolean;
}

/** Gives a case to a tour, as long as it is what was seen and no other crew has it, unless a second one is meant; throws `Clash` else. */
export async function assignCase(
  { id, seen }: Omit<SeenCase, "natural_id">,
  { tour_id, isForced, isSecond = false }: Assignment,
): Promise<ActionAnswer> {
  const decided = { id, seen: isSecond ? seen : await sightWithoutCrew(id, seen) };
  return sendOnCase(decided, (lock_version) =>
    sendAction({ id, action: "ASSIGN", tour_id, lock_version, ...(isForced ? { payload: { force: true } } : {}) }),
  );
}

/** Cases that are being assigned at this moment: whatever else is pressed for them before the answer was not meant. */
const underWay = new Set<string>();

/** Gives a case to a tour, and offers to undo it for a moment. Failures are said where they are seen. */
export function useAssign() {
  const t = useTranslations("actions");
  const carryOut = useWrite();
  return async (
    { id, natural_id, seen }: SeenCase,
    tour: WantedTour,
    { isForced = false, isSecond = false, onRefused }: AssignOptions = {},
  ) => {
    if (underWay.has(id)) return undefined;
    const write: Write<ActionAnswer> = {
      wanted: tour,
      send: () => assignCase({ id, seen }, { tour_id: tour.id, isForced, isSecond }),
      text: () => t("assigned", { case: natural_id, tour: tour.name }),
      undo: (answer) => ({ send: () => takeBack(answer, tour.id, t("undo_reason")) }),
    };
    underWay.add(id);
    try {
      return await carryOut(write, { name: natural_id, onRefused });
    } finally {
      underWay.delete(id);
    }
  };
}

/** A fresh assignment has nothing before it to go back to in every table: then it is taken away. Throws `Clash`. */
export function takeBack(answer: ActionAnswer, tour_id: string, reason: string): Promise<ActionAnswer> {
  const { id, tour_case_states } = answer;
  const offered = tour_case_states?.find((link) => link.tour_id === tour_id)?.actions ?? [];
  const action = offered.includes("UNDO") ? "UNDO" : "UNASSIGN";
  return sendOnCase({ id, seen: sightOf(answer) }, (lock_version) =>
    sendAction({ id, action, tour_id, lock_version, reason }),
  );
}
