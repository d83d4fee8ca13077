import { OSM_ATTRIBUTION } from "@leitstand/contract/routing/geo-data";
import { type Static, Type } from "typebox";
import type { Provider } from "#platform/providers/provider";
import { boxOf, type Geocoder, geocoded } from "./geocoded";

/** Photon's HTTP API: https://github.com/komoot/photon. It answers GeoJSON. */

const Text = Type.Optional(Type.String());
const Feature = Type.Object({
  geometry: Type.Object({
    coordinates: Type.Tuple([Type.Number({ minimum: -180, maximum: 180 }), Type.Number({ minimum: -90, maximum: 90 })]),
  }),
  properties: Type.Object({
    name: Text,
    street: Text,
    housenumber: Text,
    postcode: Text,
    city: Text,
    district: Text,
    countrycode: Text,
    osm_key: Text,
    type: Text,
    /** Box by west, north, east, south. */
    extent: Type.Optional(Type.Array(Type.Number(), { minItems: 4, maxItems: 4 })),
  }),
});
const Features = Type.Object({ features: Type.Array(Feature) });

const isPlace: ReadonlySet<string> = new Set(["city", "district", "locality", "county", "state", "country"]);

export function createPhotonGeocoder(provider: Provider): Geocoder {
  const ask = async (path: string, query: Record<string, string | number | undefined>) => {
    const { body } = await provider.ask({ path, query }, { 200: Features });
    return body.features.map(toAddress);
  };
  const forward: Geocoder["forward"] = async ({ text, countries, language, size, near }) => {
    // Photon has no filter by country, so more answers are requested and filtered here.
    const limit = countries.length > 0 ? Math.min(50, size * 4) : size;
    const found = await ask("/api", { q: text, lang: language, limit, lat: near?.lat, lon: near?.lon });
    return found.filter(({ country }) => countries.length === 0 || countries.includes(country ?? "")).slice(0, size);
  };
  return {
    name: "photon",
    attribution: OSM_ATTRIBUTION,
    forward,
    reverse: ({ lat, lon, language, size }) => ask("/reverse", { lat, lon, lang: language, limit: size }),
    structured: ({ street, postalcode, city, country, countries, ...request }) =>
      forward({
        ...request,
        text: [street, postalcode, city].filter(Boolean).join(" "),
        countries: country === undefined ? countries : [country],
      }),
  };
}

function toAddress({ geometry, properties }: Static<typeof Feature>) {
  const { name, street, housenumber, postcode, city, district, countrycode, type = "", extent } = properties;
  const [lon, lat] = geometry.coordinates;
  const common = {
    source: "photon",
    lat,
    lon,
    country: countrycode,
    zip_code: postcode,
    bounding_box: boxOfExtent(extent),
  } as const;
  if (type === "street") return geocoded({ ...common, street: name, city });
  if (isPlace.has(type)) return geocoded({ ...common, kind: "PLACE", city: name ?? city ?? district });
  return geocoded({ ...common, name, street, house_number: housenumber, city: city ?? district });
}

function boxOfExtent(extent: readonly number[] = []) {
  const [west = Number.NaN, north = Number.NaN, east = Number.NaN, south = Number.NaN] = extent;
  return boxOf([west, south, east, north]);
}
