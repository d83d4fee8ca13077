import { get } from "node:http";
import { promisify } from "node:util";
import pg from "pg";
import { describe, expect, it } from "vitest";
import { Database, type DatabaseOptions } from "#platform/database/database";
import { connectionPoolSizesFor } from "#platform/database/pool-sizes";
import { stopRateLimitRefill } from "../../../testing/process-time";
import { type ApiSession, startApi } from "../../../testing/start-api";

describe("limit on calls that keep the server busy", () => {
  // Connections for all calls that may run at once.
  const open = (options: DatabaseOptions) => new Database({ ...options, pools: connectionPoolSizesFor(24) });
  const api = startApi({ rateLimitFactor: 1, open });
  const grants = ["getDashboard", "getVehicles", "getCases"];

  const ask = ({ session }: ApiSession) =>
    fetch(`${api.url}/api/v1/dashboard`, { headers: { authorization: `Bearer ${session.token}` } });
  const told = async (asked: Promise<Response>) => {
    const answer = await asked;
    const { code } = (await answer.json()) as { code?: string };
    return { status: answer.status, code, retryAfter: answer.headers.get("retry-after") };
  };
  const connections = () => promisify(api.app.server.server.getConnections.bind(api.app.server.server))();
  const refused = { status: 429, code: "RATE_LIMIT_EXCEEDED", retryAfter: "1" };

  /** Locks the cases while `during` runs, so that calls that show cases wait. */
  async function withSlowCases(during: (waiting: (count: number) => Promise<void>) => Promise<void>) {
    const holder = new pg.Client(api.databaseUrl);
    const looker = new pg.Client(api.databaseUrl);
    await Promise.all([holder.connect(), looker.connect()]);
    try {
      await holder.query("begin; lock table cases in access exclusive mode");
      const countWaiting = async () => {
        // Databases of other tests, clones of the same template, have a table with the same oid.
        const { rows } = await looker.query<{ waiting: number }>(`
          select count(*)::int waiting from pg_locks where not granted and relation = 'cases'::regclass
            and database = (select oid from pg_database where datname = current_database())`);
        return rows[0]?.waiting;
      };
      await during((count) => expect.poll(countWaiting, { timeout: 15_000, interval: 10 }).toBe(count));
    } finally {
      await Promise.all([holder.end(), looker.end()]);
    }
  }

  it("a token may have two expensive calls at a time and a tenant ten, and further ones are admitted when one has ended", async () => {
    const tenant = await api.aTenant();
    const one = await api.bearer({ tenant, grants });
    const others = await Promise.all([1, 2, 3, 4].map(() => api.bearer({ tenant, grants })));
    const eleventh = await api.bearer({ tenant, grants });
    const stranger = await api.signIn(...grants);
    const underWay: Promise<Response>[] = [];
    const strangers: Promise<Response>[] = [];
    await withSlowCases(async (waiting) => {
      underWay.push(ask(one), ask(one));
      await waiting(2);
      expect(await told(ask(one))).toEqual(refused);
      underWay.push(...others.flatMap((other) => [ask(other), ask(other)]));
      await waiting(10);
      expect(await told(ask(eleventh))).toEqual(refused);
      strangers.push(ask(stranger));
    });
    for (const answer of await Promise.all([...underWay, ...strangers])) expect(answer.status).toBe(200);
    expect((await ask(eleventh)).status).toBe(200);
  });

  it("an expensive call counts until its work is done, even if its caller has disconnected", async () => {
    const caller = await api.signIn(...grants);
    await withSlowCases(async (waiting) => {
      const headers = { authorization: `Bearer ${caller.session.token}` };
      const calls = [1, 2].map(() => get(`${api.url}/api/v1/dashboard`, { agent: false, headers }));
      for (const call of calls) call.on("error", () => undefined);
      await waiting(2);
      const connected = await connections();
      for (const call of calls) call.destroy();
      await expect.poll(connections, { timeout: 15_000 }).toBeLessThanOrEqual(connected - 2);
      expect(await told(ask(caller))).toEqual(refused);
    });
    await expect.poll(async () => (await ask(caller)).status, { timeout: 15_000, interval: 600 }).toBe(200);
  });

  it.each([
    ["vehicles", (total?: "EXACT") => ({ path: `vehicles${total ? `?total=${total}` : ""}`, method: "GET" })],
    ["cases", (total?: "EXACT") => ({ path: "cases-request", method: "POST", body: JSON.stringify({ total }) })],
  ])("searches of %s count as expensive calls only when they count all results", async (_what, requestOf) => {
    const caller = await api.signIn(...grants);
    const search = async (total?: "EXACT") => {
      const { path, ...init } = requestOf(total);
      const headers = { authorization: `Bearer ${caller.session.token}`, "content-type": "application/json" };
      const answer = await fetch(`${api.url}/api/v1/${path}`, { ...init, headers });
      await answer.text();
      return { status: answer.status, policy: answer.headers.get("ratelimit-policy")?.split(";")[0] };
    };
    stopRateLimitRefill();
    const answers = [await search("EXACT")];
    while (answers.at(-1)?.status === 200 && answers.length < 40) answers.push(await search("EXACT"));
    expect(answers.at(-1)).toEqual({ status: 429, policy: '"heavy"' });
    expect(await search()).toEqual({ status: 200, policy: '"read"' });
  });
});
