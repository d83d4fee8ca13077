import { createServer, type Server } from "node:http";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Config, readConfig } from "#platform/config";
import { type EmbeddedPostgres, startEmbedded } from "#platform/embedded-postgres";
import { checkDatabase } from "#platform/external-database";
import { keptSecret } from "#platform/kept-secret";
import { migrate } from "#platform/migrations";
import { checkPorts, explainListenError } from "#platform/ports";
import { StartFault } from "#platform/start-fault";
import { onStopRequest } from "#platform/stop-request";

/** Found from the sources and from the bundle alike, see tools/build.mjs. */
const migrationsDir = fileURLToPath(new URL("../migrations/", import.meta.url));

const say = (message: string) => console.log(message);

/** Everything that runs, in the order of its start; stopped in the reverse order. */
async function start(): Promise<() => Promise<void>> {
  const config = readConfig(process.env);
  const database = await openDatabase(config);
  try {
    const pepper = config.pepper ?? keptSecret(join(config.dataDir, "pepper"));
    const applied = await migrate(database.url, migrationsDir);
    if (applied.length > 0) say(`Migrated the database (${applied.length} steps)`);
    const server = await serve(config, pepper);
    return async () => {
      await new Promise((resolve) => server.close(resolve));
      await database.stop();
    };
  } catch (error) {
    await database.stop();
    throw error;
  }
}

async function openDatabase(config: Config): Promise<EmbeddedPostgres> {
  const onLocked = () => checkPorts(config.host, listening(config));
  if (config.databaseUrl !== undefined) {
    await onLocked();
    await checkDatabase(config.databaseUrl);
    return { url: config.databaseUrl, stop: () => Promise.resolve() };
  }
  say("Starting the embedded PostgreSQL ...");
  return startEmbedded({ dataDir: config.dataDir, onProgress: say, onLocked });
}

function listening(config: Config): Record<string, number> {
  return config.metricsPort === "off" ? { PORT: config.port } : { PORT: config.port, METRICS_PORT: config.metricsPort };
}

async function serve(config: Config, _pepper: string): Promise<Server> {
  const server = createServer((_request, response) => response.writeHead(204).end());
  await new Promise<void>((resolve, reject) => {
    const explain = (error: NodeJS.ErrnoException) =>
      reject(new StartFault(explainListenError(error, { variable: "PORT", host: config.host, port: config.port })));
    server.once("error", explain).listen(config.port, config.host, resolve);
  });
  say(`Ready at ${config.publicUrl}`);
  return server;
}

/** A stop that is asked for during the start waits for its end, so that nothing is left half made. */
const started = start();
onStopRequest((reason) => {
  say(`Stopping (${reason}) ...`);
  started
    .then((stop) => stop())
    .then(
      () => say("Stopped"),
      (error: unknown) => {
        // A failed start has been told below.
        if (process.exitCode === undefined) {
          console.error(error);
          process.exitCode = 1;
        }
      },
    )
    .finally(() => process.exit());
});
started.catch((error: unknown) => {
  for (const line of error instanceof StartFault ? error.sentences : [error]) console.error(line);
  process.exitCode = 1;
  // Whatever a half-finished start has left open must not keep the process.
  process.exit();
});
