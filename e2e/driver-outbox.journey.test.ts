import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { hasBrowser, launchBrowser } from "./browser";
import { type Fault, FaultyServer } from "./driver/faulty-server";
import { bundleOutbox, outboxOn, type OutboxPhone } from "./driver/outbox-phone";
import { aMutant, type Mutant, theMutants } from "./driver/planted-page";

const cases = ["a", "b", "c", "d", "e"].map((letter) => `c0a80101-5a53-4b8e-9a36-1f6f6a1f8f1${letter}`);
const [first = "", second = "", third = ""] = cases;

const mutants = theMutants({
  "a new key for each try": {
    file: "drain.ts",
    from: "idempotencyKey: row.action_id",
    to: "idempotencyKey: crypto.randomUUID()",
  },
  "a row that counts as sent before its answer": {
    file: "drain.ts",
    from: "const answer = await",
    to: "await this.keep(row, null); const answer = await",
  },
  "other content at the second try": {
    file: "drain.ts",
    from: "if (row.frozen !== null)",
    to: "if (row.frozen !== null && row.seq < 0)",
  },
  "no order within a case": {
    file: "next-rows.ts",
    from: "if (!first.has(row.chain) && ",
    to: "first.set(row.action_id, row); if (false && ",
  },
  "the version of the screen alone": {
    file: "freeze.ts",
    from: "Math.max(row.seen, version)",
    to: "row.seen",
  },
});

const twoTransactions = aMutant({
  file: "write.ts",
  from: "await writeSafely(db, () =>",
  to: "await db.outbox.add(rows.shift()); await writeSafely(db, () =>",
});
const cancelsBefore = aMutant({
  file: "write.ts",
  from: "await writeSafely(db, () =>",
  to: "for (const { chain } of rows) await cancelPlanned(db, chain); await writeSafely(db, () =>",
});

const forgetsAnswers = aMutant({
  file: "drain.ts",
  from: "if (answered !== null) await raiseSeen",
  to: "if (seq < 0) await raiseSeen",
});
const seesTooMuch = aMutant({
  file: "drain.ts",
  from: "tour_id === undefined ? undefined : await db.tours.get(tour_id)",
  to: 'await db.cases.get(chain.replace("case:", ""))',
});
const seesTooLittle = aMutant({
  file: "drain.ts",
  from: "if (shown !== undefined) await raiseSeen",
  to: "if (seq < 0) await raiseSeen",
});

describe.skipIf(!hasBrowser)("the outbox of a phone (needs /usr/bin/chromium)", () => {
  let browser: Browser;
  let script: string;
  const ends: (() => unknown)[] = [];
  beforeAll(async () => {
    browser = await launchBrowser();
    script = await bundleOutbox();
  });
  afterAll(() => browser.close());
  afterEach(async () => {
    for (const end of ends.splice(0)) await end();
  });

  /** A phone with an empty outbox, and the server that it talks to. */
  async function aPhone(mutant?: Mutant) {
    const server = await new FaultyServer(mutant === undefined ? script : await bundleOutbox(mutant)).listen();
    const context = await browser.newContext();
    ends.push(
      () => context.close(),
      () => server.close(),
    );
    return { server, context, phone: await open(context, server) };
  }

  async function open(context: BrowserContext, server: FaultyServer) {
    const page = await context.newPage();
    await page.goto(server.url);
    return outboxOn(page);
  }

  /** Draws until everything is sent, or something has been refused; a network that fails fails some of the time only. */
  async function drainAll(phone: OutboxPhone) {
    for (let round = 0; round < 60; round++) {
      await phone.drain("after pauses");
      if ((await phone.rows()).every(({ status }) => status !== "waiting")) return;
    }
  }

  /** Twenty actions of five cases over a failing network; what is wrong in the end, in words. */
  async function findFaults(seed: number, mutant?: Mutant): Promise<string[]> {
    const { server, phone } = await aPhone(mutant);
    server.failBy(seed);
    const written = new Map<string, string[]>(cases.map((id) => [id, []]));
    for (let step = 0; step < 20; step++) {
      const case_id = cases[step % cases.length] ?? "";
      written.get(case_id)?.push(await phone.write({ case_id, action: "ARRIVE" }));
      if (step % 4 === 3) await phone.drain("at once");
    }
    await drainAll(phone);
    const faults = (await phone.rows()).flatMap(({ status, refusal }) =>
      status === "sent" ? [] : [refusal ?? status],
    );
    if (server.reused > 0) faults.push("a key came again with other content");
    for (const [case_id, ids] of written) {
      const arrived = server.done.filter((action) => action.case_id === case_id).map(({ action_id }) => action_id);
      if (arrived.join() !== ids.join()) faults.push(`${arrived.length} of ${ids.length} actions, or out of order`);
    }
    return faults;
  }

  it.each(Array.from({ length: 12 }, (_, index) => index + 1))(
    "sends each action once and in the order of its case, whatever is cut off (seed %i)",
    async (seed) => {
      expect(await findFaults(seed)).toEqual([]);
    },
  );

  it.each(Object.entries(mutants))("would not do so with %s", async (_name, mutant) => {
    let faults: string[] = [];
    for (let seed = 1; seed <= 3 && faults.length === 0; seed++) faults = await findFaults(seed, mutant);
    expect(faults).not.toEqual([]);
  });

  it("holds what rests on a refused action, and sends all else", async () => {
    const { server, phone } = await aPhone();
    for (const case_id of [first, second, first, third, second]) await phone.write({ case_id, action: "ARRIVE" });
    server.faultOf = (case_id) => (case_id === first ? "conflict" : undefined);
    await phone.drain("at once");
    expect((await phone.rows()).map(({ status, refusal }) => refusal ?? status)).toEqual([
      "CASE_ACTION_NOT_ALLOWED",
      "sent",
      "held",
      "sent",
      "sent",
    ]);
    server.faultOf = () => undefined;
    await phone.drain("after pauses");
    expect(server.done.map(({ case_id }) => case_id)).not.toContain(first);
  });

  it.each<[Fault, string]>([
    ["401", "sign_in"],
    ["disabled", "wipe"],
  ])("stops everything and keeps everything at an answer %s", async (fault, is) => {
    const { server, phone } = await aPhone();
    for (const case_id of cases) await phone.write({ case_id, action: "ARRIVE" });
    server.faultOf = () => fault;
    expect((await phone.drain("at once")).is).toBe(is);
    expect(server.requests).toBeLessThan(cases.length);
    expect((await phone.rows()).map(({ status }) => status)).toEqual(cases.map(() => "waiting"));
  });

  it("waits as long as the server asks", async () => {
    const { server, phone } = await aPhone();
    await phone.write({ case_id: first, action: "ARRIVE" });
    server.faultOf = () => "429";
    expect(await phone.drain("at once")).toEqual({ is: "idle", waits: 7_000 });
    expect([await phone.drain("at once"), server.requests]).toMatchObject([{ is: "idle" }, 1]);
  });

  it("sends nothing that needs what has not arrived", async () => {
    const { server, phone } = await aPhone();
    const needed = await phone.write({ case_id: first, action: "ARRIVE" });
    await phone.write({ case_id: second, action: "ARRIVE", needs: needed });
    server.faultOf = (case_id) => (case_id === first ? "503" : undefined);
    await phone.drain("at once");
    expect(server.done).toEqual([]);
    server.faultOf = () => undefined;
    await phone.drain("after pauses");
    expect(server.done.map(({ case_id }) => case_id)).toEqual([first, second]);
  });

  /** Of two steps at the same version, between which the case was fetched, and the first one forgotten. */
  async function doneOfTwo(mutant?: Mutant): Promise<number> {
    const { server, phone } = await aPhone(mutant);
    await phone.write({ case_id: first, action: "ARRIVE" });
    await phone.drain("at once");
    await phone.write({ case_id: first, action: "ARRIVE" });
    await phone.fetch(first, 1);
    await phone.drain("at once");
    return server.done.length;
  }

  it("goes by what the server has answered to the step before, also when that is forgotten", async () => {
    expect([await doneOfTwo(), await doneOfTwo(forgetsAnswers)]).toEqual([2, 1]);
  });

  /** Of a step whose crew had not seen what others changed. */
  async function doneUnseen(mutant?: Mutant): Promise<number> {
    const { server, phone } = await aPhone(mutant);
    await phone.write({ case_id: first, action: "ARRIVE" });
    await phone.fetch(first, server.change(first));
    await phone.drain("at once");
    return server.done.length;
  }

  it("tells the server what the crew had seen, and not what has been fetched since", async () => {
    expect([await doneUnseen(), await doneUnseen(seesTooMuch)]).toEqual([0, 1]);
  });

  /** Of a step, and of what follows it by itself after others have changed the case. */
  async function doneAfterChange(mutant?: Mutant): Promise<number> {
    const { server, phone } = await aPhone(mutant);
    await phone.write({ case_id: first, action: "ARRIVE", followedBy: "UNDO" });
    await phone.drain("at once");
    await phone.fetch(first, server.change(first));
    await phone.drain("an hour later");
    return server.done.length;
  }

  it("lets follow what follows by itself, whatever others have made of the case until then", async () => {
    expect([await doneAfterChange(), await doneAfterChange(seesTooLittle)]).toEqual([2, 1]);
  });

  it("sends nothing twice when two windows are open", async () => {
    const { server, context, phone } = await aPhone();
    for (const case_id of cases) await phone.write({ case_id, action: "ARRIVE" });
    const other = await open(context, server);
    await Promise.all([phone.drain("at once"), other.drain("at once")]);
    expect([server.requests, server.done.length]).toEqual([cases.length, cases.length]);
  });

  it("still has what was written when the page dies right after", async () => {
    const { server, context, phone } = await aPhone();
    const written = await phone.write({ case_id: first, action: "ARRIVE" });
    await phone.page.close({ runBeforeUnload: false });
    const again = await open(context, server);
    expect((await again.rows()).map(({ action_id }) => action_id)).toEqual([written]);
    await again.drain("at once");
    expect(server.done.map(({ action_id }) => action_id)).toEqual([written]);
  });

  /** What is left of a step and of what follows it, when the page dies while they are written. */
  async function leftOfDelivery(mutant?: Mutant): Promise<number> {
    const { server, context, phone } = await aPhone(mutant);
    await dieAtRow(phone.page, 2);
    await phone.write({ case_id: first, action: "ARRIVE", followedBy: "UNDO" }).catch(() => undefined);
    await phone.page.close({ runBeforeUnload: false });
    return (await (await open(context, server)).rows()).length;
  }

  it("has a step with what follows it by itself, or neither, when the page dies between the two", async () => {
    expect(await leftOfDelivery()).toBe(0);
    const { phone } = await aPhone();
    await phone.write({ case_id: first, action: "ARRIVE", followedBy: "UNDO" });
    expect(await phone.rows()).toHaveLength(2);
  });

  it("would have the step alone with two transactions", async () => {
    expect(await leftOfDelivery(twoTransactions)).toBe(1);
  });

  /** A step that has been sent is taken back; what is left when the page dies while that is written. */
  async function leftOfUndo(mutant?: Mutant): Promise<number> {
    const { server, context, phone } = await aPhone(mutant);
    await phone.write({ case_id: first, action: "ARRIVE", followedBy: "UNDO" });
    await phone.drain("at once");
    await dieAtRow(phone.page, 1);
    await phone.write({ case_id: first, action: "UNDO", cancelsPlanned: true }).catch(() => undefined);
    await phone.page.close({ runBeforeUnload: false });
    const again = await open(context, server);
    return (await again.rows()).filter(({ status }) => status === "waiting").length;
  }

  it("keeps what follows a step until what takes the step back is written, and not longer", async () => {
    expect(await leftOfUndo()).toBe(1);
    const { phone } = await aPhone();
    const step = await phone.write({ case_id: first, action: "ARRIVE", followedBy: "UNDO" });
    await phone.drain("at once");
    expect(await phone.takeBack(step)).toBe(false);
    const undo = await phone.write({ case_id: first, action: "UNDO", cancelsPlanned: true });
    const waiting = (await phone.rows()).filter(({ status }) => status === "waiting");
    expect(waiting.map(({ action_id }) => action_id)).toEqual([undo]);
  });

  it("would lose what follows with two transactions", async () => {
    expect(await leftOfUndo(cancelsBefore)).toBe(0);
  });

  it("takes back what was never tried, and nothing that may have arrived", async () => {
    const { server, phone } = await aPhone();
    const untried = await phone.write({ case_id: first, action: "ARRIVE" });
    expect([await phone.takeBack(untried), await phone.rows()]).toEqual([true, []]);
    const tried = await phone.write({ case_id: first, action: "ARRIVE" });
    server.faultOf = () => "cut after";
    await phone.drain("at once");
    expect([await phone.takeBack(tried), (await phone.rows()).length, server.done.length]).toEqual([false, 1, 1]);
  });

  it("takes back what would have followed by itself, together with its step", async () => {
    const { phone } = await aPhone();
    const step = await phone.write({ case_id: first, action: "ARRIVE", followedBy: "UNDO" });
    await phone.write({ case_id: second, action: "UNDO", later: true });
    expect([await phone.takeBack(step), (await phone.rows()).length]).toEqual([true, 1]);
  });

  it("shows nobody who copies its storage what was written, and opens by PIN and phone together alone", async () => {
    const { phone } = await aPhone();
    await phone.write({ case_id: first, action: "ARRIVE", reason: "Frau Kanari macht nicht auf" });
    await phone.drain("at once");
    expect(await phone.bytes()).toContain(first);
    expect(await phone.bytes()).not.toContain("Kanari");
    expect(await phone.vault()).toEqual({ rightPin: "Fuchs, Alois", wrongPin: undefined, otherPhone: undefined });
  });
});

/** From so many rows on, counted from now, the browser writes nothing down any more: the page dies there. */
const dieAtRow = (page: Page, row: number) =>
  page.evaluate((last) => {
    const add = IDBObjectStore.prototype.add;
    let left = last;
    IDBObjectStore.prototype.add = function (...row) {
      if (this.name === "outbox" && --left <= 0) throw new DOMException("gone", "AbortError");
      return add.apply(this, row);
    };
  }, row);
