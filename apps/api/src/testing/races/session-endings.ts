/** Ends a session on one node, and measures how the other nodes react. */
import { createClient } from "@leitstand/client/client";
import { expect, onTestFinished } from "vitest";
import { PostgresNodeBus } from "#platform/events/postgres-bus";
import { sql } from "#platform/database/sql";
import { startTestNode, openWritingDatabase, listenToStream } from "../live-streams";
import type { ApiSession, TestApi } from "../start-api";

const VIEWER_GRANTS = ["getDashboard", "getAreas"];

/** Opens a transaction that has begun before, and stays open until it is released. */
async function openOlderTransaction(api: TestApi, tenantId: string) {
  const db = openWritingDatabase(api.databaseUrl);
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

const clientAs = (url: string, { session }: ApiSession) =>
  createClient({ baseUrl: url, token: () => session.token, attempts: 1 });

/** Ends the session by a request to one node. */
type EndSession = (api: TestApi, url: string, session: ApiSession) => Promise<unknown>;
export const endSessionBySignOut: EndSession = (_api, url, session) => clientAs(url, session).signOut();
export const endSessionFromOtherSession: EndSession = async (api, url, session) => {
  const { tenant, user_id } = session.session;
  const other = await api.bearer({ tenant, grants: [] });
  await api.db.system.run(sql`update tokens set user_id = ${user_id} where user_id = ${other.session.user_id}`);
  await clientAs(url, other).deleteOwnSessions();
};
const endByBlockingAccount: EndSession = async (api, url, { session: { tenant, user_id } }) => {
  const boss = clientAs(
    url,
    await api.bearer({ tenant, grants: [...VIEWER_GRANTS, "getServiceAccountTokens", "updateServiceAccountUser"] }),
  );
  const account = (await boss.getServiceAccountUsers()).find(({ id }) => id === user_id);
  const { id, role_associations, lock_version } = account as NonNullable<typeof account>;
  await boss.updateServiceAccountUser({ id, name: "Stopped", role_associations, active: false, lock_version });
};

interface SessionEnding {
  readonly end: EndSession;
  readonly kind?: "USER" | "SERVICE";
  readonly code?: string;
}
export const sessionEndingByBlockedAccount: SessionEnding = {
  end: endByBlockingAccount,
  kind: "SERVICE",
  code: "AUTH_USER_BLOCKED",
};

interface MeasuredEnding extends SessionEnding {
  readonly giveUpMs: number;
  readonly Bus?: typeof PostgresNodeBus;
}

/** Measures how long a node that has seen the token lately accepts it after the session was ended on another node. */
export async function measureSessionEnding(
  api: TestApi,
  { end, giveUpMs, kind = "USER", code = "AUTH_TOKEN_REVOKED", Bus = PostgresNodeBus }: MeasuredEnding,
) {
  const bus = (db: ConstructorParameters<typeof PostgresNodeBus>[0]) => ({ bus: new Bus(db, () => undefined) });
  const [here, there] = await Promise.all([startTestNode(api.databaseUrl, bus), startTestNode(api.databaseUrl, bus)]);
  const session = await api.bearer({ kind, grants: VIEWER_GRANTS });
  const { reading } = await listenToStream({ url: there.url, session });
  const closed = reading.then(
    () => performance.now(),
    () => performance.now(),
  );
  await clientAs(there.url, session).getUserInfo();
  const letGo = await openOlderTransaction(api, session.session.tenant.id);
  await end(api, here.url, session);
  const beganAt = performance.now();
  await expect(clientAs(here.url, session).getUserInfo()).rejects.toMatchObject({ code });
  const isIn = () =>
    clientAs(there.url, session)
      .getUserInfo()
      .then(
        () => true,
        () => false,
      );
  let isTaken = await isIn();
  while (isTaken && performance.now() - beganAt < giveUpMs) isTaken = await isIn();
  const revokedMs = performance.now() - beganAt;
  await letGo();
  return { isTaken, revokedMs, closedMs: (await closed) - beganAt };
}
