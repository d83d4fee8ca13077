import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { findForbiddenWords, readForbiddenWords } from "./words.mjs";

const forbiddenWords = [
  { word: "…Ask", instead: "…Request" },
  { word: "ask", instead: "request" },
];
const findForbiddenIn = (text: string) => findForbiddenWords(forbiddenWords, { path: "a.ts", text });

describe("words that we no longer use", () => {
  it("the check of words reads the forbidden words from the dictionary", () => {
    const listed = readForbiddenWords(readFileSync(new URL("../../docs/dictionary.md", import.meta.url), "utf8"));
    expect(listed.length).toBeGreaterThan(10);
    expect(listed.map(({ instead }) => instead)).toContain("dispatchCase");
  });

  it("the check of words reports forbidden words with their place and what to write instead", () => {
    expect(findForbiddenIn("one\nconst ask = (it: ThingAsk) => it;")).toEqual([
      'a.ts:2: "ThingAsk" is no longer used: write …Request.',
      'a.ts:2: "ask" is no longer used: write request.',
    ]);
  });

  it("the check of words finds forbidden words only as whole words", () =>
    expect(findForbiddenIn("task, asks, Ask, ThingAsked")).toEqual([]));
});
