import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { readRecordedAnswer, filesOfSample } from "./sample-files";

/** Last recorded run of a sample, and the code and answer that it is valid for. */
interface RunRecord {
  readonly day: string;
  readonly of: string;
}
type RunRecords = Readonly<Record<string, RunRecord>>;

const recordsPath = fileURLToPath(new URL("../runs.json", import.meta.url));
const readRecords = () => JSON.parse(readFileSync(recordsPath, "utf8")) as RunRecords;
let storedRecords: RunRecords | undefined;

/** Day on which this code gave this answer in all its languages; undefined when either has changed since. */
export function lastRunDayOfSample(sample: string): string | undefined {
  storedRecords ??= readRecords();
  const record = storedRecords[sample];
  return record?.of === digestOfSample(sample) ? record.day : undefined;
}

/** Records the samples that were run today. */
export function recordSampleRuns(samples: readonly string[]) {
  const day = new Date().toISOString().slice(0, 10);
  const today = samples.map((sample): [string, RunRecord] => [sample, { day, of: digestOfSample(sample) }]);
  const all = Object.entries({ ...readRecords(), ...Object.fromEntries(today) }).sort(([a], [b]) => (a < b ? -1 : 1));
  writeFileSync(recordsPath, `${JSON.stringify(Object.fromEntries(all), null, 2)}\n`);
}

function digestOfSample(sample: string): string {
  const hash = createHash("sha256");
  for (const { language, code } of filesOfSample(sample)) hash.update(`${language.suffix}\0${code}\0`);
  return hash.update(readRecordedAnswer(sample)).digest("hex").slice(0, 16);
}
