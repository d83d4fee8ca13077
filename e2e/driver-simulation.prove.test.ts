import { createWriteStream } from "node:fs";
import { devNull } from "node:os";
import { fileURLToPath } from "node:url";
import { describe, expect, it, onTestFinished } from "vitest";
import { startSmallDemonstration } from "../tools/nodes/small-demonstration-testkit";
import { readSimulationOptions } from "../tools/simulate/options";
import { ProgressBar } from "../tools/simulate/progress";
import { runSimulation } from "../tools/simulate/simulate";
import { hasChromium } from "./browser";
import { buildDriverAppWithMutant } from "./driver/driver-build";
import { assertMutantApplies } from "./driver/planted-page";

const driverBuildDir = fileURLToPath(new URL("../apps/driver/dist/", import.meta.url));

const MUTANT_DAYS = 8;
const mutantSentBeforeAnswer = assertMutantApplies({
  file: "outbox/drain.ts",
  from: "const answer = await",
  to: "await this.keep(row, null); const answer = await",
});

describe.skipIf(!hasChromium)("a day of a fleet, one driver of which has the app (needs /usr/bin/chromium)", () => {
  async function playDay(build: string, seed = 7) {
    const nodes = await startSmallDemonstration({ driverApp: build });
    const options = readSimulationOptions(["--cases", "16", "--speed", "600", "--seed", String(seed)]);
    return runSimulation(options, nodes, new ProgressBar(createWriteStream(devNull)));
  }

  it("a simulated day carries out each tap of a driver on the app once and in order, wherever requests are cut off", async () => {
    const { faults, facts, apps } = await playDay(driverBuildDir);
    expect(faults).toEqual([]);
    expect(facts.cases.filter(({ state }) => !state.finalized)).toEqual([]);
    expect(apps.map(({ name }) => name)).toEqual([expect.stringMatching(/^app of fahrer\d+@bestattung\.example$/)]);
    expect(apps[0]?.cuts).toBeGreaterThan(3);
    expect(facts.taps.map(({ action }) => action)).toEqual(
      expect.arrayContaining(["ACCEPT", "START", "ARRIVE", "LOAD", "DELIVER", "DONE"]),
    );
  }, 300_000);

  it("the simulated day detects a driver app that counts a step as sent before its answer", async () => {
    const build = await buildDriverAppWithMutant(mutantSentBeforeAnswer);
    onTestFinished(build.remove);
    // A tap is lost only when the network goes while it is being sent, which not every day has.
    const kinds = new Set<string>();
    for (let seed = 7; seed < 7 + MUTANT_DAYS && !kinds.has("tap lost"); seed++)
      for (const { kind } of (await playDay(build.folder, seed)).faults) kinds.add(kind);
    expect([...kinds]).toContain("tap lost");
  }, 900_000);
});
