import { api, isProblem } from "#shared/api/api.ts";
import { type ActionAnswer, sendAction } from "#live/case-actions.ts";

interface Job {
  readonly id: string;
  readonly lock_version: number;
}

/** A case that is on no tour at present, or on none that may give it back: said by us, because there is nothing to ask for. */
export class NotOnTour extends Error {}

/** Gives a case to a tour. Somebody may have changed it since; as long as it is on no tour it can still be assigned. */
export async function assign(
  { id, lock_version }: Job,
  { tour_id, isForced }: { readonly tour_id: string; readonly isForced: boolean },
): Promise<ActionAnswer> {
  const request = { id, action: "ASSIGN", tour_id, ...(isForced ? { payload: { force: true } } : {}) } as const;
  try {
    return await sendAction({ ...request, lock_version });
  } catch (error) {
    if (!isProblem(error, "LOCK_VERSION_CONFLICT")) throw error;
    const current = await api.getCase({ id });
    if (!current.state.actions.includes("ASSIGN")) throw error;
    return sendAction({ ...request, lock_version: current.lock_version });
  }
}

/** Takes a case back from every tour that it may be taken from. */
export async function unassign({ id }: Job, reason: string): Promise<ActionAnswer> {
  const current = await api.getCase({ id });
  const links = (current.tour_case_states ?? []).filter(
    ({ bucket, actions }) => bucket === "open" && actions.includes("UNASSIGN"),
  );
  let { lock_version } = current;
  let answer: ActionAnswer | undefined;
  for (const { tour_id } of links) {
    answer = await sendAction({ id, action: "UNASSIGN", tour_id, lock_version, reason });
    ({ lock_version } = answer);
  }
  if (!answer) throw new NotOnTour();
  return answer;
}

export const takeBack = ({ id, lock_version }: ActionAnswer, tour_id: string, reason: string) =>
  sendAction({ id, action: "UNDO", tour_id, lock_version, reason });
