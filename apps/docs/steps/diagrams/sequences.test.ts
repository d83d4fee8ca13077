import { describe, expect, it } from "vitest";
import { parseSequenceDiagram, describeSequenceDiagram } from "./read-sequence";
import { drawSequenceDiagram, drawSequenceDiagrams } from "./sequences";

const replaySequence = `
title: A phone catches up
actor app: Driver app | DEVICE token
actor api: Leitstand API | /api/v1
legend ~>: Event of the stream

alert app: No network | The driver taps ACCEPT. | Kept: action_id
app -> api: ACCEPT | ! 200, the answer is lost
app -> api: ACCEPT, the same action_id | + 200, not done again
api ~> app: case action | after a while
`;

describe("a sequence diagram", () => {
  it("a sequence diagram is also written as a numbered list of requests, with caller, receiver and answer", () => {
    expect(describeSequenceDiagram(parseSequenceDiagram(replaySequence))).toEqual([
      { who: "Driver app", text: "No network. The driver taps ACCEPT. Kept: action_id." },
      { who: "Driver app → Leitstand API", text: "ACCEPT. Answer: 200, the answer is lost." },
      { who: "Driver app → Leitstand API", text: "ACCEPT, the same action_id. Answer: 200, not done again." },
      { who: "Leitstand API → Driver app", text: "case action (after a while)" },
    ]);
  });

  it("a sequence diagram is drawn from top to bottom, with arrows between the lines of the actors", () => {
    const { steps, actors, life, legend } = drawSequenceDiagram(parseSequenceDiagram(replaySequence));
    const [app, api] = actors.map(({ x }) => x) as [number, number];
    const arrows = steps.flatMap((step) => (step.shape === "arrow" ? [step] : []));
    expect(arrows.map(({ tone }) => tone)).toEqual(["bad", "good", "plain"]);
    expect(arrows.every(({ x1, x2 }) => Math.min(x1, x2) > app && Math.max(x1, x2) < api)).toBe(true);
    expect(arrows[2]?.x1).toBeGreaterThan(arrows[2]?.x2 as number);
    expect(arrows.map(({ y }) => y)).toEqual(arrows.map(({ y }) => y).toSorted((one, other) => one - other));
    expect(arrows.every(({ y }) => y < life.to)).toBe(true);
    expect(legend).toEqual([
      { kind: "request", text: "Request" },
      { kind: "event", text: "Event of the stream" },
    ]);
  });

  it.each([
    ["app => api: ACCEPT", "Line 11 is none of a sequence diagram: app => api: ACCEPT"],
    ["app -> desk: ACCEPT", "Line 11 names desk, who is no actor."],
  ])("a faulty sequence diagram is refused with the number of the faulty line: %s", (line, fault) => {
    expect(() => parseSequenceDiagram(`${replaySequence}${line}`)).toThrow(fault);
  });

  it("a sequence diagram is refused when a text is wider than its arrow", () => {
    const wide = "a".repeat(120);
    expect(() => drawSequenceDiagram(parseSequenceDiagram(`${replaySequence}app -> api: ${wide}`))).toThrow(
      `"${wide}" is wider than its arrow.`,
    );
  });
});

describe("the sequence diagrams of the site", () => {
  it.each(["sign-in", "offline-replay", "stream-resume", "webhooks"])(
    "the documentation has the sequence diagram %s",
    (name) => {
      expect(Object.keys(drawSequenceDiagrams())).toContain(name);
    },
  );
});
