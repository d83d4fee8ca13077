/** Photon's HTTP API: https://github.com/komoot/photon. It answers GeoJSON. */
import { OSM_ATTRIBUTION } from "@leitstand/contract/routing/geo-data";
import { type Static, Type } from "typebox";
import type { ProviderClient } from "#platform/providers/provider";
import { toBoundingBox, type Geocoder, completeGeocodedAddress } from "./geocoded";

const PhotonText = Type.Optional(Type.String());
const PhotonFeature = Type.Object({
  geometry: Type.Object({
    coordinates: Type.Tuple([Type.Number({ minimum: -180, maximum: 180 }), Type.Number({ minimum: -90, maximum: 90 })]),
  }),
  properties: Type.Object({
    name: PhotonText,
    street: PhotonText,
    housenumber: PhotonText,
    postcode: PhotonText,
    city: PhotonText,
    district: PhotonText,
    locality: PhotonText,
    countrycode: PhotonText,
    osm_key: PhotonText,
    type: PhotonText,
    /** Box by west, north, east, south. */
    extent: Type.Optional(Type.Array(Type.Number(), { minItems: 4, maxItems: 4 })),
  }),
});
const PhotonFeatures = Type.Object({ features: Type.Array(PhotonFeature) });

const photonPlaceTypes: ReadonlySet<string> = new Set(["city", "district", "locality", "county", "state", "country"]);

/** Largest number of answers of a Photon that is configured as usual. */
const PHOTON_ANSWERS_MAX = 50;

export function createPhotonGeocoder(provider: ProviderClient): Geocoder {
  const ask = async (path: string, query: Record<string, string | number | undefined>) => {
    const { body } = await provider.ask({ path, query }, { 200: PhotonFeatures });
    return body.features.map(toGeocodedAddress);
  };
  const forward: Geocoder["forward"] = async ({ text, countries, language, size, near }) => {
    // Photon has no filter by country, so as many answers as it gives are requested and filtered here.
    const limit = countries.length > 0 ? PHOTON_ANSWERS_MAX : size;
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

function toGeocodedAddress({ geometry, properties }: Static<typeof PhotonFeature>) {
  const { name, housenumber, postcode, city, district, locality, countrycode, type = "", extent } = properties;
  // Where houses are numbered by their village, it stands in place of the street.
  const street = properties.street ?? (housenumber === undefined ? undefined : (locality ?? district));
  const [lon, lat] = geometry.coordinates;
  const common = {
    source: "photon",
    lat,
    lon,
    country: countrycode,
    zip_code: postcode,
    bounding_box: boundingBoxOfPhoton(extent),
  } as const;
  if (type === "street") return completeGeocodedAddress({ ...common, street: name, city });
  if (photonPlaceTypes.has(type))
    return completeGeocodedAddress({ ...common, kind: "PLACE", city: name ?? city ?? district });
  return completeGeocodedAddress({ ...common, name, street, house_number: housenumber, city: city ?? district });
}

function boundingBoxOfPhoton(extent: readonly number[] = []) {
  const [west = Number.NaN, north = Number.NaN, east = Number.NaN, south = Number.NaN] = extent;
  return toBoundingBox([west, south, east, north]);
}
