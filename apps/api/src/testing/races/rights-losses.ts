/** Changes by which a user loses the right to listen, and the event by which their open streams end. */
import { expect } from "vitest";
import { announceInternalEvent } from "#platform/events/events";
import { type Sql, sql } from "#platform/database/sql";
import { PostgresNodeBus } from "#platform/events/postgres-bus";
import { startTestNode, listenToStream, announceTitledEvent, titleOfStreamMessage } from "../live-streams";
import type { ApiSession, TestApi } from "../start-api";

const VIEWER_GRANTS = ["getDashboard", "getAreas", "getCases"];

export const applyRightsChange = (api: TestApi, session: ApiSession, { statement, concern = {} }: RightsChange) =>
  api.db.systemTransaction(session.session.tenant.id, async (tx) => {
    await tx.run(statement);
    const payload = { tenant_id: session.session.tenant.id, ...concern };
    announceInternalEvent(tx, { type: "principals changed", payload });
  });
interface RightsChange {
  readonly statement: Sql;
  readonly concern?: object;
}

interface RightsLoss {
  readonly who: string;
  readonly code: string;
  readonly change: (session: ApiSession) => RightsChange;
}
export const rightsLossScenarios: readonly RightsLoss[] = [
  {
    who: "a blocked user",
    code: "AUTH_USER_BLOCKED",
    change: ({ session: { user_id } }) => ({
      statement: sql`update users set blocked = true where id = ${user_id}`,
      concern: { user_id },
    }),
  },
  {
    who: "a blacklisted token",
    code: "AUTH_TOKEN_REVOKED",
    change: ({ session: { user_id } }) => ({
      statement: sql`update tokens set blacklisted = true where user_id = ${user_id}`,
    }),
  },
  {
    who: "a role without the grant",
    code: "AUTH_GRANT_MISSING",
    change: ({ session: { role_id } }) => ({ statement: sql`update roles set grants = '{}' where id = ${role_id}` }),
  },
];

/**
 * Opens streams of one caller on three nodes and takes its right away, while another caller's stream continues; returns
 * how many milliseconds the nodes took.
 */
export async function measureRightsLossOnNodes(api: TestApi, { code, change }: RightsLoss): Promise<number> {
  const bus = (db: ConstructorParameters<typeof PostgresNodeBus>[0]) => ({
    bus: new PostgresNodeBus(db, () => undefined),
  });
  const nodes = await Promise.all([1, 2, 3].map(() => startTestNode(api.databaseUrl, bus)));
  const session = await api.bearer({ grants: VIEWER_GRANTS });
  const bystander = await api.bearer({ grants: VIEWER_GRANTS, tenant: session.session.tenant });
  const streams = await Promise.all(nodes.map(({ url }) => listenToStream({ url, session })));
  const others = await Promise.all(nodes.map(({ url }) => listenToStream({ url, session: bystander }, "still here")));
  const beganAt = performance.now();
  await applyRightsChange(api, session, change(session));
  for (const { reading } of streams) await expect(reading).rejects.toMatchObject({ code });
  const ms = performance.now() - beganAt;
  await api.db.transaction(session.session.tenant.id, async (tx) => announceTitledEvent(tx, "still here"));
  for (const { reading } of others) expect((await reading).map(titleOfStreamMessage)).toEqual(["still here"]);
  return ms;
}
