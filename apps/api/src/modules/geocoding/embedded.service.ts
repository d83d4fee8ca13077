import { GEONAMES_ATTRIBUTION, OSM_ATTRIBUTION } from "@leitstand/contract/routing/geo-data";
import type { GeocodedAddress } from "@leitstand/contract/routing/geocoding";
import type { GeocodingAnswer } from "@leitstand/geocoder/search/answer";
import type { GeoDataLoader } from "#modules/geo-data/index";
import { type Geocoder, completeGeocodedAddress } from "./geocoded";

/** Lowest match of an answer: below it, more of the text is left over than is explained, so the answer is a guess. */
const FREE_TEXT_MATCH_MIN = 0.5;
/** Lowest match of a structured search, which has to match all given parts except for typing errors. */
const STRUCTURED_MATCH_MIN = 0.6;

/**
 * Geocoder on imported addresses and postal codes, and always on the places of Germany, Austria, Switzerland and
 * Liechtenstein.
 */
export const createEmbeddedGeocoder = (geoData: GeoDataLoader): Geocoder => ({
  name: "embedded",
  get attribution() {
    return geoData.generation.map ? `${OSM_ATTRIBUTION}, ${GEONAMES_ATTRIBUTION}` : GEONAMES_ATTRIBUTION;
  },
  forward: async ({ text, countries, size, near }) => {
    const found = await geoData.findAddresses("forward", {
      query: text,
      limit: size,
      countries,
      ...(near ? { near: [near.lon, near.lat] as const } : {}),
    });
    return selectAnswers(found, FREE_TEXT_MATCH_MIN).map((answer) => toGeocodedAddress(answer));
  },
  reverse: async ({ lat, lon, size }) => {
    const found = await geoData.findAddresses("reverse", { at: [lon, lat], limit: size });
    // Of several towns around a position, only the nearest one may be the one that it is placed in.
    const exact = found.filter(({ precision }, index) => precision !== "place" || index === 0);
    return exact.map((answer) => toGeocodedAddress(answer));
  },
  structured: async ({ street, city, postalcode, country, countries, size }) => {
    const found = await geoData.findAddresses("structured", {
      query: { street, city, zip_code: postalcode, country },
      limit: size,
      countries: country === undefined ? countries : [country],
    });
    const exact = street === undefined ? found : found.filter(({ precision }) => precision !== "place");
    const kind = street === undefined && city === undefined ? "POSTAL_CODE" : "PLACE";
    return selectAnswers(exact, STRUCTURED_MATCH_MIN).map((answer) => toGeocodedAddress(answer, kind));
  },
});

/**
 * Answers that match well enough. Towns of the same name are all listed: each one's confidence is low, but the text is
 * explained.
 */
const selectAnswers = (found: readonly GeocodingAnswer[], least: number) => found.filter(({ match }) => match >= least);

function toGeocodedAddress(answer: GeocodingAnswer, kindOfPlace: GeocodedAddress["kind"] = "PLACE"): GeocodedAddress {
  const { kind, precision, label, lat, lon, bounding_box, confidence, distance_meters = null } = answer;
  const { name = null, street = null, house_number = null, zip_code = null, city = null, country = null } = answer;
  return completeGeocodedAddress({
    source: "embedded",
    kind: kind === "place" ? kindOfPlace : precision === "street" ? "STREET" : "HOUSE",
    label,
    name,
    street,
    house_number,
    zip_code,
    city,
    country,
    lat,
    lon,
    bounding_box: [...bounding_box],
    confidence,
    distance_meters,
  });
}
