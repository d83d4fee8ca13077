import { quantileOfSamples } from "../bench/harness/row";
import type { DriverAppDaySummary } from "./browser/app-day";
import type { SimulatedDayRecord } from "./day/book";
import { type SimulatedDayFacts, type SimulationFault, simulationFaultKinds } from "./day/facts";
import type { SimulationOptions } from "./options";

export interface SimulationOutcome {
  readonly options: SimulationOptions;
  readonly book: SimulatedDayRecord;
  readonly facts: SimulatedDayFacts;
  readonly faults: readonly SimulationFault[];
  readonly seconds: number;
  readonly lostAnswers: number;
  readonly reconnects: number;
  readonly killed: boolean;
  readonly apps: readonly DriverAppDaySummary[];
}

const FAULTS_LISTED_MAX = 20;

/** Report of a day as text for people. */
export function formatSimulationReport(outcome: SimulationOutcome): string {
  const { options, book, facts, faults, seconds } = outcome;
  const events = facts.subscribers.reduce((sum, { seen }) => sum + seen.length, 0);
  const written = [...book.actions.values()].reduce((sum, count) => sum + count, 0);
  const { actionMs } = book;
  const eventMs = actionToEvent(facts, book);
  return [
    "",
    `Cases by final state   ${formatCounts(countFinalStates(facts))}`,
    `Actions                ${formatCounts(book.actions)}`,
    `Refused                ${formatCounts(book.refusals)}`,
    `Offline queues         ${book.offlineQueues} with ${book.offlineEntries} actions, ${book.offlineStopped} stopped at a conflict; ${outcome.lostAnswers} answers lost on the way; ${book.replays.length} calls replayed`,
    `App in a browser       ${appLineOf(outcome)}`,
    `Positions              ${book.positions} kept`,
    `Action                 p50 ${quantileMs(actionMs, 0.5)}, p99 ${quantileMs(actionMs, 0.99)}`,
    `Action to event        p50 ${quantileMs(eventMs, 0.5)}, p99 ${quantileMs(eventMs, 0.99)}`,
    `Streams                ${facts.subscribers.length} subscribers, ${outcome.reconnects} reconnects, ${events} events (${Math.round(events / seconds)} /s)${outcome.killed ? ", one node killed with -9 and started again" : ""}`,
    `Webhooks               ${webhookLineOf(facts)}`,
    `Partner                ${partnerLineOf(facts)}`,
    `Absences               ${facts.absences.length}; ${formatCounts(placementLineOf(facts))} without force`,
    `Exports                ${formatCounts(book.exports)}`,
    `Duration               ${seconds.toFixed(1)} s, ${Math.round(written / seconds)} writes/s, ${book.retries} retries, seed ${options.seed}`,
    "",
    ...faultLines(faults),
  ].join("\n");
}

function faultLines(faults: readonly SimulationFault[]): string[] {
  const counts = simulationFaultKinds.map(
    (kind) => [kind, faults.filter((fault) => fault.kind === kind).length] as const,
  );
  return [
    `Faults: ${faults.length}`,
    ...counts.map(([kind, count]) => `  ${String(count).padStart(5)}  ${kind}`),
    ...faults.slice(0, FAULTS_LISTED_MAX).map(({ kind, what }) => `- ${kind}: ${what}`),
    ...(faults.length > FAULTS_LISTED_MAX ? [`... and ${faults.length - FAULTS_LISTED_MAX} more`] : []),
  ];
}

const webhookLineOf = ({ hooks }: SimulatedDayFacts) =>
  hooks
    .map(
      ({ tenant, delivered }) =>
        `${tenant} ${new Set(delivered.map(({ id }) => id)).size} events in ${delivered.length} calls`,
    )
    .join(", ") || "none";

const appLineOf = ({ apps, facts: { taps } }: SimulationOutcome) =>
  apps
    .map(
      ({ name, cuts, processorSeconds, seconds }) =>
        `${name}: ${taps.length} taps on ${new Set(taps.map(({ case_id }) => case_id)).size} cases, ${cuts} cuts of its network; ${processorSeconds.toFixed(1)} s of the processor in ${seconds.toFixed(1)} s`,
    )
    .join(", ") || "none";

const partnerLineOf = ({ partners }: SimulatedDayFacts) =>
  partners
    .map(
      ({ tenant, told }) =>
        `${tenant} ${new Set(told.map(({ id }) => id)).size} events in ${told.length} calls understood`,
    )
    .join(", ") || "none";

function placementLineOf({ placements }: SimulatedDayFacts) {
  const counts = new Map<string, number>();
  for (const { how } of placements) counts.set(how, (counts.get(how) ?? 0) + 1);
  return counts;
}

function countFinalStates({ cases }: SimulatedDayFacts) {
  const states = new Map<string, number>();
  for (const { state } of cases) states.set(state.state.current, (states.get(state.state.current) ?? 0) + 1);
  return states;
}

const formatCounts = (counts: ReadonlyMap<string, number>) =>
  [...counts]
    .sort(([, a], [, b]) => b - a)
    .map(([what, count]) => `${what} ${count}`)
    .join(", ") || "none";

const quantileMs = (samples: readonly number[], share: number) =>
  samples.length === 0 ? "-" : `${quantileOfSamples(samples, share).toFixed(1)} ms`;

/** Milliseconds from the press of the button to the first stream that tells the action. */
function actionToEvent({ subscribers }: SimulatedDayFacts, { askedAt }: SimulatedDayRecord): number[] {
  const first = new Map<string, number>();
  for (const { seen } of subscribers) {
    for (const { message, at } of seen) {
      if (message.type !== "case action") continue;
      const key = `${message.data.case_id} ${message.data.lock_version}`;
      first.set(key, Math.min(first.get(key) ?? Number.POSITIVE_INFINITY, at));
    }
  }
  return [...first].flatMap(([key, at]) => {
    const asked = askedAt.get(key);
    return asked === undefined ? [] : [at - asked];
  });
}
