import { rmSync } from "node:fs";
import { vi } from "vitest";
import { findFreePort } from "#platform/process/ports";
import { DebianPostgresServer, makePostgresServerHome, runPostgresTool } from "./debian-server";

/** A PostgreSQL server and its asynchronous standby, made to fail over. */
export class PostgresServerPair {
  private constructor(
    private readonly home: string,
    private readonly primary: DebianPostgresServer,
    private readonly standby: DebianPostgresServer,
  ) {}

  static async open(): Promise<PostgresServerPair> {
    const home = makePostgresServerHome("leitstand-pair-");
    const primary = new DebianPostgresServer(home, await findFreePort());
    const standby = new DebianPostgresServer(home, await findFreePort());
    primary.create();
    primary.start();
    const from = ["-h", "127.0.0.1", "-p", String(primary.port), "-U", "postgres"];
    runPostgresTool("pg_basebackup", ["-D", standby.folder, "-R", "-X", "stream", "-c", "fast", ...from]);
    standby.start();
    return new PostgresServerPair(home, primary, standby);
  }

  get primaryPort() {
    return this.primary.port;
  }
  get standbyPort() {
    return this.standby.port;
  }

  askPrimary = (statement: string) => this.primary.query(statement);

  /** Lets the standby lag from now on: it has everything until here, and gets nothing more. */
  async stopReplication() {
    const { rows } = await this.primary.query<{ lsn: string }>("select pg_current_wal_flush_lsn()::text as lsn");
    await this.becomes(this.standby, "select pg_last_wal_replay_lsn() >= $1::pg_lsn as yes", [rows[0]?.lsn]);
    await this.standby.query("alter system set primary_conninfo = ''");
    await this.standby.query("select pg_reload_conf()");
    await this.becomes(this.primary, "select count(*) = 0 as yes from pg_stat_replication");
  }

  /** Stops the primary without warning, and promotes the standby with what it has. */
  async failOver() {
    this.stopPrimary();
    await this.promoteStandby();
  }

  stopPrimary() {
    this.primary.stop("immediate");
  }

  async promoteStandby() {
    await this.standby.query("select pg_promote()");
  }

  close() {
    this.primary.stop("immediate");
    this.standby.stop("immediate");
    rmSync(this.home, { recursive: true, force: true });
  }

  private becomes = (server: DebianPostgresServer, question: string, values: unknown[] = []) =>
    vi.waitFor(
      async () => {
        const { rows } = await server.query<{ yes: boolean }>(question, values);
        if (rows[0]?.yes !== true) throw new Error(`Not yet: ${question}`);
      },
      { timeout: 20_000, interval: 20 },
    );
}
