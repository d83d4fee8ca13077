import { hostname } from "node:os";
import { isIP } from "node:net";
import { resolve } from "node:path";
import { StartFault } from "./start-fault";

/** One environment variable: how it is read, and what the README says about it. */
interface Variable<T> {
  name: string;
  /** What holds when the variable is unset or empty; in words where it depends on others. */
  fallback: string;
  /** Completes "NAME must be …". */
  expected: string;
  meaning: string;
  isSecret?: true;
  /** Undefined when the text is not what is expected. */
  parse: (text: string) => T | undefined;
}

const LOG_LEVELS = ["fatal", "error", "warn", "info", "debug", "trace", "silent"] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

const port = (text: string) => wholeNumber(text, 0, 65_535);

const variables = {
  port: variable({
    name: "PORT",
    fallback: "8080",
    expected: "a whole number from 0 to 65535 (0 takes any free port)",
    meaning: "Port of console, driver app and API",
    parse: port,
  }),
  host: variable({
    name: "HOST",
    fallback: "127.0.0.1",
    expected: "an IP address or host name of this machine",
    meaning: "Address to listen on; `0.0.0.0` or `::` opens it to the network",
    parse: (text) => (isIP(text) || isHostName(text) ? text : undefined),
  }),
  metricsPort: variable<number | "off">({
    name: "METRICS_PORT",
    fallback: "9090",
    expected: "a whole number from 0 to 65535 (0 takes any free port), or off",
    meaning: "Port of the Prometheus metrics, on HOST",
    parse: (text) => (text === "off" ? "off" : port(text)),
  }),
  databaseUrl: variable({
    name: "DATABASE_URL",
    fallback: "the embedded PostgreSQL",
    expected: "postgres://user:password@host:port/database",
    meaning: "A PostgreSQL 15 or newer; the user owns the tables and may create roles",
    isSecret: true,
    parse: databaseUrl,
  }),
  dataDir: variable({
    name: "DATA_DIR",
    fallback: "./data",
    expected: "a path",
    meaning: "Embedded database, uploaded files and generated secrets",
    parse: (text) => (text.includes("\0") ? undefined : resolve(text)),
  }),
  publicUrl: variable({
    name: "PUBLIC_URL",
    fallback: "http://localhost:PORT",
    expected: "an http or https address without path, such as https://desk.example.com",
    meaning: "Where people reach this installation; used in links and e-mails",
    parse: origin,
  }),
  demonstration: variable<"on" | "off" | "auto">({
    name: "DEMONSTRATION",
    fallback: "auto",
    expected: "on, off or auto",
    meaning:
      "Fills an empty database with two demonstration companies and shows all outgoing messages on `/outbox`; " +
      "`auto` is on with the embedded database as long as HOST is this machine alone",
    parse: (text) => oneOf(text, ["on", "off", "auto"]),
  }),
  logLevel: variable<LogLevel>({
    name: "LOG_LEVEL",
    fallback: "info",
    expected: `one of ${LOG_LEVELS.join(", ")}`,
    meaning: "Least important kind of line that is logged",
    parse: (text) => oneOf(text, LOG_LEVELS),
  }),
  rateLimitFactor: variable({
    name: "RATE_LIMIT_FACTOR",
    fallback: "1",
    expected: "a number above 0 and up to 1000000",
    meaning: "Multiplies every rate limit of this installation",
    parse: (text) => (/^\d+(\.\d+)?$/.test(text) && inRange(Number(text), Number.MIN_VALUE, 1e6)) || undefined,
  }),
  pepper: variable({
    name: "PEPPER",
    fallback: "generated and kept in DATA_DIR with the embedded database",
    expected: "a secret of at least 32 characters, the same on all nodes for as long as the installation lives",
    meaning: "Mixed into PINs and sign-in codes before they are hashed; required with DATABASE_URL",
    isSecret: true,
    parse: (text) => (text.length >= 32 ? text : undefined),
  }),
  trustProxy: variable({
    name: "TRUST_PROXY",
    fallback: "off",
    expected: "off, or the number of proxies in front from 1 to 10",
    meaning: "How many proxies may name the caller's address in `X-Forwarded-For`",
    parse: (text) => (text === "off" ? 0 : wholeNumber(text, 1, 10)),
  }),
  corsOrigins: variable({
    name: "CORS_ORIGINS",
    fallback: "none",
    expected: "origins separated by commas, such as https://portal.example.com (no path, no *)",
    meaning: "Other sites whose pages may call the API from a browser",
    parse: origins,
  }),
  streamWindowHours: variable({
    name: "STREAM_WINDOW",
    fallback: "24",
    expected: "a whole number of hours from 1 to 168",
    meaning: "How long a live stream can be resumed where it was cut",
    parse: (text) => wholeNumber(text, 1, 168),
  }),
  nodeName: variable({
    name: "NODE_NAME",
    fallback: "host name and process id",
    expected: "1 to 63 letters, digits, dots, dashes or underscores",
    meaning: "Name of this process in logs and metrics",
    parse: (text) => (/^[\w.-]{1,63}$/.test(text) ? text : undefined),
  }),
};

/** Rows of the README's table, in its order. */
export const configTable: readonly Omit<Variable<unknown>, "parse">[] = Object.values(variables);

/** Everything an installation decides by environment variables; immutable, read once. */
export interface Config {
  port: number;
  host: string;
  /** "off" serves no metrics. */
  metricsPort: number | "off";
  /** Undefined: the embedded database. */
  databaseUrl: string | undefined;
  /** Absolute. */
  dataDir: string;
  /** An origin: no path, no slash at the end. */
  publicUrl: string;
  demonstration: boolean;
  logLevel: LogLevel;
  rateLimitFactor: number;
  /** Undefined only with the embedded database: then one is kept in `dataDir`. */
  pepper: string | undefined;
  /** Number of proxies whose word is taken, 0 for none. */
  trustProxy: number;
  corsOrigins: readonly string[];
  streamWindowHours: number;
  nodeName: string;
}

/** Reads and checks all variables together; throws one StartFault with a sentence for each fault. */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const faults: string[] = [];
  const read = <T>(of: Variable<T>): T | undefined => {
    const text = env[of.name]?.trim();
    if (text === undefined || text === "") return undefined;
    const value = of.parse(text);
    if (value === undefined) faults.push(faultOf(of, text));
    return value;
  };
  const host = read(variables.host) ?? "127.0.0.1";
  const portNumber = read(variables.port) ?? 8080;
  const databaseUrl = read(variables.databaseUrl);
  const config: Config = {
    port: portNumber,
    host,
    metricsPort: read(variables.metricsPort) ?? 9090,
    databaseUrl,
    dataDir: read(variables.dataDir) ?? resolve("data"),
    publicUrl: read(variables.publicUrl) ?? `http://localhost:${portNumber}`,
    demonstration: isDemonstration(read(variables.demonstration) ?? "auto", databaseUrl, host),
    logLevel: read(variables.logLevel) ?? "info",
    rateLimitFactor: read(variables.rateLimitFactor) ?? 1,
    pepper: read(variables.pepper),
    trustProxy: read(variables.trustProxy) ?? 0,
    corsOrigins: read(variables.corsOrigins) ?? [],
    streamWindowHours: read(variables.streamWindowHours) ?? 24,
    nodeName: read(variables.nodeName) ?? defaultNodeName(),
  };
  faults.push(...faultsBetween(config, env));
  if (faults.length > 0) throw new StartFault(...faults);
  return Object.freeze(config);
}

/** The README's table of variables in Markdown. */
export function describeConfig(): string {
  const rows = configTable.map((row) => `| \`${row.name}\` | ${row.fallback} | ${row.meaning}; ${row.expected} |`);
  return ["| Variable | Default | What it is |", "|---|---|---|", ...rows].join("\n");
}

function faultOf(of: Variable<unknown>, text: string): string {
  const value = of.isSecret ? `(${text.length} characters, not shown)` : `"${text.slice(0, 100)}"`;
  return `${of.name} is ${value}, but must be ${of.expected}.`;
}

function faultsBetween(config: Config, env: Readonly<Record<string, string | undefined>>): string[] {
  const faults: string[] = [];
  if (config.port === config.metricsPort && config.port !== 0) {
    faults.push(`METRICS_PORT is ${config.port} like PORT, but must be another one.`);
  }
  if (config.databaseUrl !== undefined && !env[variables.pepper.name]?.trim()) {
    faults.push(`PEPPER is not set, but with DATABASE_URL must be ${variables.pepper.expected}.`);
  }
  return faults;
}

/** On by itself only where nobody but the person at this machine could read the messages. */
function isDemonstration(choice: "on" | "off" | "auto", databaseUrl: string | undefined, host: string): boolean {
  if (choice !== "auto") return choice === "on";
  return databaseUrl === undefined && (host === "localhost" || host === "::1" || host.startsWith("127."));
}

const defaultNodeName = () => `${hostname()}-${process.pid}`.replaceAll(/[^\w.-]/g, "-").slice(-63);

function variable<T>(definition: Variable<T>): Variable<T> {
  return definition;
}

function wholeNumber(text: string, min: number, max: number): number | undefined {
  return /^\d{1,9}$/.test(text) ? inRange(Number(text), min, max) : undefined;
}

function inRange(value: number, min: number, max: number): number | undefined {
  return value >= min && value <= max ? value : undefined;
}

function oneOf<T extends string>(text: string, choices: readonly T[]): T | undefined {
  return choices.find((choice) => choice === text);
}

function isHostName(text: string): boolean {
  // Digits and dots alone would be an address that isIP has refused.
  return (
    text.length <= 253 &&
    !/^[\d.]+$/.test(text) &&
    /^[a-z\d]([a-z\d-]*[a-z\d])?(\.[a-z\d]([a-z\d-]*[a-z\d])?)*$/i.test(text)
  );
}

function databaseUrl(text: string): string | undefined {
  const url = parseUrl(text);
  if (url?.protocol !== "postgres:" && url?.protocol !== "postgresql:") return undefined;
  const hasHost = url.hostname !== "" || url.searchParams.has("host");
  return hasHost && url.pathname.length > 1 ? text : undefined;
}

function origin(text: string): string | undefined {
  const url = parseUrl(text);
  if (url?.protocol !== "http:" && url?.protocol !== "https:") return undefined;
  return text.replace(/\/$/, "").toLowerCase() === url.origin ? url.origin : undefined;
}

function origins(text: string): string[] | undefined {
  const all = text.split(",").map((item) => origin(item.trim()));
  return all.every((item) => item !== undefined) ? all : undefined;
}

function parseUrl(text: string): URL | undefined {
  return URL.canParse(text) ? new URL(text) : undefined;
}
