import { hostname } from "node:os";
import { resolve } from "node:path";
import { STREAM_RESUME_WINDOW_HOURS } from "@leitstand/contract/operation/limits";
import { externalServerNames } from "@leitstand/contract/core/providers";
import type { ConfigVariable, ReadVariable } from "./config-variable";
import { configVariables, type LogLevel } from "./config-variables";
import { faultsOfCarriers, readCarrierSettings } from "./message-variables";
import { type ConnectionPoolSizes, connectionPoolSizesFor } from "../database/pool-sizes";
import type { AllowedHost } from "../egress/allowed-hosts";
import type { CarrierSettings } from "./carrier-settings";
import { noProviderSettings, type ProviderSettings } from "../providers/providers";
import type { SealingKey } from "../process/sealing";
import { StartupError } from "../process/startup-error";
import { isLocalHostName } from "../process/this-machine";

/** Rows of the table in docs/configuration.md, in order. */
export const configTableRows: readonly Omit<ConfigVariable<unknown>, "parse">[] = Object.values(configVariables);

/** Settings that an installation makes by environment variables; immutable, read once. */
export interface Config {
  port: number;
  host: string;
  /** Port of the metrics; "off" serves none. */
  metricsPort: number | "off";
  /** Port of the documentation site; "off" serves none. */
  docsPort: number | "off";
  /** Origin of the documentation site; undefined where there is none. */
  docsUrl: string | undefined;
  /** Origins of documentation pages that try requests. */
  docsOrigins: readonly string[];
  /** Address of the documentation's analytics script. */
  docsAnalytics: string | undefined;
  docsFeedback: string | undefined;
  /** URL of the database; undefined: the embedded one. */
  databaseUrl: string | undefined;
  /** Database URLs with logins that the operator has made; undefined where the product makes one. */
  databaseAppUrl: string | undefined;
  databaseSystemUrl: string | undefined;
  pools: ConnectionPoolSizes;
  /** Number of nodes that share the database. */
  nodes: number;
  /** Folder of the installation's files, an absolute path. */
  dataDir: string;
  /** Origin under which the product is reached: no path, no slash at the end. */
  publicUrl: string;
  demonstration: boolean;
  /** Password of the demonstration; undefined: made for this installation, and kept in `dataDir`. */
  demonstrationPassword: string | undefined;
  demonstrationPin: string | undefined;
  /** Log level that was named; undefined: by whether the database holds a demonstration. */
  logLevel: LogLevel | undefined;
  rateLimitFactor: number;
  /** Secret for hashes; undefined only with the embedded database: then one is kept in `dataDir`. */
  pepper: string | undefined;
  /** Number of proxies whose headers are trusted, 0 for none. */
  trustProxy: number;
  corsOrigins: readonly string[];
  /** Whether answers are compressed. */
  httpCompression: boolean;
  streamWindowHours: number;
  /** Seconds for which a node that is asked to stop goes on serving. */
  stopDelaySeconds: number;
  nodeName: string;
  /** Keys for tenants' secrets: the first one seals; empty: one is kept in `dataDir`. */
  sealingKeys: readonly SealingKey[];
  /** Hosts outside the Internet that addresses named by tenants may lead to. */
  egressAllow: readonly AllowedHost[];
  /** Servers that carry mails and SMS. */
  carriers: CarrierSettings;
  /** Other servers that answer about roads and addresses. */
  providers: ProviderSettings;
}

/** Reads and checks all variables together; throws one StartupError with a sentence for each fault. */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const faults: string[] = [];
  const read: ReadVariable = (of) => {
    const text = env[of.name]?.trim();
    if (text === undefined || text === "") return undefined;
    const value = of.parse(text);
    if (value === undefined) faults.push(variableFaultOf(of, text));
    return value;
  };
  const host = read(configVariables.host) ?? "127.0.0.1";
  const portNumber = read(configVariables.port) ?? 8080;
  const databaseUrl = read(configVariables.databaseUrl);
  const publicUrl = read(configVariables.publicUrl) ?? `http://localhost:${portNumber}`;
  const trustProxy = read(configVariables.trustProxy) ?? 0;
  const choice = read(configVariables.demonstration) ?? "auto";
  const demonstration =
    choice === "auto" ? isReachableLocallyOnly({ databaseUrl, host, publicUrl, trustProxy }) : choice === "on";
  const config: Config = {
    port: portNumber,
    host,
    metricsPort: read(configVariables.metricsPort) ?? 9090,
    ...readDocsSettings(read),
    databaseUrl,
    databaseAppUrl: read(configVariables.databaseAppUrl),
    databaseSystemUrl: read(configVariables.databaseSystemUrl),
    pools: readPoolSizes(read),
    nodes: read(configVariables.nodes) ?? 1,
    dataDir: read(configVariables.dataDir) ?? resolve("data"),
    publicUrl,
    demonstration,
    demonstrationPassword: read(configVariables.demonstrationPassword),
    demonstrationPin: read(configVariables.demonstrationPin),
    logLevel: read(configVariables.logLevel),
    rateLimitFactor: read(configVariables.rateLimitFactor) ?? 1,
    pepper: read(configVariables.pepper),
    trustProxy,
    corsOrigins: read(configVariables.corsOrigins) ?? [],
    httpCompression: read(configVariables.httpCompression) !== "off",
    streamWindowHours: read(configVariables.streamWindowHours) ?? STREAM_RESUME_WINDOW_HOURS,
    stopDelaySeconds: read(configVariables.stopDelaySeconds) ?? 0,
    nodeName: read(configVariables.nodeName) ?? defaultNodeName(),
    sealingKeys: read(configVariables.sealingKeys) ?? [],
    egressAllow: read(configVariables.egressAllow) ?? [],
    carriers: readCarrierSettings(read),
    providers: readProviders(read),
  };
  faults.push(...conflictsBetweenVariables(config, env));
  if (faults.length > 0) throw new StartupError(...faults);
  return Object.freeze(config);
}

function readDocsSettings(
  read: ReadVariable,
): Pick<Config, "docsPort" | "docsUrl" | "docsOrigins" | "docsAnalytics" | "docsFeedback"> {
  const docsPort = read(configVariables.docsPort) ?? 8081;
  const docsUrl = read(configVariables.docsUrl);
  return {
    docsPort,
    docsUrl: docsUrl ?? (docsPort === "off" ? undefined : `http://localhost:${docsPort}`),
    docsOrigins: docsOrigins(docsPort, docsUrl),
    docsAnalytics: read(configVariables.docsAnalytics),
    docsFeedback: read(configVariables.docsFeedback),
  };
}

const defaultPoolSizes = connectionPoolSizesFor(16);
const readPoolSizes = (read: ReadVariable): ConnectionPoolSizes => ({
  writers: read(configVariables.poolWriters) ?? defaultPoolSizes.writers,
  readers: read(configVariables.poolReaders) ?? defaultPoolSizes.readers,
  lists: read(configVariables.poolLists) ?? defaultPoolSizes.lists,
  system: read(configVariables.poolSystem) ?? defaultPoolSizes.system,
});

/** Warnings at the start about settings that are valid but rarely intended. */
export function configWarningsOf({ publicUrl, trustProxy, providers }: Config): string[] {
  const warnings: string[] = [];
  // The product itself speaks plain HTTP, so an https origin means that there is a proxy.
  if (publicUrl.startsWith("https:") && trustProxy === 0)
    warnings.push(
      "PUBLIC_URL is https, so a proxy stands in front, but TRUST_PROXY is off: all people behind it count as one caller, and " +
        "rate limits and waits after wrong passwords hit them together. Set TRUST_PROXY to the number of proxies.",
    );
  // GraphHopper's own service asks for a key, and has the Matrix API.
  if (providers.urls.graphhopper !== undefined && providers.keys.graphhopper === undefined)
    warnings.push(
      "GRAPHHOPPER_URL is set without GRAPHHOPPER_KEY: if it is the open-source server, it has no Matrix API, and travel times in " +
        "suggestions and plans are estimated from the straight line. OSRM and Valhalla answer them by road.",
    );
  return warnings;
}

/** The table of docs/configuration.md. */
export function renderConfigTable(): string {
  const rows = configTableRows.map((row) => `| \`${row.name}\` | ${row.fallback} | ${row.meaning}; ${row.expected} |`);
  return ["| Variable | Default | What it is |", "|---|---|---|", ...rows].join("\n");
}

function variableFaultOf(of: ConfigVariable<unknown>, text: string): string {
  const value = of.isSecret ? `(${text.length} characters, not shown)` : `"${text.slice(0, 100)}"`;
  return `${of.name} is ${value}, but must be ${of.expected}.`;
}

function conflictsBetweenVariables(config: Config, env: Readonly<Record<string, string | undefined>>): string[] {
  const faults: string[] = [];
  const ports = [
    ["PORT", config.port],
    ["METRICS_PORT", config.metricsPort],
    ["DOCS_PORT", config.docsPort],
  ] as const;
  for (const [index, [name, port]] of ports.entries()) {
    const twin = ports.slice(0, index).find(([, taken]) => taken === port);
    if (twin === undefined || port === 0 || port === "off") continue;
    faults.push(`${name} is ${port} like ${twin[0]}, but must be another one.`);
  }
  if (config.demonstration) faults.push(...faultsOfDemonstration(config));
  faults.push(...faultsOfCarriers(config.carriers, env), ...faultsOfProviders(config.providers));
  if (config.databaseUrl !== undefined && !env[configVariables.pepper.name]?.trim()) {
    faults.push(`PEPPER is not set, but with DATABASE_URL must be ${configVariables.pepper.expected}.`);
  }
  for (const { name } of [configVariables.databaseAppUrl, configVariables.databaseSystemUrl]) {
    if (config.databaseUrl === undefined && env[name]?.trim()) faults.push(`${name} is set, but DATABASE_URL is not.`);
  }
  return faults;
}

function readProviders(read: ReadVariable): ProviderSettings {
  const urls = externalServerNames.map((name) => [name, read(configVariables[name])] as const);
  const keys = [
    ["graphhopper", read(configVariables.graphhopperKey)],
    ["pelias", read(configVariables.peliasKey)],
  ] as const;
  const seconds = read(configVariables.providerTimeoutSeconds);
  return {
    urls: Object.fromEntries(urls.filter(([, url]) => url !== undefined)),
    keys: Object.fromEntries(keys.filter(([, key]) => key !== undefined)),
    timeoutMs: seconds === undefined ? noProviderSettings.timeoutMs : seconds * 1000,
    routing: read(configVariables.routing),
    geocoding: read(configVariables.geocoding) ?? noProviderSettings.geocoding,
    solver: read(configVariables.solver) ?? noProviderSettings.solver,
  };
}

/** A chosen server must have an address. */
function faultsOfProviders({ urls, routing, geocoding, solver }: ProviderSettings): string[] {
  const chosen = [
    ["ROUTING", routing],
    ["GEOCODING", geocoding],
    ["SOLVER", solver],
  ] as const;
  return chosen.flatMap(([variable, choice]) => {
    const name = externalServerNames.find((server) => server === choice);
    if (name === undefined || urls[name] !== undefined) return [];
    return [`${variable} is ${name}, but ${configVariables[name].name} is not set.`];
  });
}

/** Origins of the documentation site; on a local machine it has two names. */
function docsOrigins(port: number | "off", url: string | undefined): string[] {
  if (url !== undefined) return [url];
  return port === "off" ? [] : ["localhost", "127.0.0.1", "[::1]"].map((name) => `http://${name}:${port}`);
}

type ServerReachability = Pick<Config, "databaseUrl" | "host" | "publicUrl" | "trustProxy">;

/** A demonstration is the default only where no other machine reaches the server. */
const isReachableLocallyOnly = ({ databaseUrl, host, publicUrl, trustProxy }: ServerReachability) =>
  databaseUrl === undefined &&
  isLocalHostName(host) &&
  isLocalHostName(new URL(publicUrl).hostname) &&
  trustProxy === 0;

/** Addresses on which a container listens: its host reaches a process on all its addresses only. */
const WILDCARD_ADDRESSES = ["0.0.0.0", "::"];

/**
 * Faults of a demonstration that other machines could reach: all its people share a password, so it answers this
 * machine alone.
 */
function faultsOfDemonstration({ host, publicUrl, trustProxy }: ServerReachability): string[] {
  const asked = "DEMONSTRATION is on, and a demonstration answers this machine alone";
  return [
    ...(isLocalHostName(host) || WILDCARD_ADDRESSES.includes(host)
      ? []
      : [`${asked}, but HOST is ${host}; leave HOST away or turn DEMONSTRATION off.`]),
    ...(isLocalHostName(new URL(publicUrl).hostname)
      ? []
      : [`${asked}, but PUBLIC_URL is ${publicUrl}; leave PUBLIC_URL away or turn DEMONSTRATION off.`]),
    ...(trustProxy === 0
      ? []
      : [`${asked}, but TRUST_PROXY is ${trustProxy}; leave TRUST_PROXY away or turn DEMONSTRATION off.`]),
  ];
}

const defaultNodeName = () => `${hostname()}-${process.pid}`.replaceAll(/[^\w.-]/g, "-").slice(-63);
