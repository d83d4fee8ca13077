import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { startDemonstrationOfToday } from "../api/src/testing/runs/demonstration-of-today";
import { answerOfSample, listSampleNames } from "./samples/runner/sample-files";
import { runnableFiles, startSamples } from "./samples/runner/samples-testkit";
import { sampleDrafts } from "./samples/samples";

/** Samples for the shell, which nearly all of them have. */
const shellSampleFiles = runnableFiles.filter(
  ({ sample, file }) => file.language.suffix === "sh" && !sampleDrafts[sample]?.isTimed,
);

describe("samples of the documentation", { timeout: 120_000 }, () => {
  const { shownBy, recordedDay } = startSamples(startDemonstrationOfToday);

  it.for(shellSampleFiles)("a sample's answer equals the one on its page: $name", async ({ sample, file }) => {
    expect(await shownBy(sample, file), "after a wanted change record it again, as README.md says").toBe(
      answerOfSample(sample),
    );
  });

  it("the recorded day of the home page equals a new recording: an order, its answer, and its events", async () => {
    const day = await recordedDay();
    expect(`${day}\n`).toBe(readFileSync(new URL("./samples/recorded-day/day.json", import.meta.url), "utf8"));
  });

  it("every described sample has a file", () => {
    expect(Object.keys(sampleDrafts).filter((sample) => !listSampleNames().includes(sample))).toEqual([]);
  });
});
