import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { hasBrowser } from "./browser";
import { eventually } from "./console-testkit";
import type { Fault } from "./driver/faulty-server";
import { cases, OutboxScene } from "./driver/scenes/outbox-scene";

const [first = "", second = "", third = ""] = cases;

describe.skipIf(!hasBrowser)("the outbox of a phone (needs /usr/bin/chromium)", () => {
  let outbox: OutboxScene;
  beforeAll(async () => {
    outbox = await OutboxScene.open();
  });
  afterAll(() => outbox.close());
  afterEach(() => outbox.endTest());

  it.each([1, 2, 3])(
    "sends each action once and in the order of its case, whatever is cut off (seed %i)",
    async (seed) => {
      expect(await outbox.findFaults(seed)).toEqual([]);
    },
  );

  it("holds what rests on a refused action, and sends all else", async () => {
    const { server, phone } = await outbox.aPhone();
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
    const { server, phone } = await outbox.aPhone();
    for (const case_id of cases) await phone.write({ case_id, action: "ARRIVE" });
    server.faultOf = () => fault;
    expect((await phone.drain("at once")).is).toBe(is);
    expect(server.requests).toBeLessThan(cases.length);
    expect((await phone.rows()).map(({ status }) => status)).toEqual(cases.map(() => "waiting"));
  });

  it("sends what is done on another case while the answer to a step stays away, and what rests on that step after it", async () => {
    const { server, phone } = await outbox.aPhone();
    await phone.write({ case_id: first, action: "ARRIVE" });
    server.faultOf = (case_id) => (case_id === first ? "silence" : undefined);
    const drained = phone.drain("at once");
    await eventually(async () => server.requests).toBe(1);
    for (const case_id of [first, second]) await phone.write({ case_id, action: "ARRIVE" });
    const doneOn = async () => server.done.map(({ case_id }) => case_id);
    await eventually(doneOn).toEqual([second]);
    server.endSilence();
    await drained;
    expect(await doneOn()).toEqual([second, first, first]);
  });

  it("waits as long as the server asks", async () => {
    const { server, phone } = await outbox.aPhone();
    await phone.write({ case_id: first, action: "ARRIVE" });
    server.faultOf = () => "429";
    expect(await phone.drain("at once")).toEqual({ is: "idle", waits: 7_000 });
    expect([await phone.drain("at once"), server.requests]).toMatchObject([{ is: "idle" }, 1]);
  });

  it("sends nothing that needs what has not arrived", async () => {
    const { server, phone } = await outbox.aPhone();
    const needed = await phone.write({ case_id: first, action: "ARRIVE" });
    await phone.write({ case_id: second, action: "ARRIVE", needs: needed });
    server.faultOf = (case_id) => (case_id === first ? "503" : undefined);
    await phone.drain("at once");
    expect(server.done).toEqual([]);
    server.faultOf = () => undefined;
    await phone.drain("after pauses");
    expect(server.done.map(({ case_id }) => case_id)).toEqual([first, second]);
  });

  it("goes by what the server has answered to the step before, also when that is forgotten", async () => {
    expect(await outbox.doneOfTwo()).toBe(2);
  });

  it("tells the server what the crew had seen, and not what has been fetched since", async () => {
    expect(await outbox.doneUnseen()).toBe(0);
  });

  it("lets follow what follows by itself, whatever others have made of the case until then", async () => {
    expect(await outbox.doneAfterChange()).toBe(2);
  });

  it("sends nothing twice when two windows are open", async () => {
    const { server, context, phone } = await outbox.aPhone();
    for (const case_id of cases) await phone.write({ case_id, action: "ARRIVE" });
    const other = await outbox.open(context, server);
    await Promise.all([phone.drain("at once"), other.drain("at once")]);
    expect([server.requests, server.done.length]).toEqual([cases.length, cases.length]);
  });

  it("still has what was written when the page dies right after", async () => {
    const { server, context, phone } = await outbox.aPhone();
    const written = await phone.write({ case_id: first, action: "ARRIVE" });
    await phone.page.close({ runBeforeUnload: false });
    const again = await outbox.open(context, server);
    expect((await again.rows()).map(({ action_id }) => action_id)).toEqual([written]);
    await again.drain("at once");
    expect(server.done.map(({ action_id }) => action_id)).toEqual([written]);
  });

  it("has a step with what follows it by itself, or neither, when the page dies between the two", async () => {
    expect(await outbox.leftOfDelivery()).toBe(0);
    const { phone } = await outbox.aPhone();
    await phone.write({ case_id: first, action: "ARRIVE", followedBy: "UNDO" });
    expect(await phone.rows()).toHaveLength(2);
  });

  it("keeps what follows a step until what takes the step back is written, and not longer", async () => {
    expect(await outbox.leftOfUndo()).toBe(1);
    const { phone } = await outbox.aPhone();
    const step = await phone.write({ case_id: first, action: "ARRIVE", followedBy: "UNDO" });
    await phone.drain("at once");
    expect(await phone.takeBack(step)).toBe(false);
    const undo = await phone.write({ case_id: first, action: "UNDO", cancelsPlanned: true });
    const waiting = (await phone.rows()).filter(({ status }) => status === "waiting");
    expect(waiting.map(({ action_id }) => action_id)).toEqual([undo]);
  });

  it("takes back what was never tried, and nothing that may have arrived", async () => {
    const { server, phone } = await outbox.aPhone();
    const untried = await phone.write({ case_id: first, action: "ARRIVE" });
    expect([await phone.takeBack(untried), await phone.rows()]).toEqual([true, []]);
    const tried = await phone.write({ case_id: first, action: "ARRIVE" });
    server.faultOf = () => "cut after";
    await phone.drain("at once");
    expect([await phone.takeBack(tried), (await phone.rows()).length, server.done.length]).toEqual([false, 1, 1]);
  });

  it("takes back what would have followed by itself, together with its step", async () => {
    const { phone } = await outbox.aPhone();
    const step = await phone.write({ case_id: first, action: "ARRIVE", followedBy: "UNDO" });
    await phone.write({ case_id: second, action: "UNDO", later: true });
    expect([await phone.takeBack(step), (await phone.rows()).length]).toEqual([true, 1]);
  });

  it("shows nobody who copies its storage what was written, and opens by PIN and phone together alone", async () => {
    const { phone } = await outbox.aPhone();
    await phone.write({ case_id: first, action: "ARRIVE", reason: "Frau Kanari macht nicht auf" });
    await phone.drain("at once");
    expect(await phone.bytes()).toContain(first);
    expect(await phone.bytes()).not.toContain("Kanari");
    expect(await phone.vault()).toEqual({ rightPin: "Fuchs, Alois", wrongPin: undefined, otherPhone: undefined });
  });
});
