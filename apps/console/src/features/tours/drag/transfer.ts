import { api } from "#shared/api/api.ts";
import { type ActionAnswer, reassign, sendAction } from "#live/case-actions.ts";
import { type TransferMethod, transferMethodOf } from "./moves.ts";

interface Transfer {
  readonly case_id: string;
  readonly from: string;
  readonly to: string;
  readonly method: NonNullable<TransferMethod>;
  readonly lock_version: number;
}

/** How a case can get to another tour, as the API says at this moment; undefined: not at all. */
export async function planTransfer(request: {
  case_id: string;
  from: string;
  to: string;
}): Promise<Transfer | undefined> {
  const job = await api.getCase({ id: request.case_id });
  const link = job.tour_case_states?.find(({ tour_id, bucket }) => tour_id === request.from && bucket === "open");
  const method = transferMethodOf(link);
  return method && { ...request, method, lock_version: job.lock_version };
}

/** Forwards a case, or reassigns it; where that is refused it stays where it is. */
export function transferCase(
  { case_id: id, from, to, method, lock_version }: Transfer,
  reason: string,
): Promise<ActionAnswer> {
  if (method === "FORWARD")
    return sendAction({ id, action: "FORWARD", tour_id: from, lock_version, reason, payload: { to_tour_id: to } });
  return reassign({ id, from_tour_id: from, to_tour_id: to, lock_version, reason });
}

/** Undoes a transfer, for as long as the new crew has not taken the case. */
export async function undoTransfer({ method, case_id: id, from, to }: Transfer, reason: string) {
  const { lock_version } = await api.getCase({ id, include_associations: false });
  if (method === "FORWARD") return sendAction({ id, action: "FORWARD_ROLLBACK", tour_id: from, lock_version });
  return transferCase({ case_id: id, from: to, to: from, method, lock_version }, reason);
}
export type { Transfer };
