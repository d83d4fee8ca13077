import { ApiProblem } from "@leitstand/client/problem";
import { describe, expect, it } from "vitest";
import { Database, type Tx } from "#platform/database/database";
import { compile, Sql, sql } from "#platform/database/sql";
import { aFuneralCase } from "./testing/cases";
import { aCrew, dispatchGrants } from "./testing/dispatch";
import { startApi, type TestApi } from "./testing/start-api";

const WRITERS = 16;
/** Acknowledged ones, of each writer; whoever was not the first reads again and tries once more. */
const INCREMENTS = 50;
/** An action writes a whole case and its history. */
const ACTIONS = 20;
const FEWER_INCREMENTS = 10;

/*
 * One object, and everybody at it. Races for one thing that only one may win stand beside the modules: a device for 32
 * vehicles in vehicles.api.test.ts, 32 starts of a tour in tour-shifts.api.test.ts, 32 tours for a case, 32 who accept
 * it and writers on several cases, with their mutant, in dispatch-concurrency.reliability.test.ts.
 */

/** So many try at once; who loses steps back until somebody has won, or the machine would do nothing but refuse. */
const CONTENDERS = 3;

/** How many of the writes were acknowledged, and how many had to be made again. */
async function writeTogether(increments: number, increment: () => Promise<unknown>) {
  let [acknowledged, conflicts, trying] = [0, 0, WRITERS];
  const waiting: (() => void)[] = [];
  const letOneTry = () => {
    if (waiting.length > 0) trying++;
    waiting.shift()?.();
  };
  const stepBack = () => {
    if (trying <= CONTENDERS) return undefined;
    trying--;
    return new Promise<void>((resolve) => waiting.push(resolve));
  };
  const write = async () => {
    for (let own = 0; own < increments; ) {
      try {
        await increment();
        own++;
        acknowledged++;
        letOneTry();
      } catch (error) {
        if (!(error instanceof ApiProblem) || error.code !== "LOCK_VERSION_CONFLICT") throw error;
        conflicts++;
        await stepBack();
      }
    }
    trying--;
    letOneTry();
  };
  await Promise.all(Array.from({ length: WRITERS }, write));
  return { acknowledged, conflicts };
}

/** A vehicle that counts in its description; what everybody was told, and what is there in the end. */
async function countOnVehicle(api: TestApi, increments: number) {
  const desk = await api.signIn("createVehicle", "getVehicles", "updateVehicle");
  const fields = { license_plate: "G 16 HL", active: true, capacity: 2 };
  const { id } = await desk.createVehicle({ ...fields, description: "0" });
  const { acknowledged, conflicts } = await writeTogether(increments, async () => {
    const { description, lock_version } = await desk.getVehicle({ id });
    await desk.updateVehicle({ ...fields, id, lock_version, description: String(Number(description) + 1) });
  });
  const { description, lock_version } = await desk.getVehicle({ id });
  return { acknowledged, conflicts, value: Number(description), lock_version };
}

describe("one object that 16 writers change", () => {
  const api = startApi();

  it("keeps every acknowledged change of a vehicle", async () => {
    const { conflicts, ...kept } = await countOnVehicle(api, INCREMENTS);
    const all = WRITERS * INCREMENTS;
    expect(kept).toEqual({ acknowledged: all, value: all, lock_version: all });
    expect(conflicts).toBeGreaterThan(0);
  }, 240_000);

  it("keeps every acknowledged action on a case", async () => {
    const desk = await api.signIn(...dispatchGrants);
    const { tour_id } = await aCrew(api, desk.session.tenant);
    const { id } = await desk.createCase(aFuneralCase());
    await desk.receiveAction({ id, action: "ASSIGN", tour_id, lock_version: 0 });
    const payload = { postponed_until: new Date(api.clock.now().getTime() + 3_600_000).toISOString() };
    const postpone = { id, action: "POSTPONE", tour_id, reason: "later", payload } as const;
    let lock_version = 1;
    const { acknowledged, conflicts } = await writeTogether(ACTIONS, async () => {
      // What everybody has last heard of the case, as desks that follow the live stream do.
      const answer = await desk.receiveAction({ ...postpone, lock_version });
      lock_version = Math.max(lock_version, answer.lock_version);
    });
    const kept = await api.db.system.one(sql`
      select lock_version::int - 1 as versions,
        (select count(distinct lock_version)::int from case_history where case_id = ${id} and transition = 'POSTPONE') as actions
      from cases where id = ${id}`);
    const all = WRITERS * ACTIONS;
    expect({ acknowledged, ...(kept as object) }).toEqual({ acknowledged: all, versions: all, actions: all });
    expect(conflicts).toBeGreaterThan(0);
  }, 240_000);
});

/** The update of a vehicle as a careless colleague might write it: looks at the version first, and then just writes. */
class ForgetfulDatabase extends Database {
  override transaction<T>(tenantId: string, work: (tx: Tx) => Promise<T>): Promise<T> {
    return super.transaction(tenantId, (tx) => work({ ...tx, maybe: (query) => readThenWrite(tx, query) }));
  }
}

const ownCondition = /lock_version = (\$\d+) and/;
async function readThenWrite<R>(tx: Tx, query: Sql): Promise<R | undefined> {
  const { text, values } = compile(query);
  const [, place] = ownCondition.exec(text) ?? [];
  if (!text.includes("update vehicles") || place === undefined) return tx.maybe<R>(query);
  const expected = values[Number(place.slice(1)) - 1];
  const id = values[Number(/vehicle\.id = \$(\d+)/.exec(text)?.[1]) - 1];
  const seen = await tx.maybe<{ lock_version: number }>(sql`select lock_version from vehicles where id = ${id}`);
  if (seen?.lock_version !== expected) return undefined;
  const unconditional = text.replace(ownCondition, "$1::bigint is not null and");
  return tx.maybe<R>(new Sql(unconditional.split(/\$\d+/), values));
}

describe("a vehicle whose update does not name the version", () => {
  const api = startApi({ open: (options) => new ForgetfulDatabase(options) });

  it("loses changes, and the same count notices it", async () => {
    const { acknowledged, value } = await countOnVehicle(api, FEWER_INCREMENTS);
    expect(acknowledged).toBe(WRITERS * FEWER_INCREMENTS);
    expect(value).toBeLessThan(acknowledged);
  }, 60_000);
});
