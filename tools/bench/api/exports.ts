import type { ApiProcess } from "../harness/api-process";
import type { BenchEnvironment } from "../harness/ground";
import { type BenchRow, formatMilliseconds, quantileOfSamples } from "../harness/row";
import { expectStatus, runRawSocketLoad, formatRawHttpRequest } from "../harness/wire-client";
import { insertWorkingYearBenchData, type WorkingYearBenchData } from "../harness/working-year";

const TOUR_COUNT = 1_000_000;
/** Number of comments of the largest document: about a hundred pages. */
const COMMENT_COUNT = 1_000;
const IDLE_SECONDS = 5;
const EXPORT_SECONDS_MAX = 600;
const WARM_SECONDS_MAX = 120;
const SETTLE_TIMEOUT_MS = 15_000;
const EXPORT_GOALS = { rows_mb: 150, rows_seconds: 60, document_seconds: 5, others_ms: 50 } as const;
const DOCUMENT_PAGES_MIN = 80;
/** Days within which all tours of the year lie. */
const YEAR_DAYS = 362;
const MEGABYTE = 1_048_576;

/**
 * Benchmarks files of a million rows, and a long document, each beside a client that reads a case 100 times a second.
 */
export async function benchExports(ground: BenchEnvironment): Promise<BenchRow[]> {
  const year = await insertWorkingYearBenchData(ground.db, ground.owner, {
    tours: TOUR_COUNT,
    comments: COMMENT_COUNT,
  });
  const api = await ground.api();
  const freshBytes = api.memoryBytes();
  await warmUp(api, year);
  const warmedBytes = api.memoryBytes() - freshBytes;
  const idle = await measureReadsBeside(
    api,
    year,
    () => new Promise<number>((resolve) => setTimeout(resolve, IDLE_SECONDS * 1000, 0)),
  );
  const rows: BenchRow[] = [];
  for (const format of ["CSV", "XLSX"] as const) {
    const body = { ...periodOfDays(YEAR_DAYS), rows: "TOURS", format };
    rows.push(
      tableBenchRow(
        { format, idle, warmedBytes },
        await measureReadsBeside(api, year, () => fetchBytes(api, year, { path: "time", body })),
      ),
    );
  }
  const path = `case/${year.case_id}`;
  let pages = 0;
  const printed = await measureReadsBeside(api, year, async () => {
    const pdf = await fetchFile(api, year, { path, body: { include: ["COMMENTS"] } });
    pages = (
      Buffer.from(await pdf.arrayBuffer())
        .toString("latin1")
        .match(/\/Type \/Page\b/g) ?? []
    ).length;
    return pages;
  });
  if (pages < DOCUMENT_PAGES_MIN) throw new Error(`the document has ${pages} pages only`);
  return [...rows, documentBenchRow(idle, printed)];
}

interface ExportMeasurement {
  readonly result: number;
  readonly seconds: number;
  readonly cpuSeconds: number;
  /** Growth of resident memory in megabytes. */
  readonly grown: number;
  /** 99th percentile of the reads that ran during the export, in milliseconds. */
  readonly p99: number;
}

/**
 * Warms the server up. Any work makes the young generation of V8 grow to its limit within a minute, and it stays so:
 * that is no export's, and a server at work has it long since. Reads cases as fast as they come, until memory has stood
 * still for a while.
 */
async function warmUp(api: ApiProcess, year: WorkingYearBenchData) {
  await fetchBytes(api, year, { path: "time", body: { ...periodOfDays(1), rows: "TOURS", format: "XLSX" } });
  const read = caseReadRequest(year);
  let [most, grewAt] = [0, performance.now()];
  const watch = setInterval(() => {
    if (api.memoryBytes() <= most + MEGABYTE) return;
    [most, grewAt] = [api.memoryBytes(), performance.now()];
  }, 50);
  await runRawSocketLoad({
    url: api.url,
    connections: 4,
    seconds: WARM_SECONDS_MAX,
    isOver: () => performance.now() - grewAt > SETTLE_TIMEOUT_MS,
    next: () => read,
    onAnswer: (_connection, answer) => expectStatus(200, answer),
  });
  clearInterval(watch);
}

const caseReadRequest = ({ case_id, token }: WorkingYearBenchData) =>
  formatRawHttpRequest({ method: "GET", path: `/api/v1/cases/${case_id}`, token, body: "" });

async function measureReadsBeside(
  api: ApiProcess,
  year: WorkingYearBenchData,
  work: () => Promise<number>,
): Promise<ExportMeasurement> {
  const before = api.memoryBytes();
  let most = before;
  const watch = setInterval(() => (most = Math.max(most, api.memoryBytes())), 50);
  let isOver = false;
  const read = caseReadRequest(year);
  const reading = runRawSocketLoad({
    url: api.url,
    connections: 4,
    seconds: EXPORT_SECONDS_MAX,
    everyMs: 40,
    isOver: () => isOver,
    next: () => read,
    onAnswer: (_connection, answer) => expectStatus(200, answer),
  });
  const [began, cpu] = [performance.now(), api.cpuSeconds()];
  const result = await work();
  const seconds = (performance.now() - began) / 1000;
  const cpuSeconds = api.cpuSeconds() - cpu;
  isOver = true;
  const { latenciesMs } = await reading;
  clearInterval(watch);
  return { result, seconds, cpuSeconds, grown: (most - before) / MEGABYTE, p99: quantileOfSamples(latenciesMs, 0.99) };
}

/** Period that begins this many days ago and ends today. */
function periodOfDays(days: number) {
  const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);
  return { from: day(days), to: day(0) };
}

interface FileRequest {
  readonly path: string;
  readonly body: object;
}
async function fetchFile(
  api: ApiProcess,
  { token }: WorkingYearBenchData,
  { path, body }: FileRequest,
): Promise<Response> {
  const answer = await fetch(`${api.url}/api/v1/export/${path}`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  if (answer.status !== 200) throw new Error(`Answered ${answer.status}: ${await answer.text()}`);
  return answer;
}

/** Reads the answer as it comes and keeps nothing. */
async function fetchBytes(api: ApiProcess, year: WorkingYearBenchData, wanted: FileRequest): Promise<number> {
  const { body } = await fetchFile(api, year, wanted);
  let bytes = 0;
  for await (const chunk of body as ReadableStream<Uint8Array>) bytes += chunk.length;
  return bytes;
}

interface TableMeasurement {
  readonly format: string;
  readonly idle: ExportMeasurement;
  /** Bytes that warming up added to the fresh process. */
  readonly warmedBytes: number;
}
function tableBenchRow(
  { format, idle, warmedBytes }: TableMeasurement,
  { result, seconds, cpuSeconds, grown, p99 }: ExportMeasurement,
): BenchRow {
  return {
    what: `export of ${TOUR_COUNT.toLocaleString("en")} rows as ${format}`,
    ours: `${seconds.toFixed(0)} s, ${grown.toFixed(0)} MB more memory`,
    limit: "-",
    limitName: "",
    ratio: undefined,
    goal: `≤ ${EXPORT_GOALS.rows_seconds} s, ≤ ${EXPORT_GOALS.rows_mb} MB`,
    met: seconds <= EXPORT_GOALS.rows_seconds && grown <= EXPORT_GOALS.rows_mb,
    note: `${(result / MEGABYTE).toFixed(0)} MB, ${cpuSeconds.toFixed(0)} s of CPU in the API; reads beside it p99 ${formatMilliseconds(p99)}, without it ${formatMilliseconds(idle.p99)}; reads alone had added ${(warmedBytes / MEGABYTE).toFixed(0)} MB to the fresh process`,
  };
}

function documentBenchRow(idle: ExportMeasurement, { result, seconds, grown, p99 }: ExportMeasurement): BenchRow {
  return {
    what: `document of ${result} pages`,
    ours: `${seconds.toFixed(1)} s, reads beside it p99 ${formatMilliseconds(p99)}`,
    limit: "-",
    limitName: "",
    ratio: undefined,
    goal: `≤ ${EXPORT_GOALS.document_seconds} s, p99 ≤ ${EXPORT_GOALS.others_ms} ms`,
    met: seconds <= EXPORT_GOALS.document_seconds && p99 <= EXPORT_GOALS.others_ms,
    note: `without it p99 ${formatMilliseconds(idle.p99)}; ${grown.toFixed(0)} MB more memory`,
  };
}
