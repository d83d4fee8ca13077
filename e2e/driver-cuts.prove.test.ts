import { SeededChance } from "@leitstand/scenario/chance";
import { seedsFromEnvironmentOrDrawn } from "@leitstand/scenario/seed-testkit";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { funeralCaseRequest } from "../apps/api/src/testing/cases";
import { hasChromium } from "./browser";
import { type OpenedConsole, openConsole } from "./console-testkit";
import { createStartedTourWithDriver, type StartedTourWithDriver, openAppPartPage } from "./driver/beside-product";
import { type CallCutPoint, ConnectionCuttingProxy } from "./driver/cutting-proxy";
import { assignNewCaseTo } from "./driver/driver-testkit";
import { bundleOutboxTestPage, outboxCallsOfPage, type OpenedOutboxTestPage } from "./driver/outbox-phone";
import { assertMutantsApply } from "./driver/planted-page";
import { fetchPhoneChangesOfCase } from "./tours-testkit";

const CASE_COUNT = 3;
const CASE_STEPS = ["ACCEPT", "START", "POSTPONE", "START", "ARRIVE"] as const;
const CUT_POINTS: readonly CallCutPoint[] = ["before", "in the request", "after", "after", "in the answer"];
const CUT_PERCENT = 40;
/** More rounds than any chain needs at that rate of cuts. */
const ROUNDS_MAX = 60;
const randomSeeds = seedsFromEnvironmentOrDrawn(import.meta.url, 100);

const mutants = assertMutantsApply({
  "a new id for each try": {
    file: "drain.ts",
    from: "const input = await this.frozenInput(row);",
    to: "row = { ...row, action_id: crypto.randomUUID(), frozen: null }; const input = await this.frozenInput(row);",
  },
  "a row that goes before its answer": {
    file: "drain.ts",
    from: "const answer = await",
    to: "await this.options.db.outbox.delete(row.seq); const answer = await",
  },
});

describe.skipIf(!hasChromium)("an outbox whose network is cut off again and again (needs /usr/bin/chromium)", () => {
  let product: OpenedConsole;
  let tour: StartedTourWithDriver;
  let script: string;
  beforeAll(async () => {
    product = await openConsole();
    tour = await createStartedTourWithDriver(product, { company: "bestattung", place: 0, drafts: [] });
    script = await bundleOutboxTestPage();
  });
  afterAll(() => product.close());

  /** Faults in words, after a drive whose calls were cut off by the seed. */
  async function findFaults(seed: number, planted = script): Promise<string[]> {
    const proxy = await new ConnectionCuttingProxy(product.port).listen();
    const page = await product.browser.newPage();
    await openAppPartPage(page, { url: proxy.url, script: planted, token: tour.token });
    const phone = outboxCallsOfPage(page);
    const ids: string[] = [];
    for (let index = 0; index < CASE_COUNT; index++)
      ids.push(
        await assignNewCaseTo(
          tour.dispatcher,
          tour.tour,
          funeralCaseRequest({ display_name: `Fuchs ${seed}-${index}` }),
        ),
      );
    const chance = new SeededChance(seed);
    proxy.cutOf = () => (chance.percent(CUT_PERCENT) ? chance.pick([...CUT_POINTS]) : undefined);
    const written = await drive(phone, ids, chance);
    for (let round = 0; round < ROUNDS_MAX && (await leftOn(phone)).includes("waiting"); round++)
      await phone.drain("after pauses");
    const faults = [...(await leftOn(phone)), ...(await findFaultsAtDesk(written))];
    expect(proxy.cuts).toBeGreaterThan(0);
    await page.close();
    await proxy.close();
    return faults;
  }

  type StepIds = ReadonlyMap<string, readonly string[]>;

  /** Sends all steps of all cases and a note on each, now and then; returns the steps of each case by their ids. */
  async function drive(phone: OpenedOutboxTestPage, ids: readonly string[], chance: SeededChance): Promise<StepIds> {
    const written = new Map<string, string[]>(ids.map((id) => [id, []]));
    const postponed_until = new Date(product.clock.now().getTime() + 3_600_000).toISOString();
    const versions = await Promise.all(ids.map(async (id) => (await tour.api.getCase({ id })).lock_version));
    for (const action of CASE_STEPS)
      for (const [index, case_id] of ids.entries()) {
        const more = action === "POSTPONE" ? { reason: "Niemand öffnet", postponed_until } : {};
        const seen = versions[index] ?? 0;
        written
          .get(case_id)
          ?.push(await phone.write({ case_id, tour_id: tour.tour.id, action, seen, offset: 0, ...more }));
        if (chance.percent(CUT_PERCENT)) await phone.drain("at once");
      }
    for (const id of ids) await phone.note(id, "Schlüssel beim Portier");
    return written;
  }

  const leftOn = async (phone: OpenedOutboxTestPage) =>
    (await phone.rows()).flatMap(({ status, refusal }) => (status === "sent" ? [] : [refusal ?? status]));

  async function findFaultsAtDesk(written: StepIds): Promise<string[]> {
    const faults: string[] = [];
    for (const [id, steps] of written) {
      const arrived = (await fetchPhoneChangesOfCase(tour, id)).map(({ action_id }) => action_id);
      if (arrived.join() !== steps.join()) faults.push(`${arrived.length} of ${steps.length} steps, or out of order`);
      const notes = (await tour.api.getCaseComments({ id })).comments.length;
      if (notes !== 1) faults.push(`${notes} notes of 1`);
    }
    return faults;
  }

  it.each(randomSeeds)(
    "the phone's outbox on a repeatedly interrupted network sends each step once and in the order of its case (seed %i)",
    async (seed) => {
      expect(await findFaults(seed)).toEqual([]);
    },
  );

  it.each(Object.entries(mutants))(
    "the test of an interrupted network fails for an outbox with %s",
    async (_name, mutant) => {
      const planted = await bundleOutboxTestPage(mutant);
      let faults: string[] = [];
      for (let seed = 1; seed <= 3 && faults.length === 0; seed++) faults = await findFaults(seed, planted);
      expect(faults).not.toEqual([]);
    },
  );
});
