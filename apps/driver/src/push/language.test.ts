import { expect, it } from "vitest";
import { languageFor } from "./language.ts";

it.each([
  ["what somebody has chosen", { own: "en", browser: ["de-AT"], company: "de" }, "en"],
  [
    "what the browser asks for, whatever the company speaks",
    { own: null, browser: ["en-GB", "de"], company: "de" },
    "en",
  ],
  ["the first of the browser's that there is", { own: null, browser: ["hr", "de-AT", "en"], company: "en" }, "de"],
  ["what the company speaks, to whoever speaks neither", { own: null, browser: ["hr", "sr"], company: "en" }, "en"],
  ["German, where nobody says anything", { own: undefined, browser: [], company: undefined }, "de"],
] as const)("a driver is spoken to in %s", (_, speakers, language) => {
  expect(languageFor(speakers)).toBe(language);
});
