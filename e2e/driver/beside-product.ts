import type { Page } from "playwright-core";
import { createToken } from "../../apps/api/src/platform/access/tokens";
import { sql } from "../../apps/api/src/platform/database/sql";
import type { funeralCaseRequest } from "../../apps/api/src/testing/cases";
import type { SignedInColleague, OpenedConsole } from "../console-testkit";
import { expectEventually } from "../console-testkit";
import { planDriverTour } from "./driver-testkit";

/** Path of the page for tests of a part of the app: at the address of the product, so that the part reaches it. */
const PART_PAGE_PATH = "/phone/";

interface DrivenTourOptions {
  readonly company: SignedInColleague["company"];
  /** Number of the company's crew, from 0. */
  readonly place: number;
  readonly drafts: readonly ReturnType<typeof funeralCaseRequest>[];
}

/** A started tour with its cases, and a session of its driver. */
export async function createStartedTourWithDriver(
  product: OpenedConsole,
  { company, place, drafts }: DrivenTourOptions,
) {
  const crew = product.staff.get(company)?.crews[place];
  if (!crew) throw new Error("The company has no such crew.");
  const { dispatcher, tour, ids } = await planDriverTour(await product.signIn(company), crew, drafts);
  const { api } = dispatcher;
  await api.startTour({ id: tour.id, lock_version: (await api.getTour({ id: tour.id })).lock_version });
  const states = async () =>
    (await Promise.all(ids.map((id) => api.getCase({ id })))).map(
      ({ tour_case_states }) => tour_case_states?.[0]?.state ?? "",
    );
  const alarmed = company === "bestattung" ? "ASSIGNED" : "alarmed";
  if (ids.length > 0) await expectEventually(states).toEqual(ids.map(() => alarmed));
  return { dispatcher, api, crew, tour, ids, token: await createUserToken(product, crew.user_id) };
}
export type StartedTourWithDriver = Awaited<ReturnType<typeof createStartedTourWithDriver>>;

async function createUserToken(product: OpenedConsole, user_id: string): Promise<string> {
  const { token, hash } = createToken("USER");
  await product.db.system.run(sql`
    insert into tokens (tenant_id, kind, token_hash, user_id, expires_at)
    select tenant_id, 'USER', ${hash}, id, now() + interval '30 days' from users where id = ${user_id}`);
  return token;
}

/** Opens a part of the app, bundled as a script, as if the product had served it. */
export async function openAppPartPage(
  page: Page,
  { url, script, token }: { url: string; script: string; token: string },
) {
  await page.route(`**${PART_PAGE_PATH}*`, (route) => {
    const isScript = route.request().url().endsWith(".js");
    return route.fulfill({
      contentType: isScript ? "text/javascript" : "text/html",
      body: isScript ? script : `<!doctype html><script type="module" src="${PART_PAGE_PATH}page.js"></script>`,
    });
  });
  await page.goto(`${url}${PART_PAGE_PATH}`);
  await page.evaluate((kept) => sessionStorage.setItem("token", kept), token);
}
