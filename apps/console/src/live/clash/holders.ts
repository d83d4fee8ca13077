import type { Case } from "@leitstand/contract/cases/case";
import type { CaseStateUpdate } from "@leitstand/contract/cases/case-notes";
import { type TransferMethod, transferMethodOf } from "./transfer-method.ts";

/** Tour whose crew works on a case. */
export interface HoldingTour {
  readonly tour_id: string;
  /** Plate of its vehicle, else the name of its tour. */
  readonly name: string;
  readonly state: string;
  readonly since: string;
  /** Name of the user who assigned it; undefined when unknown or not done by a user. */
  readonly by: string | undefined;
  /** Action by which the case can be moved to another tour; undefined when that is not possible now. */
  readonly method: TransferMethod;
}

/** Tours that have a case, since when, and by whom. */
export const toursHoldingCase = (dispatchCase: Case, history: readonly CaseStateUpdate[]): HoldingTour[] =>
  (dispatchCase.tour_case_states ?? [])
    .filter(({ bucket }) => bucket === "open")
    .map((link) => {
      const { tour_id, tour_natural_id, state, assigned_at } = link;
      const tour = [...(dispatchCase.active_tours ?? []), dispatchCase.last_assigned_tour].find(
        (one) => one?.id === tour_id,
      );
      const car = dispatchCase.vehicles?.find((vehicle) => vehicle.tour_id === tour_id);
      return {
        tour_id,
        name: car?.license_plate ?? tour?.name ?? tour_natural_id,
        state,
        since: assigned_at,
        by: history.findLast((row) => givesCaseToTour(row, tour_id))?.actor?.name,
        method: transferMethodOf(link),
      };
    });

const givesCaseToTour = ({ transition, tour_id, forwarded_to }: CaseStateUpdate, to: string) =>
  (transition === "ASSIGN" && tour_id === to) || forwarded_to === to;
