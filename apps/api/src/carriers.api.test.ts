import { describe, expect, it, onTestFinished, vi } from "vitest";
import { createApp } from "./app";
import type { CarrierSettings } from "#platform/configuration/carrier-settings";
import { enqueueOutboxMessage } from "#platform/background/messages-out";
import { sql } from "#platform/database/sql";
import { sendTestMail, sendTestSms } from "./test-messages";
import { insertTenant } from "./testing/fixtures";
import { SmtpRefusal, startMailServer } from "./testing/mail/mail-server";
import { insertPerson } from "./testing/sign-in-fixtures";
import { startStandInServer } from "./testing/stand-in";
import { startApi } from "./testing/start-api";
import { testNodeOptions } from "./testing/start-node";

const from = "noreply@fleet.example.com";
/** Time for what happens at once on a machine with nothing else to do. */
const WAIT = { timeout: 15_000 };
const publicUrl = "https://console.example.com";
const mailThrough = ({ port }: { port: number }) => ({
  from,
  server: { host: "127.0.0.1", port, encryption: "NONE" as const },
});

describe("messages of an installation with a mail server and an SMS gateway", () => {
  const api = startApi();
  const gateway = startStandInServer();
  const sms = () => ({ url: gateway.url, format: "json" as const, key: undefined, from: undefined });

  async function aNode(carriers: CarrierSettings, options: { demonstration?: boolean } = {}) {
    const logged: string[] = [];
    const logger = { level: "error", stream: { write: (line: string) => void logged.push(line) } };
    const app = await createApp({ ...testNodeOptions(api.db), publicUrl, carriers, logger, ...options });
    onTestFinished(() => app.stop());
    return { app, logged };
  }
  const enqueue = (tenantId: string, channel: "SMS" | "EMAIL", recipient: string) =>
    api.db.systemTransaction(tenantId, async (tx) =>
      enqueueOutboxMessage(tx, { channel, recipient, subject: "Code", body: "123456", purpose: "TEST" }),
    );
  const fatesIn = (tenantId: string) =>
    api.db.system.many<{ channel: string; status: string; failure: string | null; attempts: number; body: string }>(sql`
      select channel, status, failure, attempts, body from outbox_messages where tenant_id = ${tenantId} order by seq`);

  it("a link for a new password reaches the mailbox under the name of the company, and is deleted from the database", async () => {
    const server = await startMailServer();
    const { app } = await aNode({ mail: mailThrough(server), sms: undefined });
    const tenant = await insertTenant(api.db, "FUNERAL");
    await api.db.system.run(
      sql`update tenants set name = 'Bestattung Jäger', contact_mail = 'office@jaeger.example' where id = ${tenant.id}`,
    );
    const email = "angela@example.org";
    await insertPerson(api.db, tenant, { email });
    await api.anonymous(tenant).requestPasswordReset({ email });
    await app.messages.runDue();
    expect(await fatesIn(tenant.id)).toMatchObject([{ status: "SENT", body: "" }]);
    expect(server.received).toMatchObject([
      {
        recipients: [email],
        mail: {
          from: { name: "Bestattung Jäger", address: from },
          replyTo: [{ address: "office@jaeger.example" }],
          text: expect.stringContaining("/set-password#tenant="),
        },
      },
    ]);
  });

  it("a company names the sender of its mails and where answers go", async () => {
    const server = await startMailServer();
    const { app } = await aNode({ mail: mailThrough(server), sms: undefined });
    const admin = await api.signIn("getTenants", "updateTenant");
    const { tenant } = admin.session;
    const { lock_version } = await admin.getTenant({ id: tenant.id });
    await admin.patchTenant({
      id: tenant.id,
      lock_version,
      email: { sender_name: "Dispo Nord", sender_address: "nord@fleet.example.com", reply_to: "nord@jaeger.example" },
    });
    await enqueue(tenant.id, "EMAIL", "angela@example.org");
    await app.messages.runDue();
    expect(server.received).toMatchObject([
      {
        mail: {
          from: { name: "Dispo Nord", address: "nord@fleet.example.com" },
          replyTo: [{ address: "nord@jaeger.example" }],
        },
      },
    ]);
  });

  it("a code by SMS does not wait for a mail server that is slow to answer", async () => {
    const held: (() => void)[] = [];
    const server = await startMailServer({ onMailFrom: (_address, _session, done) => void held.push(done) });
    gateway.answer("/", {});
    const { app } = await aNode({ mail: mailThrough(server), sms: sms() });
    const { id } = await insertTenant(api.db, "FUNERAL");
    await enqueue(id, "EMAIL", "angela@example.org");
    await enqueue(id, "SMS", "+436641234567");
    const sending = app.messages.runDue();
    await vi.waitFor(
      async () =>
        expect(await fatesIn(id)).toMatchObject([
          { channel: "EMAIL", status: "PENDING" },
          { channel: "SMS", status: "SENT" },
        ]),
      WAIT,
    );
    await vi.waitFor(() => expect(held).toHaveLength(1), WAIT);
    held[0]?.();
    expect(await sending).toBe(2);
    expect(await fatesIn(id)).toMatchObject([{ status: "SENT" }, { status: "SENT" }]);
    expect(gateway.asked).toMatchObject([{ body: { to: "+436641234567", text: "123456" } }]);
  });

  it("a mail that is turned away for now is tried again for most of a day, and a code by SMS for minutes", async () => {
    let isOpen = false;
    const server = await startMailServer({
      onRcptTo: (_address, _session, done) =>
        done(isOpen ? null : new SmtpRefusal(450, "4.7.1 <angela@example.org> later")),
    });
    gateway.answer("/", {}, 503);
    const { app, logged } = await aNode({ mail: mailThrough(server), sms: sms() });
    const { id } = await insertTenant(api.db, "FUNERAL");
    await enqueue(id, "EMAIL", "angela@example.org");
    await enqueue(id, "SMS", "+436641234567");
    api.clock.freeze();
    for (let minute = 0; minute < 11; minute++) {
      await app.messages.runDue();
      api.clock.advance({ minutes: 1 });
    }
    // Mails: at once, after one minute and after four more.
    expect(await fatesIn(id)).toMatchObject([
      { channel: "EMAIL", status: "PENDING", attempts: 3 },
      { channel: "SMS", status: "FAILED", failure: "NOT_CARRIED", attempts: 8 },
    ]);
    expect(logged.join("")).not.toMatch(/angela|123456|436641234567/);
    const delays = logged.map((line) => JSON.parse(line) as { channel: string; retry_in_seconds: number | null });
    expect(delays.filter(({ channel }) => channel === "EMAIL").map((of) => of.retry_in_seconds)).toEqual([
      60, 240, 600,
    ]);
    expect(delays.findLast(({ channel }) => channel === "SMS")?.retry_in_seconds).toBeNull();
    api.clock.advance({ hours: 3 });
    isOpen = true;
    await app.messages.runDue();
    expect(server.received).toHaveLength(1);
    expect(await fatesIn(id)).toMatchObject([{ status: "SENT", attempts: 4 }, { status: "FAILED" }]);
  });

  it("a link for a new password is given up when it would no longer be good", async () => {
    const { app } = await aNode({ mail: mailThrough({ port: 1 }), sms: undefined });
    const tenant = await insertTenant(api.db, "FUNERAL");
    const email = "angela@example.org";
    await insertPerson(api.db, tenant, { email });
    api.clock.freeze();
    await api.anonymous(tenant).requestPasswordReset({ email });
    for (let minute = 0; minute < 16; minute++) {
      await app.messages.runDue();
      api.clock.advance({ minutes: 1 });
    }
    // After the fourth attempt, the next one would come after 45 minutes.
    expect(await fatesIn(tenant.id)).toMatchObject([
      { status: "FAILED", failure: "NOT_CARRIED", attempts: 4, body: "" },
    ]);
  });

  it("a mail that no server takes fails after eight attempts within a day", async () => {
    const { app } = await aNode({ mail: mailThrough({ port: 1 }), sms: undefined });
    const { id } = await insertTenant(api.db, "FUNERAL");
    await enqueue(id, "EMAIL", "angela@example.org");
    api.clock.freeze();
    for (let quarter = 0; quarter < 96; quarter++) {
      await app.messages.runDue();
      api.clock.advance({ minutes: 15 });
    }
    expect(await fatesIn(id)).toMatchObject([{ status: "FAILED", failure: "NOT_CARRIED", attempts: 8 }]);
  });

  it("a demonstration sends nothing, whatever servers are configured", async () => {
    const server = await startMailServer();
    const { app } = await aNode({ mail: mailThrough(server), sms: sms() }, { demonstration: true });
    const { id } = await insertTenant(api.db, "FUNERAL");
    await enqueue(id, "EMAIL", "angela@example.org");
    await enqueue(id, "SMS", "+436641234567");
    await app.messages.runDue();
    expect(await fatesIn(id)).toMatchObject([{ status: "SENT" }, { status: "SENT" }]);
    expect([server.received, gateway.asked]).toEqual([[], []]);
  });
});

describe("commands that send one message", () => {
  const gateway = startStandInServer();

  it("the test mail arrives, and the command names server and sender", async () => {
    const server = await startMailServer();
    const config = { carriers: { mail: mailThrough(server), sms: undefined }, publicUrl };
    const said = await sendTestMail(config, "operator@example.org");
    expect(said).toBe(`The mail server 127.0.0.1:${server.port} took a mail from ${from} to operator@example.org.`);
    expect(server.received).toMatchObject([
      { recipients: ["operator@example.org"], mail: { text: expect.any(String) } },
    ]);
  });

  it.each(["nonsense", "Max <max@example.org>", "a@example.org,b@example.org", "admin@firma"])(
    "no test mail is sent to %s",
    async (text) => {
      const server = await startMailServer();
      const config = { carriers: { mail: mailThrough(server), sms: undefined }, publicUrl };
      await expect(sendTestMail(config, text)).rejects.toThrow("is no mail address");
      expect(server.connections()).toBe(0);
    },
  );

  it("the test mail tells what the server said to refuse it", async () => {
    const server = await startMailServer({
      onMailFrom: (_address, _session, done) => done(new SmtpRefusal(553, "5.7.1 not your address")),
    });
    const config = { carriers: { mail: mailThrough(server), sms: undefined }, publicUrl };
    await expect(sendTestMail(config, "operator@example.org")).rejects.toThrow("5.7.1 not your address");
  });

  it("the test SMS arrives", async () => {
    gateway.answer("/", {});
    const carriers = {
      mail: undefined,
      sms: { url: gateway.url, format: "json", key: undefined, from: undefined },
    } as const;
    expect(await sendTestSms({ carriers, publicUrl }, "+436641234567")).toContain("took a message to +436641234567");
    expect(gateway.asked).toMatchObject([{ body: { to: "+436641234567" } }]);
    await expect(sendTestSms({ carriers, publicUrl }, "0664 1234567")).rejects.toThrow("no number with its country");
  });

  it("an installation without a mail server or a gateway is told which variables to set", async () => {
    const config = { carriers: { mail: undefined, sms: undefined }, publicUrl };
    await expect(sendTestMail(config, "operator@example.org")).rejects.toThrow("SMTP_URL and MAIL_FROM");
    await expect(sendTestSms(config, "+436641234567")).rejects.toThrow("SMS_URL");
  });
});
