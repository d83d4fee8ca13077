import { hostname } from "node:os";
import { resolve } from "node:path";
import { configVariables, type LogLevel, type Variable } from "./config-variables";
import { StartFault } from "./start-fault";

/** Rows of the README's table, in its order. */
export const configTable: readonly Omit<Variable<unknown>, "parse">[] = Object.values(configVariables);

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
  const host = read(configVariables.host) ?? "127.0.0.1";
  const portNumber = read(configVariables.port) ?? 8080;
  const databaseUrl = read(configVariables.databaseUrl);
  const demonstration = isDemonstration(read(configVariables.demonstration) ?? "auto", databaseUrl, host);
  const config: Config = {
    port: portNumber,
    host,
    metricsPort: read(configVariables.metricsPort) ?? 9090,
    databaseUrl,
    dataDir: read(configVariables.dataDir) ?? resolve("data"),
    publicUrl: read(configVariables.publicUrl) ?? `http://localhost:${portNumber}`,
    demonstration,
    // Whoever tries the product at a terminal wants to see its addresses, not every request.
    logLevel: read(configVariables.logLevel) ?? (demonstration ? "warn" : "info"),
    rateLimitFactor: read(configVariables.rateLimitFactor) ?? 1,
    pepper: read(configVariables.pepper),
    trustProxy: read(configVariables.trustProxy) ?? 0,
    corsOrigins: read(configVariables.corsOrigins) ?? [],
    streamWindowHours: read(configVariables.streamWindowHours) ?? 24,
    nodeName: read(configVariables.nodeName) ?? defaultNodeName(),
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
  if (config.databaseUrl !== undefined && !env[configVariables.pepper.name]?.trim()) {
    faults.push(`PEPPER is not set, but with DATABASE_URL must be ${configVariables.pepper.expected}.`);
  }
  return faults;
}

/** On by itself only where nobody but the person at this machine could read the messages. */
function isDemonstration(choice: "on" | "off" | "auto", databaseUrl: string | undefined, host: string): boolean {
  if (choice !== "auto") return choice === "on";
  return databaseUrl === undefined && (host === "localhost" || host === "::1" || host.startsWith("127."));
}

const defaultNodeName = () => `${hostname()}-${process.pid}`.replaceAll(/[^\w.-]/g, "-").slice(-63);
