import { describe, expect, it } from "vitest";
import { minimumWordSimilarity } from "./word-similarity";

describe("minimum similarity of a word to the texts that contain a spelling of it", () => {
  it.each([
    ["steiner", "steiner", 5 / 8, "within a longer word, three of its trigrams are missing"],
    ["anna", "anna", 2 / 5, "a word of four letters has two trigrams within a longer word"],
    ["anananan", "anananan", 2 / 5, "a trigram counts once, however often it comes"],
    ["steiner", "stayner", 1 / 12, "another spelling shares few trigrams"],
    ["müller-huber", "müller-huber", 0, "two names with a hyphen are two words"],
    ["иванов", "иванов", 0, "some databases know no letters but a to z"],
    ["c-1204", "c-1204", 0, "a number is no word"],
  ])("%s and %s have a minimum similarity of %d: %s", (word, spelling, similarity) => {
    expect(minimumWordSimilarity(word, spelling)).toBeCloseTo(similarity);
  });
});
