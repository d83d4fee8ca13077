import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { sql } from "../apps/api/src/platform/database/sql";
import { roadsideCaseRequest } from "../apps/api/src/testing/cases";
import { testClock } from "../apps/api/src/testing/test-clock";
import { hasChromium } from "./browser";
import { type OpenedConsole, openConsole } from "./console-testkit";
import type { PhoneQueuesTestPage, PhoneQueuesStep } from "./driver/away-page";
import { createStartedTourWithDriver, type StartedTourWithDriver, openAppPartPage } from "./driver/beside-product";
import { ConnectionCuttingProxy } from "./driver/cutting-proxy";
import { bundleAppPartPage, createPageCalls, type SourceMutant, assertMutantsApply } from "./driver/planted-page";
import { fetchPhoneChangesOfCase } from "./tours-testkit";

const HOUR_MS = 3_600_000;
const FIX_EVERY_MS = 10_000;
const wholeAmounts = { fixes: 25_000, photos: 60 };
/** Amounts that are enough to show a fault. */
const fewAmounts = { fixes: 150, photos: 3 };
type OfflineAmounts = typeof wholeAmounts;
const CASE_STEPS = ["ACCEPT", "ON_THE_WAY", "ARRIVE", "FINISH"] as const;
const ROUNDS_MAX = 5;

const DAY_AGO_EXPRESSION = "Date.now() - 86_400_000";
const mutants = assertMutantsApply({
  "steps that go after a day": {
    file: "drain.ts",
    from: "const rows = await db.outbox.toArray();",
    to: `const rows = await db.outbox.filter(({ at }) => at > ${DAY_AGO_EXPRESSION}).toArray();`,
  },
  "photos that go after a day": {
    file: "send-photos.ts",
    from: 'where("status").equals("waiting").toArray()',
    to: `where("status").equals("waiting").and(({ taken_at }) => taken_at > ${DAY_AGO_EXPRESSION}).toArray()`,
  },
  "fixes that go after a day": {
    file: "send-positions.ts",
    from: "{ locations: await locationInputsOf(rows, options) }",
    to: `{ locations: (await locationInputsOf(rows, options)).filter(({ time }) => Date.parse(time) > ${DAY_AGO_EXPRESSION}) }`,
  },
  "the key alone as what a step is known by": {
    file: "freeze.ts",
    from: "stampedFieldsByOperation[content.op].map(",
    to: 'stampedFieldsByOperation[content.op].filter((name) => name !== "action_id" && name !== "client_id").map(',
  },
});
const bundleAwayPage = (mutant?: SourceMutant) =>
  bundleAppPartPage({ entry: "away-page.ts", folder: "(?:outbox|photos|positions)" }, mutant);

describe.skipIf(!hasChromium)("a phone without network for three days (needs /usr/bin/chromium)", () => {
  let product: OpenedConsole;
  let place = 0;
  beforeAll(async () => {
    product = await openConsole();
  });
  afterAll(() => product.close());

  /** A driver who has left the garage; the first case is finished soon, the others are driven without network. */
  async function aPhoneAway(mutant?: SourceMutant) {
    const drafts = Array.from({ length: 4 }, (_, index) => roadsideCaseRequest({ display_name: `G ${index} AB` }));
    const tour = await createStartedTourWithDriver(product, { company: "pannenhilfe", place: place++, drafts });
    const proxy = await new ConnectionCuttingProxy(product.port).listen();
    const page = await product.browser.newPage();
    onTestFinished(() => proxy.close());
    onTestFinished(() => page.close());
    await openAppPartPage(page, { url: proxy.url, script: await bundleAwayPage(mutant), token: tour.token });
    const phone = createPageCalls<PhoneQueuesTestPage>(page, "awayPage", [
      "act",
      "photograph",
      "drive",
      "send",
      "left",
    ]);
    return { ...tour, page, phone, proxy, left: testClock.now().getTime() };
  }
  type Away = Awaited<ReturnType<typeof aPhoneAway>>;

  /** Does all of it without network; returns the times at which it was done. */
  async function stayAway(away: Away, { fixes, photos }: OfflineAmounts) {
    const { phone, proxy, ids, left } = away;
    const [first = "", second = "", ...others] = ids;
    // The photo of the first case does not arrive, nor does the answer to the first step of the second one.
    testClock.advance({ minutes: 30 });
    proxy.cutOf = (path) => (path.endsWith("/assets") ? "before" : path.includes(second) ? "after" : undefined);
    const soon = await drive(away, first, { from: left + 10 * 60_000, photos: 1 });
    const answerless = await step(away, { case_id: second, action: "ACCEPT", at: left + 20 * 60_000 });
    await phone.send();
    expect(await phone.left()).toEqual(["step: waiting", "photo: waiting"]);

    await phone.drive(fixes, left, FIX_EVERY_MS);
    const done: Done[] = [soon, { case_id: second, steps: [answerless], photos: [] }];
    for (const [index, case_id] of others.entries()) {
      const from = left + (index + 1) * HOUR_MS;
      const share = Math.floor(photos / others.length);
      done.push(await drive(away, case_id, { from, photos: share }));
    }
    return done;
  }
  interface Done {
    readonly case_id: string;
    readonly steps: readonly string[];
    readonly photos: readonly string[];
  }

  /** Drives a case from beginning to end, a minute a step, with photos that its last step names. */
  async function drive(away: Away, case_id: string, { from, photos }: { from: number; photos: number }): Promise<Done> {
    const { phone, tour } = away;
    const steps: string[] = [];
    const taken: string[] = [];
    const photo_ids: string[] = [];
    for (let count = 0; count < photos; count++) {
      const at = from + count * 1_000;
      photo_ids.push(await phone.photograph({ case_id, tour_id: tour.id }, at));
      taken.push(isoTime(at));
    }
    for (const [index, action] of CASE_STEPS.entries()) {
      const at = from + index * 60_000;
      const payload = { finish_reason: "Batterie getauscht", outcome: "SUCCESS" as const, photo_ids };
      steps.push(await step(away, { case_id, action, at, ...(action === "FINISH" && { payload }) }));
    }
    return { case_id, steps, photos: taken };
  }

  /** Signs the dispatcher in again: a session of the console does not last for days. */
  const office = async () => (await product.signIn("pannenhilfe")).api;

  async function step({ phone, tour }: Away, given: Omit<PhoneQueuesStep, "tour_id" | "seen">): Promise<string> {
    const { lock_version: seen } = await (await office()).getCase({ id: given.case_id });
    await phone.act({ ...given, tour_id: tour.id, seen });
    return `${given.action} ${isoTime(given.at)}`;
  }

  /** Reconnects the phone after three days; its idempotency keys have expired by then. */
  async function comeBack({ page, phone, proxy }: Away) {
    testClock.advance({ hours: 71, minutes: 30 });
    await page.clock.setSystemTime(testClock.now());
    await product.db.system.run(sql`delete from idempotency_records`);
    proxy.cutOf = () => undefined;
    for (let round = 0; round < ROUNDS_MAX && (await phone.left()).length > 0; round++) await phone.send();
  }

  /** Faults in words: what has not reached the server, or with a wrong time. */
  async function findFaults(size: OfflineAmounts, mutant?: SourceMutant): Promise<string[]> {
    const away = await aPhoneAway(mutant);
    const done = await stayAway(away, size);
    await comeBack(away);
    const faults = await away.phone.left();
    for (const { case_id, steps, photos } of done) {
      const [arrived, shown] = [await stepsAtDesk(case_id), await photosAtDesk(case_id)];
      if (arrived.join() !== steps.join()) faults.push(`steps: ${arrived.join()} instead of ${steps.join()}`);
      if (shown.join() !== photos.join()) faults.push(`photos: ${shown.join()} instead of ${photos.join()}`);
    }
    const fixes = await fixesAtDesk(away);
    const missing = Array.from({ length: size.fixes }, (_, index) => away.left + index * FIX_EVERY_MS).filter(
      (at) => !fixes.has(at),
    );
    if (missing.length > 0 || fixes.size !== size.fixes)
      faults.push(`${missing.length} of ${size.fixes} fixes missing, ${fixes.size} there`);
    return faults;
  }

  const stepsAtDesk = async (id: string) =>
    (await fetchPhoneChangesOfCase({ api: await office() }, id)).map(
      ({ transition, occurred_at }) => `${transition} ${isoTime(Date.parse(occurred_at))}`,
    );

  /** Times of the photos whose pictures have arrived. */
  async function photosAtDesk(id: string): Promise<string[]> {
    const shown = (await (await office()).getCase({ id })).assets?.images ?? [];
    const taken = await product.db.system.many<{ asset_id: string; occurred_at: Date }>(
      sql`select asset_id, occurred_at from case_photos where case_id = ${id} order by occurred_at`,
    );
    return taken
      .filter(({ asset_id }) => shown.some((image) => image.id === asset_id))
      .map(({ occurred_at }) => isoTime(Date.parse(String(occurred_at))));
  }

  async function fixesAtDesk({ crew }: StartedTourWithDriver): Promise<ReadonlySet<number>> {
    const rows = await product.db.system.many<{ at: number }>(
      sql`select (extract(epoch from fixed_at) * 1000)::float8 as at from positions where vehicle_id = ${crew.vehicle_id}`,
    );
    return new Set(rows.map(({ at }) => Math.round(at)));
  }

  it(`a phone without network for three days brings ${wholeAmounts.fixes} fixes, ${wholeAmounts.photos} photos, a late photo and all steps to the server with their times`, async () => {
    expect(await findFaults(wholeAmounts)).toEqual([]);
  }, 600_000);

  it.each(Object.entries(mutants))(
    "the test of three days without network fails for a driver app with %s",
    async (_name, mutant) => {
      expect(await findFaults(fewAmounts, mutant)).not.toEqual([]);
    },
  );
});

const isoTime = (at: number) => new Date(at).toISOString();
