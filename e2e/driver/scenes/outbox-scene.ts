import type { BrowserContext, Page } from "playwright-core";
import { onTestFinished } from "vitest";
import { TestFileBrowserContexts } from "../../browser";
import { FaultyActionServer } from "../faulty-server";
import { bundleOutboxTestPage, outboxCallsOfPage, type OpenedOutboxTestPage } from "../outbox-phone";
import type { SourceMutant } from "../planted-page";

export const sceneCaseIds = ["a", "b", "c", "d", "e"].map((letter) => `c0a80101-5a53-4b8e-9a36-1f6f6a1f8f1${letter}`);
const [first = ""] = sceneCaseIds;

/** Outboxes of phones, with a fault or without, in front of a server over a network that fails. */
export class OutboxScene {
  private constructor(
    private readonly browser: TestFileBrowserContexts,
    private readonly script: string,
  ) {}

  static async open(): Promise<OutboxScene> {
    return new OutboxScene(await TestFileBrowserContexts.open(), await bundleOutboxTestPage());
  }

  close = () => this.browser.close();

  /** A phone with an empty outbox, and the server that it talks to. */
  async aPhone(mutant?: SourceMutant) {
    const server = await new FaultyActionServer(
      mutant === undefined ? this.script : await bundleOutboxTestPage(mutant),
    ).listen();
    const context = await this.browser.newContext();
    onTestFinished(() => server.close());
    onTestFinished(() => context.close());
    return { server, context, phone: await this.open(context, server) };
  }

  async open(context: BrowserContext, server: FaultyActionServer) {
    const page = await context.newPage();
    await page.goto(server.url);
    return outboxCallsOfPage(page);
  }

  /** Drains until everything is sent, or an entry has been refused; a failing network fails only sometimes. */
  async drainAll(phone: OpenedOutboxTestPage) {
    for (let round = 0; round < 60; round++) {
      await phone.drain("after pauses");
      if ((await phone.rows()).every(({ status }) => status !== "waiting")) return;
    }
  }

  /** Sends twenty actions of five cases over a failing network; returns faults in words. */
  async findFaults(seed: number, mutant?: SourceMutant): Promise<string[]> {
    const { server, phone } = await this.aPhone(mutant);
    server.failBy(seed);
    const written = new Map<string, string[]>(sceneCaseIds.map((id) => [id, []]));
    for (let step = 0; step < 20; step++) {
      const case_id = sceneCaseIds[step % sceneCaseIds.length] ?? "";
      written.get(case_id)?.push(await phone.write({ case_id, action: "ARRIVE" }));
      if (step % 4 === 3) await phone.drain("at once");
    }
    await this.drainAll(phone);
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

  /**
   * Number of carried-out steps of two at the same version, between which the case was fetched, and the first row
   * deleted.
   */
  async doneOfTwo(mutant?: SourceMutant): Promise<number> {
    const { server, phone } = await this.aPhone(mutant);
    await phone.write({ case_id: first, action: "ARRIVE" });
    await phone.drain("at once");
    await phone.write({ case_id: first, action: "ARRIVE" });
    await phone.fetch(first, 1);
    await phone.drain("at once");
    return server.done.length;
  }

  /** Number of carried-out steps whose crew had not seen a change of others. */
  async doneUnseen(mutant?: SourceMutant): Promise<number> {
    const { server, phone } = await this.aPhone(mutant);
    await phone.write({ case_id: first, action: "ARRIVE" });
    await phone.fetch(first, server.change(first));
    await phone.drain("at once");
    return server.done.length;
  }

  /** Number of carried-out steps: one, and the planned one after it, after others have changed the case. */
  async doneAfterChange(mutant?: SourceMutant): Promise<number> {
    const { server, phone } = await this.aPhone(mutant);
    await phone.write({ case_id: first, action: "ARRIVE", followedBy: "UNDO" });
    await phone.drain("at once");
    await phone.fetch(first, server.change(first));
    await phone.drain("an hour later");
    return server.done.length;
  }

  /** Rows that are left of a step and its planned one when the page dies while they are written. */
  async leftOfDelivery(mutant?: SourceMutant): Promise<number> {
    const { server, context, phone } = await this.aPhone(mutant);
    await failStorageAtRow(phone.page, 2);
    await phone.write({ case_id: first, action: "ARRIVE", followedBy: "UNDO" }).catch(() => undefined);
    await phone.page.close({ runBeforeUnload: false });
    return (await (await this.open(context, server)).rows()).length;
  }

  /** Undoes a step that has been sent; rows that are left when the page dies while that is written. */
  async leftOfUndo(mutant?: SourceMutant): Promise<number> {
    const { server, context, phone } = await this.aPhone(mutant);
    await phone.write({ case_id: first, action: "ARRIVE", followedBy: "UNDO" });
    await phone.drain("at once");
    await failStorageAtRow(phone.page, 1);
    await phone.write({ case_id: first, action: "UNDO", cancelsPlanned: true }).catch(() => undefined);
    await phone.page.close({ runBeforeUnload: false });
    const again = await this.open(context, server);
    return (await again.rows()).filter(({ status }) => status === "waiting").length;
  }
}

/** Makes storage fail from the given row on, as if the page died there. */
const failStorageAtRow = (page: Page, row: number) =>
  page.evaluate((last) => {
    const add = IDBObjectStore.prototype.add;
    let left = last;
    IDBObjectStore.prototype.add = function (...row) {
      if (this.name === "outbox" && --left <= 0) throw new DOMException("gone", "AbortError");
      return add.apply(this, row);
    };
  }, row);
