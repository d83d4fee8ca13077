/** Pelias's HTTP API, version 1: https://github.com/pelias/documentation. It answers GeoJSON. */
import { OSM_ATTRIBUTION } from "@leitstand/contract/routing/geo-data";
import { type Static, Type } from "typebox";
import type { ProviderClient } from "#platform/providers/provider";
import { toBoundingBox, type Geocoder, completeGeocodedAddress } from "./geocoded";

const PeliasText = Type.Optional(Type.String());
const PeliasFeature = Type.Object({
  bbox: Type.Optional(Type.Array(Type.Number(), { minItems: 4, maxItems: 4 })),
  geometry: Type.Object({
    coordinates: Type.Tuple([Type.Number({ minimum: -180, maximum: 180 }), Type.Number({ minimum: -90, maximum: 90 })]),
  }),
  properties: Type.Object({
    label: PeliasText,
    name: PeliasText,
    layer: PeliasText,
    street: PeliasText,
    housenumber: PeliasText,
    postalcode: PeliasText,
    locality: PeliasText,
    localadmin: PeliasText,
    /** Two letters by the documentation; `country_a` of older data has three. */
    country_code: PeliasText,
    confidence: Type.Optional(Type.Number()),
    /** Distance in kilometres. */
    distance: Type.Optional(Type.Number({ minimum: 0 })),
  }),
});
const PeliasFeatures = Type.Object({
  geocoding: Type.Optional(Type.Object({ attribution: PeliasText })),
  features: Type.Array(PeliasFeature),
});

type GeocodedKind = "HOUSE" | "STREET" | "PLACE" | "POSTAL_CODE";
const kindByPeliasLayer: Readonly<Record<string, GeocodedKind>> = {
  address: "HOUSE",
  venue: "HOUSE",
  street: "STREET",
  postalcode: "POSTAL_CODE",
};

export function createPeliasGeocoder(provider: ProviderClient): Geocoder {
  const ask = async (path: string, query: Record<string, string | number | undefined>) => {
    const { body } = await provider.ask({ path, query }, { 200: PeliasFeatures });
    return body.features.map(toGeocodedAddress);
  };
  const within = (countries: readonly string[]) => (countries.length === 0 ? undefined : countries.join(","));
  return {
    name: "pelias",
    attribution: OSM_ATTRIBUTION,
    forward: ({ text, countries, language, size, near }) =>
      ask("/v1/search", {
        text,
        size: Math.min(40, size),
        lang: language,
        "boundary.country": within(countries),
        "focus.point.lat": near?.lat,
        "focus.point.lon": near?.lon,
      }),
    reverse: ({ lat, lon, language, size }) =>
      ask("/v1/reverse", { "point.lat": lat, "point.lon": lon, size: Math.min(40, size), lang: language }),
    structured: ({ street, city, postalcode, country, countries, language, size }) =>
      ask("/v1/search/structured", {
        address: street,
        locality: city,
        postalcode,
        country,
        size: Math.min(40, size),
        lang: language,
        "boundary.country": country === undefined ? within(countries) : undefined,
      }),
  };
}

function toGeocodedAddress({ bbox = [], geometry, properties }: Static<typeof PeliasFeature>) {
  const { label, name, layer = "", street, housenumber, postalcode, locality, localadmin, ...rest } = properties;
  const [lon, lat] = geometry.coordinates;
  const kind = kindByPeliasLayer[layer] ?? "PLACE";
  return completeGeocodedAddress({
    source: "pelias",
    lat,
    lon,
    kind,
    bounding_box: toBoundingBox(bbox),
    confidence: rest.confidence === undefined ? null : Math.min(1, Math.max(0, rest.confidence)),
    distance_meters: rest.distance === undefined ? null : rest.distance * 1000,
    name: layer === "venue" ? (name ?? null) : null,
    street: street ?? (kind === "STREET" ? (name ?? null) : null),
    house_number: housenumber ?? null,
    zip_code: postalcode ?? null,
    city: locality ?? localadmin ?? (kind === "PLACE" ? (name ?? null) : null),
    country: rest.country_code ?? null,
    ...(label === undefined ? {} : { label }),
  });
}
