import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { startDemonstrationOfToday } from "../api/src/testing/runs/demonstration-of-today";
import { answerOf, listSamples } from "./samples/runner/sample-files";
import { runnableFiles, startSamples } from "./samples/runner/samples-testkit";
import { sampleDrafts } from "./samples/samples";

/** Nearly all are written in it. */
const inShell = runnableFiles.filter(
  ({ sample, file }) => file.language.suffix === "sh" && !sampleDrafts[sample]?.isTimed,
);

describe("samples of the documentation", { timeout: 120_000 }, () => {
  const { shownBy, recordedDay } = startSamples(startDemonstrationOfToday);

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
