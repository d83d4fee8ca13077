import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { InProcessNodeBus } from "#platform/events/bus";
import { systemClock } from "#platform/clock";
import { type Config, readConfig, configWarningsOf } from "#platform/configuration/config";
import { carrierWarningsOf } from "#platform/configuration/message-variables";
import { prepareDataDir } from "#platform/process/data-dir";
import { claimDataDirForDatabase } from "#platform/database/data-dir-claim";
import { Database } from "#platform/database/database";
import type { ServingDatabaseUrls } from "#platform/database/database-logins";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "#platform/postgres/embedded-postgres";
import { checkExternalDatabase } from "#platform/database/external-database";
import { addConsolePages, addDriverPages } from "#platform/sites/console-pages";
import { addHealthRoutes } from "#platform/http/health";
import { addMapTileRoutes } from "#platform/sites/map-tiles";
import { SecretSealer } from "#platform/process/sealing";
import { readOrCreateSecret } from "#platform/process/secret-file";
import { Metrics } from "#platform/sites/metrics";
import { applyMigrations } from "#platform/database/migrations";
import { connectionPoolSizesFor } from "#platform/database/pool-sizes";
import { PostgresNodeBus } from "#platform/events/postgres-bus";
import {
  checkPortsAreFree,
  chooseFreePorts,
  listenOnOtherLoopback,
  listenOrThrowStartupError,
} from "#platform/process/ports";
import { prepareServingDatabaseUrls } from "#platform/database/serving-logins";
import { StartupError, StoppedStart } from "#platform/process/startup-error";
import { onStopRequest } from "#platform/process/stop-request";
import {
  DEMO_ADMINISTRATOR_EMAILS,
  describeSignIns,
  hasDemonstrationTenants,
  DEMO_NOT_PUBLIC_MESSAGE_LINES,
  seedDemonstration,
} from "#demonstration/demonstration.service";
import { assignDemoSignIns, readDemoSignIns, type DemoSignIns } from "#demonstration/demonstration-sign-ins.service";
import { assignDemoServiceTokens } from "#demonstration/demonstration-tokens.service";
import { startDemoPartnerServer } from "#demonstration/partner/demonstration-partner.service";
import { addOutboxPage } from "#demonstration/outbox-page/outbox-page.routes";
import { type App, createApp } from "./app";
import { addLiveMetrics, serveDocs, serveMetrics, type StopFunction } from "./side-servers";

/** Folder of migrations, found from the sources and from the bundle alike, see tools/build.mjs. */
const migrationsDir = fileURLToPath(new URL("../migrations/", import.meta.url));
const consoleDir = fileURLToPath(new URL("../../console/dist/", import.meta.url));
const driverDir = fileURLToPath(new URL("../../driver/dist/", import.meta.url));

const print = (message: string) => console.log(message);

/** Aborted when the process is asked to stop, and when it is asked again. */
const [stopRequest, secondRequest] = [new AbortController(), new AbortController()];

/** Starts all parts of the server in order; they are stopped in the reverse order. */
async function startServer(): Promise<() => Promise<void>> {
  const config = readConfig(process.env);
  for (const warning of configWarningsOf(config)) console.warn(warning);
  prepareDataDir(config.dataDir);
  const database = await openDatabase(config);
  const stops = [() => database.stop()];
  const stop = async () => {
    for (const step of stops.toReversed()) await step();
  };
  try {
    const pepper = config.pepper ?? readOrCreateSecret(join(config.dataDir, "pepper"));
    const applied = await applyMigrations(database.url, migrationsDir, {
      onWait: print,
      signal: stopRequest.signal,
    });
    if (applied.length > 0) print(`Migrated the database (${applied.length} steps)`);
    const logins = await prepareServingDatabaseUrls({ ...config, ownerUrl: database.url, pepper, onNotice: print });
    const db = new Database({
      logins,
      pools: config.pools,
      statementTimeoutMs: 5_000,
      // Every failed call reports its own error; this reports the loss of the connection itself.
      onError: (error) => console.error(`Lost a connection to the database: ${error.message}`),
      name: `leitstand ${config.nodeName}`,
    });
    stops.push(() => db.close());
    const warning = await claimDataDirForDatabase(config.dataDir, db.system);
    if (warning !== undefined) console.warn(warning);
    const demonstration = await openDemonstration(config, { db, logins, pepper });
    const chosen = await chooseFreePorts(config.host, portsToListenOn(config));
    // Read once more, because addresses in links follow from the ports.
    const served = readConfig({ ...process.env, ...chosen });
    await serveApp({ ...served, demonstration: demonstration !== undefined }, { db, pepper, stops, demonstration });
    if (chosen.METRICS_PORT !== undefined) print(`Port of the metrics: ${chosen.METRICS_PORT}`);
    return () => serveOnUntilLeft(config.stopDelaySeconds).then(stop);
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Time in which load balancers see by `/readyz` that they have to send their calls to other nodes. */
async function serveOnUntilLeft(seconds: number) {
  if (seconds === 0) return;
  print(`Serving for another ${seconds} s; a second signal stops at once.`);
  // Its only error is that of the second signal.
  await pause(seconds * 1000, undefined, { signal: secondRequest.signal }).catch(() => undefined);
}

async function openDatabase(config: Config): Promise<EmbeddedPostgres> {
  const onLocked = () => checkPortsAreFree(config.host, portsToListenOn(config));
  if (config.databaseUrl !== undefined) {
    await onLocked();
    await checkExternalDatabase(config.databaseUrl);
    return { url: config.databaseUrl, stop: () => Promise.resolve() };
  }
  print("Starting the embedded PostgreSQL ...");
  return startEmbeddedPostgres({ dataDir: config.dataDir, onProgress: print, onLocked });
}

function portsToListenOn(config: Config): Record<string, number> {
  const ports = { PORT: config.port, METRICS_PORT: config.metricsPort, DOCS_PORT: config.docsPort };
  return Object.fromEntries(Object.entries(ports).filter((entry): entry is [string, number] => entry[1] !== "off"));
}

type DemoSecrets = DemoSignIns & { readonly secret: string };
type SeedTarget = { readonly db: Database; readonly logins: ServingDatabaseUrls; readonly pepper: string };

/** Opens the demonstration and its sign-ins; undefined where the database serves for real. */
async function openDemonstration(config: Config, { db, logins, pepper }: SeedTarget): Promise<DemoSecrets | undefined> {
  if (!config.demonstration) {
    if (await hasDemonstrationTenants(db)) throw new StartupError(...DEMO_NOT_PUBLIC_MESSAGE_LINES);
    return undefined;
  }
  const readSignIns = () => readDemoSignIns(config);
  await fillDemonstration({ db, logins, pepper }, readSignIns);
  if (!(await hasDemonstrationTenants(db))) return undefined;
  const [signIns, secret] = [readSignIns(), readOrCreateSecret(join(config.dataDir, "demonstration"))];
  await assignDemoServiceTokens(db, secret);
  await assignDemoSignIns(db, { signIns, pepper });
  return { ...signIns, secret };
}

async function fillDemonstration({ db, logins, pepper }: SeedTarget, readSignIns: () => DemoSignIns) {
  let shown = "";
  const onProgress = (company: string, share: number) => {
    const bar = "#".repeat(Math.round(share * 30)).padEnd(30, ".");
    const line = `Loading the demonstration [${bar}] ${company}`;
    if (process.stdout.isTTY) process.stdout.write(`\r${line}${share === 1 ? "\n" : ""}`);
    else if (company !== shown) print(`Loading the demonstration: ${company}`);
    shown = company;
  };
  const name = "leitstand demonstration";
  const onError = () => undefined; // The running statement reports the error.
  const loading = new Database({
    logins,
    pools: connectionPoolSizesFor(8),
    statementTimeoutMs: 60_000,
    onError,
    name,
    commitsEarly: true,
  });
  try {
    await seedDemonstration({ db, loading, clock: systemClock, pepper, readSignIns, onProgress });
  } finally {
    await loading.close();
  }
}

interface ServerStart {
  readonly db: Database;
  readonly pepper: string;
  readonly stops: StopFunction[];
  readonly demonstration: DemoSecrets | undefined;
}

function addAppPages(server: App["server"]) {
  addConsolePages(server, consoleDir);
  addDriverPages(server, driverDir);
}

const appOptionsOf = (config: Config, partner: Config["egressAllow"][number] | undefined) => ({
  clock: systemClock,
  corsOrigins: [...config.corsOrigins, ...config.docsOrigins],
  egressAllow: [...config.egressAllow, ...(partner === undefined ? [] : [partner])],
  trustProxy: config.trustProxy === 0 ? (false as const) : config.trustProxy,
  logger: { level: config.logLevel ?? (config.demonstration ? "warn" : "info") },
  checksAnswers: false,
});

async function serveApp(config: Config, { db, pepper, stops, demonstration }: ServerStart): Promise<void> {
  for (const warning of carrierWarningsOf(config)) console.warn(warning);
  const metrics = new Metrics();
  const partner = await startPartner(config, { db, demonstration });
  const outbox = {
    db,
    pepper,
    clock: systemClock,
    publicUrl: config.publicUrl,
    administrators: DEMO_ADMINISTRATOR_EMAILS,
    partner,
  };
  const app = await createApp({
    ...config,
    ...appOptionsOf(config, partner?.host),
    db,
    pepper,
    onAnswer: metrics.onAnswer,
    // Only an external database is shared with other nodes.
    bus:
      config.databaseUrl === undefined
        ? new InProcessNodeBus()
        : new PostgresNodeBus(db, (error) => console.error(`Other nodes were not called: ${error.message}`)),
  });
  addLiveMetrics(metrics, app.live);
  addHealthRoutes(app.server, {
    db,
    isStopping: () => stopRequest.signal.aborted,
    findFault: () => app.geoData.findFault(),
    findDelay: () => app.live.findDelay(),
  });
  if (config.demonstration)
    addOutboxPage(app.server, { ...outbox, principals: app.principals, attachments: app.attachedMessages });
  addMapTileRoutes(app.server, () => app.geoData.mapTiles());
  addAppPages(app.server);
  // Servers stop side by side: one that waits for its clients holds up no other.
  const serverStops: StopFunction[] = [() => app.stop()];
  stops.push(async () => void (await Promise.all(serverStops.map((stop) => stop()))));
  // Stopped before the rest, so that calls it delays are not waited for.
  if (partner) stops.push(() => partner.stop());
  await listenOrThrowStartupError({ variable: "PORT", host: config.host, port: config.port }, () =>
    app.server.listen({ host: config.host, port: config.port }),
  );
  serverStops.push(await listenOnOtherLoopback(app.server.server));
  if (config.metricsPort !== "off") serverStops.push(...(await serveMetrics(metrics, config, config.metricsPort)));
  if (config.docsPort !== "off") serverStops.push(...(await serveDocs(config, config.docsPort)));
  app.start();
  // Ready as `/readyz` has it: with the imported maps.
  await app.geoData.refresh();
  print(`Ready at ${config.publicUrl}`);
  if (config.docsUrl !== undefined) print(`Documentation: ${config.docsUrl}`);
  if (demonstration !== undefined)
    for (const row of [`Outgoing messages: ${config.publicUrl}/outbox`, ...describeSignIns(demonstration)]) print(row);
  if (partner !== undefined) print(`The system of a roadside partner: ${config.publicUrl}/outbox/partner`);
}

/** Only with the embedded database: other nodes would be led to the partner's port on another machine. */
async function startPartner(config: Config, { db, demonstration }: Pick<ServerStart, "db" | "demonstration">) {
  if (demonstration === undefined || config.databaseUrl !== undefined) return undefined;
  const { secret } = demonstration;
  return startDemoPartnerServer({ db, secret, sealing: new SecretSealer(config.sealingKeys, config.dataDir) });
}

/** The running start: a stop that is asked for meanwhile waits for its end, so that nothing is left half made. */
export const serverStartPromise = startServer();
onStopRequest(stopServer, () => secondRequest.abort());

function stopServer(reason: string) {
  print(`Stopping (${reason}) ...`);
  stopRequest.abort();
  serverStartPromise
    .then((stop) => stop())
    .then(
      () => print("Stopped"),
      (error: unknown) => {
        // A failed start is reported below.
        if (process.exitCode === undefined) {
          console.error(error);
          process.exitCode = 1;
        }
      },
    )
    .finally(() => process.exit());
}
serverStartPromise.catch((error: unknown) => {
  for (const line of error instanceof StartupError ? error.sentences : [error]) console.error(line);
  process.exitCode = error instanceof StoppedStart ? 0 : 1;
  // Exits although a half-finished start may have left something open.
  process.exit();
});
