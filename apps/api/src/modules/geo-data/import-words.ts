import {
  GEONAMES_ATTRIBUTION,
  type MapFacts,
  OSM_ATTRIBUTION,
  type PostalCodesFacts,
} from "@leitstand/contract/routing/geo-data";

/** What has been imported, in lines for the person at the keyboard. */
export function wordImport(facts: MapFacts | PostalCodesFacts | null): string[] {
  if (facts === null) return [];
  const switching = "Running servers switch to it within a few seconds.";
  if ("counts" in facts) {
    const { road_pieces, addresses, streets, places, points_of_interest } = facts.counts;
    return [
      `Imported the map ${facts.file_name}: ${counted(road_pieces)} pieces of road, ${counted(addresses)} addresses, ` +
        `${counted(streets)} streets, ${counted(places)} places, ${counted(points_of_interest)} points of interest.`,
      `Its data is under the ODbL 1.0: ${OSM_ATTRIBUTION}. ${switching}`,
    ];
  }
  return [
    `Imported ${counted(facts.count)} postal codes of ${facts.countries.join(", ")} from ${facts.file_name}.`,
    `They are under CC BY 4.0: ${GEONAMES_ATTRIBUTION}. ${switching}`,
  ];
}

const counted = (count: number) => count.toLocaleString("en");
