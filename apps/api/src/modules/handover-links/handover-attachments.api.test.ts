import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { HANDOVER_ATTACHMENT_BYTES_MAX } from "@leitstand/contract/board/emails";
import type { OutgoingMessage } from "#platform/background/messages-out";
import { sql } from "#platform/database/sql";
import { assetsFolderOf } from "#modules/assets/index";
import { PdfPrinter } from "#modules/documents/index";
import { findTextInDatabase } from "../../testing/find-text";
import { startApi } from "../../testing/start-api";
import {
  createTransportOutForDelivery,
  allowHandoverAttachments,
  createTestMailCarrier as aPostOf,
  sendAllCorrections,
  type TestMailCarrierOverrides,
  writeHandover,
} from "./handover-testkit";

describe("the confirmation of a handover as an attachment", () => {
  // A demonstration carries mails to its outbox page; other products carry none.
  const api = startApi({ app: { demonstration: true } });
  let press: PdfPrinter;
  beforeAll(() => {
    press = new PdfPrinter(assetsFolderOf(api.dataDir));
  });
  afterAll(() => press.stop());

  /** A delivered transport of a tenant that sends attachments. */
  async function aDelivery() {
    const delivery = await createTransportOutForDelivery(api);
    await allowHandoverAttachments(api, delivery.tenant);
    await delivery.deliver();
    return delivery;
  }
  const mode = "ATTACHMENT" as const;
  const mailsTo = (recipient: string) =>
    api.db.system.many<{ purpose: string; body: string; status: string; attachment_id: string | null }>(sql`
      select purpose, body, status, attachment_id from outbox_messages where recipient = ${recipient} order by seq`);
  const statusesTo = async (recipient: string) =>
    (await mailsTo(recipient)).map(({ purpose, status }) => [purpose, status]);
  let people = 0;
  const aRecipient = () => `mailbox${people++}@example.org`;

  const aPost = (post: Partial<TestMailCarrierOverrides> = {}) =>
    aPostOf(api, { print: (document) => press.print(document), ...post });

  it("a handover confirmation by attachment is refused for a tenant that has not allowed it, and nothing is sent", async () => {
    const { tenant, office, id, deliver } = await createTransportOutForDelivery(api);
    await deliver();
    const recipient = aRecipient();
    const send = () => office.sendCargoHandoverConfirmation({ id, recipients: [recipient], mode });
    const refused = {
      status: 422,
      code: "FIELD_COMBINATION_INVALID",
      message: expect.stringMatching(/[.] (Send|Senden Sie)/),
      args: [{ key: "fields", value: "mode", type: "string" }],
    };
    await expect(send()).rejects.toMatchObject(refused);
    await allowHandoverAttachments(api, tenant);
    await allowHandoverAttachments(api, tenant, false);
    await expect(send()).rejects.toMatchObject(refused);
    expect(await mailsTo(recipient)).toEqual([]);
  });

  it("a tenant's permission for attachments does not apply to another tenant", async () => {
    await aDelivery();
    const { office, id, deliver } = await createTransportOutForDelivery(api);
    await deliver();
    await expect(office.sendCargoHandoverConfirmation({ id, recipients: [aRecipient()], mode })).rejects.toMatchObject({
      code: "FIELD_COMBINATION_INVALID",
    });
  });

  it("a handover confirmation without a mode is sent as a link, even where attachments are allowed", async () => {
    const { office, id } = await aDelivery();
    const recipient = aRecipient();
    await office.sendCargoHandoverConfirmation({ id, recipients: [recipient] });
    expect(await mailsTo(recipient)).toMatchObject([
      { attachment_id: null, body: expect.stringContaining("/api/v1/handovers/") },
    ]);
  });

  it("each recipient of a handover confirmation gets the PDF once, however many nodes send", async () => {
    const { office, id, natural_id } = await aDelivery();
    const recipients = [aRecipient(), aRecipient()];
    const { message_ids } = await office.sendCargoHandoverConfirmation({
      id,
      recipients,
      mode,
      message: "Bitte ablegen.",
    });
    const posts = [aPost(), aPost()] as const;
    await posts[0].others.runDue();
    const arrived = () =>
      posts.flatMap((post) => post.carried).filter(({ recipient }) => recipients.includes(recipient));
    expect(arrived()).toEqual([]);
    await Promise.all(posts.map(({ attached }) => attached.runDue()));
    const carried = arrived();
    expect(carried.map((message) => message.id).toSorted()).toEqual(message_ids.toSorted());
    for (const { attachment, subject, body } of carried) {
      expect(attachment).toMatchObject({
        file_name: `Übergabebestätigung ${natural_id}.pdf`,
        mime_type: "application/pdf",
      });
      expect(attachment?.bytes.subarray(0, 5).toString()).toBe("%PDF-");
      expect(attachment?.bytes.includes(`Übergabebestätigung ${natural_id}`)).toBe(true);
      expect(body).toContain("Bitte ablegen.");
      expect(`${subject}${body}`).not.toMatch(/Muster|Maria|Huber|handovers/);
    }
    expect(JSON.stringify(posts.map(({ printed }) => printed))).toMatch(/Maria Muster.*M[.] Huber/);
    // The text is deleted once the mail is sent.
    expect(await mailsTo(recipients[0] as string)).toMatchObject([{ status: "SENT", body: "" }]);
  });

  it("the attached handover confirmation contains nothing about the death, and not the place of pickup", async () => {
    const { office, id } = await aDelivery();
    await office.sendCargoHandoverConfirmation({ id, recipients: [aRecipient()], mode });
    const post = aPost();
    await post.attached.runDue();
    expect(post.printed).toHaveLength(1);
    expect(JSON.stringify(post.printed)).not.toMatch(/2026-03-01|01[.]03[.]2026|Landeskrankenhaus/);
  });

  it("a mail with an attachment is sent by the worker for attachments, and not by the one for other messages", async () => {
    const { office, id } = await aDelivery();
    const recipient = aRecipient();
    await office.sendCargoHandoverConfirmation({ id, recipients: [recipient], mode });
    await api.app.messages.runDue();
    expect(await statusesTo(recipient)).toEqual([["HANDOVER_CONFIRMATION", "PENDING"]]);
    await api.app.attachedMessages.runDue();
    expect(await statusesTo(recipient)).toEqual([["HANDOVER_CONFIRMATION", "SENT"]]);
  });

  it("the recipients get a correction instead of the confirmation of a handover that is undone before sending, even after another handover", async () => {
    const { office, id, deliver, undo } = await aDelivery();
    const recipient = aRecipient();
    await office.sendCargoHandoverConfirmation({ id, recipients: [recipient], mode });
    await undo();
    await deliver("A. Novak");
    const post = aPost();
    await post.attached.runDue();
    await Promise.all([sendAllCorrections(api), sendAllCorrections(api)]);
    await post.attached.runDue();
    await post.others.runDue();
    expect(post.printed).toEqual([]);
    expect(post.carried.map(({ purpose, attachment }) => [purpose, attachment])).toEqual([
      ["HANDOVER_CORRECTION", undefined],
    ]);
    expect(await statusesTo(recipient)).toEqual([
      ["HANDOVER_CONFIRMATION", "FAILED"],
      ["HANDOVER_CORRECTION", "SENT"],
    ]);
    await office.sendCargoHandoverConfirmation({ id, recipients: [recipient], mode });
    await post.attached.runDue();
    expect(JSON.stringify(post.printed)).toContain("A. Novak");
    expect(post.carried.at(-1)?.attachment?.mime_type).toBe("application/pdf");
  });

  it("the recipients get a correction instead of the confirmation of a handover that the office takes out of the case before sending", async () => {
    const { office, id } = await aDelivery();
    const recipient = aRecipient();
    await office.sendCargoHandoverConfirmation({ id, recipients: [recipient], mode });
    await writeHandover(office, id, null);
    const post = aPost();
    await post.attached.runDue();
    await sendAllCorrections(api);
    await post.others.runDue();
    expect(post.printed).toEqual([]);
    expect(await statusesTo(recipient)).toEqual([
      ["HANDOVER_CONFIRMATION", "FAILED"],
      ["HANDOVER_CORRECTION", "SENT"],
    ]);
  });

  it("a handover confirmation is not sent when the handover is undone while the PDF is being made", async () => {
    const { office, id, undo } = await aDelivery();
    await office.sendCargoHandoverConfirmation({ id, recipients: [aRecipient()], mode });
    const post = aPost({
      print: async (document) => {
        await undo();
        return press.print(document);
      },
    });
    await post.attached.runDue();
    expect([post.printed.length, post.carried.length]).toEqual([1, 0]);
  });

  it("undoing a confirmed handover sends one correction without a document to the same recipients", async () => {
    const { office, id, undo } = await aDelivery();
    const recipients = [aRecipient(), aRecipient()];
    await office.sendCargoHandoverConfirmation({ id, recipients, mode, language: "en" });
    await aPost().attached.runDue();
    await sendAllCorrections(api);
    for (const recipient of recipients)
      expect(await statusesTo(recipient)).toEqual([["HANDOVER_CONFIRMATION", "SENT"]]);
    await undo();
    await Promise.all([sendAllCorrections(api), sendAllCorrections(api)]);
    for (const recipient of recipients) {
      const [, ...corrections] = await mailsTo(recipient);
      expect(corrections).toMatchObject([{ purpose: "HANDOVER_CORRECTION", attachment_id: null }]);
      expect(corrections[0]?.body).toMatch(/superseded/);
      expect(corrections[0]?.body).not.toMatch(/link/);
    }
  });

  it("a handover confirmation whose PDF or mail failed is tried again, and then arrives once", async () => {
    const { office, id } = await aDelivery();
    const recipient = aRecipient();
    await office.sendCargoHandoverConfirmation({ id, recipients: [recipient], mode });
    const fail = () => Promise.reject(new Error("not now"));
    const post = aPost();
    for (const failing of [aPost({ print: fail }), aPost({ carrier: { takesAttachments: true, carry: fail } })]) {
      await failing.attached.runDue();
      expect(await statusesTo(recipient)).toEqual([["HANDOVER_CONFIRMATION", "PENDING"]]);
      api.clock.advance({ minutes: 1 });
    }
    await post.attached.runDue();
    await post.attached.runDue();
    expect(post.carried).toHaveLength(1);
    expect(await statusesTo(recipient)).toEqual([["HANDOVER_CONFIRMATION", "SENT"]]);
  });

  it("a handover confirmation is not sent without its document, nor with one that is too large for mail servers", async () => {
    const { office, id } = await aDelivery();
    const bare: OutgoingMessage[] = [];
    const posts = [
      aPost({ carrier: { carry: async (message) => void bare.push(message) } }),
      aPost({ print: () => Promise.resolve(Buffer.alloc(HANDOVER_ATTACHMENT_BYTES_MAX + 1)) }),
    ];
    for (const post of posts) {
      const recipient = aRecipient();
      await office.sendCargoHandoverConfirmation({ id, recipients: [recipient], mode });
      await post.attached.runDue();
      expect(await statusesTo(recipient)).toEqual([["HANDOVER_CONFIRMATION", "FAILED"]]);
      expect([...bare, ...post.carried]).toEqual([]);
    }
  });

  it("a handover confirmation is refused at once if the signature alone is too large to be mailed", async () => {
    const { tenant, office, id } = await aDelivery();
    const asset = crypto.randomUUID();
    await api.db.systemTransaction(tenant.id, async (tx) => {
      await tx.run(sql`
        insert into assets (tenant_id, id, case_id, kind, file_name, mime_type, size_bytes, sha256, path)
        values (${tenant.id}, ${asset}, ${id}, 'SIGNATURE', 'signature.jpg', 'image/jpeg', ${HANDOVER_ATTACHMENT_BYTES_MAX + 1}, ${"0".repeat(64)}, 'nowhere')`);
      await tx.run(sql`
        update cases set funeral_data = jsonb_set(funeral_data, '{handover,signature}', to_jsonb(${asset}::text))
        where tenant_id = ${tenant.id} and id = ${id}`);
    });
    const recipients = [aRecipient()];
    await expect(office.sendCargoHandoverConfirmation({ id, recipients, mode })).rejects.toMatchObject({
      code: "LIMIT_EXCEEDED",
      args: [{ key: "limit", value: String(HANDOVER_ATTACHMENT_BYTES_MAX) }, { value: "handover_signature" }],
    });
    expect((await office.sendCargoHandoverConfirmation({ id, recipients })).message_ids).toHaveLength(1);
  });

  it("the database contains the recipients of a handover confirmation only in the outbox", async () => {
    const { office, id } = await aDelivery();
    const recipient = aRecipient();
    await office.sendCargoHandoverConfirmation({ id, recipients: [recipient], mode });
    const { equal, containing } = await findTextInDatabase(api.databaseUrl, recipient);
    expect([...equal, ...containing].filter((cell) => !cell.startsWith("outbox_messages."))).toEqual([]);
  });
});
