import { isIP } from "node:net";
import { resolve } from "node:path";
import { STREAM_RESUME_WINDOW_HOURS } from "@leitstand/contract/operation/limits";
import {
  parseDatabaseUrl,
  parseHttpsUrl,
  numberInRangeOrUndefined,
  isHostName,
  parseChoice,
  parseOrigin,
  parseOrigins,
  parsePort,
  defineConfigVariable,
  parseWholeNumber,
} from "./config-variable";
import { demonstrationVariables } from "./demonstration-variables";
import { messageVariables } from "./message-variables";
import { poolSizeConfigVariables } from "./pool-variables";
import { providerVariables } from "./provider-variables";
import { sealingAndEgressVariables } from "./tenant-variables";

const LOG_LEVELS = ["fatal", "error", "warn", "info", "debug", "trace", "silent"] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

export const configVariables = {
  port: defineConfigVariable({
    name: "PORT",
    fallback: "8080",
    expected: "a whole number from 0 to 65535 (0 takes any free port)",
    meaning: "Port of console, driver app and API",
    parse: parsePort,
  }),
  host: defineConfigVariable({
    name: "HOST",
    fallback: "127.0.0.1",
    expected: "an IP address or host name of this machine",
    meaning: "Address to listen on; 127.0.0.1 brings ::1 with it, `0.0.0.0` or `::` opens it to the network",
    parse: (text) => (isIP(text) || isHostName(text) ? text : undefined),
  }),
  metricsPort: defineConfigVariable<number | "off">({
    name: "METRICS_PORT",
    fallback: "9090",
    expected: "a whole number from 0 to 65535 (0 takes any free port), or off",
    meaning: "Port of the Prometheus metrics, on HOST",
    parse: (text) => (text === "off" ? "off" : parsePort(text)),
  }),
  docsPort: defineConfigVariable<number | "off">({
    name: "DOCS_PORT",
    fallback: "8081",
    expected: "a whole number from 0 to 65535 (0 takes any free port), or off",
    meaning: "Port of the documentation site, on HOST",
    parse: (text) => (text === "off" ? "off" : parsePort(text)),
  }),
  docsUrl: defineConfigVariable({
    name: "DOCS_URL",
    fallback: "http://localhost:DOCS_PORT",
    expected: "an http or https address without path, such as https://developers.example.com",
    meaning:
      "Where people reach the documentation site; its pages may call the API from a browser, problems point to it",
    parse: parseOrigin,
  }),
  docsAnalytics: defineConfigVariable({
    name: "DOCS_ANALYTICS",
    fallback: "none",
    expected: "the https address of a script",
    meaning: "Web analytics of the documentation site, loaded only after consent",
    parse: parseHttpsUrl,
  }),
  docsFeedback: defineConfigVariable({
    name: "DOCS_FEEDBACK",
    fallback: "none",
    expected: "an https address that lets pages of DOCS_URL post JSON",
    meaning: "Where the documentation site sends whether a page helped: page, version, answer and text, and no names",
    parse: parseHttpsUrl,
  }),
  databaseUrl: defineConfigVariable({
    name: "DATABASE_URL",
    fallback: "the embedded PostgreSQL",
    expected: "postgres://user:password@host:port/database, or several hosts as host:port,host:port",
    meaning:
      "A PostgreSQL 15 or newer; the user owns the tables and may create roles. Where another installation on the same server " +
      "has made the roles, a superuser first runs `grant leitstand_app, leitstand_system to USER with admin option`. Of several " +
      "hosts the one that takes writes is used, also after a fail-over",
    isSecret: true,
    parse: parseDatabaseUrl,
  }),
  databaseAppUrl: defineConfigVariable({
    name: "DATABASE_APP_URL",
    fallback: "a login of its own, made with DATABASE_URL",
    expected: "like DATABASE_URL, of the same database",
    meaning:
      "The login for requests; may act as `leitstand_app`, and as no other role. May lead through a connection pooler",
    isSecret: true,
    parse: parseDatabaseUrl,
  }),
  databaseSystemUrl: defineConfigVariable({
    name: "DATABASE_SYSTEM_URL",
    fallback: "a login of its own, made with DATABASE_URL",
    expected: "like DATABASE_URL, of the same database",
    meaning:
      "The login for work across tenants; may act as `leitstand_system`. Leads to PostgreSQL itself: a pooler keeps back what " +
      "nodes tell each other",
    isSecret: true,
    parse: parseDatabaseUrl,
  }),
  ...poolSizeConfigVariables,
  dataDir: defineConfigVariable({
    name: "DATA_DIR",
    fallback: "./data",
    expected: "a path",
    meaning:
      "Embedded database, uploaded files, imported maps and generated secrets; nodes of one database share the directory",
    parse: (text) => (text.includes("\0") ? undefined : resolve(text)),
  }),
  publicUrl: defineConfigVariable({
    name: "PUBLIC_URL",
    fallback: "http://localhost:PORT",
    expected: "an http or https address without path, such as https://desk.example.com",
    meaning: "Where people reach this installation; used in links and e-mails",
    parse: parseOrigin,
  }),
  demonstration: defineConfigVariable<"on" | "off" | "auto">({
    name: "DEMONSTRATION",
    fallback: "auto",
    expected: "on, off or auto",
    meaning:
      "Fills an empty database with two demonstration companies and shows outgoing messages on `/outbox`; answers this machine " +
      "alone, because all its people have one password; `auto` is on with the embedded database as long as HOST and PUBLIC_URL are this " +
      "machine and TRUST_PROXY is off",
    parse: (text) => parseChoice(text, ["on", "off", "auto"]),
  }),
  ...demonstrationVariables,
  logLevel: defineConfigVariable<LogLevel>({
    name: "LOG_LEVEL",
    fallback: "info; warn in a demonstration",
    expected: `one of ${LOG_LEVELS.join(", ")}`,
    meaning: "Least important kind of line that is logged",
    parse: (text) => parseChoice(text, LOG_LEVELS),
  }),
  rateLimitFactor: defineConfigVariable({
    name: "RATE_LIMIT_FACTOR",
    fallback: "1",
    expected: "a number above 0 and up to 1000000",
    meaning: "Multiplies every rate limit of this installation",
    parse: (text) =>
      (/^\d+(\.\d+)?$/.test(text) && numberInRangeOrUndefined(Number(text), Number.MIN_VALUE, 1e6)) || undefined,
  }),
  pepper: defineConfigVariable({
    name: "PEPPER",
    fallback: "generated and kept in DATA_DIR with the embedded database",
    expected: "a secret of at least 32 characters, the same on all nodes for as long as the installation lives",
    meaning: "Mixed into PINs and sign-in codes before they are hashed; required with DATABASE_URL",
    isSecret: true,
    parse: (text) => (text.length >= 32 ? text : undefined),
  }),
  trustProxy: defineConfigVariable({
    name: "TRUST_PROXY",
    fallback: "off",
    expected: "off, or the number of proxies in front from 1 to 10",
    meaning: "How many proxies may name the caller's address in `X-Forwarded-For`",
    parse: (text) => (text === "off" ? 0 : parseWholeNumber(text, 1, 10)),
  }),
  corsOrigins: defineConfigVariable({
    name: "CORS_ORIGINS",
    fallback: "none",
    expected: "origins separated by commas, such as https://portal.example.com (no path, no *)",
    meaning: "Other sites whose pages may call the API from a browser",
    parse: parseOrigins,
  }),
  httpCompression: defineConfigVariable<"on" | "off">({
    name: "HTTP_COMPRESSION",
    fallback: "on",
    expected: "on or off",
    meaning: "Packs longer JSON answers by brotli or gzip; off where a proxy in front does so",
    parse: (text) => parseChoice(text, ["on", "off"]),
  }),
  streamWindowHours: defineConfigVariable({
    name: "STREAM_WINDOW",
    fallback: String(STREAM_RESUME_WINDOW_HOURS),
    expected: "a whole number of hours from 1 to 168",
    meaning: "How long a live stream can be resumed where it was cut",
    parse: (text) => parseWholeNumber(text, 1, 168),
  }),
  stopDelaySeconds: defineConfigVariable({
    name: "STOP_DELAY",
    fallback: "0",
    expected: "a whole number of seconds from 0 to 60",
    meaning:
      "How long a node that is asked to stop goes on serving while `/readyz` answers 503, so that load balancers send it " +
      "nothing more; a second signal stops it at once",
    parse: (text) => parseWholeNumber(text, 0, 60),
  }),
  nodeName: defineConfigVariable({
    name: "NODE_NAME",
    fallback: "host name and process id",
    expected: "1 to 63 letters, digits, dots, dashes or underscores",
    meaning: "Name of this process in logs and metrics",
    parse: (text) => (/^[\w.-]{1,63}$/.test(text) ? text : undefined),
  }),
  ...sealingAndEgressVariables,
  ...messageVariables,
  ...providerVariables,
};
