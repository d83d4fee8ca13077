import { describe, expect, it, onTestFinished } from "vitest";
import { createApp } from "../../app";
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
import { testNodeOptions } from "../../testing/start-node";
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

  it("a late failure of one attempt does not undo what another node has sent meanwhile", async () => {
    const { id: tenantId } = await insertTenant(api.db, "FUNERAL");
    await api.db.systemTransaction(tenantId, async (tx) =>
      enqueueOutboxMessage(tx, { channel: "SMS", recipient: "+43664555000", body: "once", purpose: "TEST" }),
    );
    const senderWith = (carry: MessageCarrier["carry"]) => {
      const carrier = { carry };
      const carriers = { SMS: carrier, EMAIL: carrier, ROBO_CALL: carrier, PUSH: carrier };
      return new OutboxMessageSender({ db: api.db, clock: api.clock, carriers, onError: () => undefined });
    };
    const quick = senderWith(() => Promise.resolve());
    const slow = senderWith(async () => {
      api.clock.advance({ minutes: 3 });
      await quick.runDue();
      throw new Error("too late");
    });
    await slow.runDue();
    const rows = await api.db.system.many<{ status: string; attempts: number }>(sql`
      select status, attempts from outbox_messages where tenant_id = ${tenantId}`);
    expect(rows).toEqual([{ status: "SENT", attempts: 2 }]);
  });

  describe("outgoing messages of an installation without mail server and gateway", () => {
    /** Messages of every channel but PUSH, two of each, one of them with an attachment and one with a secret. */
    async function enqueueOneOfEach(): Promise<string> {
      const { id: tenantId } = await insertTenant(api.db, "FUNERAL");
      const purpose = "HANDOVER_CONFIRMATION";
      await api.db.systemTransaction(tenantId, async (tx) => {
        for (const channel of ["SMS", "EMAIL", "ROBO_CALL"] as const) {
          enqueueOutboxMessage(tx, { channel, recipient: "someone", body: "open", purpose });
          enqueueOutboxMessage(tx, { channel, recipient: "someone", body: "secret", purpose, confidential: true });
        }
        const attachment_id = crypto.randomUUID();
        enqueueOutboxMessage(tx, { channel: "EMAIL", recipient: "someone", body: "open", purpose, attachment_id });
      });
      return tenantId;
    }
    async function aNode(demonstration: boolean) {
      const logged: string[] = [];
      const logger = { level: "error", stream: { write: (line: string) => void logged.push(line) } };
      const app = await createApp({ ...testNodeOptions(api.db), demonstration, logger });
      onTestFinished(() => app.stop());
      return { app, logged };
    }
    const fatesIn = (tenantId: string) =>
      api.db.system.many<{ status: string; failure: string | null; body: string; attempts: number }>(sql`
        select distinct status, failure, body, attempts from outbox_messages where tenant_id = ${tenantId} order by body`);

    it("outside a demonstration, SMS, mails and calls fail at once and for good, without their secrets, and are logged once a channel", async () => {
      const tenantId = await enqueueOneOfEach();
      const { app, logged } = await aNode(false);
      await app.messages.runDue();
      await app.attachedMessages.runDue();
      const lost = { status: "FAILED", failure: "NOT_CARRIED", attempts: 1 };
      expect(await fatesIn(tenantId)).toEqual([
        { ...lost, body: "" },
        { ...lost, body: "open" },
      ]);
      const channels = logged.map((line) => /carries messages by (\w+)/.exec(line)?.[1] ?? line);
      expect(channels.toSorted((a, b) => a.localeCompare(b))).toEqual(["EMAIL", "ROBO_CALL", "SMS"]);
      api.clock.advance({ minutes: 10 });
      await enqueueOneOfEach();
      await app.messages.runDue();
      expect(logged).toHaveLength(3);
      expect(await fatesIn(tenantId)).toMatchObject([lost, lost]);
    });

    it("in a demonstration, SMS, mails and calls are sent to the outbox page, which shows their secrets", async () => {
      const tenantId = await enqueueOneOfEach();
      const { app, logged } = await aNode(true);
      await app.messages.runDue();
      const sent = await fatesIn(tenantId);
      expect(sent.filter(({ attempts }) => attempts > 0)).toEqual([
        { status: "SENT", failure: null, body: "open", attempts: 1 },
        { status: "SENT", failure: null, body: "secret", attempts: 1 },
      ]);
      expect(logged).toEqual([]);
    });
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
        api.clock.advance({ minutes: 3 });
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
