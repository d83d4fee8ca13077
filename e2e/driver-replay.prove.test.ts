import { rateLimits } from "@leitstand/contract/operation/rate-limits";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sql } from "../apps/api/src/platform/database/sql";
import { funeralCaseRequest } from "../apps/api/src/testing/cases";
import { startFaultProxy } from "../apps/api/src/testing/fault-proxy";
import { testClock } from "../apps/api/src/testing/test-clock";
import { hasChromium } from "./browser";
import { type OpenedConsole, openConsole } from "./console-testkit";
import { createStartedTourWithDriver, openAppPartPage } from "./driver/beside-product";
import { bundleOutboxTestPage, outboxCallsOfPage } from "./driver/outbox-phone";
import { assertMutantApplies, type SourceMutant } from "./driver/planted-page";
import { fetchPhoneChangesOfCase } from "./tours-testkit";

const CASE_COUNT = 10;
/** Ten steps of each case: a hundred in all. */
const CASE_STEPS = [
  "ACCEPT",
  "START",
  ...Array.from({ length: 4 }, () => ["POSTPONE", "START"] as const).flat(),
] as const;
/** Latency of a rural network in milliseconds: a hundred calls one after the other take ten seconds and more. */
const LATENCY_MS = 100;
/** Longest time in milliseconds: drivers are promised five seconds; beside other tests the processor is slower. */
const REPLAY_MS_MAX = 9_000;
const HOUR_MS = 3_600_000;

const mutantSendingOneByOne = assertMutantApplies({
  file: "drain.ts",
  from: "CHAINS_AT_ONCE = 4",
  to: "CHAINS_AT_ONCE = 1",
});
const mutantForgettingTimes = assertMutantApplies({
  file: "freeze.ts",
  from: "serverTimeOfStamp(row, clock)",
  to: "Date.now()",
});

/**
 * Fault: the phone only uses the versions on its screen, and the server must not take the phone's own steps for
 * conflicts.
 */
const mutantWithStoredVersions = assertMutantApplies({
  file: "freeze.ts",
  from: "Math.max(row.seen, version)",
  to: "row.seen",
});
const mutantStampingTwice = assertMutantApplies({
  file: "freeze.ts",
  from: "const taken = stampedFieldsByOperation[content.op].map((name) => [name, stamps[name]] as const);",
  to: `stamps.lock_version = row.seen;
    const taken = stampedFieldsByOperation[content.op].flatMap((name) => (name === "action_id" ? [] : [[name, stamps[name]]]));`,
});
/** Former burst of the server, from before there were drivers' phones: fifty of a hundred and twenty calls. */
const FORMER_BURST_SHARE = 50 / rateLimits.action.token.burst;

describe.skipIf(!hasChromium)("a phone that comes back after a long time without network", () => {
  let product: OpenedConsole;
  /** Number of the next crew: every drive has its own. */
  let place = 0;
  beforeAll(async () => {
    product = await openConsole({ rateLimitFactor: 1 });
  });
  afterAll(() => product.close());

  /** A started tour with ten cases, and the outbox of its phone beside the product. */
  async function aTourOffline(place: number, mutant?: SourceMutant) {
    const drafts = Array.from({ length: CASE_COUNT }, (_, index) =>
      funeralCaseRequest({ display_name: `Fuchs ${index}` }),
    );
    const { tour, ids, token } = await createStartedTourWithDriver(product, { company: "bestattung", place, drafts });
    const proxy = await startFaultProxy(product.port, { latencyMs: LATENCY_MS });
    const page = await product.browser.newPage();
    await openAppPartPage(page, { url: proxy.url, script: await bundleOutboxTestPage(mutant), token });
    const end = async () => {
      await page.close();
      await proxy.close();
    };
    return { phone: outboxCallsOfPage(page), tour_id: tour.id, ids, end };
  }
  type TourOffline = Awaited<ReturnType<typeof aTourOffline>>;

  /** Writes all steps of all cases, a minute apart, beginning so many hours ago. */
  async function driveOffline({ phone, tour_id, ids }: TourOffline, hoursAgo = 0) {
    const { api } = await product.signIn("bestattung");
    const began = testClock.now().getTime() - hoursAgo * HOUR_MS - CASE_STEPS.length * 60_000;
    const postponed_until = new Date(testClock.now().getTime() + HOUR_MS).toISOString();
    const versions = new Map(
      await Promise.all(ids.map(async (id) => [id, (await api.getCase({ id })).lock_version] as const)),
    );
    for (const [index, action] of CASE_STEPS.entries()) {
      const at = began + index * 60_000;
      const more = action === "POSTPONE" ? { reason: "Niemand öffnet", postponed_until } : {};
      for (const id of ids)
        await phone.write({ case_id: id, tour_id, action, seen: versions.get(id) ?? 0, at, offset: 0, ...more });
    }
    return (index: number) => new Date(began + index * 60_000).toISOString();
  }

  /** Steps of the drivers on each case, in order, with their times. */
  async function drivenOf({ ids }: TourOffline) {
    const dispatcher = await product.signIn("bestattung");
    return Promise.all(
      ids.map(async (id) =>
        (await fetchPhoneChangesOfCase(dispatcher, id)).map(({ transition, occurred_at }) => ({
          transition,
          at: new Date(occurred_at).toISOString(),
        })),
      ),
    );
  }

  const unsent = async ({ phone }: TourOffline) =>
    (await phone.rows()).filter(({ status }) => status !== "sent").map(({ refusal, status }) => refusal ?? status);

  async function timed(work: () => Promise<unknown>): Promise<number> {
    const began = performance.now();
    await work();
    return performance.now() - began;
  }

  it(`a phone that was long without network sends 100 actions of 10 cases within ${REPLAY_MS_MAX / 1000} s, each once, without conflicts`, async () => {
    const day = await aTourOffline(place++);
    await driveOffline(day);
    const ms = await timed(() => day.phone.drain("at once"));
    console.log(`100 actions over ${LATENCY_MS} ms: ${Math.round(ms)} ms`);
    expect(await unsent(day)).toEqual([]);
    expect((await drivenOf(day)).map((steps) => steps.map(({ transition }) => transition))).toEqual(
      day.ids.map(() => CASE_STEPS),
    );
    expect(ms).toBeLessThan(REPLAY_MS_MAX);
    await day.end();
  });

  it("the test of a long time without network detects a phone that sends one case after the other", async () => {
    const day = await aTourOffline(place++, mutantSendingOneByOne);
    await driveOffline(day);
    expect(await timed(() => day.phone.drain("at once"))).toBeGreaterThan(REPLAY_MS_MAX);
    await day.end();
  });

  it("a phone that was long without network sends steps from an outdated screen without conflicts with its own steps", async () => {
    expect(await conflictsOf(mutantWithStoredVersions)).toEqual([]);
  });

  it("the test of a long time without network detects a server that mistakes a phone's own steps for those of others", async () => {
    expect(await conflictsOf(mutantStampingTwice)).toContain("LOCK_VERSION_CONFLICT");
  });

  /** Refusals of a hundred steps, each of which names the version from before all of them. */
  async function conflictsOf(mutant: SourceMutant) {
    const day = await aTourOffline(place++, mutant);
    await driveOffline(day);
    await day.phone.drain("at once");
    const refused = await unsent(day);
    await day.end();
    return refused;
  }

  it("the test of a long time without network detects a server that limits the phone to fifty calls", async () => {
    await limitTo(FORMER_BURST_SHARE);
    const day = await aTourOffline(place++);
    await driveOffline(day);
    await day.phone.drain("at once");
    expect(await unsent(day)).toContain("waiting");
    await limitTo(1);
    await day.end();
  });

  const limitTo = (factor: number) =>
    product.db.system.run(sql`update tenants set rate_limit_factor = ${factor} where short_code = 'bestattung'`);

  it("steps that a phone sends after three days keep the times at which they were done", async () => {
    const day = await aTourOffline(place++);
    const timeOf = await driveOffline(day);
    testClock.advance({ hours: 72 });
    await day.phone.drain("at once");
    expect(await unsent(day)).toEqual([]);
    const expected = CASE_STEPS.map((transition, index) => ({ transition, at: timeOf(index) }));
    expect(await drivenOf(day)).toEqual(day.ids.map(() => expected));
    await day.end();
  });

  it("the test of a long time without network detects steps stored with the times at which they were sent", async () => {
    const day = await aTourOffline(place++, mutantForgettingTimes);
    const timeOf = await driveOffline(day, 1);
    await day.phone.drain("at once");
    expect((await drivenOf(day))[0]?.map(({ at }) => at)).not.toContain(timeOf(0));
    await day.end();
  });
});
