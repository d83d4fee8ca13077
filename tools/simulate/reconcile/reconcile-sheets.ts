import type { SimulatedDayFacts, SimulationFault } from "../day/facts";

/** Checks that the sheet of a finished tour lists every case that was ever on it. */
export const reconcileSheets = ({ cases, sheets }: Pick<SimulatedDayFacts, "cases" | "sheets">): SimulationFault[] =>
  sheets.flatMap(({ tour_id, natural_ids }) =>
    cases
      .filter(({ history }) => history.some((row) => row.tour_id === tour_id))
      .filter(({ state }) => !natural_ids.has(state.natural_id))
      .map(({ state }) => ({
        kind: "export is not plausible",
        what: `${state.natural_id} is not on the sheet of tour ${tour_id}`,
      })),
  );
