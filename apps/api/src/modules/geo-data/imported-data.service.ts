import { GEONAMES_ATTRIBUTION, type ImportedGeoData, OSM_ATTRIBUTION } from "@leitstand/contract/routing/geo-data";
import type { Tx } from "#platform/database/database";
import { selectNewestGeoGeneration } from "./geo-data.sql";
import { type StoredMap, emptyGeoGeneration } from "./geo-generation";

export async function getImportedGeoData(tx: Tx): Promise<ImportedGeoData> {
  const { map, postal_codes } = (await selectNewestGeoGeneration(tx)) ?? emptyGeoGeneration;
  return {
    map: map && { ...mapFactsWithoutOutline(map), attribution: OSM_ATTRIBUTION, licence: "ODbL 1.0" },
    postal_codes: postal_codes && { ...postal_codes, attribution: GEONAMES_ATTRIBUTION, licence: "CC BY 4.0" },
  };
}

const mapFactsWithoutOutline = ({ outline: _, omissions = [], ...facts }: StoredMap) => ({ ...facts, omissions });
