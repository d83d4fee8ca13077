import { SeededChance } from "@leitstand/scenario/chance";
import { seedFromEnvironmentOrDrawn } from "@leitstand/scenario/seed-testkit";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  type CrashTestCrew,
  createCaseRetryingOutages,
  createCrashTestCrew,
  repeatTaskOfCrew,
} from "./testing/crash/crew";
import { KillableInstallation } from "./testing/crash/installation";
import { AcknowledgedWriteLedger } from "./testing/crash/ledger";
import {
  waitForLastEventId,
  reconcileEventsWithChanges,
  reconcileRowsWithLedger,
  type ReconcileInput,
  CrashDamageReport,
} from "./testing/crash/reconcile";
import { ReconnectingEventListener } from "./testing/crash/witness";
import { insertTenant } from "./testing/fixtures";
import { connectTestDatabase } from "./testing/start-node";

const killChance = new SeededChance(seedFromEnvironmentOrDrawn(import.meta.url));
const CREW_COUNT = 14;
const KILL_COUNT = 8;
/** Number of writes acknowledged before each kill: enough that every crew is in the middle of a case. */
const ACKS_PER_KILL = { least: 60, spread: 80 };
/**
 * Milliseconds for recovery beside other tests on two cores; on a machine of its own each takes a few seconds at most.
 */
const RECOVERED_WITHIN_MS = 30_000;
/** Rounds of the careless database: by luck it may have written everything in one, but not in all. */
const CARELESS_ROUNDS = 6;

/** Counts of damage that must all stay empty after a crash. */
const noDamage = { lost: [], duplicated: [], wrong: [], orphaned: [], disordered: [] };

/** Linux only: its /proc is used to find and stop processes. */
describe.runIf(process.platform === "linux")("API and PostgreSQL killed without warning", () => {
  let installation: KillableInstallation;
  beforeAll(async () => {
    installation = await KillableInstallation.open();
  });
  afterAll(() => installation.close());

  it("the API loses, repeats and reorders no event when it or PostgreSQL is killed", async () => {
    expect(await installation.settings("fsync", "synchronous_commit", "full_page_writes")).toEqual(durableSettings);
    const { crews, witness, scene } = await moveIn();
    const ledger = new AcknowledgedWriteLedger();
    const working = crews.map((crew) => repeatTaskOfCrew(crew, { ledger, untilReady: installation.isReady }));
    const recoveries = await killAlternately(ledger);
    ledger.isClosed = true;
    await Promise.all(working);
    await witness.close(await waitForLastEventId(scene));
    const verdict = new CrashDamageReport();
    await reconcileRowsWithLedger(verdict, scene, ledger);
    await reconcileEventsWithChanges(verdict, scene, witness);
    // Printed instead of annotated: an annotation shows only beside a failure, and these figures are needed from every
    // run.
    console.log(
      `${ledger.acks.length} acknowledged, ${ledger.repeated} asked again, ${witness.heard.length} events, ` +
        `${witness.losses} streams lost; recovered after ${recoveries.map(describeRecovery).join(", ")}`,
    );
    expect(Object.fromEntries(Object.entries(verdict))).toEqual(noDamage);
    expect(ledger.faults).toEqual([]);
    expect(installation.faults).toEqual([]);
    expect(ledger.repeated).toBeGreaterThan(0);
    for (const { ms } of recoveries) expect(ms).toBeLessThan(RECOVERED_WITHIN_MS);
  }, 120_000);

  it("the API answers all that it has carried out when it is stopped under load, and continues there after the restart", async () => {
    const { crews, witness, scene } = await moveIn();
    const ledger = new AcknowledgedWriteLedger();
    const working = crews.map((crew) => repeatTaskOfCrew(crew, { ledger }));
    await ledger.more(200);
    expect(await installation.stopApi()).toBe(0);
    await Promise.all(working);
    const verdict = new CrashDamageReport();
    await reconcileRowsWithLedger(verdict, scene, ledger);
    await installation.startApi();
    await witness.close(await waitForLastEventId(scene));
    await reconcileEventsWithChanges(verdict, scene, witness);
    expect(Object.fromEntries(Object.entries(verdict))).toEqual(noDamage);
    expect(ledger.faults).toEqual([]);
  }, 60_000);

  it("acknowledged writes are lost when commits do not wait for the disk, and the test counts the lost writes", async () => {
    await installation.becomeCareless();
    const { crews, witness, scene } = await moveIn();
    await witness.close(undefined);
    const ledger = new AcknowledgedWriteLedger();
    const working = crews.map((crew) =>
      repeatTaskOfCrew(crew, { ledger, untilReady: installation.isReady }, createCaseRetryingOutages),
    );
    const verdict = new CrashDamageReport();
    for (let round = 0; round < CARELESS_ROUNDS && verdict.lost.length === 0; round++) {
      await ledger.more(100);
      await installation.killPostgres();
      await installation.isReady();
      // The ledger is still written to; entries made before this read must be in the database.
      const known = new AcknowledgedWriteLedger();
      for (const ack of ledger.acks) known.write(ack);
      await reconcileRowsWithLedger(verdict, scene, known);
    }
    ledger.isClosed = true;
    await Promise.all(working);
    expect(verdict.lost.filter((what) => what.startsWith("case "))).not.toEqual([]);
  }, 60_000);

  async function moveIn(): Promise<{
    crews: CrashTestCrew[];
    witness: ReconnectingEventListener;
    scene: ReconcileInput;
  }> {
    const db = connectTestDatabase(installation.databaseUrl, 4);
    try {
      const tenant = await insertTenant(db, "FUNERAL");
      const crews = await Promise.all(
        Array.from({ length: CREW_COUNT }, () => createCrashTestCrew(db, tenant, installation.url)),
      );
      return {
        crews,
        scene: { installation, tenant },
        witness: await ReconnectingEventListener.open(db, tenant, installation.url),
      };
    } finally {
      await db.close();
    }
  }

  /** Kills API and PostgreSQL alternately while requests are being answered, with some work in between. */
  async function killAlternately(ledger: AcknowledgedWriteLedger): Promise<CrashRecovery[]> {
    const recoveries: CrashRecovery[] = [];
    for (let kill = 0; kill < KILL_COUNT; kill++) {
      await ledger.more(ACKS_PER_KILL.least + killChance.below(ACKS_PER_KILL.spread));
      const victim = kill % 2 === 0 ? "api" : "postgres";
      const began = performance.now();
      if (victim === "postgres") await installation.killPostgres();
      else await installation.killApi().then(() => installation.startApi());
      await installation.isReady();
      await ledger.more(1);
      recoveries.push({ victim, ms: performance.now() - began });
    }
    return recoveries;
  }
});

const durableSettings = { fsync: "on", synchronous_commit: "on", full_page_writes: "on" };

interface CrashRecovery {
  readonly victim: "api" | "postgres";
  readonly ms: number;
}
const describeRecovery = ({ victim, ms }: CrashRecovery) => `${victim} ${(ms / 1000).toFixed(2)} s`;
