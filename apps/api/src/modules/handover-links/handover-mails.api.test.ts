import { describe, expect, it } from "vitest";
import { HANDOVER_ATTACHMENT_BYTES_MAX } from "@leitstand/contract/board/emails";
import { HANDOVER_MAILS_SHOWN_MAX } from "@leitstand/contract/cases/case-parts";
import { UndeliverableMessageError } from "#platform/background/messages-out";
import { sql } from "#platform/database/sql";
import { startApi } from "../../testing/start-api";
import {
  createTransportOutForDelivery,
  allowHandoverAttachments,
  createTestMailCarrier as aPostOf,
  sendAllCorrections,
  type TestMailCarrierOverrides,
} from "./handover-testkit";

describe("state of the mails about a handover", () => {
  const api = startApi();
  const aPost = (post: Partial<TestMailCarrierOverrides> = {}) =>
    aPostOf(api, { print: async () => Buffer.from("%PDF-1.7"), ...post });
  async function aDelivery() {
    const delivery = await createTransportOutForDelivery(api);
    const { tenant, office, id } = delivery;
    await allowHandoverAttachments(api, tenant);
    await delivery.deliver();
    const mails = async () => (await office.getCase({ id })).handover_mails;
    const send = (recipients: string[], mode: "LINK" | "ATTACHMENT" = "ATTACHMENT") =>
      office.sendCargoHandoverConfirmation({ id, recipients, mode });
    return { ...delivery, mails, send };
  }
  const mailbox = "mailbox@example.org";
  const now = () => api.clock.now().toISOString();
  const atOf = (mails: Awaited<ReturnType<Awaited<ReturnType<typeof aDelivery>>["mails"]>>) =>
    mails?.map(({ at }) => new Date(at).toISOString());

  it("a case lists the mails about its handover, with recipients and the times of request and sending", async () => {
    const { send, mails } = await aDelivery();
    expect(await mails()).toEqual([]);
    api.clock.freeze();
    const { message_ids } = await send(["first@example.org", "second@example.org"], "LINK");
    const [first, second] = message_ids;
    const mail = { kind: "CONFIRMATION", reason: null };
    expect(await mails()).toMatchObject([
      { ...mail, id: second, recipient: "second@example.org", state: "PENDING" },
      { ...mail, id: first, recipient: "first@example.org", state: "PENDING" },
    ]);
    api.clock.advance({ minutes: 2 });
    await aPost().others.runDue();
    expect(await mails()).toMatchObject([{ state: "SENT" }, { state: "SENT" }]);
    expect(atOf(await mails())).toEqual([now(), now()]);
  });

  it("the mails of a case include one whose handover was undone before sending, and the correction that was sent", async () => {
    const { send, mails, undo } = await aDelivery();
    const { message_ids } = await send([mailbox]);
    await undo();
    const post = aPost();
    await post.attached.runDue();
    const undone = { id: message_ids[0], kind: "CONFIRMATION", state: "FAILED", reason: "HANDOVER_UNDONE" };
    expect(await mails()).toMatchObject([undone]);
    await Promise.all([sendAllCorrections(api), sendAllCorrections(api)]);
    await post.others.runDue();
    expect(await mails()).toMatchObject([
      { kind: "CORRECTION", recipient: mailbox, state: "SENT", reason: null },
      undone,
    ]);
  });

  it("the mails of a case mark one whose document is too large to be sent", async () => {
    const { send, mails } = await aDelivery();
    await send([mailbox]);
    await aPost({ print: async () => Buffer.alloc(HANDOVER_ATTACHMENT_BYTES_MAX + 1) }).attached.runDue();
    expect(await mails()).toMatchObject([{ state: "FAILED", reason: "ATTACHMENT_TOO_LARGE" }]);
  });

  it("a handover mail is marked as failed at once when it is refused, and after the last attempt when the carrier fails", async () => {
    const { send, mails } = await aDelivery();
    await send([mailbox]);
    await aPost({ carrier: { carry: () => Promise.reject(new Error("takes no attachments")) } }).attached.runDue();
    const lost = { state: "FAILED", reason: "NOT_CARRIED" };
    expect(await mails()).toMatchObject([lost]);
    await send([mailbox], "LINK");
    await aPost({
      carrier: { carry: () => Promise.reject(new UndeliverableMessageError("no such mailbox")) },
    }).others.runDue();
    expect(await mails()).toMatchObject([lost, lost]);
    await send([mailbox], "LINK");
    const busy = aPost({ carrier: { carry: () => Promise.reject(new Error("busy")) } });
    for (let attempt = 1; attempt < 8; attempt++) {
      await busy.others.runDue();
      api.clock.advance({ minutes: 5 });
    }
    expect(await mails()).toMatchObject([{ state: "PENDING", reason: null }, lost, lost]);
    api.clock.freeze();
    await busy.others.runDue();
    expect(await mails()).toMatchObject([lost, lost, lost]);
    expect(atOf(await mails())?.[0]).toBe(now());
  });

  it("a case lists only the newest mails about its handover", async () => {
    const { tenant, id, send, mails } = await aDelivery();
    const { message_ids } = await send([mailbox], "LINK");
    await api.db.systemTransaction(tenant.id, (tx) =>
      tx.run(sql`
        with older as (
          insert into outbox_messages (tenant_id, channel, recipient, body, purpose, created_at)
          select ${tenant.id}, 'EMAIL', ${mailbox}, '', 'HANDOVER_CONFIRMATION', now()
          from generate_series(1, ${HANDOVER_MAILS_SHOWN_MAX + 1}) returning id)
        update handover_links set message_ids = message_ids || array(select id from older) where case_id = ${id}`),
    );
    const told = (await mails()) ?? [];
    expect(told).toHaveLength(HANDOVER_MAILS_SHOWN_MAX);
    expect(told.map((mail) => mail.id)).not.toContain(message_ids[0]);
  });

  it("the mails about a handover are visible to the office that works on the case, not to its crew or readers", async () => {
    const { tenant, id, office, driver, send, undo } = await aDelivery();
    await send([mailbox], "LINK");
    // After the undo, the case is visible to the crew as a whole again.
    await undo();
    const reader = await api.bearer({ tenant, grants: ["getCases"] });
    for (const other of [reader, driver]) expect((await other.getCase({ id })).handover_mails).toEqual([]);
    expect((await office.getCase({ id })).handover_mails).toHaveLength(1);
  });
});
