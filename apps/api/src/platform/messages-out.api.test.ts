import { describe, expect, it } from "vitest";
import { insertTenant } from "../testing/fixtures";
import { startApi } from "../testing/start-api";
import { type MessageCarrier, MessageSender, sendLater } from "./messages-out";
import { sql } from "./sql";

describe("outgoing messages", () => {
  const api = startApi();

  it("are marked as sent once they are carried, and tried again when the carrier fails", async () => {
    const { id: tenantId } = await insertTenant(api.db, "FUNERAL");
    const carried: string[] = [];
    let isDown = true;
    const carrier: MessageCarrier = {
      carry: ({ body }) => {
        if (isDown && body === "unlucky") return Promise.reject(new Error("the provider is down"));
        carried.push(body);
        return Promise.resolve();
      },
    };
    const carriers = { SMS: carrier, EMAIL: carrier, ROBO_CALL: carrier, PUSH: carrier };
    const sender = new MessageSender({ db: api.db, clock: api.clock, carriers, onError: () => undefined });
    await api.db.systemTransaction(tenantId, async (tx) => {
      for (const body of ["first", "unlucky", "last"])
        sendLater(tx, { channel: "SMS", recipient: "+43664555000", body, purpose: "TEST" });
    });
    const states = () =>
      api.db.system.many<{ body: string; status: string }>(sql`
        select body, status from outbox_messages where tenant_id = ${tenantId} order by seq`);

    await sender.runDue();
    expect((await states()).map(({ status }) => status)).toEqual(["SENT", "PENDING", "SENT"]);
    isDown = false;
    expect(await sender.runDue()).toBe(0);
    api.clock.advance({ seconds: 10 });
    await sender.runDue();
    expect((await states()).map(({ status }) => status)).toEqual(["SENT", "SENT", "SENT"]);
    expect(carried.toSorted()).toEqual(["first", "last", "unlucky"]);
  });
});
