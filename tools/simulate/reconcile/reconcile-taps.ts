import type { CaseFacts, SimulatedDayFacts, SimulationFault, DriverTap } from "../day/facts";

/**
 * Checks that each tap in the app has become one step of its case, or a late note on it where the case was taken away,
 * in order.
 */
export function reconcileTaps({ taps, cases }: Pick<SimulatedDayFacts, "taps" | "cases">): SimulationFault[] {
  const drivers = new Map(taps.map(({ tour_id, user_id }) => [tour_id, user_id]));
  const known = new Set(cases.map(({ state }) => state.id));
  const strange = taps.filter(({ case_id, isSure }) => isSure && !known.has(case_id));
  return [
    ...strange.map(({ action, case_id }) => ({ kind: "tap lost" as const, what: `${action} on case ${case_id}` })),
    ...[...drivers].flatMap(([tour_id, user_id]) =>
      cases.flatMap((facts) => {
        const own = taps.filter((tap) => tap.tour_id === tour_id && tap.case_id === facts.state.id);
        return judgeTapsOfCase({ facts, tour_id, user_id, taps: own });
      }),
    ),
  ];
}

/** Step of a crew that has reached the server: an action, or the note on one. */
interface ArrivedStep {
  readonly action: string;
  readonly at: number;
  readonly isNote: boolean;
}

interface WorkedCase {
  readonly facts: CaseFacts;
  readonly tour_id: string;
  readonly user_id: string;
  readonly taps: readonly DriverTap[];
}

function judgeTapsOfCase({ facts, tour_id, user_id, taps }: WorkedCase): SimulationFault[] {
  const name = `${facts.state.natural_id} (${facts.state.id}) on tour ${tour_id}`;
  const carriedOut = stepsOfTour(facts, tour_id);
  const arrived = [...carriedOut, ...notesOfDriver(facts, user_id)].toSorted((a, b) => a.at - b.at);
  const told = `tapped ${actionNamesOf(taps)}; arrived ${actionNamesOf(arrived)}`;
  const faults: SimulationFault[] = [];
  if (carriedOut.some(({ at }, index) => at < (carriedOut[index - 1]?.at ?? 0)))
    faults.push({ kind: "taps out of order", what: `${name}: ${told}` });
  const { lost, extra } = alignTapsWithSteps(taps, arrived);
  for (const { action } of lost) faults.push({ kind: "tap lost", what: `${name}: ${action}; ${told}` });
  for (const { action } of extra) faults.push({ kind: "tap carried out twice", what: `${name}: ${action}; ${told}` });
  return faults;
}

/** Steps in the order in which the server carried them out; several rows of one step count once. */
function stepsOfTour({ history }: CaseFacts, tour_id: string): ArrivedStep[] {
  const rows = history
    .filter((row) => row.tour_id === tour_id && row.actor_kind === "V")
    .toSorted((a, b) => a.lock_version - b.lock_version);
  return [...new Map(rows.map((row) => [row.group_id, row])).values()].map((row) => ({
    action: row.transition,
    at: Date.parse(row.occurred_at ?? ""),
    isNote: false,
  }));
}

/** Notes on actions that the server did not take any more, kept with the case for the driver who did them. */
function notesOfDriver({ comments }: CaseFacts, driver: string): ArrivedStep[] {
  return comments.flatMap(({ action, occurred_at, user_id }) =>
    action === null || user_id !== driver ? [] : [{ action, at: Date.parse(occurred_at ?? ""), isNote: true }],
  );
}

/** Whether the app takes the action on its own: it finishes the papers when nothing is left to change. */
const isAutomaticAction = (action: string) => action === "DONE";

/** Aligns taps and steps in their order: a tap that is not sure may have become nothing. */
function alignTapsWithSteps(taps: readonly DriverTap[], arrived: readonly ArrivedStep[]) {
  const lost: DriverTap[] = [];
  const extra: ArrivedStep[] = [];
  const waiting = taps.toSorted((a, b) => a.at - b.at);
  for (const one of arrived) {
    const found = waiting.findIndex(({ action }) => action === one.action);
    if (found >= 0) lost.push(...waiting.splice(0, found + 1).slice(0, -1));
    else if (!isAutomaticAction(one.action)) extra.push(one);
  }
  return { lost: [...lost, ...waiting].filter(({ isSure }) => isSure), extra };
}

const actionNamesOf = (all: readonly { readonly action: string; readonly isNote?: boolean }[]) =>
  all.map(({ action, isNote = false }) => (isNote ? `${action} (note)` : action)).join(" ") || "nothing";
