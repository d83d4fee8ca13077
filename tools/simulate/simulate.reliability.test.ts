import { createWriteStream } from "node:fs";
import { devNull } from "node:os";
import { expect, test } from "vitest";
import { aSmallDemonstration } from "../nodes/small-demonstration-testkit";
import { readOptions } from "./options";
import { Progress } from "./progress";
import { simulate } from "./simulate";

test("a small day on two nodes: nothing lost, nothing twice, nothing seen by the wrong people", async () => {
  const nodes = await aSmallDemonstration();
  const options = readOptions(["--cases", "20", "--speed", "1000", "--seed", "7"]);

  const { faults, facts, book } = await simulate(options, nodes, new Progress(createWriteStream(devNull)));

  expect(faults).toEqual([]);
  expect(facts.cases).toHaveLength(20);
  expect(facts.cases.filter(({ state }) => !state.finalized)).toEqual([]);
  expect(book.replays.length).toBeGreaterThan(0);
}, 180_000);
