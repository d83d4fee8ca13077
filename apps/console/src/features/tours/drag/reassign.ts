import { api } from "#shared/api/api.ts";
import { type ActionAnswer, sendAction } from "#live/case-actions.ts";
import { type Way, wayOf } from "./moves.ts";

interface Passage {
  readonly case_id: string;
  readonly from: string;
  readonly to: string;
  readonly way: NonNullable<Way>;
  readonly lock_version: number;
}

/** How a case can get to another tour, as the API says at this moment; undefined: not at all. */
export async function passageOf(wish: { case_id: string; from: string; to: string }): Promise<Passage | undefined> {
  const job = await api.getCase({ id: wish.case_id });
  const link = job.tour_case_states?.find(({ tour_id, bucket }) => tour_id === wish.from && bucket === "open");
  const way = wayOf(link);
  return way && { ...wish, way, lock_version: job.lock_version };
}

/** Passes a case on, or takes it back and gives it anew. What was taken back and then refused goes back to where it was. */
export async function pass(
  { case_id: id, from, to, way, lock_version }: Passage,
  reason: string,
): Promise<ActionAnswer> {
  if (way === "FORWARD")
    return sendAction({ id, action: "FORWARD", tour_id: from, lock_version, reason, payload: { to_tour_id: to } });
  const free = await sendAction({ id, action: "UNASSIGN", tour_id: from, lock_version, reason });
  try {
    return await sendAction({ id, action: "ASSIGN", tour_id: to, lock_version: free.lock_version });
  } catch (error) {
    await sendAction({ id, action: "ASSIGN", tour_id: from, lock_version: free.lock_version });
    throw error;
  }
}

/** The way back, for as long as the new crew has not taken the case. */
export async function passBack({ way, case_id: id, from, to }: Passage, reason: string) {
  const { lock_version } = await api.getCase({ id, include_associations: false });
  if (way === "FORWARD") return sendAction({ id, action: "FORWARD_ROLLBACK", tour_id: from, lock_version });
  return pass({ case_id: id, from: to, to: from, way, lock_version }, reason);
}
export type { Passage };
