import { describe, expect, it } from "vitest";
import { normalizedNameKey, ADDRESS_TEXT_LENGTH_MAX } from "./fold";

describe("folding a name", () => {
  it.each([
    ["Herrengasse", "herreng."],
    ["Hauptstraße", "HAUPTSTRASSE", "Hauptstr.", "hauptstr", "Haupt-Straße", "Haupt Str."],
    ["Schloßplatz", "Schlosspl.", "Schloss Platz", "schloss-pl."],
    ["Mühlweg", "Muehlweg", "Muhlweg", "Mu\u0308hlweg"],
    ["Sankt-Pauli-Straße", "St. Pauli Str.", "St.-Pauli-Strasse", "Skt Pauli Str"],
    ["Dr.-Karl-Renner-Straße", "Dr. Karl Renner Str.", "Doktor Karl Renner-Straße", "Dr Karl-Renner-Strasse"],
    ["Bürgermeister-Huber-Gasse", "Bgm. Huber Gasse", "Bgm.-Huber-G."],
    ["Krems an der Donau", "Krems a. d. Donau", "Krems a.d. Donau", "KREMS AN DER DONAU"],
    ["Rue de l'Église", "rue de l’eglise"],
    ["Großer Ring", "Grosser Ring"],
    ["Ostsiedlung", "ostsiedlung"],
  ])("the geocoder reduces all spellings of %s to the same search key", (name, ...spellings) => {
    expect(normalizedNameKey(name)).not.toBe("");
    for (const spelling of spellings)
      expect([spelling, normalizedNameKey(spelling)]).toEqual([spelling, normalizedNameKey(name)]);
  });

  it.each([
    ["Herrengasse", "Herrenstraße"],
    ["Opernring.", "Opernrinasse"],
    ["Feldweg", "Waldweg"],
  ])("the geocoder gives the names %s and %s different search keys", (left, right) =>
    expect(normalizedNameKey(left)).not.toBe(normalizedNameKey(right)),
  );

  it("the geocoder's search keys keep letters of other scripts, and drop characters that are no letter or digit", () => {
    expect(normalizedNameKey("Улица 5")).toBe("улица5");
    expect(normalizedNameKey("🚑 --- !!")).toBe("");
  });

  it("the geocoder's search keys keep words that programs have a meaning for", () => {
    for (const name of ["constructor", "__proto__"])
      for (const spelling of [name, `${name}.`]) expect(normalizedNameKey(spelling)).toBe(name.replaceAll("_", ""));
  });

  it("the geocoder's search keys ignore text beyond the length of an address", () => {
    expect(normalizedNameKey("a".repeat(10_000))).toHaveLength(ADDRESS_TEXT_LENGTH_MAX);
  });
});
