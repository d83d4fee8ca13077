import { describe, expect, it } from "vitest";
import { ProgressLine } from "./progress-line";

function progressLineFor(isTTY: boolean) {
  const written: string[] = [];
  const progress = new ProgressLine({ isTTY, write: (text: string) => written.push(text) > 0 });
  return { progress, text: () => written.join("") };
}

describe("progress line", () => {
  it("progress is shown in a terminal as a growing bar, with a new bar for each stage", () => {
    const { progress, text } = progressLineFor(true);
    progress.tell("Reading", 0);
    progress.tell("Reading", 0.501);
    progress.tell("Reading", 0.509);
    progress.tell("Storing", 1);
    progress.end();
    expect(text()).toBe(
      `\r[${".".repeat(30)}]   0 % Reading\r[${"#".repeat(15)}${".".repeat(15)}]  50 % Reading\n` +
        `\r[${"#".repeat(30)}] 100 % Storing\n`,
    );
  });

  it("progress is shown as a line for each stage where the output is not a terminal", () => {
    const { progress, text } = progressLineFor(false);
    for (const share of [0, 0.5, 1]) progress.tell("Reading", share);
    progress.tell("Storing", 0);
    progress.say("Done.");
    expect(text()).toBe("Reading ...\nStoring ...\nDone.\n");
  });
});
