import { useTranslations } from "use-intl";
import { api, isProblem } from "#shared/api/api.ts";
import { keepCase } from "./store.ts";
import { useWrite, type Write } from "./write.ts";

export type ActionInput = Parameters<typeof api.receiveAction>[0];
export type ActionAnswer = Awaited<ReturnType<typeof api.receiveAction>>;

interface AssignOptions {
  /** In spite of severe violations. */
  readonly isForced?: boolean;
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

/** Whether a dispatcher may assign anyway: a rule is broken, or the tour takes no cases at present. */
export const isForcible = (error: unknown) =>
  isProblem(error, "CONSTRAINT_VIOLATED") || isProblem(error, "TOUR_STATUS_CONFLICT");

/** Gives a case to a tour, and offers to undo it for a moment. Failures are said where they are seen. */
export function useAssign() {
  const t = useTranslations("actions");
  const carryOut = useWrite();
  return (
    { id, lock_version, natural_id }: { id: string; lock_version: number; natural_id: string },
    tour: { id: string; name: string },
    { isForced = false, onRefused }: AssignOptions = {},
  ) => {
    const payload = isForced ? { payload: { force: true } } : {};
    const request = { id, action: "ASSIGN", tour_id: tour.id, ...payload } as const;
    const write: Write<ActionAnswer> = {
      send: () =>
        sendAction({ ...request, lock_version }).catch((error: unknown) => {
          if (!isProblem(error, "LOCK_VERSION_CONFLICT")) throw error;
          return assignNewest(request);
        }),
      text: () => t("assigned", { case: natural_id, tour: tour.name }),
      undo: (answer) => ({ send: () => takeBack(answer, tour.id, t("undo_reason")) }),
    };
    return carryOut(write, { name: natural_id, onRefused });
  };
}

/** Somebody has changed the case; as long as it has no tour it can still be assigned. */
async function assignNewest(request: Omit<ActionInput, "lock_version">) {
  const current = await api.getCase({ id: request.id });
  return sendAction({ ...request, lock_version: current.lock_version });
}

/** A fresh assignment has nothing before it to go back to in every table: then it is taken away. */
export async function takeBack({ id, lock_version, tour_case_states }: ActionAnswer, tour_id: string, reason: string) {
  const offered = tour_case_states?.find((link) => link.tour_id === tour_id)?.actions ?? [];
  const action = offered.includes("UNDO") ? "UNDO" : "UNASSIGN";
  return sendAction({ id, action, tour_id, lock_version, reason });
}
