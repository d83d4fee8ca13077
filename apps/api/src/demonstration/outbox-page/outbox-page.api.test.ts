import { existsSync } from "node:fs";
import { type Browser, chromium, type Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Database } from "#platform/database/database";
import { enqueueOutboxMessage } from "#platform/background/messages-out";
import { sql } from "#platform/database/sql";
import { createDemonstrationNode } from "../../testing/runs/create-demonstration";
import { insertTenant, type TenantFixture } from "../../testing/fixtures";
import { testPassword, insertPerson } from "../../testing/sign-in-fixtures";
import { connectTestDatabase, testNodeOptions } from "../../testing/start-node";
import { cloneDatabase } from "../../testing/test-database";
import { findAccessibilityViolations } from "../../testing/axe-testkit";

/** Path of Debian's Chromium, without which the browser tests are skipped. */
const chromiumPath = "/usr/bin/chromium";
const chromiumFlags = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
];

let db: Database;
let url: string;
let platformTenant: TenantFixture;
const cleanups: (() => Promise<unknown>)[] = [];
const administratorEmail = "chief@platform.example";

beforeAll(async () => {
  const database = await cloneDatabase();
  db = connectTestDatabase(database.url, 4);
  const options = testNodeOptions(db);
  const app = await createDemonstrationNode(options, { administrators: [administratorEmail] });
  url = await app.server.listen({ host: "127.0.0.1", port: 0 });
  platformTenant = await insertTenant(db, "PLATFORM");
  await insertUserWithRole(platformTenant, { email: administratorEmail });
  cleanups.push(
    () => app.stop(),
    () => db.close(),
    () => database.drop(),
  );
});
afterAll(async () => {
  for (const end of cleanups) await end();
});

/** User with a password and a role that holds in the whole tenant, or in one branch group alone. */
async function insertUserWithRole(
  tenant: TenantFixture,
  { email, roleType = "ADMINISTRATOR", access = "ALL" }: { email: string; roleType?: string; access?: string },
) {
  const user_id = await insertPerson(db, tenant, { email, password: testPassword });
  await db.system.run(sql`
    with role as (
      insert into roles (tenant_id, name, role_type, grants, branch_access) values (${tenant.id}, ${email}, ${roleType}, '{}', ${access}) returning id),
    made as (
      insert into branch_groups (tenant_id, name, type) select ${tenant.id}, ${email}, 'SINGLE' where ${access} <> 'ALL' returning id)
    insert into role_associations (tenant_id, user_id, role_id, branch_group_id)
    select ${tenant.id}, ${user_id}, role.id, (select id from made) from role`);
}

async function postForm(
  body: string,
  { channel = "SMS", tenant }: { channel?: "SMS" | "EMAIL"; tenant?: TenantFixture } = {},
) {
  const { id } = tenant ?? (await insertTenant(db, "FUNERAL"));
  await db.systemTransaction(id, async (tx) =>
    enqueueOutboxMessage(tx, { channel, recipient: "+43664555000", body, purpose: "SIGN_IN_CODE" }),
  );
}

const submitSignIn = (email: string, password = testPassword) =>
  fetch(`${url}/outbox/sign-in`, {
    method: "POST",
    body: new URLSearchParams({ email, password }),
    redirect: "manual",
    headers: { "accept-language": "de" },
  });
const cookieOf = (answer: Response) => answer.headers.get("set-cookie")?.split(";")[0] ?? "";
const fetchPage = async (path: string, cookie = "") => (await fetch(`${url}${path}`, { headers: { cookie } })).text();

describe("outbox page of a demonstration", () => {
  it("the outbox page shows messages only to users who have signed in", async () => {
    await postForm("Ihr Code: 246802");
    expect(await fetchPage("/outbox")).toMatch(/name="password"/);
    expect(await fetchPage("/outbox")).not.toContain("246802");
    const messages = await fetch(`${url}/outbox/messages?after=0`);
    expect([messages.status, await messages.text()]).toEqual([401, expect.not.stringContaining("246802")]);
  });

  it("the outbox page shows administrators the messages of their own company, and platform administrators all messages", async () => {
    const [ours, theirs] = [await insertTenant(db, "FUNERAL"), await insertTenant(db, "FUNERAL")];
    await insertUserWithRole(ours, { email: "chief@ours.example" });
    await postForm("Ours: 135791", { tenant: ours });
    await postForm("Theirs: 975313", { tenant: theirs });
    const chief = cookieOf(await submitSignIn("chief@ours.example"));
    const boss = cookieOf(await submitSignIn(administratorEmail));
    for (const path of ["/outbox", "/outbox/messages?after=0"]) {
      expect(await fetchPage(path, chief)).toContain("135791");
      expect(await fetchPage(path, chief)).not.toContain("975313");
      expect(await fetchPage(path, boss)).toMatch(/975313[^]*135791/);
    }
  });

  it.each([
    ["a dispatcher", { roleType: "DISPATCHER" }],
    ["an administrator of a branch", { access: "BRANCH_SINGLE" }],
  ])("the outbox page refuses %s and keeps no session", async (_who, overrides) => {
    const tenant = await insertTenant(db, "FUNERAL");
    const email = `${crypto.randomUUID()}@ours.example`;
    await insertUserWithRole(tenant, { email, ...overrides });
    const answer = await submitSignIn(email);
    expect([answer.status, cookieOf(answer)]).toEqual([403, ""]);
    const live = sql`select count(*)::int as count from tokens where tenant_id = ${tenant.id} and revoked_at is null`;
    expect(await db.system.one(live)).toEqual({ count: 0 });
  });

  it("the sign-in of the outbox page refuses a wrong password and an unknown address with the same answer", async () => {
    const answers = await Promise.all([
      submitSignIn(administratorEmail, "wrong password"),
      submitSignIn("nobody@platform.example", "wrong password"),
    ]);
    const pages = await Promise.all(answers.map((answer) => answer.text()));
    expect(answers.map(({ status }) => status)).toEqual([401, 401]);
    expect(pages[0]).toContain("Die Anmeldedaten stimmen nicht.");
    expect(pages[0]?.replaceAll(administratorEmail, "X")).toBe(
      pages[1]?.replaceAll(/nobody@platform\.example|chief@platform\.example/g, "X"),
    );
  });

  it("the outbox page shows no messages to a session after its sign-out", async () => {
    const cookie = cookieOf(await submitSignIn(administratorEmail));
    expect(await fetchPage("/outbox", cookie)).toContain("sign-out");
    await fetch(`${url}/outbox/sign-out`, { method: "POST", headers: { cookie }, redirect: "manual" });
    await expect.poll(() => fetchPage("/outbox", cookie)).toMatch(/name="password"/);
  });

  it("the outbox page shows the phone number of the phone that received a push message", async () => {
    const tenant = await insertTenant(db, "FUNERAL");
    const [id, phone_number] = [crypto.randomUUID(), "+43664555987"];
    await db.systemTransaction(tenant.id, async (tx) => {
      await tx.run(sql`insert into devices (id, phone_number) values (${id}, ${phone_number})`);
      enqueueOutboxMessage(tx, { channel: "PUSH", recipient: id, body: "Neuer Fall", purpose: "CASE_ALARM" });
    });
    const page = await fetchPage("/outbox", cookieOf(await submitSignIn(administratorEmail)));
    expect(page).toContain(phone_number);
    expect(page).not.toContain(id);
    await db.system.run(sql`delete from outbox_messages where recipient = ${id}`);
  });

  it("the outbox page accepts its own forms and refuses those of other sites", async () => {
    const send = (path: string, headers: Record<string, string>) =>
      fetch(`${url}${path}`, {
        method: "POST",
        body: new URLSearchParams({ email: administratorEmail, password: testPassword }),
        redirect: "manual",
        headers,
      });
    const foreign: Record<string, string>[] = [
      { "sec-fetch-site": "cross-site" },
      { "sec-fetch-site": "same-site", origin: url },
      { origin: "https://rebound.example" },
      { origin: "null" },
    ];
    for (const path of ["/outbox/sign-in", "/outbox/sign-out"])
      for (const headers of foreign) {
        const refused = await send(path, headers);
        expect(refused.status).toBe(400);
        expect(refused.headers.get("set-cookie")).toBeNull();
      }
    const own: Record<string, string>[] = [{ "sec-fetch-site": "same-origin" }, { origin: url }];
    for (const headers of own) expect((await send("/outbox/sign-in", headers)).status).toBe(303);
  });

  it("the session cookie of the outbox page is not available to scripts and other sites", async () => {
    expect((await submitSignIn(administratorEmail)).headers.get("set-cookie")).toMatch(
      /; Path=\/outbox; HttpOnly; SameSite=Strict$/,
    );
  });
});

describe.skipIf(!existsSync(chromiumPath))("the outbox page of a demonstration (needs /usr/bin/chromium)", () => {
  let browser: Browser;

  beforeAll(async () => {
    browser = await chromium.launch({ executablePath: chromiumPath, args: chromiumFlags });
  });
  afterAll(() => browser.close());

  const openForm = async (colorScheme: "light" | "dark", locale = "de-AT"): Promise<Page> => {
    const page = await browser.newPage({ colorScheme, locale });
    await page.goto(`${url}/outbox`);
    return page;
  };
  const open = async (colorScheme: "light" | "dark", locale = "de-AT"): Promise<Page> => {
    const page = await openForm(colorScheme, locale);
    // The form has filled in the address and focuses the password.
    await page.locator("[name=password]:focus").waitFor();
    await page.keyboard.type(testPassword);
    await page.keyboard.press("Enter");
    await page.locator("#messages").waitFor({ state: "attached" });
    return page;
  };
  it("the outbox page shows a message that arrives while the page is open, and runs no script in its text", async () => {
    const page = await open("light");
    await postForm("Ihr Code: 123456 <img src=x onerror=\"document.title='broken'\">");
    await page.getByText("Ihr Code: 123456 <img").waitFor();
    expect(await page.title()).toBe("Postausgang | Leitstand");
    await page.close();
  });

  it("the outbox page finds a message by its words and its channel, and is also available in English", async () => {
    await postForm("Your set-password link", { channel: "EMAIL" });
    const page = await open("light", "en-GB");
    await page.getByRole("searchbox").fill("set-password");
    await expect.poll(() => page.locator("#messages > li:visible").count()).toBe(1);
    await page.getByRole("searchbox").fill("");
    await page.getByRole("button", { name: "Push" }).click();
    await expect.poll(() => page.locator("#messages > li:visible").count()).toBe(0);
    await page.close();
  });

  /** Accessibility faults in both colour schemes of a page. */
  const findFaultsInBothSchemes = async (page: Page) => {
    const light = await findAccessibilityViolations(page);
    await page.emulateMedia({ colorScheme: "dark" });
    return { light, dark: await findAccessibilityViolations(page) };
  };

  it("the outbox page shows messages in light and dark colours without accessibility faults (axe)", async () => {
    await postForm("Ihr Code: 654321, http://localhost/set-password#token=x");
    const page = await open("light");
    await page.locator("#messages > li").first().waitFor();
    expect(await findFaultsInBothSchemes(page)).toEqual({ light: [], dark: [] });
    await page.close();
  });

  it("the sign-in of the outbox page has no accessibility faults in light and dark colours (axe)", async () => {
    const page = await openForm("light", "en-GB");
    await page.getByLabel("Password").fill("wrong password");
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByRole("alert").filter({ hasText: "do not match" }).waitFor();
    expect(await findFaultsInBothSchemes(page)).toEqual({ light: [], dark: [] });
    await page.close();
  });

  it("the outbox page asks for a sign-in again when its session ends while the page is open", async () => {
    const page = await open("light");
    const cookies = await page.context().cookies();
    const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join("; ");
    await fetch(`${url}/outbox/sign-out`, { method: "POST", headers: { cookie }, redirect: "manual" });
    await expect.poll(() => page.getByLabel("Passwort").count(), { timeout: 15_000 }).toBe(1);
    await page.close();
  });
});
