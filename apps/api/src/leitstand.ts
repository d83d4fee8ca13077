/**
 * Commands for the operator of an installation: `npm run leitstand -- geo import FILE`. They take the variables of the
 * server.
 */
import { totalmem } from "node:os";
import { fileURLToPath } from "node:url";
import { join, resolve } from "node:path";
import { systemClock } from "#platform/clock";
import { type Config, readConfig } from "#platform/configuration/config";
import { prepareDataDir } from "#platform/process/data-dir";
import { claimDataDirForDatabase } from "#platform/database/data-dir-claim";
import { Database } from "#platform/database/database";
import { type EmbeddedPostgres, joinEmbeddedPostgres } from "#platform/postgres/embedded-postgres";
import { checkExternalDatabase } from "#platform/database/external-database";
import { readOrCreateSecret } from "#platform/process/secret-file";
import { applyMigrations } from "#platform/database/migrations";
import { connectionPoolSizesFor } from "#platform/database/pool-sizes";
import { ProgressLine } from "#platform/process/progress-line";
import { prepareServingDatabaseUrls } from "#platform/database/serving-logins";
import { StartupError } from "#platform/process/startup-error";
import {
  createGeoFileStore,
  listBuiltInPlaces,
  type GeoImportFile,
  GeoImportFileError,
  importOsmMap,
  importPostalCodes,
  type GeoImportEnvironment,
  openGeoImportFile,
  describeGeoImport,
} from "#modules/geo-data/index";

import {
  runAppointAdministratorCommand,
  runDemonstrationEndCommand,
  runPasswordLinkCommand,
} from "./installation-commands";
import { sendTestMail, sendTestSms } from "./test-messages";

const migrationsDir = fileURLToPath(new URL("../migrations/", import.meta.url));

const importCommands = { "geo import": importOsmMap, "geo import-postal-codes": importPostalCodes } as const;
type ImportCommand = keyof typeof importCommands;

/** Commands with the number of words that follow each. */
const installationCommands = {
  "demonstration end": { run: runDemonstrationEndCommand, words: [1, 2] },
  "administrator appoint": { run: runAppointAdministratorCommand, words: [1] },
  "password link": { run: runPasswordLinkCommand, words: [2] },
} as const;
type InstallationCommand = keyof typeof installationCommands;

/** Commands that send one message to the address or number that follows; they need no database. */
const messageCommands = { "mail test": sendTestMail, "sms test": sendTestSms } as const;

const USAGE = [
  "Usage:",
  "  npm run leitstand -- geo import FILE                 a map of OpenStreetMap: .osm.pbf, .osm or .osm.gz",
  "  npm run leitstand -- geo import-postal-codes FILE    postal codes of GeoNames: .txt or .csv",
  "What is imported takes the place of what was imported before; running servers switch by themselves.",
  "  npm run leitstand -- demonstration end EMAIL [--yes] removes the demonstration, and appoints an administrator",
  "  npm run leitstand -- administrator appoint EMAIL     makes an administrator of the platform, or a new link for one",
  "  npm run leitstand -- password link TENANT EMAIL      a link to set the password, for whom no mail reaches; voids a mailed one",
  "  npm run leitstand -- mail test EMAIL                 sends a mail by SMTP_URL, and says what the mail server said",
  "  npm run leitstand -- sms test NUMBER                 sends an SMS by SMS_URL, and says what the gateway said",
];

async function runCommandLine(words: readonly string[]) {
  const command = words.slice(0, 2).join(" ");
  const rest = words.slice(2);
  if (isInstallationCommand(command)) return runInstallationCommand(command, rest);
  const [path] = rest;
  if (isMessageCommand(command) && path !== undefined && rest.length === 1)
    return console.log(await messageCommands[command](readConfig(process.env), path));
  if (!isImportCommand(command) || path === undefined || rest.length > 1) throw new StartupError(...USAGE);
  const config = readConfig(process.env);
  // npm changes to the folder of the product; the path is relative to where the user called it.
  const file = await openGeoImportFile(resolve(process.env.INIT_CWD ?? ".", path));
  try {
    await runImportCommand(config, { command, file });
  } finally {
    await file.close();
  }
}

const isImportCommand = (text: string): text is ImportCommand => Object.hasOwn(importCommands, text);
const isInstallationCommand = (text: string): text is InstallationCommand => Object.hasOwn(installationCommands, text);
const isMessageCommand = (text: string): text is keyof typeof messageCommands => Object.hasOwn(messageCommands, text);

async function runInstallationCommand(command: InstallationCommand, rest: readonly string[]) {
  const { run, words } = installationCommands[command];
  const isConsent = rest.length < 2 || command !== "demonstration end" || rest[1] === "--yes";
  if (!(words as readonly number[]).includes(rest.length) || !isConsent) throw new StartupError(...USAGE);
  const config = readConfig(process.env);
  prepareDataDir(config.dataDir);
  const progress = new ProgressLine(process.stdout);
  await withDatabase(config, progress, (db) => run({ config, db, say: (line) => progress.say(line) }, rest));
}

interface ImportRequest {
  readonly command: ImportCommand;
  readonly file: GeoImportFile;
}
async function runImportCommand(config: Config, { command, file }: ImportRequest) {
  prepareDataDir(config.dataDir);
  const progress = new ProgressLine(process.stdout);
  const connect: GeoImportEnvironment["connect"] = (work) => withDatabase(config, progress, (db) => work(db.system));
  // Connects first, so that an operator without a database learns it before the work.
  await connect(() => Promise.resolve());
  const files = createGeoFileStore(config.dataDir);
  const heapBytesMax = MEMORY_SHARE * availableMemoryBytes();
  const target = { connect, files, home: listBuiltInPlaces, now: systemClock.now(), tell: progress.tell, heapBytesMax };
  const generation = await importCommands[command](target, file);
  progress.end();
  for (const line of describeGeoImport(command === "geo import" ? generation.map : generation.postal_codes))
    console.log(line);
}

/**
 * Share of the memory for JavaScript objects: rows of numbers take about as much as those, and other programs need some
 * too.
 */
const MEMORY_SHARE = 0.5;
/** Memory of the machine in bytes, or of the part of it that is granted to the process. */
function availableMemoryBytes(): number {
  const granted = process.constrainedMemory();
  return granted ? Math.min(granted, totalmem()) : totalmem();
}

async function withDatabase<T>(config: Config, progress: ProgressLine, work: (db: Database) => Promise<T>): Promise<T> {
  const database = await openDatabase(config, progress);
  try {
    await applyMigrations(database.url, migrationsDir, { onWait: (message) => progress.say(message) });
    const pepper = config.pepper ?? readOrCreateSecret(join(config.dataDir, "pepper"));
    const db = new Database({
      logins: await prepareServingDatabaseUrls({
        ...config,
        ownerUrl: database.url,
        pepper,
        onNotice: () => undefined,
      }),
      pools: connectionPoolSizesFor(1),
      statementTimeoutMs: 60_000,
      onError: () => undefined, // The running statement reports the error.
      name: "leitstand command",
    });
    try {
      const warning = await claimDataDirForDatabase(config.dataDir, db.system);
      if (warning !== undefined) progress.say(warning);
      return await work(db);
    } finally {
      await db.close();
    }
  } finally {
    await database.stop();
  }
}

async function openDatabase({ databaseUrl, dataDir }: Config, progress: ProgressLine): Promise<EmbeddedPostgres> {
  if (databaseUrl === undefined)
    return joinEmbeddedPostgres({ dataDir, onProgress: (message) => progress.say(message) });
  await checkExternalDatabase(databaseUrl);
  return { url: databaseUrl, stop: () => Promise.resolve() };
}

runCommandLine(process.argv.slice(2)).catch((error: unknown) => {
  process.exitCode = 1;
  console.error(errorSentenceOf(error));
});

function errorSentenceOf(error: unknown): string {
  if (error instanceof StartupError) return error.sentences.join("\n");
  if (error instanceof GeoImportFileError) return error.message;
  return `The command failed, and nothing has changed: ${error instanceof Error ? error.message : String(error)}`;
}
