import { generate } from "selfsigned";
import { describe, expect, it, vi } from "vitest";
import { SmtpRefusal, startMailServer } from "../../testing/mail/mail-server";
import { type OutgoingMessage, UndeliverableMessageError } from "../background/messages-out";
import type { MailServer } from "../configuration/mail-server";
import { type MailSender, SmtpCarrier, type SmtpCarrierOptions } from "./smtp-carrier";

const aMessage = (overrides: Partial<OutgoingMessage> = {}): OutgoingMessage => ({
  tenant_id: "11111111-1111-4111-8111-111111111111",
  id: "22222222-2222-4222-8222-222222222222",
  channel: "EMAIL",
  recipient: "angela@example.org",
  subject: "Übergabe bestätigt",
  body: "Guten Tag,\n\nöffnen Sie https://console.example.com/set-password#token=abc\n",
  purpose: "SET_PASSWORD",
  data: {},
  attempts: 1,
  ...overrides,
});
const unnamed: MailSender = { name: "Bestattung Huber", address: null, reply_to: null };

const aCarrier = (
  port: number,
  { sender = unnamed, server, ...options }: Partial<SmtpCarrierOptions> & { sender?: MailSender } = {},
) => {
  const plain: MailServer = { host: "127.0.0.1", port, encryption: "NONE" };
  return new SmtpCarrier({
    server: { ...plain, ...server },
    from: "noreply@fleet.example.com",
    publicUrl: "https://console.example.com",
    senderOf: () => Promise.resolve(sender),
    ...options,
  });
};
const failureOf = (carrying: Promise<void>) =>
  carrying.then(
    () => undefined,
    (error: unknown) => error as Error,
  );

describe("mails through a mail server", () => {
  it("a mail arrives with its subject and text, from the company's name at the installation's address", async () => {
    const server = await startMailServer();
    await aCarrier(server.port).carry(aMessage());
    const [{ mail, recipients } = expect.fail("No mail arrived.")] = server.received;
    expect(recipients).toEqual(["angela@example.org"]);
    expect(mail).toMatchObject({
      from: { name: "Bestattung Huber", address: "noreply@fleet.example.com" },
      to: [{ address: "angela@example.org" }],
      subject: "Übergabe bestätigt",
      text: "Guten Tag,\n\nöffnen Sie https://console.example.com/set-password#token=abc\n",
      messageId: "<22222222-2222-4222-8222-222222222222@console.example.com>",
    });
    expect(mail.html).toBeUndefined();
    expect(mail.replyTo).toBeUndefined();
    expect(mail.headers.find(({ key }) => key === "auto-submitted")?.value).toBe("auto-generated");
  });

  it("a mail comes from the company's own address in the operator's domain, and answers go to its address for answers", async () => {
    const server = await startMailServer();
    const address = "dispo@Fleet.example.com";
    await aCarrier(server.port, { sender: { ...unnamed, address, reply_to: "office@huber.example" } }).carry(
      aMessage(),
    );
    expect(server.received[0]?.mail).toMatchObject({
      from: { address: "dispo@fleet.example.com" },
      replyTo: [{ address: "office@huber.example" }],
    });
    expect(server.received[0]?.sender).toBe("noreply@fleet.example.com");
  });

  it("an address of another domain gets the answers, and the mail comes from the installation's address", async () => {
    const server = await startMailServer();
    const address = "office@huber.example";
    await aCarrier(server.port, { sender: { ...unnamed, address } }).carry(aMessage());
    expect(server.received[0]?.mail).toMatchObject({
      from: { address: "noreply@fleet.example.com" },
      replyTo: [{ address }],
    });
  });

  it("an attached file arrives with its name, type and bytes", async () => {
    const server = await startMailServer();
    const bytes = Buffer.from([0x25, 0x50, 0x44, 0x46, 0, 255, 13, 10, 46, 13, 10]);
    const attachment = { file_name: "Übergabe – C-2026-000123.pdf", mime_type: "application/pdf", bytes };
    await aCarrier(server.port).carry(aMessage({ attachment }));
    const [file] = server.received[0]?.mail.attachments ?? [];
    expect(file).toMatchObject({ filename: attachment.file_name, mimeType: "application/pdf" });
    expect(Buffer.from(file?.content as ArrayBuffer)).toEqual(bytes);
  });

  it.each([
    ["line breaks in the subject", { subject: "Case\r\nBcc: thief@example.net\r\n\r\nbody" }, unnamed, 1],
    ["line breaks in the sender's name", {}, { ...unnamed, name: "Huber\r\nBcc: thief@example.net" }, 1],
    ["several recipients in one address", { recipient: "angela@example.org, thief@example.net" }, unnamed, 0],
    ["a line of a single dot in the text", { body: "a\r\n.\r\nRCPT TO:<thief@example.net>\r\n" }, unnamed, 1],
  ])("%s add no recipient and no header", async (...[, overrides, sender, mails]) => {
    const server = await startMailServer();
    await failureOf(aCarrier(server.port, { sender }).carry(aMessage(overrides)));
    expect(server.received).toHaveLength(mails);
    for (const { mail, recipients } of server.received) {
      expect(recipients).toEqual(["angela@example.org"]);
      expect(mail.bcc).toBeUndefined();
      expect(mail.headers.map(({ key }) => key).toSorted()).toEqual(
        [
          "auto-submitted",
          "content-transfer-encoding",
          "content-type",
          "date",
          "from",
          "message-id",
          "mime-version",
          "subject",
          "to",
        ].toSorted(),
      );
    }
  });

  it.each([
    ["an unknown mailbox", "onRcptTo", new SmtpRefusal(550, "5.1.1 <angela.huber@example.org> does not exist")],
    ["a full mailbox", "onRcptTo", new SmtpRefusal(552, "5.2.2 mailbox full")],
    ["a full mailbox of an old server", "onRcptTo", new SmtpRefusal(552, "storage exceeded")],
    ["a mail taken for spam", "onData", new SmtpRefusal(554, "5.6.0 not wanted")],
  ] as const)("%s is refused for good, and the address does not reach the log", async (_what, step, refusal) => {
    const server = await startMailServer({ [step]: refuseWith(refusal) });
    const attachment = { file_name: "a.pdf", mime_type: "application/pdf", bytes: Buffer.alloc(10) };
    const message = aMessage({ recipient: "Angela.Huber@Example.ORG", attachment });
    const failure = await failureOf(aCarrier(server.port).carry(message));
    expect(failure).toBeInstanceOf(UndeliverableMessageError);
    expect(failure).toMatchObject({ failure: "NOT_CARRIED" });
    expect(failure?.message).toContain(refusal.message.slice(0, 5));
    expect(failure?.message.toLowerCase()).not.toContain("angela");
  });

  it.each([
    ["a mailbox that wants to see the sender again", "onRcptTo", new SmtpRefusal(450, "4.7.1 greylisted")],
    ["a full disk of the server", "onData", new SmtpRefusal(452, "4.3.1 no space")],
    ["a sender that the operator may not use", "onMailFrom", new SmtpRefusal(553, "5.7.1 not your address")],
    ["a login that the server misses", "onRcptTo", new SmtpRefusal(550, "5.7.1 relaying denied")],
    ["a server that closes at once", "onConnect", new SmtpRefusal(554, "5.3.2 not now")],
  ] as const)("a mail is tried again after %s", async (_what, step, refusal) => {
    const server = await startMailServer({ [step]: refuseWith(refusal) });
    const failure = await failureOf(aCarrier(server.port).carry(aMessage()));
    expect(failure).toBeInstanceOf(Error);
    expect(failure).not.toBeInstanceOf(UndeliverableMessageError);
  });

  it.each(["5.3.4 too big", "5.2.3 too long for the mailbox", "too big"])(
    "a mail whose file is refused by 552 %s fails as ATTACHMENT_TOO_LARGE",
    async (text) => {
      const server = await startMailServer({ onData: refuseWith(new SmtpRefusal(552, text)) });
      const attachment = { file_name: "a.pdf", mime_type: "application/pdf", bytes: Buffer.alloc(50_000) };
      const failure = await failureOf(aCarrier(server.port).carry(aMessage({ attachment })));
      expect(failure).toBeInstanceOf(UndeliverableMessageError);
      expect(failure).toMatchObject({ failure: "ATTACHMENT_TOO_LARGE" });
    },
  );

  it("a wrong password is told and tried again later, and does not appear in the message", async () => {
    const server = await startMailServer({
      onAuth: (_login, _session, done) => done(new SmtpRefusal(535, "5.7.8 wrong login")),
    });
    const login = { user: "fleet", password: "a very secret word" };
    const failure = await failureOf(
      aCarrier(server.port, { server: { host: "127.0.0.1", port: server.port, encryption: "NONE", login } }).carry(
        aMessage(),
      ),
    );
    expect(failure?.message).toContain("535");
    expect(failure?.message).not.toContain(login.password);
    expect(failure).not.toBeInstanceOf(UndeliverableMessageError);
  });

  it("a login is not kept back from a server that does not offer it, which refuses it", async () => {
    const server = await startMailServer({ disabledCommands: ["STARTTLS", "AUTH"] });
    const login = { user: "fleet", password: "s3cret" };
    const address: MailServer = { host: "127.0.0.1", port: server.port, encryption: "NONE", login };
    const failure = await failureOf(aCarrier(server.port, { server: address }).carry(aMessage()));
    expect(failure?.message).toContain("Invalid login");
    expect(failure).not.toBeInstanceOf(UndeliverableMessageError);
  });

  it("a node that stops does not wait for a server that never answers, and leaves others the time for a mail", async () => {
    const held: (() => void)[] = [];
    const server = await startMailServer({ onMailFrom: (_address, _session, done) => void held.push(done) });
    const carrier = aCarrier(server.port, { stopTimeoutMs: 50 });
    const mail = failureOf(carrier.carry(aMessage()));
    await vi.waitFor(() => expect(held).toHaveLength(1), { timeout: 15_000 });
    carrier.stop();
    expect((await mail)?.message).toBe("the mail server did not answer in time");

    const patient = aCarrier(server.port, { stopTimeoutMs: 60_000 });
    const taken = failureOf(patient.carry(aMessage()));
    await vi.waitFor(() => expect(held).toHaveLength(2), { timeout: 15_000 });
    patient.stop();
    held[1]?.();
    expect(await taken).toBeUndefined();
  });

  it("a server that never answers costs the time of one mail", async () => {
    const server = await startMailServer({ onMailFrom: () => undefined });
    const failure = await failureOf(aCarrier(server.port, { timeoutMs: 50 }).carry(aMessage()));
    expect(failure?.message).toBe("the mail server did not answer in time");
    expect(failure).not.toBeInstanceOf(UndeliverableMessageError);
    expect(server.received).toEqual([]);
  });
});

describe("encryption of mails", () => {
  const login = { user: "fleet", password: "secret" };
  const aCertificate = async () => {
    const { cert, private: key } = await generate([{ name: "commonName", value: "localhost" }], {
      extensions: [{ name: "subjectAltName", altNames: [{ type: 2, value: "localhost" }] }],
    });
    return { cert, key };
  };

  it.each(["STARTTLS", "TLS"] as const)(
    "a mail goes encrypted by %s to a server whose certificate is trusted",
    async (encryption) => {
      const { cert, key } = await aCertificate();
      const server = await startMailServer({ cert, key, disabledCommands: [], secure: encryption === "TLS" });
      const address = { host: "localhost", port: server.port, encryption, login };
      await aCarrier(server.port, { server: address, tls: { ca: cert } }).carry(aMessage());
      expect(server.received).toMatchObject([{ isEncrypted: true, user: "fleet" }]);
    },
  );

  it.each([
    ["whose certificate is not trusted", { disabledCommands: [] }],
    ["that offers no encryption", { disabledCommands: ["STARTTLS"] }],
  ])("neither login nor mail is given to a server %s", async (_what, options) => {
    const { cert, key } = await aCertificate();
    const logins: unknown[] = [];
    const server = await startMailServer({
      cert,
      key,
      ...options,
      onAuth: (given, _session, done) => {
        logins.push(given.username);
        done(null, { user: "fleet" });
      },
    });
    const address: MailServer = { host: "localhost", port: server.port, encryption: "STARTTLS", login };
    const failure = await failureOf(aCarrier(server.port, { server: address }).carry(aMessage()));
    expect(failure).toBeInstanceOf(Error);
    expect(failure).not.toBeInstanceOf(UndeliverableMessageError);
    expect(server.connections()).toBe(1);
    expect(logins).toEqual([]);
    expect(server.received).toEqual([]);
  });
});

/** A step of the server that ends with a refusal, whatever its arguments are. */
function refuseWith(refusal: SmtpRefusal) {
  return (...args: unknown[]) => {
    const [about] = args;
    // What was sent is read to its end, as a real server does before it refuses.
    if (typeof about === "object" && about !== null && "resume" in about && typeof about.resume === "function")
      about.resume();
    const done = args.at(-1);
    if (typeof done === "function") done(refusal);
  };
}
