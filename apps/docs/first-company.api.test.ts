import { readFileSync } from "node:fs";
import { createClient } from "@leitstand/client/client";
import { recommendedRoles } from "@leitstand/contract/people/recommended-roles";
import { expect, it } from "vitest";
import { appointPlatformAdministrator, runInPlatformTenant } from "../api/src/modules/tenants/index";
import { sql } from "../api/src/platform/database/sql";
import { startApi } from "../api/src/testing/start-api";

const page = readFileSync(new URL("./docs/guides/first-company.md", import.meta.url), "utf8");
const PASSWORD = "neun Reiher am Wörthersee";

interface PageRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: string;
  /** Fields of the answer to keep, and the variables that they are kept as. */
  readonly kept: readonly (readonly [field: string, variable: string])[];
}

/** Requests of the page in their order; each is a fence that begins with a method and a path. */
const pageRequests: readonly PageRequest[] = Array.from(
  page.matchAll(/^```text\n([A-Z]+) (\/\S+)\n([^]*?)^```/gm),
  ([, method = "", path = "", rest = ""]) => ({
    method,
    path,
    headers: Array.from(
      rest.matchAll(/^([A-Z][\w-]+): (.+)$/gm),
      ([, name = "", value = ""]) => [name, value] as const,
    ),
    body: rest.replaceAll(/^(?:[A-Z][\w-]+: |→).*$/gm, "").trim(),
    kept: Array.from(rest.matchAll(/^→ (\w+) is (\w+)$/gm), ([, field = "", name = ""]) => [field, name] as const),
  }),
);

const api = startApi();

it("the guide to the first company leads from an empty platform to a case that a phone has accepted", async () => {
  const variables: Record<string, string> = {
    YOUR_PASSWORD: PASSWORD,
    ADMINISTRATOR_PASSWORD: PASSWORD,
    DISPATCHER_PASSWORD: PASSWORD,
    PHONE_NUMBER: "+436645559901",
    DISPATCHER_ROLE: requestOf(recommendedRoles.dispatcher),
    DRIVER_ROLE: requestOf(recommendedRoles.driver),
  };
  const fill = (text: string) => text.replaceAll(/\b[A-Z]+(?:_[A-Z]+)*\b/g, (name) => variables[name] ?? name);
  const links = new Map([["you@example.com", await appointAdministrator("you@example.com")]]);
  let answer: Readonly<Record<string, unknown>> = {};
  for (const request of pageRequests) {
    if (request.path === "/auth/user") await setPassword(links, fill(request.body));
    if (request.body.includes('"CODE"')) variables["CODE"] = await readSentCode();
    const { method, path, headers, body } = request;
    const response = await fetch(`${api.url}/api/v1${fill(path)}`, {
      method,
      headers: [
        ...headers.map(([name, value]): [string, string] => [name, fill(value)]),
        ["Content-Type", "application/json"],
      ],
      body: body === "" ? null : fill(body),
    });
    answer = (await response.json()) as typeof answer;
    expect(response.ok, `${path} answered ${JSON.stringify(answer)}`).toBe(true);
    for (const [field, name] of request.kept) variables[name] = String(answer[field]);
  }
  expect(answer).toMatchObject({ state: { current: "ASSIGNED" }, tour_case_states: [{ state: "ACCEPTED" }] });
});

/** Recommended role as the page about users shows it, to be sent as it is. */
const requestOf = ({ purpose: _, ...body }: { readonly purpose: string }) => JSON.stringify(body);

async function appointAdministrator(email: string): Promise<string> {
  const services = { db: api.db, clock: api.clock, pepper: "pepper", publicUrl: "http://localhost:8080" };
  return runInPlatformTenant(services, {}, (tx) => appointPlatformAdministrator(tx, services, email));
}

/** Sets the password of the person who signs in next, by the link that was printed or mailed. */
async function setPassword(links: ReadonlyMap<string, string>, body: string) {
  const { email } = JSON.parse(body) as { email: string };
  const link = links.get(email) ?? (await readMessageTo(email));
  const [, short_code = "", token = ""] = /#tenant=(\w+)&token=([\w-]+)/.exec(link) ?? [];
  const { tenant_key } = await api.anonymous().getTenantKey({ short_code });
  await createClient({ baseUrl: api.url, tenantKey: tenant_key, attempts: 1 }).setPassword({
    token,
    password: PASSWORD,
  });
}

const readSentCode = async () => /\b\d{6}\b/.exec(await readMessageTo("+436645559901"))?.[0] ?? "";

async function readMessageTo(recipient: string): Promise<string> {
  const { body } = await api.db.system.one<{ body: string }>(
    sql`select body from outbox_messages where recipient = ${recipient} order by created_at desc limit 1`,
  );
  return body;
}
