import { CaseActionCycle } from "../api/action-cycle";
import { benchCaseIdAt, benchCaseRanges } from "../harness/dispatch-data";
import { openBenchStreams, BENCH_STREAM_COUNT } from "./dispatch-streams";
import type { BenchEnvironment } from "../harness/ground";
import { type BenchRow, formatMilliseconds, quantileOfSamples } from "../harness/row";
import { runRawSocketLoad } from "../harness/wire-client";

const ACTIONS_PER_SECOND = 200;
const MEASURED_SECONDS = 8;
const WARM_UP_SECONDS = 4;
const LATE_EVENTS_WAIT_MS = 1_500;
const P99_GOAL_MS = 250;

/**
 * Benchmarks the time from sending an action to its event on another dispatcher's stream and on the stream of the
 * driver's phone.
 */
export async function benchActionToStream(ground: BenchEnvironment): Promise<BenchRow> {
  const day = await ground.dispatchDay();
  const api = await ground.api();
  const watch = new ArrivalWatch();
  const close = await openBenchStreams(ground, day, (who, text) => watch.hear(who, text));
  const cycle = new CaseActionCycle(day, ACTIONS_PER_SECOND, benchCaseRanges.screens);
  // One action a second on each connection: 200 are offered, however long an answer takes.
  const load = { url: api.url, connections: ACTIONS_PER_SECOND, everyMs: 1_000, onAnswer: cycle.onAnswer };
  // Warms up until every connection has planned its statements and the streams have been told.
  await runRawSocketLoad({ ...load, seconds: WARM_UP_SECONDS, next: cycle.next });
  await runRawSocketLoad({
    ...load,
    seconds: MEASURED_SECONDS,
    next: (connection) => {
      const { index, lock_version } = cycle.current(connection);
      watch.sent(`${benchCaseIdAt(index)} ${lock_version + 1}`);
      return cycle.next(connection);
    },
  });
  await new Promise((resolve) => setTimeout(resolve, LATE_EVENTS_WAIT_MS));
  close();
  const { dispatcher, phone, missed } = watch.report();
  const p99 = Math.max(quantileOfSamples(dispatcher, 0.99), quantileOfSamples(phone, 0.99));
  return {
    what: `action to screen, ${BENCH_STREAM_COUNT} streams, ${ACTIONS_PER_SECOND} actions/s offered`,
    ours: `dispatcher p50 ${formatMilliseconds(quantileOfSamples(dispatcher, 0.5))}, p99 ${formatMilliseconds(quantileOfSamples(dispatcher, 0.99))}; phone p50 ${formatMilliseconds(quantileOfSamples(phone, 0.5))}, p99 ${formatMilliseconds(quantileOfSamples(phone, 0.99))}`,
    limit: "-",
    limitName: "",
    ratio: undefined,
    goal: `p99 < ${P99_GOAL_MS} ms`,
    met: p99 < P99_GOAL_MS && missed === 0,
    note: `${dispatcher.length} actions${missed > 0 ? `, ${missed} events did not arrive in time` : ""}; without the browser`,
  };
}

/** Times at which the two watched kinds of stream saw each action, by case and version. */
class ArrivalWatch {
  private readonly sentAt = new Map<string, number>();
  private readonly seen = { dispatcher: new Map<string, number>(), phone: new Map<string, number>() };

  sent(key: string) {
    this.sentAt.set(key, performance.now());
  }

  hear(who: "dispatcher" | "phone", text: string) {
    const now = performance.now();
    for (const [, id, version] of text.matchAll(/"case_id" ?: ?"([0-9a-f-]+)".*?"lock_version" ?: ?(\d+)/g)) {
      const key = `${id} ${version}`;
      const sentAt = this.sentAt.get(key);
      if (sentAt !== undefined && !this.seen[who].has(key)) this.seen[who].set(key, now - sentAt);
    }
  }

  report() {
    const [dispatcher, phone] = [[...this.seen.dispatcher.values()], [...this.seen.phone.values()]];
    return { dispatcher, phone, missed: 2 * this.sentAt.size - dispatcher.length - phone.length };
  }
}
