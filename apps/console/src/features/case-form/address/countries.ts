import { countryCodes, isCountryCode } from "@leitstand/contract/core/country";
import { foldAddress } from "./fold-address.ts";

/** Languages in which the geocoder knows the names of countries, too. */
const countryNameLanguages = ["de", "en", "fr", "it"];
const COUNTRY_NAME_WORDS_MAX = 4;

let codesByName: ReadonlyMap<string, string> | undefined;

/** Country (ISO 3166-1 alpha-2) of a name; undefined for a text that is none. */
export function countryOfName(name: string): string | undefined {
  codesByName ??= new Map(
    countryNameLanguages.flatMap((language) => {
      const names = new Intl.DisplayNames(language, { type: "region" });
      return countryCodes.map((code) => [foldAddress(names.of(code) ?? code), code] as const);
    }),
  );
  return codesByName.get(foldAddress(name));
}

/** Countries that are written with fewer or other letters before a postal code than their code has. */
const countryOfEnvelope: Readonly<Record<string, string>> = { A: "AT", D: "DE", FL: "LI", I: "IT" };

/** Country of the letters before a postal code: "A" in "A-8010", "FL" in "FL-9490"; undefined for unknown ones. */
export function countryOfZipPrefix(letters: string): string | undefined {
  const code = letters.toUpperCase();
  return countryOfEnvelope[code] ?? (isCountryCode(code) ? code : undefined);
}

/** Folded words without the name of a country at their end, and that country. A name alone is a place to find. */
export function splitOffCountry(words: readonly string[]): { words: readonly string[]; country: string | undefined } {
  for (let count = Math.min(COUNTRY_NAME_WORDS_MAX, words.length - 1); count > 0; count--) {
    const country = countryOfName(words.slice(-count).join(" "));
    if (country !== undefined) return { words: words.slice(0, -count), country };
  }
  return { words, country: undefined };
}
