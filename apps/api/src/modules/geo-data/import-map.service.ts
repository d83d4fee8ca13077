import { AddressCollector } from "@leitstand/geocoder/collect-addresses";
import type { GeoEntry } from "@leitstand/geocoder/entry";
import { outlineOf } from "@leitstand/geo/roads/outline";
import { MapImportError } from "@leitstand/geo/osm/map-import-error";
import { readOsm } from "@leitstand/geo/osm/read-osm";
import { writeRoadNetwork } from "@leitstand/geo/roads/road-file";
import { importRoads, type RoadNetwork } from "@leitstand/geo/roads/road-network";
import { importTiles } from "@leitstand/geo/tiles/import-tiles";
import { packEntries } from "./entries-file.service";
import type { GeoGeneration, KeptMap } from "./geo-generation";
import { type ImportFile, ImportFault } from "./import-file.service";
import { type ImportTarget, switchGeneration } from "./switch-generation.service";

/**
 * Imports a map of OpenStreetMap in place of the one before. Rejects with an ImportFault for a file that is not a sound map;
 * then, and when it is cut off, all stays as it was.
 */
export async function importMap(target: ImportTarget, file: ImportFile): Promise<GeoGeneration> {
  const { tell } = target;
  const bytes = file.size_bytes;
  try {
    const roads = await importRoads(() => file.read(), { bytes, onProgress: (share) => tell("Reading roads", share) });
    const addresses = new AddressCollector();
    await readOsm(file.read(), addresses, { bytes, onProgress: (share) => tell("Reading addresses", share) });
    const tiles = await importTiles(() => file.read(), {
      bytes,
      onProgress: (share) => tell("Drawing the map", share),
    });
    await file.checkUnchanged();
    const entries = [...addresses.entries()];
    return await switchGeneration(target, {
      said: { map: describeMap(file.name, { roads, entries, now: target.now }) },
      bytes: { roads: writeRoadNetwork(roads), tiles, entries: await packEntries(entries) },
      replaces: ["roads", "tiles", "entries"],
      entries,
      beside: "postal_codes",
    });
  } catch (error) {
    if (error instanceof MapImportError) throw new ImportFault(`${file.name} was not imported. ${error.message}`);
    throw error;
  }
}

interface Made {
  readonly roads: RoadNetwork;
  readonly entries: readonly GeoEntry[];
  readonly now: Date;
}
function describeMap(file_name: string, { roads, entries, now }: Made): KeptMap {
  const count = (kind: GeoEntry["kind"]) => entries.reduce((sum, entry) => sum + Number(entry.kind === kind), 0);
  const outline = outlineOf(roads);
  const [lons, lats] = [outline.map(([lon]) => lon), outline.map(([, lat]) => lat)];
  return {
    file_name,
    imported_at: now.toISOString(),
    bounding_box: [Math.min(...lons), Math.min(...lats), Math.max(...lons), Math.max(...lats)],
    counts: {
      road_pieces: roads.pieces.count,
      addresses: count("address"),
      streets: countStreets(entries),
      places: count("place"),
      points_of_interest: count("point_of_interest"),
    },
    outline,
  };
}

/** A street has as many entries as pieces. */
function countStreets(entries: readonly GeoEntry[]): number {
  const streets = new Set<string>();
  for (const entry of entries)
    if (entry.kind === "street") streets.add([entry.street, entry.zip_code, entry.city].join("\n"));
  return streets.size;
}
