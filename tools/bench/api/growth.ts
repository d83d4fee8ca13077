import type { CaseSearchRequest } from "@leitstand/contract/cases/case-search";
import { CaseActionCycle } from "./action-cycle";
import type { BenchCaseArchive } from "../harness/case-data";
import { benchCaseRanges } from "../harness/dispatch-data";
import type { BenchEnvironment } from "../harness/ground";
import { type BenchRow, quantileOfSamples } from "../harness/row";
import { runRawSocketLoad, formatRawHttpRequest, type RawSocketLoadOptions } from "../harness/wire-client";

const ARCHIVE_SIZES = [10_000, 100_000, 1_000_000];
const MEASURED_SECONDS = 4;
const CONNECTION_COUNT = 4;
/**
 * Largest growth of a time from the smallest to the largest archive: logarithmic growth is far below, linear is 100.
 */
const GROWTH_GOAL = 3;

/** Benchmarks calls while the archive of cases grows a hundredfold; times that hardly grow count as flat. */
export async function benchArchiveGrowth(ground: BenchEnvironment): Promise<BenchRow[]> {
  const curves = new Map<string, number[]>();
  const day = await ground.dispatchDay();
  const cycle = new CaseActionCycle(day, CONNECTION_COUNT, benchCaseRanges.growth);
  for (const size of ARCHIVE_SIZES) {
    for (const [name, load] of Object.entries({
      ...(await measuredCalls(ground, await ground.archive(size), cycle)),
      ...(await archiveOwnerCalls(ground, await ground.ownArchive(size))),
    })) {
      const { latenciesMs } = await runRawSocketLoad({
        ...load,
        connections: CONNECTION_COUNT,
        seconds: MEASURED_SECONDS,
      });
      curves.set(name, [...(curves.get(name) ?? []), quantileOfSamples(latenciesMs, 0.5)]);
    }
  }
  return [...curves].map(([name, medians]) => {
    const growth = (medians.at(-1) ?? Number.NaN) / (medians[0] ?? Number.NaN);
    return {
      what: `growth: ${name} at ${ARCHIVE_SIZES.map((size) => size.toLocaleString("en")).join(", ")} cases`,
      ours: `p50 ${medians.map((ms) => ms.toFixed(ms < 10 ? 1 : 0)).join(", ")} ms`,
      limit: "-",
      limitName: "",
      ratio: growth,
      goal: `≤ ${GROWTH_GOAL} for 100 times the data`,
      met: growth <= GROWTH_GOAL,
      note: `${CONNECTION_COUNT} connections; the ratio is the largest to the smallest`,
    };
  });
}

type MeasuredCall = Pick<RawSocketLoadOptions, "url" | "next" | "onAnswer">;

/** Searches of a tenant that owns all of the archive. */
async function archiveOwnerCalls(
  ground: BenchEnvironment,
  { token }: BenchCaseArchive,
): Promise<Record<string, MeasuredCall>> {
  const { url } = await ground.api();
  const search = searchRequestAs(token);
  const asked: Record<string, CaseSearchRequest> = {
    "the newest": {},
    "states OPEN and ASSIGNED": { states: ["OPEN", "ASSIGNED"] },
    "a week of due times long ago": { due_from: daysAgo(999), due_to: daysAgo(992) },
    "page 400": { page: 400 },
    "one word": { text: "Steiner" },
    "one word, misspelt": { text: "Steinner" },
    "two words": { text: "Steiner Leibnitz" },
    "two letters": { text: "st" },
    "nothing found": { cities: ["Nirgendwo"] },
  };
  return Object.fromEntries(
    Object.entries(asked).map(([name, body]) => [
      `one tenant's search, ${name}`,
      { url, onAnswer: requireAnswer, next: search(body) },
    ]),
  );
}

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();
const searchRequestAs = (token: string) => (body: CaseSearchRequest) => () =>
  formatRawHttpRequest({ method: "POST", path: "/api/v1/cases-request", token, body: JSON.stringify(body) });
const requireAnswer: RawSocketLoadOptions["onAnswer"] = (_connection, { status, body }) => {
  if (status !== 200) throw new Error(`Answered ${status}: ${body.slice(0, 300)}`);
};

async function measuredCalls(
  ground: BenchEnvironment,
  { tenant, token }: BenchCaseArchive,
  cycle: CaseActionCycle,
): Promise<Record<string, MeasuredCall>> {
  const { url } = await ground.api();
  const { rows } = await ground.owner.query<{ id: string }>(
    "select id from cases where tenant_id = $1 order by created_at desc limit 500",
    [tenant.id],
  );
  let turn = 0;
  const onAnswer = requireAnswer;
  const search = searchRequestAs(token);
  return {
    "keyed read": {
      url,
      onAnswer,
      next: () =>
        formatRawHttpRequest({
          method: "GET",
          path: `/api/v1/cases/${rows[turn++ % rows.length]?.id}`,
          token,
          body: "",
        }),
    },
    "list of the newest 20": {
      url,
      onAnswer,
      next: search({ created_from: "2000-01-01T00:00:00Z", finalized: false }),
    },
    search: { url, onAnswer, next: search({ text: "Steiner Leibnitz" }) },
    "search, states OPEN and ASSIGNED": { url, onAnswer, next: search({ states: ["OPEN", "ASSIGNED"] }) },
    "search, one misspelt word": { url, onAnswer, next: search({ text: "Steinner" }) },
    "search, misspelt": { url, onAnswer, next: search({ text: "Steinner Leibnitz" }) },
    "search that finds nothing": { url, onAnswer, next: search({ cities: ["Nirgendwo"] }) },
    send_action: { url, next: cycle.next, onAnswer: cycle.onAnswer },
  };
}
