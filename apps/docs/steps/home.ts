import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { RecordedDemonstrationDay, RecordedStreamEvent } from "../samples/recorded-day/record-day";
import { highlightCode } from "./highlight";

const siteFolder = fileURLToPath(new URL("..", import.meta.url));

export interface HomePageRecordedDay {
  readonly request: string;
  readonly natural_id: string;
  readonly events: readonly RecordedStreamEvent[];
}

/** The last recorded day, with its request coloured. */
export function readHomePageRecordedDay(): HomePageRecordedDay {
  const path = join(siteFolder, "samples/recorded-day/day.json");
  const { request, answer, events } = JSON.parse(readFileSync(path, "utf8")) as RecordedDemonstrationDay;
  return { request: highlightCode(formatCompactJson(request), "json"), natural_id: answer.natural_id, events };
}

/** Formats JSON with objects of one field on one line, because the panel is not high. */
const formatCompactJson = (value: object) =>
  JSON.stringify(value, null, 2).replaceAll(/\{\n +("\w+": "[^"\n]*")\n +\}/g, "{ $1 }");

export interface NewestRelease {
  readonly day: string;
  readonly title: string;
}

export function readNewestRelease(): NewestRelease {
  const [, day, title] =
    /^## (\d{4}-\d\d-\d\d): (.+)$/m.exec(readFileSync(join(siteFolder, "docs/release_history.md"), "utf8")) ?? [];
  if (day === undefined || title === undefined) throw new Error("The release history has no release.");
  return { day, title };
}
