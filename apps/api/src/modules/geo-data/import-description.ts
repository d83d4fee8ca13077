import {
  GEONAMES_ATTRIBUTION,
  type MapOmission,
  OSM_ATTRIBUTION,
  type ImportedPostalCodesFacts,
} from "@leitstand/contract/routing/geo-data";
import type { StoredMap } from "./geo-generation";

/** Describes imported data in lines for the terminal. */
export function describeGeoImport(facts: Omit<StoredMap, "outline"> | ImportedPostalCodesFacts | null): string[] {
  if (facts === null) return [];
  const switching = "Running servers switch to it within a few seconds.";
  if ("counts" in facts) {
    const { road_pieces, addresses, streets, places, points_of_interest } = facts.counts;
    return [
      `Imported the map ${facts.file_name}: ${formatCount(road_pieces)} pieces of road, ${formatCount(addresses)} addresses, ` +
        `${formatCount(streets)} streets, ${formatCount(places)} places, ${formatCount(points_of_interest)} points of interest.`,
      ...(facts.omissions ?? []).map(describeOmission),
      `Its data is under the ODbL 1.0: ${OSM_ATTRIBUTION}. ${switching}`,
    ];
  }
  return [
    `Imported ${formatCount(facts.count)} postal codes of ${facts.countries.join(", ")} from ${facts.file_name}.`,
    `They are under CC BY 4.0: ${GEONAMES_ATTRIBUTION}. ${switching}`,
  ];
}

const omissionDescriptions: Readonly<Record<MapOmission["kind"], (count: (noun: string) => string) => string>> = {
  TURN_RESTRICTION_NOT_UNDERSTOOD: (count) =>
    `${count("turn restriction")} of an unknown kind, for certain times, or incomplete`,
  TURN_RESTRICTION_MEMBERS_MISSING: (count) =>
    `${count("turn restriction")} with members that are not among the map's roads`,
  TURN_RESTRICTION_UNCLEAR: (count) => `${count("turn restriction")} without one clear turn that can be driven`,
  NODES_MISSING: (count) => `stretches of ${count("way")} over nodes that are not in the file`,
  NODE_DOUBLED: (count) => `earlier copies of ${count("node")} in the same file`,
  WAY_DOUBLED: (count) => `earlier copies of ${count("way")} in the same file`,
  BARRIER: (count) => `passage at ${count("barrier")} closed to cars`,
  STRETCH_TOO_LONG: (count) => `stretches of ${count("way")} that are longer than 500 km, so of broken coordinates`,
  ROAD_UNCONNECTED: (count) => `stretches of ${count("way")} without a connection to the main road network and back`,
  ADDRESS_WITHOUT_STREET: (count) => `${count("house")} with a number, but without a street or place`,
  INTERPOLATION_NOT_UNDERSTOOD: (count) => `houses along ${count("way")} whose numbers or their scheme cannot be read`,
};

function describeOmission({ kind, count, examples }: MapOmission): string {
  const words = omissionDescriptions[kind]((noun) => `${formatCount(count)} ${noun}${count === 1 ? "" : "s"}`);
  return `Left out: ${words} (${count > examples.length ? "for example " : ""}${examples.join(", ")}).`;
}

const formatCount = (count: number) => count.toLocaleString("en");
