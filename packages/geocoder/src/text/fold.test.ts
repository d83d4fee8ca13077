import { describe, expect, it } from "vitest";
import { foldName, TEXT_LENGTH_MAX } from "./fold";

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
    expect(foldName(name)).not.toBe("");
    for (const spelling of spellings) expect([spelling, foldName(spelling)]).toEqual([spelling, foldName(name)]);
  });

  it.each([
    ["Herrengasse", "Herrenstraße"],
    ["Opernring.", "Opernrinasse"],
    ["Feldweg", "Waldweg"],
  ])("keeps the names %s and %s apart", (left, right) => expect(foldName(left)).not.toBe(foldName(right)));

  it("keeps letters of other scripts, and drops characters that are no letter or digit", () => {
    expect(foldName("Улица 5")).toBe("улица5");
    expect(foldName("🚑 --- !!")).toBe("");
  });

  it("does not read a name beyond the length of any address", () => {
    expect(foldName("a".repeat(10_000))).toHaveLength(TEXT_LENGTH_MAX);
  });
});
