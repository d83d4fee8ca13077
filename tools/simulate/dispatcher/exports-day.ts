import { ApiProblem } from "@leitstand/client/problem";
import type { SimulatedCrew } from "../crew/crews";
import { DAY_END_CHECK_MINUTES, type SharedDayState } from "../day/scene";

const EXPORT_INTERVAL_MINUTES = 75;
const PDF_BYTES_MIN = 5_000;
const XLSX_PARTS = ["[Content_Types].xml", "xl/workbook.xml"];
const DAY_MS = 86_400_000;

/** Exports sheets in the office beside the day, and checks whether they can be true. */
export async function exportSheetsDuringDay(scene: SharedDayState, crews: readonly SimulatedCrew[]) {
  while (!scene.isOver) {
    for (let passed = 0; passed < EXPORT_INTERVAL_MINUTES && !scene.isOver; passed += DAY_END_CHECK_MINUTES)
      await scene.clock.pass(DAY_END_CHECK_MINUTES);
    if (scene.isOver || scene.cases.size === 0) continue;
    await exportCaseSheet(scene, scene.chance.pick([...scene.cases.keys()]));
    await exportTourSheet(scene, scene.chance.pick(crews).tour_id);
  }
}

/** Exports the sheets when all tours are over, and checks their content. */
export async function exportSheetsAtEndOfDay(scene: SharedDayState, crews: readonly SimulatedCrew[]) {
  for (const { tour_id } of crews.slice(0, 4)) {
    const rows = await exportTourSheet(scene, tour_id);
    const natural_ids = new Set(rows.flat().flatMap((cell) => /^[A-Z]+-\d{4}-\d+$/.exec(cell)?.[0] ?? []));
    if (rows.length > 0) scene.book.sheets.push({ tour_id, natural_ids });
  }
  await exportWorkingTimes(scene, crews);
}

async function exportCaseSheet(scene: SharedDayState, id: string) {
  const bytes = await exportFile(scene, "case PDF", () => scene.company.admin.client.exportCase({ id }));
  if (bytes) recordIfImplausible(scene, isPdf(bytes), `PDF of case ${id}, ${bytes.length} bytes`);
}

async function exportTourSheet(scene: SharedDayState, id: string): Promise<string[][]> {
  const { client } = scene.company.admin;
  const xlsx = await exportFile(scene, "tour XLSX", () => client.exportTour({ id, format: "XLSX" }));
  if (xlsx) recordIfImplausible(scene, isXlsx(xlsx), `XLSX of tour ${id}, ${xlsx.length} bytes`);
  const csv = await exportFile(scene, "tour CSV", () => client.exportTour({ id, format: "CSV" }));
  return csv ? readCsv(scene, csv, `CSV of tour ${id}`) : [];
}

const [SHIFT, BREAKS, OFF_DUTY, NET] = [7, 8, 9, 10];
/** Exports working times: the file has all drivers of today's tours, with the rest of their shifts. */
async function exportWorkingTimes(scene: SharedDayState, crews: readonly SimulatedCrew[]) {
  const { client } = scene.company.admin;
  const user_ids = [...new Set(crews.flatMap((crew) => crew.user_ids))];
  const [from, to] = [-1, 1].map((days) => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10)) as [
    string,
    string,
  ];
  const request = { from, to, user_ids, rows: "DAYS", format: "CSV" } as const;
  const csv = await exportFile(scene, "time CSV", () => client.exportTime(request));
  if (!csv) return;
  const rows = readCsv(scene, csv, "working time");
  recordIfImplausible(
    scene,
    new Set(rows.map(([, last, first]) => `${last} ${first}`)).size <= user_ids.length,
    "working time of strangers",
  );
  recordIfImplausible(
    scene,
    rows.length >= user_ids.length,
    `working time of ${rows.length} days for ${user_ids.length} people`,
  );
  for (const row of rows) {
    const [shift, breaks, off, net] = [SHIFT, BREAKS, OFF_DUTY, NET].map((column) => parseClockSeconds(row[column]));
    recordIfImplausible(
      scene,
      Math.abs((shift ?? 0) - (breaks ?? 0) - (off ?? 0) - (net ?? 0)) <= 3,
      `working time ${row.join(" | ")}`,
    );
  }
}

const parseClockSeconds = (cell = "") => cell.split(":").reduce((sum, part) => sum * 60 + Number(part), 0);

/** Exports a file; undefined when it was refused, which a busy day may bring. */
async function exportFile(
  { book }: SharedDayState,
  what: string,
  ask: () => Promise<Response>,
): Promise<Buffer | undefined> {
  try {
    const bytes = Buffer.from(await (await ask()).arrayBuffer());
    book.count(book.exports, what);
    return bytes;
  } catch (error) {
    // The answer broke off within the file: the node is gone.
    if (!(error instanceof ApiProblem)) book.count(book.refusals, "export broken off");
    else book.refused(error, what);
    return undefined;
  }
}

/** Reads the cells below the heading; each row must have as many as the heading, all of them quoted. */
function readCsv(scene: SharedDayState, bytes: Buffer, what: string): string[][] {
  const text = bytes.toString("utf8");
  const [heading, ...rows] = text.slice(1).split("\r\n").slice(0, -1).map(splitCsvCells);
  const isWhole = text.startsWith("\uFEFF") && text.endsWith("\r\n") && heading !== undefined;
  recordIfImplausible(
    scene,
    isWhole && rows.every((row) => row.length === heading.length),
    `${what}: ${text.slice(0, 80)}`,
  );
  return rows;
}
const splitCsvCells = (line: string) => line.slice(1, -1).split(/"[;,]"/);

const isPdf = (bytes: Buffer) =>
  bytes.length >= PDF_BYTES_MIN &&
  bytes.toString("latin1", 0, 5) === "%PDF-" &&
  bytes.toString("latin1", bytes.length - 32).includes("%%EOF");
const isXlsx = (bytes: Buffer) =>
  bytes.toString("latin1", 0, 2) === "PK" && XLSX_PARTS.every((part) => bytes.includes(part));

function recordIfImplausible({ book }: SharedDayState, isPlausible: boolean, what: string) {
  if (!isPlausible) book.fault("export is not plausible", what);
}
