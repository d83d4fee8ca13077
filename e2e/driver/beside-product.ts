import type { Page } from "playwright-core";
import { createToken } from "../../apps/api/src/platform/access/tokens";
import { sql } from "../../apps/api/src/platform/database/sql";
import type { aFuneralCase } from "../../apps/api/src/testing/cases";
import type { Colleague, OpenedConsole } from "../console-testkit";
import { eventually } from "../console-testkit";
import { planTour } from "./driver-testkit";

/** Path of the page for tests of a part of the app: at the address of the product, so that the part reaches it. */
const AT = "/phone/";

interface TourPlan {
  readonly company: Colleague["company"];
  /** Number of the company's crew, from 0. */
  readonly place: number;
  readonly drafts: readonly ReturnType<typeof aFuneralCase>[];
}

/** A started tour with its cases, and a session of its driver. */
export async function aDrivenTour(product: OpenedConsole, { company, place, drafts }: TourPlan) {
  const crew = product.staff.get(company)?.crews[place];
  if (!crew) throw new Error("The company has no such crew.");
  const { dispatcher, tour, ids } = await planTour(await product.signIn(company), crew, drafts);
  const { api } = dispatcher;
  await api.startTour({ id: tour.id, lock_version: (await api.getTour({ id: tour.id })).lock_version });
  const states = async () =>
    (await Promise.all(ids.map((id) => api.getCase({ id })))).map(
      ({ tour_case_states }) => tour_case_states?.[0]?.state ?? "",
    );
  const alarmed = company === "bestattung" ? "ASSIGNED" : "alarmed";
  if (ids.length > 0) await eventually(states).toEqual(ids.map(() => alarmed));
  return { dispatcher, api, crew, tour, ids, token: await tokenOf(product, crew.user_id) };
}
export type DrivenTour = Awaited<ReturnType<typeof aDrivenTour>>;

async function tokenOf(product: OpenedConsole, user_id: string): Promise<string> {
  const { token, hash } = createToken("USER");
  await product.db.system.run(sql`
    insert into tokens (tenant_id, kind, token_hash, user_id, expires_at)
    select tenant_id, 'USER', ${hash}, id, now() + interval '30 days' from users where id = ${user_id}`);
  return token;
}

/** Opens a part of the app, bundled as a script, as if the product had served it. */
export async function openBeside(page: Page, { url, script, token }: { url: string; script: string; token: string }) {
  await page.route(`**${AT}*`, (route) => {
    const isScript = route.request().url().endsWith(".js");
    return route.fulfill({
      contentType: isScript ? "text/javascript" : "text/html",
      body: isScript ? script : `<!doctype html><script type="module" src="${AT}page.js"></script>`,
    });
  });
  await page.goto(`${url}${AT}`);
  await page.evaluate((kept) => sessionStorage.setItem("token", kept), token);
}
