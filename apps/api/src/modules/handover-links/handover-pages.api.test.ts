import { describe, expect, it } from "vitest";
import { sql } from "#platform/database/sql";
import { createTransportOutForDelivery } from "./handover-testkit";
import { startApi } from "../../testing/start-api";

/** Header of browsers that open a link. */
const BROWSER_ACCEPT = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8";

describe("the pages of a handover link for people whom it is refused", () => {
  const api = startApi();
  let people = 0;

  /** A confirmed handover, and the path of its link. */
  async function aLink(language: "de" | "en" = "de") {
    const transport = await createTransportOutForDelivery(api);
    await transport.deliver();
    const recipient = `page${people++}@example.org`;
    await transport.office.sendCargoHandoverConfirmation({ id: transport.id, recipients: [recipient], language });
    const { body } = await api.db.system.one<{ body: string }>(
      sql`select body from outbox_messages where recipient = ${recipient}`,
    );
    return { ...transport, path: /http:\/\/localhost(\/api\/v1\/handovers\/[\w-]{43})/.exec(body)?.[1] as string };
  }
  async function browse(path: string, { method = "GET", language = "de-AT,de;q=0.9", accept = BROWSER_ACCEPT } = {}) {
    const answer = await fetch(`${api.url}${path}`, { method, headers: { accept, "accept-language": language } });
    return {
      status: answer.status,
      type: answer.headers.get("content-type"),
      policy: answer.headers.get("content-security-policy"),
      retryAfter: answer.headers.get("retry-after"),
      text: await answer.text(),
    };
  }
  const press = (path: string) => browse(path, { method: "POST" });
  const htmlType = "text/html; charset=utf-8";

  it("a download that is used up or out of date is refused to a browser by a page, and to a program by an error", async () => {
    const { id, natural_id, path } = await aLink();
    await api.db.system.run(sql`update handover_links set downloads_left = 0 where case_id = ${id}`);
    const used = await press(path);
    expect(used).toMatchObject({ status: 404, type: htmlType });
    expect(used.text).toContain("abgelaufen oder wurde zu oft benutzt");
    expect(used.text).toContain(natural_id);
    expect(used.text).not.toContain("<form");
    expect(used.policy).toBe((await browse(path)).policy);
    for (const accept of ["*/*", "application/json", "application/json, text/html;q=0.5"]) {
      const refused = await browse(path, { method: "POST", accept });
      expect(refused).toMatchObject({ status: 404, type: "application/json; charset=utf-8" });
      expect(JSON.parse(refused.text)).toMatchObject({ code: "RESOURCE_NOT_FOUND" });
    }
    await api.db.system.run(
      sql`update handover_links set downloads_left = 9, expires_at = ${api.clock.now()} where case_id = ${id}`,
    );
    expect((await press(path)).text).toContain("abgelaufen oder wurde zu oft benutzt");
  });

  it("a download of an undone handover is refused by a page in the language of its mail", async () => {
    const { path, undo } = await aLink("en");
    await undo();
    const refused = await press(path);
    expect(refused).toMatchObject({ status: 404, type: htmlType });
    expect(refused.text).toContain("This handover was taken back");
  });

  it("a handover link that is gone or has a wrong letter leads to a page in the language of the browser", async () => {
    const unknown = `/api/v1/handovers/${"A".repeat(43)}`;
    for (const [path, status] of [
      [unknown, 404],
      [`${unknown}.`, 400],
    ] as const)
      for (const method of ["GET", "POST"]) {
        const german = await browse(path, { method });
        expect(german).toMatchObject({ status, type: htmlType });
        expect(german.text).toContain("Diesen Link gibt es nicht");
        const english = await browse(path, { method, language: "en-GB" });
        expect(english.text).toContain("There is no such link");
      }
  });

  it("a download that the printers have no time for is refused by a page that says so and can be tried again", async () => {
    const { path } = await aLink();
    const answers = await Promise.all(Array.from({ length: 19 }, () => press(path)));
    const busy = answers.filter(({ status }) => status === 503);
    expect(busy.length).toBeGreaterThan(0);
    for (const { type, text, retryAfter } of busy) {
      expect(type).toBe(htmlType);
      expect(text).toContain("in wenigen Minuten noch einmal");
      expect(text).toContain('<form method="post"><button');
      expect(Number(retryAfter)).toBeGreaterThan(0);
    }
  });
});
