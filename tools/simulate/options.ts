import { parseCommandLine as readArguments } from "../read-options.mjs";

/** Options of one run of the simulation. */
export interface SimulationOptions {
  readonly cases: number;
  /** Factor by which the day is faster than a real one. */
  readonly speed: number;
  readonly seed: number;
  readonly nodes: number;
  /** Whether to kill one node with -9 in the middle of the day. */
  readonly kill: boolean;
  /** URL of an installation that runs already, instead of nodes of our own. */
  readonly url: string | undefined;
  /** Hours of the day in which cases come in. */
  readonly hours: number;
  /** Whether one of the drivers works with the app in a real browser. */
  readonly browser: boolean;
}

export const SIMULATION_USAGE = `npm run simulate -- [--cases 500] [--speed 120] [--seed 1] [--hours 10] [--nodes 1] [--kill] [--no-browser] [--url http://127.0.0.1:8080]

Drives a day of both demonstration companies from outside and checks it at the end. Without --url it starts its own
nodes, on an embedded PostgreSQL in a temporary folder or on the database of DATABASE_URL. One driver works with the app in
a real browser where Chromium is installed; --no-browser leaves it out.`;

const CASES_PER_HOUR = 50;

/** An option that makes no sense; the message is a sentence for people. */
export class WrongSimulationOptionError extends Error {}

/** Reads the options; throws a `WrongSimulationOptionError` where one makes no sense. */
export function readSimulationOptions(args: readonly string[]): SimulationOptions {
  const { values } = readArguments({
    args: [...args],
    allowNegative: true,
    options: {
      cases: { type: "string", default: "500" },
      speed: { type: "string", default: "120" },
      seed: { type: "string", default: "1" },
      hours: { type: "string" },
      nodes: { type: "string", default: "1" },
      kill: { type: "boolean", default: false },
      url: { type: "string" },
      browser: { type: "boolean", default: true },
    },
  });
  const cases = parseWholeNumber("cases", values.cases, { from: 1, to: 20_000 });
  const options = {
    cases,
    speed: parseWholeNumber("speed", values.speed, { from: 1, to: 20_000 }),
    seed: parseWholeNumber("seed", values.seed, { from: 0, to: 2 ** 31 }),
    nodes: parseWholeNumber("nodes", values.nodes, { from: 1, to: 8 }),
    kill: values.kill,
    browser: values.browser,
    url: values.url === undefined ? undefined : parseServerUrl(values.url),
    hours:
      values.hours === undefined ? defaultHours(cases) : parseWholeNumber("hours", values.hours, { from: 1, to: 24 }),
  };
  if (options.kill && options.url !== undefined)
    throw new WrongSimulationOptionError("--kill needs nodes of our own, not --url.");
  return options;
}

const defaultHours = (cases: number) => Math.min(10, Math.max(2, Math.round(cases / CASES_PER_HOUR)));

function parseWholeNumber(name: string, text: string, { from, to }: { from: number; to: number }): number {
  const value = Number(text);
  if (!/^\d+$/.test(text) || value < from || value > to)
    throw new WrongSimulationOptionError(`--${name} must be a whole number from ${from} to ${to}.`);
  return value;
}

/** Reads the address of a server, without the slash at its end. */
function parseServerUrl(text: string): string {
  if (!/^https?:\/\/[^/]/i.test(text) || !URL.canParse(text))
    throw new WrongSimulationOptionError("--url must be an address such as http://127.0.0.1:8080.");
  return text.replace(/\/$/, "");
}
