import { createHash } from "node:crypto";
import { CaseStateUpdate } from "@leitstand/contract/cases/case-notes";
import { describe, expect, it } from "vitest";
import { sql } from "#platform/database/sql";
import { createHandoverDocument } from "#modules/exports/index";
import {
  createBreakdownClosedByBackoffice,
  createTransportOutForDelivery,
  sendAllCorrections,
  writeHandover,
} from "./handover-testkit";
import { findTextInDatabase } from "../../testing/find-text";
import { startApi } from "../../testing/start-api";

describe("the confirmation of a handover", () => {
  const api = startApi();
  const aDelivery = () => createTransportOutForDelivery(api);
  const mailsTo = (recipient: string) =>
    api.db.system.many<{ id: string; subject: string; body: string; purpose: string; confidential: boolean }>(sql`
      select id, subject, body, purpose, confidential from outbox_messages where recipient = ${recipient} order by created_at`);
  const linkIn = (body: string) => /http:\/\/localhost(\/api\/v1\/handovers\/[\w-]{43})/.exec(body)?.[1] as string;
  const correct = () => sendAllCorrections(api);
  const page = async (path: string) => (await fetch(`${api.url}${path}`)).text();
  const press = (path: string) =>
    fetch(`${api.url}${path}`, { method: "POST", headers: { "content-type": "application/x-www-form-urlencoded" } });
  const downloadsLeft = async (caseId: string) =>
    (
      await api.db.system.one<{ downloads_left: number }>(
        sql`select downloads_left from handover_links where case_id = ${caseId}`,
      )
    ).downloads_left;
  /** Document of the only link of a case, as it is made once a download was taken. */
  async function makeDocument(caseId: string) {
    const { tenant_id, ...link } = await api.db.system.one<{ tenant_id: string; case_id: string; history_id: string }>(
      sql`select tenant_id, case_id, history_id from handover_links where case_id = ${caseId}`,
    );
    return createHandoverDocument(api.db.read(tenant_id, "short"), {
      ...link,
      company: "Bestattung",
      language: "de",
      now: api.clock.now(),
    });
  }
  let people = 0;
  const aRecipient = () => `office${people++}@example.org`;

  it("each recipient of a handover confirmation gets a link to a page (getHandoverPage) whose button downloads the document (downloadHandover)", async () => {
    const { office, id, deliver } = await aDelivery();
    await deliver();
    const recipients = [aRecipient(), aRecipient()];
    const { message_ids } = await office.sendCargoHandoverConfirmation({ id, recipients, message: "Bitte ablegen." });
    const [mail] = await mailsTo(recipients[0] as string);
    expect([mail?.id, (await mailsTo(recipients[1] as string))[0]?.id]).toEqual(message_ids);
    expect(mail).toMatchObject({ purpose: "HANDOVER_CONFIRMATION", confidential: true });
    expect(mail?.body).toContain("Bitte ablegen.");
    expect(`${mail?.subject}${mail?.body}`).not.toMatch(/Muster|Maria|Huber|verstorben|Zentralfriedhof/i);
    const link = linkIn(mail?.body ?? "");
    const html = await page(link);
    expect(html).toContain('<form method="post"><button');
    expect(html).not.toMatch(/Muster|Maria|Huber|script/);
    const answer = await press(link);
    expect(answer.headers.get("content-type")).toBe("application/pdf");
    expect(answer.headers.get("content-disposition")).toMatch(/^attachment/);
    expect(
      Buffer.from(await answer.arrayBuffer())
        .subarray(0, 5)
        .toString(),
    ).toBe("%PDF-");
  });

  it("the Content-Security-Policy of the handover page allows only its own style", async () => {
    const { office, id, deliver } = await aDelivery();
    await deliver();
    const recipient = aRecipient();
    await office.sendCargoHandoverConfirmation({ id, recipients: [recipient] });
    const answer = await fetch(`${api.url}${linkIn((await mailsTo(recipient))[0]?.body ?? "")}`);
    const style = /<style>(.*)<\/style>/.exec(await answer.text())?.[1] ?? "";
    const hash = createHash("sha256").update(style).digest("base64");
    expect(answer.headers.get("content-security-policy")).toBe(
      `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; frame-ancestors 'none'; form-action 'self'`,
    );
  });

  it("the database contains the secret of a handover link and its recipients only in the outbox", async () => {
    const { office, id, deliver } = await aDelivery();
    await deliver();
    const recipient = aRecipient();
    await office.sendCargoHandoverConfirmation({ id, recipients: [recipient] });
    const secret = linkIn((await mailsTo(recipient))[0]?.body ?? "").slice(-43);
    for (const text of [secret, recipient]) {
      const { equal, containing } = await findTextInDatabase(api.databaseUrl, text);
      expect([...equal, ...containing].filter((cell) => !cell.startsWith("outbox_messages."))).toEqual([]);
    }
  });

  it("a handover link allows twenty downloads within two weeks, and opening its page does not count", async () => {
    const { office, id, deliver } = await aDelivery();
    await deliver();
    const recipient = aRecipient();
    await office.sendCargoHandoverConfirmation({ id, recipients: [recipient] });
    const link = linkIn((await mailsTo(recipient))[0]?.body ?? "");
    await page(link);
    expect(await downloadsLeft(id)).toBe(20);
    expect((await press(link)).status).toBe(200);
    expect(await downloadsLeft(id)).toBe(19);
    await api.db.system.run(sql`update handover_links set downloads_left = 1 where case_id = ${id}`);
    // Two at once, as many as are printed concurrently: a request that has to wait on a busy machine may be refused.
    const last = await Promise.all([press(link), press(link)]);
    expect(last.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 404]);
    expect(await page(link)).toContain("abgelaufen oder wurde zu oft benutzt");
    await office.sendCargoHandoverConfirmation({ id, recipients: [recipient] });
    const second = linkIn((await mailsTo(recipient)).at(-1)?.body ?? "");
    api.clock.advance({ days: 14 });
    expect((await press(second)).status).toBe(404);
    api.clock.advance({ days: -14 });
  });

  it("a download by a handover link that was refused because of too many concurrent ones does not count", async () => {
    const { office, id, deliver } = await aDelivery();
    await deliver();
    const recipient = aRecipient();
    await office.sendCargoHandoverConfirmation({ id, recipients: [recipient] });
    const link = linkIn((await mailsTo(recipient))[0]?.body ?? "");
    const statuses = await Promise.all(Array.from({ length: 19 }, () => press(link).then(({ status }) => status)));
    const [made, refused] = [200, 503].map((wanted) => statuses.filter((status) => status === wanted).length);
    expect(refused).toBeGreaterThan(0);
    expect(made).toBe(19 - Number(refused));
    expect(await downloadsLeft(id)).toBe(20 - Number(made));
  });

  it("undoing a handover invalidates its links, and sends one correction to the same recipients", async () => {
    const { office, id, deliver, undo } = await aDelivery();
    await deliver();
    const recipients = [aRecipient(), aRecipient()];
    await office.sendCargoHandoverConfirmation({ id, recipients });
    const link = linkIn((await mailsTo(recipients[0] as string))[0]?.body ?? "");
    expect(await correct()).toBe(0);
    await undo();
    expect((await press(link)).status).toBe(404);
    expect(await page(link)).toContain("zurückgenommen");
    await Promise.all([correct(), correct()]);
    for (const recipient of recipients)
      expect((await mailsTo(recipient)).map(({ purpose }) => purpose)).toEqual([
        "HANDOVER_CONFIRMATION",
        "HANDOVER_CORRECTION",
      ]);
    // After another delivery, the old link still refers to the undone handover.
    await deliver();
    expect((await press(link)).status).toBe(404);
    expect(await correct()).toBe(0);
  });

  it("a confirmation whose recipients cannot be read any more does not keep others from their correction", async () => {
    const [lost, whole] = [await aDelivery(), await aDelivery()];
    const recipients = [aRecipient(), aRecipient()] as const;
    for (const [index, { office, id, deliver }] of [lost, whole].entries()) {
      await deliver();
      await office.sendCargoHandoverConfirmation({ id, recipients: [recipients[index] as string] });
    }
    await api.db.system.run(
      sql`update handover_links set recipients = '\\x00', expires_at = expires_at - interval '1 hour' where case_id = ${lost.id}`,
    );
    for (const { undo } of [lost, whole]) await undo();
    await expect(correct()).rejects.toThrow("cannot be told");
    expect((await mailsTo(recipients[1])).map(({ purpose }) => purpose)).toContain("HANDOVER_CORRECTION");
    await api.db.system.run(sql`delete from handover_links where case_id = ${lost.id}`);
  });

  it("a hundred confirmations whose recipients cannot be read do not keep a later one from its correction", async () => {
    const { office, id, deliver, undo } = await aDelivery();
    await deliver();
    const recipient = aRecipient();
    await office.sendCargoHandoverConfirmation({ id, recipients: [recipient] });
    await api.db.system.run(sql`
      insert into handover_links (tenant_id, case_id, history_id, mode, recipients, language, expires_at, downloads_left)
      select tenant_id, case_id, history_id, 'ATTACHMENT', '\\x00', language, expires_at - interval '1 hour', 0
      from handover_links, generate_series(1, 100) where case_id = ${id}`);
    await undo();
    await expect(correct()).rejects.toThrow("cannot be told");
    expect((await mailsTo(recipient)).map(({ purpose }) => purpose)).toContain("HANDOVER_CORRECTION");
    await api.db.system.run(sql`delete from handover_links where case_id = ${id}`);
  });

  it("a handover that the crew recorded still holds when the back office undoes only its closing of the case", async () => {
    const { office, id, undo } = await createBreakdownClosedByBackoffice(api);
    const recipient = aRecipient();
    await office.sendCargoHandoverConfirmation({ id, recipients: [recipient] });
    const link = linkIn((await mailsTo(recipient))[0]?.body ?? "");
    expect((await undo()).state.current).toBe("backoffice");
    expect(await correct()).toBe(0);
    expect((await press(link)).status).toBe(200);
    expect((await undo()).state.current).toBe("arrived");
    expect(await correct()).toBe(1);
    expect((await press(link)).status).toBe(404);
  });

  it("a handover that the office takes out of the case invalidates its links and is corrected once, also after another one was written", async () => {
    const transport = await aDelivery();
    await transport.deliver();
    for (const { office, id } of [transport, await createBreakdownClosedByBackoffice(api)]) {
      const recipient = aRecipient();
      await office.sendCargoHandoverConfirmation({ id, recipients: [recipient] });
      const link = linkIn((await mailsTo(recipient))[0]?.body ?? "");
      await writeHandover(office, id, null);
      expect((await press(link)).status).toBe(404);
      expect(await page(link)).toContain("zurückgenommen");
      expect(await correct()).toBe(1);
      expect((await mailsTo(recipient)).map(({ purpose }) => purpose)).toContain("HANDOVER_CORRECTION");
      await writeHandover(office, id, { received_by: "A. Novak" });
      expect((await press(link)).status).toBe(404);
      expect(await page(link)).toContain("zurückgenommen");
      expect(await correct()).toBe(0);
    }
  });

  it("a handover that the office takes out of the case during the download yields no document", async () => {
    const { office, id, deliver } = await aDelivery();
    await deliver();
    await office.sendCargoHandoverConfirmation({ id, recipients: [aRecipient()] });
    await writeHandover(office, id, null);
    await expect(makeDocument(id)).rejects.toMatchObject({ code: "RESOURCE_NOT_FOUND" });
  });

  it("the history of a case with a handover is answered with the fields of the contract and no others", async () => {
    const { office, id, deliver } = await aDelivery();
    await deliver();
    const fields = Object.keys(CaseStateUpdate.properties).toSorted();
    for (const row of await office.getCaseStateHistory({ id })) expect(Object.keys(row).toSorted()).toEqual(fields);
  });

  it("a handover that is undone during the download yields no document", async () => {
    const { office, id, deliver, undo } = await aDelivery();
    await deliver();
    await office.sendCargoHandoverConfirmation({ id, recipients: [aRecipient()] });
    expect((await makeDocument(id)).title).toContain("Übergabebestätigung");
    await undo();
    await deliver();
    await expect(makeDocument(id)).rejects.toMatchObject({ code: "RESOURCE_NOT_FOUND" });
  });

  it("a handover confirmation is refused for a case without a handover, and for an undone handover", async () => {
    const { office, id, deliver, undo } = await aDelivery();
    const send = () => office.sendCargoHandoverConfirmation({ id, recipients: [aRecipient()] });
    await expect(send()).rejects.toMatchObject({ status: 422, code: "ACTION_INPUT_MISSING" });
    await deliver();
    await undo();
    await expect(send()).rejects.toMatchObject({ status: 422, code: "ACTION_INPUT_MISSING" });
  });

  it("a handover confirmation goes to at most five recipients with valid addresses", async () => {
    const { office, id, deliver } = await aDelivery();
    await deliver();
    const refused = { status: 400, code: "VALIDATION_FAILED" };
    const six = Array.from({ length: 6 }, aRecipient);
    for (const recipients of [six, [], ["no address"], ["a@example.org\r\nBcc: b@example.org"]])
      await expect(office.sendCargoHandoverConfirmation({ id, recipients })).rejects.toMatchObject(refused);
  });

  it("a handover link with an unknown secret answers 404, and a malformed one is refused", async () => {
    expect((await press(`/api/v1/handovers/${"A".repeat(43)}`)).status).toBe(404);
    expect((await press("/api/v1/handovers/short")).status).toBe(400);
  });
});
