import { geocodingOperations } from "@leitstand/contract/routing/geocoding";
import type { GeoData } from "#modules/geo-data/index";
import { implementOperations, type Services } from "#platform/http/handler";
import { createGeocoders } from "./geocoders.service";
import { searchForward, searchReverse, searchStructured } from "./geocoding.service";

export function createGeocodingRoutes({ providers }: Services, geoData: GeoData) {
  const parts = { providers, geocoders: createGeocoders(providers, geoData) };
  return implementOperations(geocodingOperations, {
    searchAddressForward: ({ tx, query }) => searchForward(tx, parts, query),
    searchAddressReverse: ({ tx, query }) => searchReverse(tx, parts, query),
    searchAddressStructured: ({ tx, query }) => searchStructured(tx, parts, query),
  });
}
