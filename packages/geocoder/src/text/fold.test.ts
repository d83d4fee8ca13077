import { describe, expect, it } from "vitest";
import { normalizedNameKey, TEXT_LENGTH_MAX } from "./fold";

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
  ])("folds all spellings of %s to one key", (name, ...spellings) => {
    expect(normalizedNameKey(name)).not.toBe("");
    for (const spelling of spellings)
      expect([spelling, normalizedNameKey(spelling)]).toEqual([spelling, normalizedNameKey(name)]);
  });

  it.each([
    ["Herrengasse", "Herrenstraße"],
    ["Opernring.", "Opernrinasse"],
    ["Feldweg", "Waldweg"],
  ])("keeps the names %s and %s apart", (left, right) =>
    expect(normalizedNameKey(left)).not.toBe(normalizedNameKey(right)),
  );

  it("keeps letters of other scripts, and drops characters that are no letter or digit", () => {
    expect(normalizedNameKey("Улица 5")).toBe("улица5");
    expect(normalizedNameKey("🚑 --- !!")).toBe("");
  });

  it("does not read a name beyond the length of any address", () => {
    expect(normalizedNameKey("a".repeat(10_000))).toHaveLength(TEXT_LENGTH_MAX);
  });
});
