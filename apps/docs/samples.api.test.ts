import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { startDemonstrationOfToday } from "../api/src/testing/runs/demonstration-of-today";
import { answerOfSample, listSampleNames } from "./samples/runner/sample-files";
import { quickStartSamples, runnableFiles, startSamples } from "./samples/runner/samples-testkit";
import { sampleDrafts } from "./samples/samples";

/** Samples for the shell, which nearly all of them have, except for those that are run together. */
const shellSampleFiles = runnableFiles.filter(
  ({ sample, file }) =>
    file.language.suffix === "sh" && !sampleDrafts[sample]?.isTimed && !quickStartSamples.includes(sample),
);

describe("samples of the documentation", { timeout: 120_000 }, () => {
  const { shownBy, shownByPasting, recordedDay } = startSamples(startDemonstrationOfToday);

  it.for(shellSampleFiles)("a sample's answer equals the one on its page: $name", async ({ sample, file }) => {
    expect(await shownBy(sample, file), "after a wanted change record it again, as README.md says").toBe(
      answerOfSample(sample),
    );
  });

  it("the samples of the quick start give the shown answers when pasted block by block into one shell", async () => {
    expect(quickStartSamples.length).toBeGreaterThanOrEqual(5);
    expect(await shownByPasting(quickStartSamples)).toEqual(
      Object.fromEntries(quickStartSamples.map((sample) => [sample, answerOfSample(sample)])),
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
