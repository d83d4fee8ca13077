import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { answerOf, listSamples } from "./samples/runner/sample-files";
import { runnableFiles, startSamples } from "./samples/runner/samples-testkit";
import { FROM_SOURCE } from "./samples/runner/start-product";
import { sampleDrafts } from "./samples/samples";

/** Nearly all are written in it. */
const inShell = runnableFiles.filter(({ file }) => file.language.suffix === "sh");

describe("samples of the documentation", { timeout: 120_000 }, () => {
  const { shownBy, recordedDay } = startSamples(FROM_SOURCE);

  it.for(inShell)("answer as their page shows: $name", async ({ sample, file }) => {
    expect(await shownBy(sample, file), "after a wanted change record it again, as README.md says").toBe(
      answerOf(sample),
    );
  });

  it("record the day that the home page shows: an order, its answer, and what is heard of it", async () => {
    const day = await recordedDay();
    expect(`${day}\n`).toBe(readFileSync(new URL("./samples/recorded-day/day.json", import.meta.url), "utf8"));
  });

  it("are all there: nothing is described that has no sample", () => {
    expect(Object.keys(sampleDrafts).filter((sample) => !listSamples().includes(sample))).toEqual([]);
  });
});
