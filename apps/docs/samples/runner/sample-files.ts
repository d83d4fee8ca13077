import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type SampleFileLanguage, sampleFileLanguages } from "./languages";

/** Folder of `<page>/<name>.<suffix>` in each language, with the server's answer in `<name>.answer.txt`. */
const samplesFolder = fileURLToPath(new URL("..", import.meta.url));
export const recordedAnswerPath = (sample: string) => join(samplesFolder, `${sample}.answer.txt`);

export interface SampleFile {
  readonly language: SampleFileLanguage;
  readonly path: string;
  readonly code: string;
}

/** Folders without samples. */
const OTHER_FOLDERS = ["runner", "files", "reference", "recorded-day"];

/** All samples, as `<page>/<name>`. */
export function listSampleNames(): readonly string[] {
  const names = readdirSync(samplesFolder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !OTHER_FOLDERS.includes(entry.name))
    .flatMap(({ name: page }) => readdirSync(join(samplesFolder, page)).map((file) => `${page}/${file.split(".")[0]}`));
  return [...new Set(names)].sort();
}

/** Files of a sample in the order of the tabs. */
export function filesOfSample(sample: string): readonly SampleFile[] {
  return sampleFileLanguages.flatMap((language) => {
    const path = join(samplesFolder, `${sample}.${language.suffix}`);
    return existsSync(path) ? [{ language, path, code: readFileSync(path, "utf8").trimEnd() }] : [];
  });
}

export function readRecordedAnswer(sample: string): string {
  const path = recordedAnswerPath(sample);
  if (!existsSync(path))
    throw new Error(`The answer of ${sample} was not recorded: run its test with UPDATE_SAMPLES=1.`);
  return readFileSync(path, "utf8").trimEnd();
}
