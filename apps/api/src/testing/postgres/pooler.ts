import { type ChildProcess, spawn } from "node:child_process";
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { vi } from "vitest";
import { findFreePort } from "#platform/process/ports";

const PGBOUNCER = "/usr/sbin/pgbouncer";
/** User id without any rights: PgBouncer does not run as root. */
const UNPRIVILEGED_UID = 65_534;

export const hasConnectionPooler = existsSync(PGBOUNCER);

export interface ConnectionPooler {
  /** URL of the same database and login, through the pooler. */
  through(url: string): string;
  stop(): Promise<void>;
}

/**
 * Starts PgBouncer in front of a server: each transaction meets another session, and no start-up option gets through.
 */
export async function startConnectionPooler(serverUrl: string, logins: readonly string[]): Promise<ConnectionPooler> {
  const home = mkdtempSync(join(tmpdir(), "leitstand-pooler-"));
  chmodSync(home, 0o755);
  const port = await findFreePort();
  const server = new pg.Client({ connectionString: serverUrl });
  const users = [serverUrl, ...logins].map((url) => new pg.Client({ connectionString: url }));
  const lines = users.map(({ user, password }) => `"${user}" "${password ?? ""}"`);
  writeFileSync(join(home, "users.txt"), lines.join("\n"), { mode: 0o644 });
  writeFileSync(
    join(home, "pgbouncer.ini"),
    `[databases]
* = host=${server.host} port=${server.port}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = trust
auth_file = ${join(home, "users.txt")}
pool_mode = transaction
default_pool_size = 3
max_client_conn = 200
ignore_startup_parameters = extra_float_digits,options,statement_timeout,idle_in_transaction_session_timeout
server_round_robin = 1
`,
  );
  const account = process.getuid?.() === 0 ? { uid: UNPRIVILEGED_UID, gid: UNPRIVILEGED_UID } : {};
  const child = spawn(PGBOUNCER, ["-q", join(home, "pgbouncer.ini")], { ...account, cwd: home, stdio: "ignore" });
  const through = (url: string) => {
    const address = new URL(url);
    address.host = `127.0.0.1:${port}`;
    return address.href;
  };
  await waitUntilAnswering(through(serverUrl));
  return { through, stop: () => stopPooler(child, home) };
}

const waitUntilAnswering = (url: string) =>
  vi.waitFor(
    async () => {
      const client = new pg.Client({ connectionString: url });
      client.on("error", () => undefined);
      await client.connect();
      await client.end();
    },
    { timeout: 20_000, interval: 50 },
  );

async function stopPooler(child: ChildProcess, home: string) {
  const ended = new Promise((resolve) => child.once("exit", resolve));
  child.kill("SIGKILL");
  if (child.exitCode === null && child.signalCode === null) await ended;
  rmSync(home, { recursive: true });
}
