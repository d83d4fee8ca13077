import { describe, expect, it } from "vitest";
import { sql } from "#platform/database/sql";
import {
  FOUNDED_COMPANY_ADMIN_EMAIL,
  endDemonstrationAndFoundCompany,
  insertRowsOfTrialUsers,
  startDemonstration,
} from "./testing/runs/start-demonstration";

/** The tests run in this order: each step begins where the one before has ended. */
describe("from a demonstration to an installation for others", { timeout: 120_000 }, () => {
  const demonstration = startDemonstration();
  const { installation, startServer, command, serve } = demonstration;
  const countTenants = async () =>
    (await installation.db.system.one<{ count: number }>(sql`select count(*)::int as count from tenants`)).count;

  it.each<Record<string, string>>([
    { DEMONSTRATION: "off" },
    { PUBLIC_URL: "https://desk.example.com", TRUST_PROXY: "1" },
  ])("the server refuses to start for other machines with the known passwords of a demonstration: %o", async (env) => {
    const { ended, output } = startServer(env);
    expect(await ended).toBe(1);
    expect(output()).toContain("holds the demonstration, whose people all have one password");
    expect(output()).toContain("npm run leitstand -- demonstration end");
  });

  it("the command does not remove a demonstration while a server is running", async () => {
    const { url, stop } = await serve({ DEMONSTRATION: "on" });
    await insertRowsOfTrialUsers(installation.db, url);
    expect(await command("demonstration", "end", FOUNDED_COMPANY_ADMIN_EMAIL, "--yes")).toEqual({
      code: 1,
      output: "A server is at work on this database; stop it first.\n",
    });
    await stop();
  });

  it("the command lists what it would remove, and removes nothing before the operator agrees", async () => {
    const { code, output } = await command("demonstration", "end", FOUNDED_COMPANY_ADMIN_EMAIL);
    expect(code).toBe(1);
    expect(output).toMatch(
      /This removes the demonstration for good: .*\(bestattung\), .*\(pannenhilfe\), Plattform \(plattform\)/,
    );
    expect(output).toMatch(/with \d+ people, 48 vehicles, /);
    expect(output).toContain("Nothing was removed. Add --yes");
    expect(await countTenants()).toBe(3);
  });

  it("the command refuses to create a first administrator while there is a demonstration", async () => {
    const { code, output } = await command("administrator", "appoint", FOUNDED_COMPANY_ADMIN_EMAIL);
    expect([code, output]).toEqual([
      1,
      expect.stringContaining(`npm run leitstand -- demonstration end ${FOUNDED_COMPANY_ADMIN_EMAIL}`),
    ]);
  });

  it("the command that removes the demonstration keeps data of other tenants and lets the first administrator sign in", async () => {
    await expect(endDemonstrationAndFoundCompany(demonstration)).resolves.toBeUndefined();
  });

  it("the command prints a link to set the password of a user without working mail", async () => {
    const { code, output } = await command("password", "link", "company", "first@company.example");
    expect([code, output]).toEqual([0, expect.stringMatching(/set-password#tenant=company&token=[\w-]{43}\n$/)]);
    expect(await command("password", "link", "company", "nobody@company.example")).toEqual({
      code: 1,
      output: "There is no company company with a person whose address is nobody@company.example.\n",
    });
  });

  it("the command gives the platform administrator a new link instead of creating a second platform tenant", async () => {
    const before = await countTenants();
    expect((await command("administrator", "appoint", FOUNDED_COMPANY_ADMIN_EMAIL)).code).toBe(0);
    expect((await command("administrator", "appoint", "second@desk.example")).code).toBe(0);
    expect(await countTenants()).toBe(before);
    const people = sql`select email from users where lastname = 'Administrator' order by email`;
    expect(await installation.db.system.many(people)).toEqual([
      { email: FOUNDED_COMPANY_ADMIN_EMAIL },
      { email: "second@desk.example" },
    ]);
  });

  it("the installation does not create a demonstration again, even where the configuration asks for one", async () => {
    const { stop } = await serve({ DEMONSTRATION: "on" });
    await stop();
    expect(await installation.db.system.many(sql`select id from tenants where tenant_key like 'demo-%'`)).toEqual([]);
  });
});
