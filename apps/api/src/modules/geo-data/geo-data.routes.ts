import { geoDataOperations } from "@leitstand/contract/routing/geo-data";
import { implement } from "#platform/http/handler";
import { getImportedGeoData } from "./imported-data.service";

export const geoDataRoutes = implement(geoDataOperations, {
  getImportedGeoData: ({ tx }) => getImportedGeoData(tx),
});
