import { geocodingOperations } from "@leitstand/contract/routing/geocoding";
import type { GeoDataLoader } from "#modules/geo-data/index";
import { implementOperations, type SharedServices } from "#platform/http/handler";
import { createGeocoderLookup } from "./geocoders.service";
import { geocodeAddressText, reverseGeocodePoint, geocodeStructuredAddress } from "./geocoding.service";

export function createGeocodingRoutes({ providers }: SharedServices, geoData: GeoDataLoader) {
  const parts = { providers, geocoders: createGeocoderLookup(providers, geoData) };
  return implementOperations(geocodingOperations, {
    searchAddressForward: ({ tx, query }) => geocodeAddressText(tx, parts, query),
    searchAddressReverse: ({ tx, query }) => reverseGeocodePoint(tx, parts, query),
    searchAddressStructured: ({ tx, query }) => geocodeStructuredAddress(tx, parts, query),
  });
}
