import { spawn } from "node:child_process";
import { chownSync, mkdtempSync, statfsSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { postgresAccount, postgresBinaries } from "./debian-postgres.mjs";

/** Folder in memory, on Linux. */
const MEMORY_FOLDER = "/dev/shm";
const GIBIBYTE = 2 ** 30;

/** Number of tries: the next program to ask for a port may have got the same one. */
const START_TRIES = 3;

/** Settings without durability: nothing has to survive a crash, as all of it is deleted in the end. */
const serverSettings = [
  "listen_addresses=127.0.0.1",
  "max_connections=200",
  "fsync=off",
  "full_page_writes=off",
  "max_wal_size=256MB",
  "jit=off",
];

/**
 * Shell that keeps the server and ends it when its input ends: with the process that asked for it, however that goes.
 * Signals of a terminal to all programs reach neither.
 */
const keeperScript = `
trap '' HUP INT TERM
if initdb -D "$1/data" -A trust -U postgres -N --locale=C.UTF-8 >/dev/null &&
  pg_ctl start -w -D "$1/data" -l "$1/log" -o "$2" >/dev/null
then postgres --version
else echo
fi
read -r end
pg_ctl stop -D "$1/data" -m immediate >/dev/null
rm -rf "$1"
`;

/**
 * Starts a PostgreSQL of Debian's packages for one run of the tests, in memory where there is enough of it.
 * @returns {Promise<import("./test-server.mjs").TestServer | undefined>} undefined where it is not installed
 */
export async function startTestServer() {
  if (postgresBinaries === undefined) return undefined;
  for (let tries = 0; tries < START_TRIES; tries += 1) {
    const server = await tryToStart(await findFreePort());
    if (server) return server;
  }
  return undefined;
}

async function tryToStart(port) {
  const home = mkdtempSync(join(hasEnoughMemory() ? MEMORY_FOLDER : tmpdir(), "leitstand-tests-"));
  if (postgresAccount) chownSync(home, postgresAccount.uid, postgresAccount.gid);
  const options = [`port=${port}`, `unix_socket_directories=${home}`, ...serverSettings].map(
    (setting) => `-c ${setting}`,
  );
  const child = spawn("sh", ["-c", keeperScript, "sh", home, options.join(" ")], {
    ...postgresAccount,
    cwd: home,
    detached: true,
    stdio: ["pipe", "pipe", "ignore"],
    env: { PATH: `${postgresBinaries}:/usr/bin:/bin` },
  });
  const ended = new Promise((resolve) => child.once("exit", resolve));
  const stop = async () => {
    child.stdin.end();
    await ended;
  };
  const version = await readFirstLine(child.stdout);
  if (version) return { url: `postgres://postgres@127.0.0.1:${port}/postgres`, version, home, stop };
  await stop();
  return undefined;
}

/** Whether memory suffices: three workers hold some hundred megabytes in it at a time. */
function hasEnoughMemory() {
  try {
    const { bavail, bsize } = statfsSync(MEMORY_FOLDER);
    return bavail * bsize >= 2 * GIBIBYTE && process.availableMemory() >= 4 * GIBIBYTE;
  } catch {
    return false;
  }
}

async function readFirstLine(stream) {
  for await (const line of createInterface({ input: stream })) return line;
}

function findFreePort() {
  const server = createServer();
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}
