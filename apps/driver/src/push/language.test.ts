import { expect, it } from "vitest";
import { chooseLanguageFrom } from "./language.ts";

it.each([
  ["what the driver has chosen", { own: "en", browser: ["de-AT"], company: "de" }, "en"],
  [
    "what the browser asks for, whatever the company speaks",
    { own: null, browser: ["en-GB", "de"], company: "de" },
    "en",
  ],
  ["the first of the browser's that there is", { own: null, browser: ["hr", "de-AT", "en"], company: "en" }, "de"],
  [
    "what the company speaks, for a driver who speaks neither",
    { own: null, browser: ["hr", "sr"], company: "en" },
    "en",
  ],
  ["German, where nothing is set", { own: undefined, browser: [], company: undefined }, "de"],
] as const)("the language of the app is %s", (_, speakers, language) => {
  expect(chooseLanguageFrom(speakers)).toBe(language);
});
