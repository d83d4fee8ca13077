import { resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { configTableRows, renderConfigTable, readConfig, configWarningsOf } from "./config";
import { StartupError } from "../process/startup-error";

const TEST_PEPPER = "a pepper of more than thirty-two characters";
const TEST_DATABASE_URL = "postgres://desk:secret-word@db.example.com:5432/leitstand";

function configFaultsOf(env: Record<string, string>): readonly string[] {
  try {
    readConfig(env);
  } catch (error) {
    if (error instanceof StartupError) return error.sentences;
    throw error;
  }
  return [];
}

describe("configuration", () => {
  it("the configuration without variables is a demonstration that only this machine can reach", () => {
    expect(readConfig({})).toMatchObject({
      port: 8080,
      host: "127.0.0.1",
      metricsPort: 9090,
      docsPort: 8081,
      docsUrl: "http://localhost:8081",
      docsOrigins: ["http://localhost:8081", "http://127.0.0.1:8081", "http://[::1]:8081"],
      docsAnalytics: undefined,
      docsFeedback: undefined,
      databaseUrl: undefined,
      databaseAppUrl: undefined,
      databaseSystemUrl: undefined,
      pools: { writers: 16, readers: 4, lists: 8, system: 8 },
      nodes: 1,
      dataDir: resolve("data"),
      publicUrl: "http://localhost:8080",
      demonstration: true,
      demonstrationPassword: undefined,
      demonstrationPin: undefined,
      logLevel: undefined,
      rateLimitFactor: 1,
      pepper: undefined,
      trustProxy: 0,
      corsOrigins: [],
      httpCompression: true,
      streamWindowHours: 24,
      stopDelaySeconds: 0,
      sealingKeys: [],
      egressAllow: [],
      carriers: { mail: undefined, sms: undefined },
      providers: { urls: {}, keys: {}, timeoutMs: 5000, routing: undefined, geocoding: "embedded", solver: "embedded" },
    });
  });

  it("the configuration treats an empty variable as one that is not set", () => {
    expect(readConfig({ PORT: "", METRICS_PORT: "  ", DATABASE_URL: "" })).toMatchObject({ port: 8080 });
  });

  it.each([
    ["PORT", "0", { port: 0 }],
    ["PORT", " 80 ", { port: 80, publicUrl: "http://localhost:80" }],
    ["HOST", "::", { host: "::" }],
    ["HOST", "desk.example.com", { host: "desk.example.com" }],
    ["METRICS_PORT", "off", { metricsPort: "off" }],
    ["DOCS_PORT", "off", { docsPort: "off", docsUrl: undefined, docsOrigins: [] }],
    ["DOCS_PORT", "81", { docsOrigins: ["http://localhost:81", "http://127.0.0.1:81", "http://[::1]:81"] }],
    [
      "DOCS_URL",
      "https://docs.example.com/",
      { docsUrl: "https://docs.example.com", docsOrigins: ["https://docs.example.com"] },
    ],
    ["DOCS_ANALYTICS", "https://count.example/a.js", { docsAnalytics: "https://count.example/a.js" }],
    ["DOCS_FEEDBACK", "https://hear.example/docs", { docsFeedback: "https://hear.example/docs" }],
    ["POOL_WRITERS", "30", { pools: { writers: 30, readers: 4, lists: 8, system: 8 } }],
    ["POOL_READERS", "2", { pools: { writers: 16, readers: 2, lists: 8, system: 8 } }],
    ["POOL_LISTS", "3", { pools: { writers: 16, readers: 4, lists: 3, system: 8 } }],
    ["POOL_SYSTEM", "5", { pools: { writers: 16, readers: 4, lists: 8, system: 5 } }],
    ["NODES", "3", { nodes: 3 }],
    ["DATA_DIR", "/srv/desk", { dataDir: resolve("/srv/desk") }],
    ["PUBLIC_URL", "https://Desk.example.com/", { publicUrl: "https://desk.example.com" }],
    ["PUBLIC_URL", "https://desk.example.com:443", { publicUrl: "https://desk.example.com" }],
    ["LOG_LEVEL", "debug", { logLevel: "debug" }],
    ["RATE_LIMIT_FACTOR", "2.5", { rateLimitFactor: 2.5 }],
    ["PEPPER", TEST_PEPPER, { pepper: TEST_PEPPER }],
    ["TRUST_PROXY", "2", { trustProxy: 2 }],
    ["TRUST_PROXY", "off", { trustProxy: 0 }],
    [
      "CORS_ORIGINS",
      "https://a.example, http://b.example:81",
      { corsOrigins: ["https://a.example", "http://b.example:81"] },
    ],
    ["HTTP_COMPRESSION", "off", { httpCompression: false }],
    ["STREAM_WINDOW", "168", { streamWindowHours: 168 }],
    ["STOP_DELAY", "60", { stopDelaySeconds: 60 }],
    ["NODE_NAME", "desk-1", { nodeName: "desk-1" }],
    [
      "SEALING_KEY",
      `2:${TEST_PEPPER.replaceAll(" ", "-")}, 1:${"k".repeat(32)}`,
      {
        sealingKeys: [
          { number: 2, secret: TEST_PEPPER.replaceAll(" ", "-") },
          { number: 1, secret: "k".repeat(32) },
        ],
      },
    ],
    [
      "EGRESS_ALLOW",
      "Hooks.example.internal, localhost:9000,[::1]:80,10.0.0.5",
      {
        egressAllow: [
          { host: "hooks.example.internal", port: undefined },
          { host: "localhost", port: 9000 },
          { host: "::1", port: 80 },
          { host: "10.0.0.5", port: undefined },
        ],
      },
    ],
  ])("the configuration accepts the variable %s=%s", (name, value, expected) => {
    expect(readConfig({ [name]: value })).toMatchObject(expected);
  });

  it.each([
    ["PORT", "65536"],
    ["PORT", "-1"],
    ["PORT", "80.5"],
    ["PORT", "0x50"],
    ["HOST", "999.1.1.1"],
    ["HOST", "http://localhost"],
    ["METRICS_PORT", "no"],
    ["DOCS_PORT", "no"],
    ["DOCS_URL", "https://docs.example.com/v1"],
    ["DOCS_ANALYTICS", "http://count.example/a.js"],
    ["DOCS_FEEDBACK", "/feedback"],
    ["POOL_WRITERS", "0"],
    ["NODES", "some"],
    ["PUBLIC_URL", "desk.example.com"],
    ["PUBLIC_URL", "ftp://desk.example.com"],
    ["PUBLIC_URL", "https://desk.example.com/path"],
    ["PUBLIC_URL", "https://user@desk.example.com"],
    ["DEMONSTRATION", "true"],
    ["LOG_LEVEL", "verbose"],
    ["RATE_LIMIT_FACTOR", "0"],
    ["RATE_LIMIT_FACTOR", "-1"],
    ["RATE_LIMIT_FACTOR", "1e9"],
    ["TRUST_PROXY", "true"],
    ["TRUST_PROXY", "11"],
    ["CORS_ORIGINS", "*"],
    ["CORS_ORIGINS", "https://a.example,"],
    ["CORS_ORIGINS", "https://a.example/path"],
    ["STREAM_WINDOW", "0"],
    ["STREAM_WINDOW", "24h"],
    ["STOP_DELAY", "61"],
    ["NODE_NAME", "desk 1"],
    ["EGRESS_ALLOW", "https://hooks.example.com"],
    ["EGRESS_ALLOW", "localhost:9000/path"],
    ["EGRESS_ALLOW", "user@localhost"],
    ["EGRESS_ALLOW", "localhost,"],
    ["EGRESS_ALLOW", "localhost:70000"],
  ])("the configuration refuses %s=%s, naming variable, value and what is expected", (name, value) => {
    const expected = configTableRows.find((row) => row.name === name)?.expected;
    expect(configFaultsOf({ [name]: value })).toEqual([`${name} is "${value}", but must be ${expected}.`]);
  });

  it.each([
    ["DATABASE_URL", "mysql://desk:secret-word@db.example.com/leitstand"],
    ["DATABASE_URL", "secret-word"],
    ["DATABASE_URL", "postgres://desk:secret-word@db.example.com/"],
    ["DATABASE_URL", "postgres://desk:secret-word@one.example.com:5432,/leitstand"],
    ["DATABASE_URL", "postgres://desk:secret-word@one.example.com,two.example.com:port/leitstand"],
    ["DATABASE_URL", "postgres://owner:secret-word@db.example.com/leit%stand"],
    ["DATABASE_URL", "postgres://owner:secret-word-%E4@db.example.com/leitstand"],
    ["PEPPER", "secret-word"],
    ["SEALING_KEY", "secret-word"],
    ["SEALING_KEY", `0:secret-word-${"k".repeat(32)}`],
    ["SEALING_KEY", `256:secret-word-${"k".repeat(32)}`],
    ["SEALING_KEY", `1:secret-word-${"k".repeat(32)},1:secret-word-${"l".repeat(32)}`],
  ])("the configuration refuses a wrong value of the secret %s without showing it", (name, value) => {
    const faults = configFaultsOf({ PEPPER: TEST_PEPPER, [name]: value });
    expect(faults).toHaveLength(1);
    expect(faults[0]).toContain(`${name} is (${value.length} characters, not shown), but must be `);
    expect(faults[0]).not.toContain("secret-word");
  });

  it("all faults of the configuration are reported together", () => {
    const faults = configFaultsOf({ PORT: "http", HOST: "?", LOG_LEVEL: "loud", DATABASE_URL: TEST_DATABASE_URL });
    expect(faults.map((fault) => fault.split(" ")[0])).toEqual(["HOST", "PORT", "LOG_LEVEL", "PEPPER"]);
  });

  it("the configuration requires a pepper with an external database, because several nodes have to share it", () => {
    expect(configFaultsOf({ DATABASE_URL: TEST_DATABASE_URL })[0]).toMatch(
      /^PEPPER is not set, but with DATABASE_URL must be a secret/,
    );
    expect(readConfig({ DATABASE_URL: TEST_DATABASE_URL, PEPPER: TEST_PEPPER })).toMatchObject({
      databaseUrl: TEST_DATABASE_URL,
      pepper: TEST_PEPPER,
    });
  });

  it.each([
    "postgres://desk:word@one.example.com:5432,two.example.com:5433/leitstand",
    "postgresql://desk:word@[::1]:5432,two/leitstand?sslmode=verify-full",
    "postgres:///leitstand?host=/run/postgresql",
    "postgres://owner:100%wörter@db.example.com/leit%C3%A4nder",
  ])("the configuration accepts %s as a database URL", (url) => {
    expect(readConfig({ DATABASE_URL: url, PEPPER: TEST_PEPPER })).toMatchObject({ databaseUrl: url });
  });

  it("the configuration accepts separate logins only with an external database", () => {
    expect(configFaultsOf({ DATABASE_APP_URL: TEST_DATABASE_URL })).toEqual([
      "DATABASE_APP_URL is set, but DATABASE_URL is not.",
    ]);
    expect(
      readConfig({ DATABASE_URL: TEST_DATABASE_URL, DATABASE_APP_URL: TEST_DATABASE_URL, PEPPER: TEST_PEPPER }),
    ).toMatchObject({
      databaseAppUrl: TEST_DATABASE_URL,
      databaseSystemUrl: undefined,
    });
  });

  it("the configuration refuses one port for two servers", () => {
    expect(configFaultsOf({ PORT: "9090" })).toEqual(["METRICS_PORT is 9090 like PORT, but must be another one."]);
    expect(configFaultsOf({ PORT: "8081" })).toEqual(["DOCS_PORT is 8081 like PORT, but must be another one."]);
    expect(configFaultsOf({ PORT: "0", METRICS_PORT: "0", DOCS_PORT: "0" })).toEqual([]);
    expect(configFaultsOf({ METRICS_PORT: "off", DOCS_PORT: "off" })).toEqual([]);
  });

  it.each([
    [{}, true],
    [{ HOST: "localhost" }, true],
    [{ HOST: "0.0.0.0" }, false],
    [{ HOST: "0.0.0.0", DEMONSTRATION: "on" }, true],
    [{ PUBLIC_URL: "http://127.0.0.1:8080" }, true],
    [{ PUBLIC_URL: "https://desk.example.com" }, false],
    [{ PUBLIC_URL: "https://127.0.0.1.desk.example.com" }, false],
    [{ TRUST_PROXY: "1" }, false],
    [{ PUBLIC_URL: "https://desk.example.com", TRUST_PROXY: "1" }, false],
    [{ DEMONSTRATION: "off" }, false],
    [{ DATABASE_URL: TEST_DATABASE_URL, PEPPER: TEST_PEPPER }, false],
    [{ DATABASE_URL: TEST_DATABASE_URL, PEPPER: TEST_PEPPER, DEMONSTRATION: "on" }, true],
  ])("the configuration %o is one of a demonstration: %s", (env, demonstration) => {
    expect(readConfig(env as Record<string, string>).demonstration).toBe(demonstration);
  });

  it.each([
    ["HOST", "192.168.0.5"],
    ["PUBLIC_URL", "https://desk.example.com"],
    ["TRUST_PROXY", "1"],
  ])("the configuration refuses DEMONSTRATION=on where other machines reach the server by %s=%s", (name, value) => {
    expect(configFaultsOf({ DEMONSTRATION: "on", [name]: value })).toEqual([
      `DEMONSTRATION is on, and a demonstration answers this machine alone, but ${name} is ${value}; leave ${name} away or turn DEMONSTRATION off.`,
    ]);
  });

  it.each([
    [{}, 0],
    [{ PUBLIC_URL: "https://desk.example.com" }, 1],
    [{ PUBLIC_URL: "https://desk.example.com", TRUST_PROXY: "1" }, 0],
    [{ PUBLIC_URL: "http://desk.example.com" }, 0],
  ])("the configuration %o gives %d warnings of a proxy that TRUST_PROXY does not name", (env, times) => {
    expect(configWarningsOf(readConfig(env as Record<string, string>))).toHaveLength(times);
  });

  it("the generated table of docs/configuration.md describes every variable", () => {
    const lines = renderConfigTable().split("\n").slice(2);
    expect(lines).toHaveLength(configTableRows.length);
    for (const line of lines) expect(line).toMatch(/^\| `[A-Z_]+` \| .+ \| .+ \|$/);
  });
});

describe("configuration of other servers", () => {
  it.each([
    [{ GRAPHHOPPER_URL: "http://10.0.0.5:8989" }, 1],
    [{ GRAPHHOPPER_URL: "https://graphhopper.com/api/1", GRAPHHOPPER_KEY: "k-1234" }, 0],
    [{ OSRM_URL: "http://10.0.0.5:5000" }, 0],
  ])("the configuration %o gives %d warnings of a GraphHopper server that may lack the Matrix API", (env, times) => {
    expect(configWarningsOf(readConfig(env as Record<string, string>))).toHaveLength(times);
  });

  it("the configuration reads the addresses of routing and address servers, and uses those that are chosen", () => {
    const { providers } = readConfig({
      ROUTING: "osrm",
      OSRM_URL: "http://10.0.0.5:5000/",
      GEOCODING: "pelias",
      PELIAS_URL: "https://pelias.example.com/geo/",
      PELIAS_KEY: "k-1234",
      SOLVER: "vroom",
      VROOM_URL: "http://localhost:3000",
      PROVIDER_TIMEOUT: "9",
    });
    expect(providers).toEqual({
      urls: { osrm: "http://10.0.0.5:5000", pelias: "https://pelias.example.com/geo", vroom: "http://localhost:3000" },
      keys: { pelias: "k-1234" },
      timeoutMs: 9000,
      routing: "osrm",
      geocoding: "pelias",
      solver: "vroom",
    });
  });

  it.each([
    [{ ROUTING: "osrm" }, "ROUTING is osrm, but OSRM_URL is not set."],
    [{ GEOCODING: "photon", PELIAS_URL: "http://p.example" }, "GEOCODING is photon, but PHOTON_URL is not set."],
  ])("the configuration refuses the choice of a server without an address: %j", (env, sentence) => {
    expect(configFaultsOf(env)).toEqual([sentence]);
  });

  it.each([
    "ftp://files.example",
    "http://user:secret@host.example",
    "http://host.example/?key=secret",
    "host.example:5000",
    "file:///etc/passwd",
  ])("the configuration refuses a server address like %s", (url) => {
    expect(configFaultsOf({ OSRM_URL: url })).toHaveLength(1);
  });

  it("messages about the configuration contain no keys of other servers", () => {
    expect(configFaultsOf({ PELIAS_KEY: "two words" }).join()).not.toContain("two words");
  });
});
