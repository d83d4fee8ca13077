import type { CrewAbsence, SimulatedDayFacts, SimulationFault, CasePlacement } from "../day/facts";

/** Reports cases put on a tour of which a crew member was away all the while, without force. */
export const reconcilePlacements = ({
  absences,
  placements,
}: Pick<SimulatedDayFacts, "absences" | "placements">): SimulationFault[] =>
  placements
    .filter((placement) => absences.some((absence) => isDuringAbsence(placement, absence)))
    .map(({ how, case_id, tour_id }) => ({
      kind: "put into an absence",
      what: `case ${case_id}, ${how} to tour ${tour_id}`,
    }));

const isDuringAbsence = ({ tour_id, asked, answered }: CasePlacement, absence: CrewAbsence) =>
  absence.tour_id === tour_id && absence.since <= asked && answered <= (absence.until ?? Number.POSITIVE_INFINITY);
