import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { startDemonstrationAtCurrentTime } from "../api/src/testing/runs/demonstration-of-today";
import { readRecordedAnswer, listSampleNames } from "./samples/runner/sample-files";
import { quickStartSampleNames, selfEndingSampleFiles, startProductForSamples } from "./samples/runner/samples-testkit";
import { requirementsBySample } from "./samples/samples";

/** Samples for the shell, which nearly all of them have, except for those that are run together. */
const shellSampleFiles = selfEndingSampleFiles.filter(
  ({ sample, file }) =>
    file.language.suffix === "sh" && !requirementsBySample[sample]?.isTimed && !quickStartSampleNames.includes(sample),
);

describe("samples of the documentation", { timeout: 120_000 }, () => {
  const { shownBy, shownByPasting, variablesRedefinedByScenes, recordedDay } = startProductForSamples(
    startDemonstrationAtCurrentTime,
  );

  it.for(shellSampleFiles)("a sample's answer equals the one on its page: $name", async ({ sample, file }) => {
    expect(await shownBy(sample, file), "after a wanted change record it again, as README.md says").toBe(
      readRecordedAnswer(sample),
    );
  });

  it("the sample that adds a skill to a vehicle has added it once when it is run twice", async () => {
    const sample = "nested-resources/vehicle-skills";
    const [file] = shellSampleFiles.filter((shell) => shell.sample === sample).map((shell) => shell.file);
    if (!file) throw new Error(`${sample} has no file for the shell`);
    const once = JSON.parse(readRecordedAnswer(sample)) as { lock_version: number };
    expect(JSON.parse(await shownBy(sample, file, [sample]))).toEqual({ ...once, lock_version: once.lock_version + 1 });
  });

  it("the samples of the quick start give the shown answers when pasted block by block into one shell", async () => {
    expect(quickStartSampleNames.length).toBeGreaterThanOrEqual(5);
    expect(await shownByPasting(quickStartSampleNames)).toEqual(
      Object.fromEntries(quickStartSampleNames.map((sample) => [sample, readRecordedAnswer(sample)])),
    );
  });

  it("the recorded day of the home page equals a new recording: an order, its answer, and its events", async () => {
    const day = await recordedDay();
    expect(`${day}\n`).toBe(readFileSync(new URL("./samples/recorded-day/day.json", import.meta.url), "utf8"));
  });

  // Scenes add people and cases, which samples would list: they are played last.
  it("no scene gives another value to a variable of the introduction", async () => {
    expect(await variablesRedefinedByScenes()).toEqual([]);
  });

  it("every described sample has a file", () => {
    expect(Object.keys(requirementsBySample).filter((sample) => !listSampleNames().includes(sample))).toEqual([]);
  });
});
