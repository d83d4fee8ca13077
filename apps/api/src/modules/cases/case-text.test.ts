import { truncateText } from "@leitstand/contract/core/cut-text";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { normalizeSearchText, toNationalPhoneDigits, soundalikeSpellingsOf, searchWordsOf } from "./case-text";

describe("text of cases", () => {
  it.each([
    ["Müller", "Mueller"],
    ["Müller", "MULLER"],
    ["Straße", "strasse"],
    ["Café Dvořák", "cafe dvorak"],
    ["Łódź", "Lodz"],
    ["Bärbel", "Baerbel"],
    ["Yıldız", "Yildiz"],
    ["Yıldız", "YILDIZ"],
    ["YILDIZ", "yıldız"],
    ["İzmir", "izmir"],
  ])("normalised text is the same for %s and %s", (one, other) => {
    expect(normalizeSearchText(one)).toBe(normalizeSearchText(other));
  });

  it.each([
    ["+43 664 123", ["+43", "664", "123"]],
    ["06641234567", ["6641234567"]],
    ["+436641234567", ["436641234567"]],
    ["8010 Graz 8010", ["8010", "graz"]],
    ["- , .", []],
    ["a b A c d e f g h i j", ["a", "b", "c", "d", "e", "f", "g", "h"]],
  ])("a search splits the text %s into words", (text, words) => {
    expect(searchWordsOf(text)).toEqual(words);
  });

  it.each(["Meier", "Maier", "Meyer", "Mayer"])(
    "a search for the name %s also looks for its other spellings",
    (name) => {
      const [word = ""] = searchWordsOf(name);
      expect(soundalikeSpellingsOf(word)).toEqual(["meier", "maier", "meyer", "mayer"]);
      expect(soundalikeSpellingsOf("gruber")).toEqual(["gruber"]);
    },
  );

  it("a text is found by its own words, whatever characters it has", () => {
    const text = fc.string({ unit: "grapheme" });
    fc.assert(
      fc.property(text, text, (one, other) => {
        const whole = normalizeSearchText(`${one} ${other}`);
        for (const word of searchWordsOf(`${one} ${other}`)) expect(whole).toContain(word);
      }),
      { seed: 1 },
    );
  });

  it("a text is never cut inside a character", () => {
    expect(truncateText("🚑🚑", 1)).toBe("🚑");
  });
});

describe("a telephone number in a search", () => {
  it.each([
    ["+436601234567", "06601234567"],
    ["+390612345678", "0612345678"],
    ["unbekannt", undefined],
  ])("the telephone number %s is found as it is dialled within its country: %s", (number, dialled) => {
    expect(toNationalPhoneDigits(number)).toBe(dialled);
  });
});
