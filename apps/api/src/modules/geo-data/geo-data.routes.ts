import { geoDataOperations } from "@leitstand/contract/routing/geo-data";
import { implementOperations } from "#platform/http/handler";
import { getImportedGeoData } from "./imported-data.service";

export const geoDataRoutes = implementOperations(geoDataOperations, {
  getImportedGeoData: ({ tx }) => getImportedGeoData(tx),
});
