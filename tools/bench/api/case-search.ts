import pg from "pg";
import { COUNTED_TOTAL_MAX } from "@leitstand/contract/core/schema";
import type { CaseSearchRequest } from "@leitstand/contract/cases/case-search";
import { searchWordsOf } from "../../../apps/api/src/modules/cases/case-text";
import type { BenchCaseArchive } from "../harness/case-data";
import type { BenchEnvironment } from "../harness/ground";
import { type BenchRow, median, formatMilliseconds, quantileOfSamples } from "../harness/row";

const SEARCH_ROUNDS = 12;
const SEARCHED_PAGES = [0, 500];
const RATIO_GOAL = 1.5;

/** Search as a user asks for it, and the condition in SQL that an expert of the tables would write for it. */
interface SearchCase {
  readonly name: string;
  readonly request: CaseSearchRequest;
  readonly where: string;
  readonly order?: string;
}

/**
 * Benchmarks `POST /cases-request` among a million cases of 50 tenants, one call at a time, against SQL written for
 * each search.
 */
export async function benchCaseSearch(ground: BenchEnvironment): Promise<BenchRow> {
  const archive = await ground.archive();
  const { url } = await ground.api();
  const byHand = await connectExpert(ground.databaseUrl);
  const each = new Map<string, SearchSamples>();
  try {
    // The first round only fills memory on both sides.
    for (let round = 0; round <= SEARCH_ROUNDS; round++) {
      for (const asked of searchCasesOf(round).flatMap((overrides) =>
        SEARCHED_PAGES.map((page) => ({ overrides, page })),
      )) {
        const [us, them] = [await searchByApi(url, archive, asked), await searchBySql(byHand, archive, asked)];
        if (!foundTheSame(us.total, them.total, asked.overrides.request))
          throw new Error(`${asked.overrides.name}: ${us.total} cases, not ${them.total}.`);
        if (round > 0) recordSample(each, asked, { ours: us.ms, theirs: them.ms });
      }
    }
  } finally {
    await byHand.end();
  }
  return summarizeSamples(each, archive.cases);
}

/**
 * Compares totals: misspelt matches are left out where there are enough exact ones, and totals are not counted beyond
 * the last page.
 */
function foundTheSame(ours: number, theirs: number, { text }: CaseSearchRequest): boolean {
  if (ours === theirs) return true;
  return text === undefined
    ? theirs > COUNTED_TOTAL_MAX && ours >= COUNTED_TOTAL_MAX
    : ours >= EXACT_MATCHES_ENOUGH && ours < theirs;
}
const EXACT_MATCHES_ENOUGH = 20;

interface SearchRequest {
  readonly overrides: SearchCase;
  readonly page: number;
}
interface SearchSamples {
  readonly ours: number[];
  readonly theirs: number[];
}

function recordSample(
  each: Map<string, SearchSamples>,
  { overrides, page }: SearchRequest,
  ms: { ours: number; theirs: number },
) {
  const key = `${overrides.name}, page ${page}`;
  const samples = each.get(key) ?? { ours: [], theirs: [] };
  samples.ours.push(ms.ours);
  samples.theirs.push(ms.theirs);
  each.set(key, samples);
}

/** Searches faster than this are not noticed, so how much slower they are is not reported. */
const NOTICEABLE_MS = 20;

function summarizeSamples(each: ReadonlyMap<string, SearchSamples>, cases: number): BenchRow {
  const [ours, theirs] = [
    [...each.values()].flatMap((one) => one.ours),
    [...each.values()].flatMap((one) => one.theirs),
  ];
  const ratio = quantileOfSamples(ours, 0.99) / quantileOfSamples(theirs, 0.99);
  const [farthest] = [...each]
    .filter(([, samples]) => median(samples.ours) > NOTICEABLE_MS)
    .map(([name, samples]) => ({ name, ratio: median(samples.ours) / median(samples.theirs) }))
    .sort((a, b) => b.ratio - a.ratio);
  const outlier = farthest
    ? `; of those over ${NOTICEABLE_MS} ms the farthest is ${farthest.name} (${farthest.ratio.toFixed(1)})`
    : "";
  return {
    what: `case search among ${cases.toLocaleString("en")} cases, p99`,
    ours: formatMilliseconds(quantileOfSamples(ours, 0.99)),
    limit: formatMilliseconds(quantileOfSamples(theirs, 0.99)),
    limitName: "SQL by hand, the same finds",
    ratio,
    goal: `≤ ${RATIO_GOAL}`,
    met: ratio <= RATIO_GOAL,
    note: `p50 ${formatMilliseconds(median(ours))} to ${formatMilliseconds(median(theirs))}${outlier}`,
  };
}

const SEARCHED_CITIES = ["Graz", "Wien", "Linz", "Salzburg", "Wels", "Leoben"];
const SEARCHED_NAMES = ["Gruber", "Huber", "Pichler", "Steiner", "Brunner", "Lechner"];
const MISSPELT_NAMES = ["Grubber", "Hubber", "Pichlr", "Steinner", "Bruner", "Lechnr"];

/** Searches of one round. Values differ from round to round, so that no round is answered from memory. */
const searchCasesOf = (round: number): SearchCase[] => [...searchesByFields(round), ...searchesByText(round)];
const pickFrom = (list: readonly string[], round: number) => list[round % list.length] ?? "";

function searchesByFields(round: number): SearchCase[] {
  const city = pickFrom(SEARCHED_CITIES, round);
  const [from, to] = [daysAgo(120 + round * 40), daysAgo(90 + round * 40)];
  const zip = String(800 + round * 3);
  return [
    { name: "all", request: {}, where: "true" },
    { name: "states", request: { states: ["OPEN", "ASSIGNED"] }, where: "c.state in ('OPEN', 'ASSIGNED')" },
    {
      name: "open by due time",
      request: { finalized: false, sort: ["due_at,asc"] },
      where: "not c.finalized",
      order: "c.due_at, c.id",
    },
    {
      name: "city",
      request: { cities: [city] },
      where: `(lower(c.source_city) = '${city.toLowerCase()}' or lower(c.target_city) = '${city.toLowerCase()}')`,
    },
    {
      name: "zip",
      request: { source_zip_prefixes: [zip] },
      where: `c.source_zip ~>=~ '${zip}' and c.source_zip ~<~ '${zip}\u{10FFFF}'`,
    },
    {
      name: "month and kind",
      request: { created_from: from, created_to: to, transport_types: ["Transportauftrag"] },
      where: `c.created_at >= '${from}' and c.created_at < '${to}' and c.transport_type = 'Transportauftrag'`,
    },
    {
      name: "by name",
      request: { sort: ["display_name,asc"] },
      where: "true",
      order: "c.display_name, c.id",
    },
    { name: "infectious", request: { infectious: true }, where: "c.infectious" },
    {
      name: "not approved",
      request: { approved: false, finalized: false },
      where: "not c.approved and not c.finalized",
    },
    {
      name: "number",
      request: { natural_ids: [`C-A-${round * 5000 + 50}`] },
      where: `c.natural_id = 'C-A-${round * 5000 + 50}'`,
    },
  ];
}

function searchesByText(round: number): SearchCase[] {
  const [city, name, misspelt] = [
    pickFrom(SEARCHED_CITIES, round),
    pickFrom(SEARCHED_NAMES, round),
    pickFrom(MISSPELT_NAMES, round),
  ];
  return [
    { name: "one word", request: { text: name }, where: wordConditions(name), order: relevanceOrder(name) },
    { name: "misspelt", request: { text: misspelt }, where: wordConditions(misspelt), order: relevanceOrder(misspelt) },
    {
      name: "two words",
      request: { text: `${name} ${city}` },
      where: wordConditions(`${name} ${city}`),
      order: relevanceOrder(`${name} ${city}`),
    },
    {
      name: "word among the open",
      request: { text: name, finalized: false, sort: ["created_at,desc"] },
      where: `${wordConditions(name)} and not c.finalized`,
    },
  ];
}

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();
const wordConditions = (text: string) =>
  searchWordsOf(text)
    .map((word) => `(t.text like '%${word}%' or '${word}' <% t.text)`)
    .join(" and ");
const relevanceOrder = (text: string) =>
  `${searchWordsOf(text)
    .map((word) => `word_similarity('${word}', t.text)`)
    .join(" + ")} desc, c.created_at desc, c.id`;

interface SearchAnswer {
  readonly ms: number;
  readonly total: number;
}

async function searchByApi(
  url: string,
  { token }: BenchCaseArchive,
  { overrides, page }: SearchRequest,
): Promise<SearchAnswer> {
  const began = performance.now();
  const answer = await fetch(`${url}/api/v1/cases-request`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: JSON.stringify({ ...overrides.request, page, size: 20 }),
  });
  const text = await answer.text();
  const ms = performance.now() - began;
  if (answer.status !== 200) throw new Error(`A search was answered ${answer.status}: ${text.slice(0, 500)}`);
  return { ms, total: (JSON.parse(text) as { meta: { total_elements: number } }).meta.total_elements };
}

async function connectExpert(databaseUrl: string): Promise<pg.Client> {
  const options = "-c role=leitstand_system -c timezone=UTC -c pg_trgm.word_similarity_threshold=0.45";
  const client = new pg.Client({ connectionString: databaseUrl, options });
  client.on("error", () => undefined);
  await client.connect();
  return client;
}

/** Runs the search in SQL as a role without policies: the rows of the page as JSON, and the total. */
async function searchBySql(
  client: pg.Client,
  { tenant }: BenchCaseArchive,
  { overrides, page }: SearchRequest,
): Promise<SearchAnswer> {
  const { where, order = "c.created_at desc, c.id" } = overrides;
  const source = where.includes("t.text")
    ? "case_texts t join cases c on c.tenant_id = t.tenant_id and c.id = t.case_id"
    : "cases c";
  const tenants = `c.tenant_id = '${tenant.id}'${source === "cases c" ? "" : ` and t.tenant_id = '${tenant.id}'`}`;
  const began = performance.now();
  // oxlint-disable-next-line house/sql-in-tag -- spelled out as by hand, of this file's own words alone
  const { rows } = await client.query<{ total: string }>(`
    select (select count(*) from (select 1 from ${source} where ${tenants} and ${where}${source === "cases c" ? ` limit ${COUNTED_TOTAL_MAX + 1}` : ""}) counted) as total,
      (select json_agg(page) from (
        select c.* from ${source} where ${tenants} and ${where} order by ${order} limit 20 offset ${page * 20}) page) as cases`);
  return { ms: performance.now() - began, total: Number(rows[0]?.total) };
}
