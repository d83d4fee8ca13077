import { createClient } from "@leitstand/client/client";
import { describe, expect, it, onTestFinished } from "vitest";
import { PostgresBus } from "#platform/events/postgres-bus";
import { sql } from "#platform/database/sql";
import { aNode, aWriter, listen } from "./testing/live-streams";
import { type Session, startApi } from "./testing/start-api";

/** Calls to other nodes get lost on it; what is in the log is still found. */
class DeafBus extends PostgresBus {
  override cast() {}
}

const GRANTS = ["getDashboard", "getAreas"];
const REVOKED_MS_MOST = 1_000;
const CLOSED_MS_MOST = 5_000;

describe("signing out", () => {
  const api = startApi();

  /** A writer that has begun before, and holds the event log back until it is let go. */
  async function anOlderWriter(tenantId: string) {
    const db = aWriter(api.databaseUrl);
    let letGo = () => {};
    const held = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    onTestFinished(() => letGo());
    let writing: Promise<unknown> = Promise.resolve();
    await new Promise<void>((resolve) => {
      writing = db.systemTransaction(tenantId, async (tx) => {
        await tx.run(sql`select pg_current_xact_id()`);
        resolve();
        await held;
      });
    });
    return async () => {
      letGo();
      await writing;
    };
  }

  const as = (url: string, { session }: Session) =>
    createClient({ baseUrl: url, token: () => session.token, attempts: 1 });

  /** Ends the session, asking one node. */
  type End = (url: string, session: Session) => Promise<unknown>;
  const signOut: End = (url, session) => as(url, session).signOut();
  const endFromElsewhere: End = async (url, session) => {
    const { tenant, user_id } = session.session;
    const other = await api.bearer({ tenant, grants: [] });
    await api.db.system.run(sql`update tokens set user_id = ${user_id} where user_id = ${other.session.user_id}`);
    await as(url, other).deleteOwnSessions();
  };

  const stopAccount: End = async (url, { session: { tenant, user_id } }) => {
    const boss = as(
      url,
      await api.bearer({ tenant, grants: [...GRANTS, "getServiceAccountTokens", "updateServiceAccountUser"] }),
    );
    const account = (await boss.getServiceAccountUsers()).find(({ id }) => id === user_id);
    const { id, role_associations, lock_version } = account as NonNullable<typeof account>;
    await boss.updateServiceAccountUser({ id, name: "Stopped", role_associations, active: false, lock_version });
  };

  interface Ending {
    readonly end: End;
    readonly giveUpMs: number;
    readonly kind?: "USER" | "SERVICE";
    readonly code?: string;
  }

  /** How long a node that has seen the token lately goes on taking it after the session was ended on another node. */
  async function measure(
    Bus: typeof PostgresBus,
    { end, giveUpMs, kind = "USER", code = "AUTH_TOKEN_REVOKED" }: Ending,
  ) {
    const bus = (db: ConstructorParameters<typeof PostgresBus>[0]) => ({ bus: new Bus(db, () => undefined) });
    const [here, there] = await Promise.all([aNode(api.databaseUrl, bus), aNode(api.databaseUrl, bus)]);
    const session = await api.bearer({ kind, grants: GRANTS });
    const { reading } = await listen({ url: there.url, session });
    const closed = reading.then(
      () => performance.now(),
      () => performance.now(),
    );
    await as(there.url, session).getUserInfo();
    const letGo = await anOlderWriter(session.session.tenant.id);
    await end(here.url, session);
    const beganAt = performance.now();
    await expect(as(here.url, session).getUserInfo()).rejects.toMatchObject({ code });
    const isIn = () =>
      as(there.url, session)
        .getUserInfo()
        .then(
          () => true,
          () => false,
        );
    while ((await isIn()) && performance.now() - beganAt < giveUpMs);
    const revokedMs = performance.now() - beganAt;
    await letGo();
    return { revokedMs, closedMs: (await closed) - beganAt };
  }

  it.each([
    ["of whoever signs out", signOut],
    ["that its owner ends from another device", endFromElsewhere],
  ])(
    "ends the session %s on every node within a second and its streams within five, whoever writes",
    async (_of, end) => {
      const { revokedMs, closedMs } = await measure(PostgresBus, { end, giveUpMs: REVOKED_MS_MOST * 2 });
      expect(revokedMs).toBeLessThan(REVOKED_MS_MOST);
      expect(closedMs).toBeLessThan(CLOSED_MS_MOST);
    },
  );

  it("refuses a program on every node within a second of stopping its account, and closes its streams", async () => {
    const ending = {
      end: stopAccount,
      kind: "SERVICE",
      code: "AUTH_USER_BLOCKED",
      giveUpMs: REVOKED_MS_MOST * 2,
    } as const;
    const { revokedMs, closedMs } = await measure(PostgresBus, ending);
    expect(revokedMs).toBeLessThan(REVOKED_MS_MOST);
    expect(closedMs).toBeLessThan(CLOSED_MS_MOST);
  });

  it("is found to be late when nodes hear of it by the log alone", async () => {
    const { revokedMs } = await measure(DeafBus, { end: signOut, giveUpMs: REVOKED_MS_MOST * 1.5 });
    expect(revokedMs).toBeGreaterThan(REVOKED_MS_MOST);
  });
});
