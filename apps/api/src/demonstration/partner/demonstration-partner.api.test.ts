import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { createClient } from "@leitstand/client/client";
import { SCENARIO_COMPANIES } from "@leitstand/scenario/companies";
import { signInNamesOfCompany, DEMONSTRATION_PASSWORD } from "@leitstand/scenario/staff";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Database } from "#platform/database/database";
import { SecretSealer } from "#platform/process/sealing";
import type { App } from "../../app";
import { roadsideCaseRequest } from "../../testing/cases";
import { createDemonstrationCompanies } from "../../testing/demonstration-companies";
import { createDemonstrationNode } from "../../testing/runs/create-demonstration";
import { connectTestDatabase, testNodeOptions } from "../../testing/start-node";
import { cloneDatabase } from "../../testing/test-database";
import { createPlatformTenant } from "../demonstration.service";
import { startDemoPartnerServer } from "./demonstration-partner.service";
import type { FakePartner } from "./fake-partner";

const companyOfType = (type: string) =>
  SCENARIO_COMPANIES.find((company) => company.type === type) as (typeof SCENARIO_COMPANIES)[number];
const [roadside, funeral] = [companyOfType("ROADSIDE_ASSISTANCE"), companyOfType("FUNERAL")];
const platform = { ...roadside, short_code: "plattform", domain: "plattform.example" };
const otherRoadside = { ...roadside, short_code: "abschleppdienst", domain: "abschleppdienst.example" };
const installationSecret = "a secret of this installation";

describe("the partner of a demonstration", () => {
  let db: Database;
  let app: App;
  let url: string;
  let partner: FakePartner;
  let tenantId: string;
  const ends: (() => Promise<unknown>)[] = [];

  const sealing = () => new SecretSealer(testNodeOptions(db).sealingKeys ?? [], "unused");
  const open = async () => {
    const opened = (await startDemoPartnerServer({
      db,
      sealing: sealing(),
      secret: installationSecret,
    })) as FakePartner;
    ends.unshift(() => opened.stop());
    return opened;
  };

  beforeAll(async () => {
    const database = await cloneDatabase();
    db = connectTestDatabase(database.url, 4);
    tenantId = (await createDemonstrationCompanies(db)).get(roadside.short_code)?.tenantId as string;
    ends.push(
      () => db.close(),
      () => database.drop(),
    );
    partner = await open();
    const options = { ...testNodeOptions(db), egressAllow: [partner.host] };
    app = await createDemonstrationNode(options, { partner });
    url = await app.server.listen({ host: "127.0.0.1", port: 0 });
    ends.unshift(() => app.stop());
  });
  afterAll(async () => {
    for (const end of ends) await end();
  });
  beforeEach(() => {
    partner.mood = () => 204;
  });

  const administrator = async ({ short_code, ...company }: (typeof SCENARIO_COMPANIES)[number]) => {
    const { tenant_key: tenantKey } = await createClient({ baseUrl: url }).getTenantKey({ short_code });
    const { administrator: email } = signInNamesOfCompany({ short_code, ...company });
    const { token } = await createClient({ baseUrl: url, tenantKey }).authUser({
      email,
      password: DEMONSTRATION_PASSWORD,
    });
    return createClient({ baseUrl: url, token: () => token });
  };
  const enter = async (company: (typeof SCENARIO_COMPANIES)[number]) => {
    const answer = await fetch(`${url}/outbox/sign-in`, {
      method: "POST",
      body: new URLSearchParams({
        email: signInNamesOfCompany(company).administrator,
        password: DEMONSTRATION_PASSWORD,
      }),
      redirect: "manual",
    });
    return answer.headers.get("set-cookie")?.split(";")[0] ?? "";
  };
  const read = async (cookie = "") => {
    const answer = await fetch(`${url}/outbox/partner`, {
      headers: { cookie, "accept-language": "en" },
      redirect: "manual",
    });
    return { status: answer.status, text: await answer.text() };
  };
  const readOutbox = async (cookie: string) => (await fetch(`${url}/outbox`, { headers: { cookie } })).text();
  const choose = (mood: string, cookie = "") =>
    fetch(`${url}/outbox/partner`, {
      method: "POST",
      body: new URLSearchParams({ mood }),
      headers: { cookie },
      redirect: "manual",
    });
  const namesOf = (id: string) => partner.told.filter(({ body }) => body.case_id === id).map(({ body }) => body.type);

  it("the demonstration partner gets events about the roadside company's cases without a manual connection and shows them only to that company", async () => {
    const office = await administrator(roadside);
    const { id, natural_id } = await office.createCase(roadsideCaseRequest());
    await app.partners.runDue();
    expect(namesOf(id)).toEqual(["case_created"]);
    expect((await read(await enter(roadside))).text).toContain(natural_id);
    for (const cookie of ["", await enter(funeral)]) {
      const { status, text } = await read(cookie);
      expect([status, text]).toEqual([303, expect.not.stringContaining(natural_id)]);
    }
  });

  it("the company of the demonstration partner and the platform alone see its calls, not another roadside company, which cannot set its answers either", async () => {
    await createDemonstrationCompanies(db, [otherRoadside]);
    await createPlatformTenant(db, { password: DEMONSTRATION_PASSWORD });
    const { natural_id } = await (await administrator(roadside)).createCase(roadsideCaseRequest());
    await app.partners.runDue();
    const [own, other] = [await enter(roadside), await enter(otherRoadside)];
    await choose("REFUSES", other);
    expect(await read(other)).toEqual({ status: 303, text: expect.not.stringContaining(natural_id) });
    expect(await readOutbox(other)).not.toContain('href="/outbox/partner"');
    for (const cookie of [own, await enter(platform)]) {
      const { text } = await read(cookie);
      expect(text).toMatch(/value="WELL" selected/);
      expect(text).toContain(natural_id);
      expect(await readOutbox(cookie)).toContain('href="/outbox/partner"');
    }
  });

  it("the page of the demonstration partner tells date and time of each call in UTC, as the outbox does", async () => {
    await (await administrator(roadside)).createCase(roadsideCaseRequest());
    await app.partners.runDue();
    const at = partner.calls.at(-1)?.at.toISOString() ?? "";
    expect((await read(await enter(roadside))).text).toContain(`<td>${at.slice(0, 10)} ${at.slice(11, 19)} UTC</td>`);
  });

  it("the demonstration partner answers as set on its page, and later gets the events that it missed", async () => {
    const [cookie, office] = [await enter(roadside), await administrator(roadside)];
    await choose("REFUSES", cookie);
    await choose("WELL", await enter(funeral));
    await choose("WELL");
    const { id } = await office.createCase(roadsideCaseRequest());
    await app.partners.runDue();
    expect(namesOf(id)).toEqual([]);
    expect((await read(cookie)).text).toMatch(/value="REFUSES" selected[^]*<td>422<\/td>/);
    await choose("WELL", cookie);
    const [held] = (await office.getQueuedEvents({ case_id: id })).queued_events;
    await office.updateQueuedEvent({
      id: held?.id as string,
      status: "CREATED",
      lock_version: held?.lock_version ?? 0,
    });
    await app.partners.runDue();
    expect(namesOf(id)).toEqual(["case_created"]);
  });

  it("the demonstration partner is the only internal address that tenants can call", async () => {
    const other = createServer((_request, response) => response.end());
    await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
    let connections = 0;
    other.on("connection", () => connections++);
    const { port } = other.address() as AddressInfo;
    const ours = partner.host.port;
    const office = await administrator(roadside);
    const inside = [`127.0.0.1:${port}`, `localhost:${ours}`, `[::1]:${ours}`, `127.0.0.2:${ours}`, `0.0.0.0:${ours}`];
    for (const host of inside) {
      const named = {
        id: tenantId,
        kind: "PARTNER",
        base_url: `http://${host}/`,
        auth: "BEARER",
        secret: installationSecret,
      } as const;
      await expect(office.updateConnector(named)).rejects.toMatchObject({ code: "CALLBACK_URL_NOT_ALLOWED" });
    }
    expect(connections).toBe(0);
    await new Promise((resolve) => other.close(resolve));
  });

  it("the demonstration partner answers only calls with its secret, and tolerates bodies that are not events", async () => {
    await (await administrator(roadside)).createCase(roadsideCaseRequest());
    await app.partners.runDue();
    const [calls, { authorization }] = [partner.calls.length, partner.told.at(-1)?.headers ?? {}];
    const post = async (body: string, headers: Record<string, string> = {}) =>
      (await fetch(`${partner.url}/events`, { method: "POST", body, headers })).status;
    expect(await post("{}")).toBe(401);
    expect(await post("{}", { authorization: "Bearer guessed" })).toBe(401);
    for (const body of ["<html>", "null", "[]", "{}", "x".repeat(1_000_001)])
      expect(await post(body, { authorization: authorization as string }).catch(() => 400)).toBe(400);
    expect(partner.calls).toHaveLength(calls);
  });

  it("the demonstration partner is connected at its new port at the next start, unless a user has connected another system", async () => {
    const office = await administrator(roadside);
    const connected = () => office.getConnector({ id: tenantId, kind: "PARTNER" });
    const next = await open();
    expect(next.url).not.toBe(partner.url);
    expect(await connected()).toMatchObject({ base_url: next.url, secret_set: true });
    const base_url = "https://partner.example.com/leitstand";
    const { lock_version } = await office.updateConnector({
      id: tenantId,
      kind: "PARTNER",
      base_url,
      auth: "BEARER",
      secret: installationSecret,
    });
    await open();
    expect(await connected()).toMatchObject({ base_url, lock_version });
  });
});
