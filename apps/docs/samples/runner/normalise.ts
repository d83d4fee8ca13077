/**
 * Makes the output of a sample comparable between runs: generated ids, numbers, times and secrets become fixed ones,
 * the same for the same, so that readers can follow an id from one answer to the next.
 */
import { moveDayToShownWeek } from "./shown-days";

export interface SampleRun {
  /** Variables that the runner gave the sample, by name: shown with one value throughout the site. */
  readonly variables: Readonly<Record<string, string>>;
  /** Source of the sample; values that stand in it are kept. */
  readonly source: string;
  readonly now: Date;
}

/** Time that all times in answers are shown relative to. */
const SHOWN_NOW = Date.parse("2026-11-23T08:15:00Z");
const MINUTE_MS = 60_000;
/** Headers that pages talk about; all others are left out. */
const SHOWN_HEADERS = [
  "allow",
  "content-type",
  "etag",
  "link",
  "ratelimit",
  "ratelimit-policy",
  "retry-after",
  "traceparent",
  "www-authenticate",
  "x-request-id",
];

export function normaliseSampleOutput(output: string, run: SampleRun): string {
  const text = formatAnswer(output.trim().replaceAll("\r\n", "\n"));
  return applyRules(text, run);
}

/** Indents JSON, however the program printed it; of HTTP answers it keeps the headers that matter. */
function formatAnswer(text: string): string {
  const [head = "", ...rest] = text.split("\n\n");
  if (!head.startsWith("HTTP/")) return parseJsonAnswer(text);
  const [status = "", ...headers] = head.split("\n");
  const shown = headers
    .map((line) => line.replace(/^[^:]+/, (name) => name.toLowerCase()))
    .filter((line) => SHOWN_HEADERS.includes(line.split(":")[0] ?? ""))
    .sort();
  const body = rest.join("\n\n");
  return [[status, ...shown].join("\n"), ...(body === "" ? [] : [parseJsonAnswer(body)])].join("\n\n");
}

function parseJsonAnswer(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

type ShowReplacement = (found: string, index: number) => string;
type NormaliseRule = readonly [pattern: RegExp, show: ShowReplacement];

function applyRules(text: string, run: SampleRun): string {
  return normaliseRules(run).reduce((shown, [pattern, show]) => {
    const seen = new Map<string, string>();
    return shown.replaceAll(pattern, (found: string) => {
      // Short numbers occur in any source by chance.
      if (found.length >= 8 && run.source.includes(found)) return found;
      const value = seen.get(found) ?? show(found, seen.size);
      seen.set(found, value);
      return value;
    });
  }, text);
}

function normaliseRules(run: SampleRun): readonly NormaliseRule[] {
  const { variables } = run;
  const nameOf = (value: string) => Object.keys(variables).find((name) => variables[name] === value);
  return [
    ...Object.entries(SHOWN_VARIABLES).flatMap(([name, shown]): readonly NormaliseRule[] =>
      variables[name] === undefined ? [] : [[new RegExp(escapeRegExp(variables[name]), "g"), () => shown]],
    ),
    [/(?<=00-[0-9a-f]{32}-)[0-9a-f]{16}(?=-[0-9a-f]{2}\b)/g, () => "00f067aa0ba902b7"],
    [/\b[0-9a-f]{32}\b/g, () => "4bf92f3577b34da6a3ce929d0e0e4736"],
    [UUID_PATTERN, (found, index) => shownId(nameOf(found) ?? `other ${index}`)],
    [/\bdsp_[dus]_[A-Za-z0-9_-]{49}/g, (found) => `${found.slice(0, 6)}${SHOWN_SECRET}8mZ2Qx`],
    [/\bwhsec_[A-Za-z0-9+/]{43}=/g, () => `whsec_${SHOWN_SECRET}=`],
    [/(?<="web_push_public_key": ")[^"]+/g, () => SHOWN_WEB_PUSH_KEY],
    [/(?<="known_device_token": ")[^"]+/g, () => `1780387200.hV3k0c1Jx2mQ8yT5rWn4uQ.${SHOWN_SECRET}`],
    [/\bHOS-[0-9a-f]{8}\b/g, (_, index) => `HOS-${4711 + index}`],
    [/\b[CTVD]-20\d\d-\d{6,9}/g, (found, index) => `${found[0]}-2026-${String(4711 + index).padStart(6, "0")}`],
    [/\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)/g, (found) => shownMoment(found, run)],
    ...(variables["MONDAY"] === undefined ? [] : [dayReplacementRule(variables["MONDAY"])]),
    [/(?<=(^id: |"cursor": "))\d+-[0-9a-f]+/gm, (_, index) => `${1042 + index}-1c0a80115`],
    [/(?<=^retry: )\d+/gm, () => "1000"],
    [/http:\/\/localhost:\d+(?=\/docs\/)/g, () => "http://localhost:8081"],
    // Heartbeats are removed, because they come at any time.
    [/\n*^:$/gm, () => ""],
    [/(?<="age_seconds": )\d+/g, () => "4"],
    // The remaining number of calls depends on earlier callers.
    [/(?<=;r=)[1-9]\d*/g, () => "99"],
    // The seconds until another call is allowed differ as well.
    [/(?<=;t=|^retry-after: |"retry_after",\s+"value": ")[1-9]\d*/gm, () => "2"],
  ];
}

const SHOWN_VARIABLES: Readonly<Record<string, string>> = {
  BASE: "http://localhost:8080/api/v1",
  LICENSE_PLATE: "G 471 LS",
  YEAR: "2027",
};
const dayReplacementRule = (monday: string): NormaliseRule => [
  /\b\d{4}-\d\d-\d\d\b(?!T)/g,
  (day) => moveDayToShownWeek(day, monday),
];
const SHOWN_SECRET = "hV3k0c1Jx2mQ8yT5rWn4uZ7bE9dGfA6sLpOiKqXvCjM";
const SHOWN_WEB_PUSH_KEY = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4";
const UUID_PATTERN = /\b[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}\b/g;
const escapeRegExp = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");

/** Time at the same distance from the shown now, to the minute; times that the sample names are kept, in any zone. */
function shownMoment(text: string, { source, variables, now }: SampleRun): string {
  const moment = Date.parse(text);
  const named =
    [source, ...Object.values(variables)].join(" ").match(/\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:\d\d)/g) ?? [];
  if (moment === 0 || named.some((other) => Date.parse(other) === moment)) return text;
  const distance = Math.round((moment - now.getTime()) / MINUTE_MS) * MINUTE_MS;
  const shown = new Date(SHOWN_NOW + distance).toISOString().slice(0, 19);
  return shown + (text.endsWith("Z") ? "Z" : "+00:00");
}

/** An id of the right format, always the same for the same name. */
function shownId(name: string): string {
  let state = 2_166_136_261;
  const digit = () => {
    state = Math.imul(state ^ (state >>> 13), 16_777_619) >>> 0;
    return (state >>> 11) & 15;
  };
  for (const letter of name) state = Math.imul(state ^ letter.charCodeAt(0), 16_777_619) >>> 0;
  return "xxxxxxxx-xxxx-4xxx-9xxx-xxxxxxxxxxxx".replaceAll("x", () => digit().toString(16));
}
