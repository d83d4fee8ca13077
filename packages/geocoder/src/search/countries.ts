import type { AddressIndex } from "../index/address-index";
import { normalizedNameKey } from "../text/fold";

const countryNamesByIndex = new WeakMap<AddressIndex, ReadonlyMap<string, string>>();

/**
 * Country codes by folded name, German, English and in each country's main languages, and by code; of the index's
 * countries only.
 */
export function countryCodesByName(index: AddressIndex): ReadonlyMap<string, string> {
  const found = countryNamesByIndex.get(index) ?? collectCountryNames(index);
  countryNamesByIndex.set(index, found);
  return found;
}

const countryNameLanguages = ["de", "en", "fr", "it"];

function collectCountryNames(index: AddressIndex): Map<string, string> {
  const { groupCountry, placeCountry } = index.columns;
  const codes = [...new Set([...groupCountry, ...placeCountry])]
    .map((id) => index.text(id))
    .filter((code): code is string => code !== undefined && /^[A-Z]{2}$/.test(code));
  const names = countryNameLanguages.map((language) => new Intl.DisplayNames(language, { type: "region" }));
  return new Map(
    codes.flatMap((code) => [
      [code.toLowerCase(), code] as const,
      ...names.map((inLanguage) => [normalizedNameKey(inLanguage.of(code) ?? code), code] as const),
    ]),
  );
}
