import { describe, expect, it } from "vitest";
import { insertTenant, nextPhoneNumber } from "../../testing/fixtures";
import { findTextInDatabase } from "../../testing/find-text";
import {
  readCodeSentTo,
  insertPerson,
  insertDeviceWithPhoneNumber,
  readLinkTokenSentTo,
  readMessagesSentTo,
} from "../../testing/sign-in-fixtures";
import { startApi } from "../../testing/start-api";
import { type MessageCarrier, OutboxMessageSender, enqueueOutboxMessage } from "./messages-out";
import { sql } from "../database/sql";

describe("outgoing messages", () => {
  const api = startApi();

  it("an outgoing message is marked as sent once the carrier takes it, and is tried again when the carrier fails", async () => {
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
    const sender = new OutboxMessageSender({ db: api.db, clock: api.clock, carriers, onError: () => undefined });
    await api.db.systemTransaction(tenantId, async (tx) => {
      for (const body of ["first", "unlucky", "last"])
        enqueueOutboxMessage(tx, { channel: "SMS", recipient: "+43664555000", body, purpose: "TEST" });
    });
    // Stops the clock after the writes, so that none of their times by the database's clock lies in the future.
    api.clock.freeze();
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

  describe("outgoing messages that open an account", () => {
    const carrierOf = (carry: MessageCarrier["carry"]) => {
      const carrier = { carry };
      return { SMS: carrier, EMAIL: carrier, ROBO_CALL: carrier, PUSH: carrier };
    };
    const aCode = async () => {
      const tenant = await insertTenant(api.db, "FUNERAL");
      const phone_number = nextPhoneNumber();
      await insertDeviceWithPhoneNumber(api.db, tenant, phone_number);
      await api.anonymous(tenant).authDevice({ phone_number });
      return { tenant, phone_number, code: await readCodeSentTo(api.db, tenant, phone_number) };
    };
    const aLink = async () => {
      const tenant = await insertTenant(api.db, "FUNERAL");
      const email = `${crypto.randomUUID()}@example.org`;
      await insertPerson(api.db, tenant, { email });
      await api.anonymous(tenant).requestPasswordReset({ email });
      return { tenant, email, token: await readLinkTokenSentTo(api.db, tenant, email) };
    };
    const send = (carry: MessageCarrier["carry"], demonstration = false) =>
      new OutboxMessageSender({
        db: api.db,
        clock: api.clock,
        carriers: carrierOf(carry),
        onError: () => undefined,
        demonstration,
      }).runDue();

    it("an outgoing message contains its sign-in link or code, and the database no longer has that secret once it is sent", async () => {
      const [{ code, tenant, phone_number }, { token }] = [await aCode(), await aLink()];
      const carried: string[] = [];
      await send(async ({ body }) => void carried.push(body));
      expect(carried.join()).toContain(code);
      expect(carried.join()).toContain(token);
      expect(await readMessagesSentTo(api.db, tenant, phone_number)).toMatchObject([{ channel: "SMS", body: "" }]);
      expect(await findTextInDatabase(api.databaseUrl, token)).toEqual({ equal: [], containing: [] });
    });

    it("the secret of an outgoing message is kept while it may still be sent, and deleted when the message is given up", async () => {
      const { tenant, email, token } = await aLink();
      const fail = () => Promise.reject(new Error("the provider is down"));
      for (let attempt = 1; attempt < 8; attempt++) {
        await send(fail);
        expect((await readMessagesSentTo(api.db, tenant, email))[0]?.body).toContain(token);
        api.clock.advance({ minutes: 5 });
      }
      await send(fail);
      expect((await readMessagesSentTo(api.db, tenant, email))[0]?.body).toBe("");
    });

    it("messages with secrets stay readable in a demonstration, whose outbox page shows them", async () => {
      const { tenant, phone_number, code } = await aCode();
      await send(() => Promise.resolve(), true);
      expect((await readMessagesSentTo(api.db, tenant, phone_number))[0]?.body).toContain(code);
    });
  });
});
