import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { lastRunDayOfSample } from "../samples/runner/run-records";
import { listMarkdownFiles, pagePathOf } from "./pages";

export interface PageFacts {
  /** Day of the newest commit of the text or of a sample in it; null without a history. */
  readonly updated_on: string | null;
  /** Number of samples on the page that were run in their present form. */
  readonly ran: number;
}

const siteFolder = fileURLToPath(new URL("..", import.meta.url));

/** Facts that each page shows below its title, by the path of the page. */
export function readPageFacts(): Readonly<Record<string, PageFacts>> {
  const days = newestCommitDays();
  const docs = join(siteFolder, "docs");
  return Object.fromEntries(
    listMarkdownFiles(docs).map((name) => {
      const samples = sampleNamesInPage(readFileSync(join(docs, name), "utf8"));
      // A sample and its answer are neighbouring files that differ after the dot.
      const own = [`docs/${name}`, ...samples.map((sample) => `samples/${sample}.`)];
      const updated_on = days
        .filter(([path]) => own.some((start) => path.startsWith(start)))
        .reduce<string | null>((newest, [, day]) => (newest === null || day > newest ? day : newest), null);
      return [
        pagePathOf(name),
        { updated_on, ran: samples.filter((sample) => lastRunDayOfSample(sample) !== undefined).length },
      ];
    }),
  );
}

/** Samples that a page shows, its own and those of other pages. */
export function sampleNamesInPage(page: string): readonly string[] {
  const folders = new Map(
    [...page.matchAll(/^import (\w+) from "@site\/generated\/samples\/([\w-]+)\.json"/gm)].map(
      ([, name, folder]) => [name, folder] as const,
    ),
  );
  const shown = [...page.matchAll(/<Sample of=\{(\w+)\} name="([^"]+)"/g)];
  return [...new Set(shown.map(([, name, sample]) => `${folders.get(name)}/${sample}`))];
}

/** Files of the site with the day of their newest commit; empty without a clone or its history. */
function newestCommitDays(): readonly (readonly [path: string, day: string])[] {
  const git = (...args: readonly string[]) =>
    execFileSync("git", args, {
      cwd: siteFolder,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
      maxBuffer: 2 ** 26,
    });
  try {
    if (git("rev-parse", "--is-shallow-repository").trim() !== "false") return [];
    const log = git("log", "--format=%x00%cs", "--name-only", "--relative", "--", "docs", "samples");
    const days = new Map<string, string>();
    for (const commit of log.split("\0").slice(1)) {
      const [day = "", ...paths] = commit.split("\n").filter((line) => line !== "");
      for (const path of paths) if (!days.has(path)) days.set(path, day);
    }
    return [...days];
  } catch {
    // Without git, or without the history, the day is unknown, and the page shows none.
    return [];
  }
}
