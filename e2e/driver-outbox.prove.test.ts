import { seedsFromEnvironmentOrDrawn } from "@leitstand/scenario/seed-testkit";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hasChromium } from "./browser";
import { assertMutantApplies, assertMutantsApply } from "./driver/planted-page";
import { OutboxScene } from "./driver/scenes/outbox-scene";

const randomSeeds = seedsFromEnvironmentOrDrawn(import.meta.url, 12);
/** Seeds of the gate: a planted fault has to be noticed by these. */
const gateSeeds = [1, 2, 3];

const mutants = assertMutantsApply({
  "a new key for each try": {
    file: "drain.ts",
    from: "idempotencyKey: row.action_id",
    to: "idempotencyKey: crypto.randomUUID()",
  },
  "a row that counts as sent before its answer": {
    file: "drain.ts",
    from: "const answer = await",
    to: "await this.keep(row, null); const answer = await",
  },
  "other content at the second try": {
    file: "drain.ts",
    from: "await db.outbox.update(row.seq, { frozen, offset: serverTimeOfStamp(row, clock) - row.at })",
    to: "1",
  },
  "no order within a case": {
    file: "next-rows.ts",
    from: "if (!first.has(row.chain) && ",
    to: "if (first.set(row.action_id, row) && false && ",
  },
  "the version of the screen alone": {
    file: "freeze.ts",
    from: "Math.max(row.seen, version)",
    to: "row.seen",
  },
});

const mutantWithTwoTransactions = assertMutantApplies({
  file: "write.ts",
  from: "await writeWithOneRetry(db, () =>",
  to: "await db.outbox.add(rows.shift()); await writeWithOneRetry(db, () =>",
});
const mutantCancellingBefore = assertMutantApplies({
  file: "write.ts",
  from: "await writeWithOneRetry(db, () =>",
  to: "for (const { chain } of rows) await deletePlannedRows(db, chain); await writeWithOneRetry(db, () =>",
});

const mutantForgettingAnswers = assertMutantApplies({
  file: "drain.ts",
  from: "if (answered !== null) await raiseSeenVersion",
  to: "if (seq < 0) await raiseSeenVersion",
});
const mutantSeeingTooMuch = assertMutantApplies({
  file: "drain.ts",
  from: "tour_id === undefined ? undefined : await db.tours.get(tour_id)",
  to: 'await db.cases.get(chain.replace("case:", ""))',
});
const mutantSeeingTooLittle = assertMutantApplies({
  file: "drain.ts",
  from: "if (shown !== undefined) await raiseSeenVersion",
  to: "if (seq < 0) await raiseSeenVersion",
});

describe.skipIf(!hasChromium)("the outbox of a phone with faults (needs /usr/bin/chromium)", () => {
  let outbox: OutboxScene;
  beforeAll(async () => {
    outbox = await OutboxScene.open();
  });
  afterAll(() => outbox.close());

  it.each(randomSeeds)(
    "the phone's outbox sends each action once and in the order of its case, wherever requests are cut off (many seeds: %i)",
    async (seed) => {
      expect(await outbox.findFaults(seed)).toEqual([]);
    },
  );

  it.each(Object.entries(mutants))(
    "the test of the phone's outbox fails for an outbox with %s",
    async (_name, mutant) => {
      let faults: string[] = [];
      for (const seed of gateSeeds) if (faults.length === 0) faults = await outbox.findFaults(seed, mutant);
      expect(faults).not.toEqual([]);
    },
  );

  it("the test of the phone's outbox detects one that loses answers and sends nothing more of a case", async () => {
    expect(await outbox.doneOfTwo(mutantForgettingAnswers)).toBe(1);
  });

  it("the test of the phone's outbox detects one that sends a fetched lock version which the crew had not seen", async () => {
    expect(await outbox.doneUnseen(mutantSeeingTooMuch)).toBe(1);
  });

  it("the test of the phone's outbox detects one whose planned entries are refused for an old lock version", async () => {
    expect(await outbox.doneAfterChange(mutantSeeingTooLittle)).toBe(1);
  });

  it("the test of the phone's outbox detects that separate transactions can lose the planned entry of a step", async () => {
    expect(await outbox.leftOfDelivery(mutantWithTwoTransactions)).toBe(1);
  });

  it("the test of the phone's outbox detects that separate transactions can lose the planned entry of an undone step", async () => {
    expect(await outbox.leftOfUndo(mutantCancellingBefore)).toBe(0);
  });
});
