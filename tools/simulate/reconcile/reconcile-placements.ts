import type { Absence, Facts, Fault, Placement } from "../day/facts";

/** Reports cases put on a tour of which a crew member was away all the while, without force. */
export const reconcilePlacements = ({ absences, placements }: Pick<Facts, "absences" | "placements">): Fault[] =>
  placements
    .filter((placement) => absences.some((absence) => isWithin(placement, absence)))
    .map(({ how, case_id, tour_id }) => ({
      kind: "put into an absence",
      what: `case ${case_id}, ${how} to tour ${tour_id}`,
    }));

const isWithin = ({ tour_id, asked, answered }: Placement, absence: Absence) =>
  absence.tour_id === tour_id && absence.since <= asked && answered <= (absence.until ?? Number.POSITIVE_INFINITY);
