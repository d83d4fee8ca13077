import {
  GEONAMES_ATTRIBUTION,
  type MapOmission,
  OSM_ATTRIBUTION,
  type PostalCodesFacts,
} from "@leitstand/contract/routing/geo-data";
import type { KeptMap } from "./geo-generation";

/** What has been imported, in lines for the person at the keyboard. */
export function wordImport(facts: Omit<KeptMap, "outline"> | PostalCodesFacts | null): string[] {
  if (facts === null) return [];
  const switching = "Running servers switch to it within a few seconds.";
  if ("counts" in facts) {
    const { road_pieces, addresses, streets, places, points_of_interest } = facts.counts;
    return [
      `Imported the map ${facts.file_name}: ${counted(road_pieces)} pieces of road, ${counted(addresses)} addresses, ` +
        `${counted(streets)} streets, ${counted(places)} places, ${counted(points_of_interest)} points of interest.`,
      ...(facts.omissions ?? []).map(wordOmission),
      `Its data is under the ODbL 1.0: ${OSM_ATTRIBUTION}. ${switching}`,
    ];
  }
  return [
    `Imported ${counted(facts.count)} postal codes of ${facts.countries.join(", ")} from ${facts.file_name}.`,
    `They are under CC BY 4.0: ${GEONAMES_ATTRIBUTION}. ${switching}`,
  ];
}

/** What was left out, after its number: of one, and of several. */
const omissionWords: Readonly<Record<MapOmission["kind"], readonly [one: string, several: string]>> = {
  TURN_RESTRICTION_NOT_UNDERSTOOD: [
    "turn restriction that is incomplete, or holds at certain times, or is of an unknown kind",
    "turn restrictions that are incomplete, or hold at certain times, or are of an unknown kind",
  ],
  TURN_RESTRICTION_MEMBERS_MISSING: [
    "turn restriction whose ways are not all among the roads of the map",
    "turn restrictions whose ways are not all among the roads of the map",
  ],
  TURN_RESTRICTION_UNCLEAR: [
    "turn restriction whose ways are not one turn that can be driven",
    "turn restrictions whose ways are not one turn that can be driven",
  ],
  NODES_MISSING: [
    "way where it leads over nodes that are not in the file",
    "ways where they lead over nodes that are not in the file",
  ],
  NODE_DOUBLED: [
    "node that stands in the file more than once; the last one counts",
    "nodes that stand in the file more than once; the last one of each counts",
  ],
  WAY_DOUBLED: [
    "way that stands in the file more than once; the last one counts",
    "ways that stand in the file more than once; the last one of each counts",
  ],
  BARRIER: ["passage at a barrier that is closed to cars", "passages at barriers that are closed to cars"],
  STRETCH_TOO_LONG: [
    "way with more than 500 km between two junctions; its coordinates are broken",
    "ways with more than 500 km between two junctions; their coordinates are broken",
  ],
  ROAD_UNCONNECTED: [
    "way that does not lead to the main road network and back",
    "ways that do not lead to the main road network and back",
  ],
  ADDRESS_WITHOUT_STREET: [
    "address without the name of a street or place",
    "addresses without the name of a street or place",
  ],
};

function wordOmission({ kind, count, examples }: MapOmission): string {
  const [one, several] = omissionWords[kind];
  const named = count > examples.length ? `for example ${examples.join(", ")}` : examples.join(", ");
  return `Left out: ${counted(count)} ${count === 1 ? one : several} (${named}).`;
}

const counted = (count: number) => count.toLocaleString("en");
