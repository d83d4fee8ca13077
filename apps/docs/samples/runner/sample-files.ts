import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { highlight } from "../../steps/highlight";
import { type Language, languages } from "./languages";

/** `samples/<page>/<name>.<suffix>` in each language, and in `<name>.answer.txt` what the server answered. */
const samplesFolder = fileURLToPath(new URL("..", import.meta.url));
export const answerPath = (sample: string) => join(samplesFolder, `${sample}.answer.txt`);

export interface SampleFile {
  readonly language: Language;
  readonly path: string;
  readonly code: string;
}

/** All samples, as `<page>/<name>`. */
export function listSamples(): readonly string[] {
  const names = readdirSync(samplesFolder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !["runner", "files"].includes(entry.name))
    .flatMap(({ name: page }) => readdirSync(join(samplesFolder, page)).map((file) => `${page}/${file.split(".")[0]}`));
  return [...new Set(names)].sort();
}

/** In the order of the tabs. */
export function filesOf(sample: string): readonly SampleFile[] {
  return languages.flatMap((language) => {
    const path = join(samplesFolder, `${sample}.${language.suffix}`);
    return existsSync(path) ? [{ language, path, code: readFileSync(path, "utf8").trimEnd() }] : [];
  });
}

export function answerOf(sample: string): string {
  const path = answerPath(sample);
  if (!existsSync(path))
    throw new Error(`Nobody has recorded what ${sample} answers: run its test with UPDATE_SAMPLES=1.`);
  return readFileSync(path, "utf8").trimEnd();
}

/** What pages show, by page. */
export function shownSamples(): Readonly<Record<string, Readonly<Record<string, ShownSample>>>> {
  const pages: Record<string, Record<string, ShownSample>> = {};
  for (const sample of listSamples()) {
    const [page = "", name = ""] = sample.split("/");
    const answer = answerOf(sample);
    const language = answer.startsWith("HTTP/") ? "http" : /^[[{]/.test(answer) ? "json" : "text";
    (pages[page] ??= {})[name] = {
      codes: filesOf(sample).map(({ language: { label, highlight: language }, code }) => ({
        label,
        language,
        html: highlight(code, language),
      })),
      answer: { language, html: highlight(answer, language) },
    };
  }
  return pages;
}

interface ShownCode {
  readonly language: string;
  readonly html: string;
}
export interface ShownSample {
  readonly codes: readonly (ShownCode & { readonly label: string })[];
  readonly answer: ShownCode;
}
