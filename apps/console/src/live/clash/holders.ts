import type { Case } from "@leitstand/contract/cases/case";
import type { CaseStateUpdate } from "@leitstand/contract/cases/case-notes";
import { type TransferMethod, transferMethodOf } from "./transfer-method.ts";

/** A crew that works on a case. */
export interface Holder {
  readonly tour_id: string;
  /** The plate of its car, else what its tour is called. */
  readonly name: string;
  readonly state: string;
  readonly since: string;
  /** Who gave it the case; undefined: nobody knows, or no person did. */
  readonly by: string | undefined;
  /** How the case can be given to another tour; undefined: not now. */
  readonly method: TransferMethod;
}

/** Which crews have a case, from when on, and by whom. */
export const holdersOf = (job: Case, history: readonly CaseStateUpdate[]): Holder[] =>
  (job.tour_case_states ?? [])
    .filter(({ bucket }) => bucket === "open")
    .map((link) => {
      const { tour_id, tour_natural_id, state, assigned_at } = link;
      const tour = [...(job.active_tours ?? []), job.last_assigned_tour].find((one) => one?.id === tour_id);
      const car = job.vehicles?.find((vehicle) => vehicle.tour_id === tour_id);
      return {
        tour_id,
        name: car?.license_plate ?? tour?.name ?? tour_natural_id,
        state,
        since: assigned_at,
        by: history.findLast((row) => gives(row, tour_id))?.actor?.name,
        method: transferMethodOf(link),
      };
    });

const gives = ({ transition, tour_id, forwarded_to }: CaseStateUpdate, to: string) =>
  (transition === "ASSIGN" && tour_id === to) || forwarded_to === to;
