import { createWriteStream } from "node:fs";
import { devNull } from "node:os";
import { expect, test } from "vitest";
import { startSmallDemonstration } from "../nodes/small-demonstration-testkit";
import { readSimulationOptions } from "./options";
import { ProgressBar } from "./progress";
import { runSimulation } from "./simulate";

test("a simulated day on two nodes loses nothing, repeats nothing, and shows nothing to the wrong users", async () => {
  const nodes = await startSmallDemonstration();
  const options = readSimulationOptions(["--cases", "20", "--speed", "600", "--seed", "7", "--no-browser"]);

  const { faults, facts, book } = await runSimulation(options, nodes, new ProgressBar(createWriteStream(devNull)));

  expect(faults).toEqual([]);
  expect(facts.cases).toHaveLength(20);
  expect(facts.cases.filter(({ state }) => !state.finalized)).toEqual([]);
  expect(book.replays.length).toBeGreaterThan(0);
  expect(facts.hooks.map(({ tenant }) => tenant)).toEqual(["bestattung", "pannenhilfe"]);
  for (const { delivered } of facts.hooks) expect(delivered.length).toBeGreaterThan(20);
  expect(facts.partners.map(({ tenant }) => tenant)).toEqual(["pannenhilfe"]);
  expect(facts.partners[0]?.told.length).toBeGreaterThan(20);
  expect(facts.absences.length).toBeGreaterThan(0);
  expect(facts.placements.length).toBeGreaterThan(0);
  expect([...book.exports.keys()].toSorted()).toEqual(["case PDF", "time CSV", "tour CSV", "tour XLSX"]);
}, 180_000);
