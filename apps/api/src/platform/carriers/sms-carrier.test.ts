import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { describe, expect, it } from "vitest";
import { serverMisbehaviours, stallForever, startStandInServer } from "../../testing/stand-in";
import { type OutgoingMessage, UndeliverableMessageError } from "../background/messages-out";
import type { SmsGateway } from "../configuration/carrier-settings";
import { SmsCarrier } from "./sms-carrier";

const message: OutgoingMessage = {
  tenant_id: "11111111-1111-4111-8111-111111111111",
  id: "22222222-2222-4222-8222-222222222222",
  channel: "SMS",
  recipient: "+436641234567",
  subject: null,
  body: "Ihr Code für Übergaben: 123456",
  purpose: "SIGN_IN_CODE",
  data: {},
  attempts: 1,
};

describe("SMS through a gateway", () => {
  const gateway = startStandInServer();
  const send = (options: Partial<SmsGateway> = {}, timeoutMs = 10_000) =>
    new SmsCarrier(
      { url: `${gateway.url}/sms`, format: "json", key: undefined, from: undefined, ...options },
      timeoutMs,
    ).carry(message);
  const failureOf = (sending: Promise<void>) =>
    sending.then(
      () => undefined,
      (error: unknown) => error as Error,
    );

  it("an SMS is given to the gateway as JSON, with the key and an id that stays the same", async () => {
    gateway.answer("/sms", { accepted: true }, 202);
    await send({ key: "key-1", from: "Leitstand" });
    expect(gateway.asked).toMatchObject([
      {
        method: "POST",
        path: "/sms",
        headers: {
          authorization: "Bearer key-1",
          "idempotency-key": message.id,
          "content-type": "application/json",
        },
        body: { id: message.id, to: message.recipient, text: message.body, from: "Leitstand" },
      },
    ]);
  });

  it("an SMS is given to the gateway as JSON without a key and a sender where there are none", async () => {
    gateway.answer("/sms", {});
    await send();
    const [asked] = gateway.asked;
    expect(asked?.body).toEqual({ id: message.id, to: message.recipient, text: message.body });
    expect(asked?.headers).not.toHaveProperty("authorization");
  });

  it.each([
    ["+43720123456", { From: "+43720123456" }],
    [`MG${"0a".repeat(16)}`, { MessagingServiceSid: `MG${"0a".repeat(16)}` }],
  ])("an SMS from %s is given to the gateway as Twilio takes it", async (from, sender) => {
    gateway.answer("/sms", { sid: "SM1" }, 201);
    await send({ format: "twilio", key: "AC1:token", from });
    expect(gateway.asked).toMatchObject([
      {
        method: "POST",
        headers: {
          authorization: `Basic ${Buffer.from("AC1:token").toString("base64")}`,
          "content-type": expect.stringContaining("application/x-www-form-urlencoded"),
        },
      },
    ]);
    expect(gateway.asked[0]?.body).toEqual({ To: message.recipient, Body: message.body, ...sender });
  });

  it.each([400, 422])("an SMS that the gateway refuses with %i is given up, with its code", async (status) => {
    gateway.answer("/sms", { code: 21_211, message: `${message.recipient} is no number: ${message.body}` }, status);
    const failure = await failureOf(send());
    expect(failure).toBeInstanceOf(UndeliverableMessageError);
    expect(failure?.message).toBe(`the SMS gateway answered ${status} (21211)`);
  });

  it.each([401, 403, 404, 408, 429, 500, 503])("an SMS is tried again after the status %i", async (status) => {
    gateway.answer("/sms", {}, status);
    const failure = await failureOf(send());
    expect(failure).not.toBeInstanceOf(UndeliverableMessageError);
    expect(failure?.message).toContain(String(status));
  });

  it.each(["a cut connection", "a failure of its own", "a redirection"])(
    "an SMS is tried again after %s, and its key goes nowhere else",
    async (what) => {
      gateway.misbehave(serverMisbehaviours[what]);
      const failure = await failureOf(send({ key: "key-1" }));
      expect(failure).toBeInstanceOf(Error);
      expect(failure).not.toBeInstanceOf(UndeliverableMessageError);
    },
  );

  it.each(["ten megabytes", "half an answer", "a page of HTML"])(
    "an SMS whose taking is answered by %s counts as taken",
    async (what) => {
      gateway.misbehave(serverMisbehaviours[what]);
      expect(await failureOf(send())).toBeUndefined();
    },
  );

  it("a gateway that never answers costs its time limit, and the SMS is tried again", async () => {
    gateway.misbehave(stallForever);
    const failure = await failureOf(send({}, 50));
    expect(failure?.message).toContain("did not answer");
    expect(failure).not.toBeInstanceOf(UndeliverableMessageError);
  });

  it("a gateway that cannot be reached is named by the reason", async () => {
    const closed = createServer().listen(0, "127.0.0.1");
    await once(closed, "listening");
    const { port } = closed.address() as AddressInfo;
    closed.close();
    await once(closed, "close");
    // A name with two addresses, as most gateways have.
    const failure = await failureOf(send({ url: `http://localhost:${port}/sms` }));
    expect(failure?.message).toContain("did not answer: connect ECONNREFUSED");
    expect(failure).not.toBeInstanceOf(UndeliverableMessageError);
  });
});
