import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hasChromium } from "./browser";
import { expectEventually } from "./console-testkit";
import type { RequestFault } from "./driver/faulty-server";
import { sceneCaseIds, OutboxScene } from "./driver/scenes/outbox-scene";

const [first = "", second = "", third = ""] = sceneCaseIds;

describe.skipIf(!hasChromium)("the outbox of a phone (needs /usr/bin/chromium)", () => {
  let outbox: OutboxScene;
  beforeAll(async () => {
    outbox = await OutboxScene.open();
  });
  afterAll(() => outbox.close());

  it.each([1, 2, 3])(
    "the phone's outbox sends each action once and in the order of its case, wherever requests are cut off (seed %i)",
    async (seed) => {
      expect(await outbox.findFaults(seed)).toEqual([]);
    },
  );

  it("the phone's outbox holds entries that depend on a refused action, and sends all others", async () => {
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

  it.each<[RequestFault, string]>([
    ["401", "sign_in"],
    ["disabled", "wipe"],
  ])("the phone's outbox stops and keeps all entries after an answer %s", async (fault, is) => {
    const { server, phone } = await outbox.aPhone();
    for (const case_id of sceneCaseIds) await phone.write({ case_id, action: "ARRIVE" });
    server.faultOf = () => fault;
    expect((await phone.drain("at once")).is).toBe(is);
    expect(server.requests).toBeLessThan(sceneCaseIds.length);
    expect((await phone.rows()).map(({ status }) => status)).toEqual(sceneCaseIds.map(() => "waiting"));
  });

  it("the phone's outbox sends steps of other cases while an answer is missing, and later steps of the same case after it", async () => {
    const { server, phone } = await outbox.aPhone();
    await phone.write({ case_id: first, action: "ARRIVE" });
    server.faultOf = (case_id) => (case_id === first ? "silence" : undefined);
    const drained = phone.drain("at once");
    await expectEventually(async () => server.requests).toBe(1);
    for (const case_id of [first, second]) await phone.write({ case_id, action: "ARRIVE" });
    const doneOn = async () => server.done.map(({ case_id }) => case_id);
    await expectEventually(doneOn).toEqual([second]);
    server.endSilence();
    await drained;
    expect(await doneOn()).toEqual([second, first, first]);
  });

  it("the phone's outbox waits before a retry as long as the server asks", async () => {
    const { server, phone } = await outbox.aPhone();
    await phone.write({ case_id: first, action: "ARRIVE" });
    server.faultOf = () => "429";
    expect(await phone.drain("at once")).toEqual({ is: "idle", waits: 7_000 });
    expect([await phone.drain("at once"), server.requests]).toMatchObject([{ is: "idle" }, 1]);
  });

  it("the phone's outbox sends no entry that needs another entry which has not arrived", async () => {
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

  it("the phone's outbox uses the lock version from the server's answer to the previous step, even after that row was deleted", async () => {
    expect(await outbox.doneOfTwo()).toBe(2);
  });

  it("the phone's outbox sends the lock version that the crew had seen, and not one that was fetched later", async () => {
    expect(await outbox.doneUnseen()).toBe(0);
  });

  it("the phone's outbox sends planned entries with the current lock version, even if others have changed the case", async () => {
    expect(await outbox.doneAfterChange()).toBe(2);
  });

  it("the phone's outbox sends nothing twice when two windows are open", async () => {
    const { server, context, phone } = await outbox.aPhone();
    for (const case_id of sceneCaseIds) await phone.write({ case_id, action: "ARRIVE" });
    const other = await outbox.open(context, server);
    await Promise.all([phone.drain("at once"), other.drain("at once")]);
    expect([server.requests, server.done.length]).toEqual([sceneCaseIds.length, sceneCaseIds.length]);
  });

  it("the phone's outbox keeps an entry when the page is killed right after it was written", async () => {
    const { server, context, phone } = await outbox.aPhone();
    const written = await phone.write({ case_id: first, action: "ARRIVE" });
    await phone.page.close({ runBeforeUnload: false });
    const again = await outbox.open(context, server);
    expect((await again.rows()).map(({ action_id }) => action_id)).toEqual([written]);
    await again.drain("at once");
    expect(server.done.map(({ action_id }) => action_id)).toEqual([written]);
  });

  it("the phone's outbox has both a step and its planned follow-up, or neither, when the page is killed in between", async () => {
    expect(await outbox.leftOfDelivery()).toBe(0);
    const { phone } = await outbox.aPhone();
    await phone.write({ case_id: first, action: "ARRIVE", followedBy: "UNDO" });
    expect(await phone.rows()).toHaveLength(2);
  });

  it("the phone's outbox keeps a planned entry until the undo of its step is written, and not longer", async () => {
    expect(await outbox.leftOfUndo()).toBe(1);
    const { phone } = await outbox.aPhone();
    const step = await phone.write({ case_id: first, action: "ARRIVE", followedBy: "UNDO" });
    await phone.drain("at once");
    expect(await phone.takeBack(step)).toBe(false);
    const undo = await phone.write({ case_id: first, action: "UNDO", cancelsPlanned: true });
    const waiting = (await phone.rows()).filter(({ status }) => status === "waiting");
    expect(waiting.map(({ action_id }) => action_id)).toEqual([undo]);
  });

  it("the phone's outbox removes an entry on request only if no request with it was sent", async () => {
    const { server, phone } = await outbox.aPhone();
    const untried = await phone.write({ case_id: first, action: "ARRIVE" });
    expect([await phone.takeBack(untried), await phone.rows()]).toEqual([true, []]);
    const tried = await phone.write({ case_id: first, action: "ARRIVE" });
    server.faultOf = () => "cut after";
    await phone.drain("at once");
    expect([await phone.takeBack(tried), (await phone.rows()).length, server.done.length]).toEqual([false, 1, 1]);
  });

  it("the phone's outbox removes a planned entry together with its step", async () => {
    const { phone } = await outbox.aPhone();
    const step = await phone.write({ case_id: first, action: "ARRIVE", followedBy: "UNDO" });
    await phone.write({ case_id: second, action: "UNDO", later: true });
    expect([await phone.takeBack(step), (await phone.rows()).length]).toEqual([true, 1]);
  });

  it("a copy of the outbox's storage is unreadable without both the PIN and the phone", async () => {
    const { phone } = await outbox.aPhone();
    await phone.write({ case_id: first, action: "ARRIVE", reason: "Frau Kanari macht nicht auf" });
    await phone.drain("at once");
    expect(await phone.bytes()).toContain(first);
    expect(await phone.bytes()).not.toContain("Kanari");
    expect(await phone.vault()).toEqual({ rightPin: "Fuchs, Alois", wrongPin: undefined, otherPhone: undefined });
  });
});
