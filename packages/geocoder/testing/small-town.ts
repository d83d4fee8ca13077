/** Two towns and a village, small enough to know every answer by heart. Coordinates are invented, in metres of a plan. */
import type { AddressEntry, GeocodingEntry } from "../src/index/entry";

interface TownStreet {
  readonly street: string;
  readonly numbers: readonly string[];
  readonly zip_code: string;
  readonly city: string;
  readonly country: string;
  /** Position of the first house of the street; the others follow to the east, 20 m apart. */
  readonly from: readonly [lon: number, lat: number];
}

/** A step of 20 m to the east at 47° north, in degrees. */
export const HOUSE_STEP_DEGREES = 0.000264;

const townStreets: readonly TownStreet[] = [
  {
    street: "Herrengasse",
    numbers: ["1", "3", "5", "9"],
    zip_code: "8010",
    city: "Graz",
    country: "AT",
    from: [15.44, 47.07],
  },
  {
    street: "Herrengasse",
    numbers: ["1", "3"],
    zip_code: "3500",
    city: "Krems an der Donau",
    country: "AT",
    from: [15.6, 48.41],
  },
  {
    street: "Hauptstraße",
    numbers: ["1", "12", "12a", "12b", "20-24"],
    zip_code: "8010",
    city: "Graz",
    country: "AT",
    from: [15.45, 47.08],
  },
  {
    street: "Dr.-Karl-Renner-Straße",
    numbers: ["7", "9/2"],
    zip_code: "3500",
    city: "Krems an der Donau",
    country: "AT",
    from: [15.61, 48.4],
  },
  {
    street: "Straße des 17. Juni",
    numbers: ["135"],
    zip_code: "10623",
    city: "Berlin",
    country: "DE",
    from: [13.33, 52.51],
  },
  { street: "Mühlbachplatz", numbers: ["4"], zip_code: "8020", city: "Graz", country: "AT", from: [15.43, 47.06] },
  { street: "Lange Gasse", numbers: ["2"], zip_code: "8010", city: "Graz", country: "AT", from: [15.46, 47.075] },
  { street: "Landstrasse", numbers: ["10", "12"], zip_code: "9490", city: "Vaduz", country: "LI", from: [9.52, 47.14] },
];

const townHouses = townStreets.flatMap(({ numbers, from: [lon, lat], ...rest }) =>
  numbers.map(
    (house_number, at): AddressEntry => ({
      kind: "address",
      house_number,
      ...rest,
      lon: lon + at * HOUSE_STEP_DEGREES,
      lat,
    }),
  ),
);

export const smallTownEntries: readonly GeocodingEntry[] = [
  ...townHouses,
  { kind: "place", city: "Graz", country: "AT", lon: 15.44, lat: 47.068 },
  { kind: "place", city: "Graz", country: "AT", zip_code: "8010", lon: 15.45, lat: 47.07 },
  { kind: "place", city: "Krems an der Donau", country: "AT", zip_code: "3500", lon: 15.61, lat: 48.41 },
  { kind: "place", city: "Stein", country: "AT", lon: 15.59, lat: 48.4 },
  { kind: "place", city: "Vaduz", country: "LI", lon: 9.521, lat: 47.141 },
  { kind: "place", city: "Neustadt", country: "DE", lon: 8.13, lat: 49.35 },
  { kind: "place", city: "Neustadt", country: "DE", lon: 11.1, lat: 50.3 },
  { kind: "street", street: "Waldweg", city: "Graz", zip_code: "8010", country: "AT", lon: 15.5, lat: 47.1 },
  {
    kind: "point_of_interest",
    name: "Landeskrankenhaus",
    category: "hospital",
    street: "Auenbruggerplatz",
    house_number: "1",
    city: "Graz",
    zip_code: "8036",
    country: "AT",
    lon: 15.466,
    lat: 47.081,
  },
  {
    kind: "point_of_interest",
    name: "Zentralfriedhof",
    category: "cemetery",
    city: "Graz",
    country: "AT",
    lon: 15.42,
    lat: 47.04,
  },
];
