import { describe, expect, it } from "vitest";
import { isSpellingSimilarAnywhere } from "./word-similarity";

describe("similarity of a word to the texts that contain a spelling of it", () => {
  it.each(["gruber", "maria", "leibnitz", "österreicher"])("every text that contains %s is similar to it", (word) => {
    expect(isSpellingSimilarAnywhere(word, word)).toBe(true);
  });

  it.each([
    ["anna", "anna", "a word of four letters shares two trigrams of five with a longer word"],
    ["anananan", "anananan", "a word that repeats itself has few trigrams within"],
    ["steiner", "stayner", "another spelling shares too few trigrams"],
    ["müller-huber", "müller-huber", "two names with a hyphen are two words"],
    ["c-1204", "c-1204", "a number is not spelled by sound"],
  ])("a text that contains %2$s need not be similar to %1$s: %3$s", (word, spelling) => {
    expect(isSpellingSimilarAnywhere(word, spelling)).toBe(false);
  });
});
