import type { CaseSearchRequest } from "@leitstand/contract/cases/case-search";
import { ActionCycle } from "./action-cycle";
import type { CaseArchive } from "../harness/case-data";
import { caseRanges } from "../harness/dispatch-data";
import type { Ground } from "../harness/ground";
import { type BenchRow, quantile } from "../harness/row";
import { loadByWire, spellRequest, type WireLoad } from "../harness/wire-client";

const SIZES = [10_000, 100_000, 1_000_000];
const SECONDS = 2;
const CONNECTIONS = 4;
/**
 * Largest growth of a time from the smallest to the largest archive: logarithmic growth is far below, linear is 100.
 */
const GOAL = 3;

/** Benchmarks calls while the archive of cases grows a hundredfold; times that hardly grow count as flat. */
export async function benchGrowth(ground: Ground): Promise<BenchRow[]> {
  const curves = new Map<string, number[]>();
  const day = await ground.dispatchDay();
  const cycle = new ActionCycle(day, CONNECTIONS, caseRanges.growth);
  for (const size of SIZES) {
    for (const [name, load] of Object.entries({
      ...(await calls(ground, await ground.archive(size), cycle)),
      ...(await callsOfOwner(ground, await ground.ownArchive(size))),
    })) {
      const { latenciesMs } = await loadByWire({ ...load, connections: CONNECTIONS, seconds: SECONDS });
      curves.set(name, [...(curves.get(name) ?? []), quantile(latenciesMs, 0.5)]);
    }
  }
  return [...curves].map(([name, medians]) => {
    const growth = (medians.at(-1) ?? Number.NaN) / (medians[0] ?? Number.NaN);
    return {
      what: `growth: ${name} at ${SIZES.map((size) => size.toLocaleString("en")).join(", ")} cases`,
      ours: `p50 ${medians.map((ms) => ms.toFixed(ms < 10 ? 1 : 0)).join(", ")} ms`,
      limit: "-",
      limitName: "",
      ratio: growth,
      goal: `≤ ${GOAL} for 100 times the data`,
      met: growth <= GOAL,
      note: `${CONNECTIONS} connections; the ratio is the largest to the smallest`,
    };
  });
}

type Call = Pick<WireLoad, "url" | "next" | "onAnswer">;

/** Searches of a tenant that owns all of the archive. */
async function callsOfOwner(ground: Ground, { token }: CaseArchive): Promise<Record<string, Call>> {
  const { url } = await ground.api();
  const search = searchAs(token);
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
      { url, onAnswer: mustBeAnswered, next: search(body) },
    ]),
  );
}

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();
const searchAs = (token: string) => (body: CaseSearchRequest) => () =>
  spellRequest({ method: "POST", path: "/api/v1/cases-request", token, body: JSON.stringify(body) });
const mustBeAnswered: WireLoad["onAnswer"] = (_connection, { status, body }) => {
  if (status !== 200) throw new Error(`Answered ${status}: ${body.slice(0, 300)}`);
};

async function calls(
  ground: Ground,
  { tenant, token }: CaseArchive,
  cycle: ActionCycle,
): Promise<Record<string, Call>> {
  const { url } = await ground.api();
  const { rows } = await ground.owner.query<{ id: string }>(
    "select id from cases where tenant_id = $1 order by created_at desc limit 500",
    [tenant.id],
  );
  let turn = 0;
  const onAnswer = mustBeAnswered;
  const search = searchAs(token);
  return {
    "keyed read": {
      url,
      onAnswer,
      next: () =>
        spellRequest({ method: "GET", path: `/api/v1/cases/${rows[turn++ % rows.length]?.id}`, token, body: "" }),
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
