/** Thread that reads a map of OpenStreetMap into all that the product needs of it. */
import type { MessagePort } from "node:worker_threads";
import { AddressCollector } from "@leitstand/geocoder/collect/collect-addresses";
import type { GeocodingEntry } from "@leitstand/geocoder/index/entry";
import { MapImportError } from "@leitstand/geo/osm/map-import-error";
import { MapOmissionCollector } from "@leitstand/geo/osm/omissions";
import { visitOsmElements } from "@leitstand/geo/osm/read-osm";
import { convexHullOfRoads } from "@leitstand/geo/roads/outline";
import { encodeRoadNetwork } from "@leitstand/geo/roads/road-file";
import { importRoadNetwork, type RoadNetwork } from "@leitstand/geo/roads/road-network";
import { importTiles } from "@leitstand/geo/tiles/import-tiles";
import { answerThreadQuestions, AnswerWithTransferredBuffers } from "#platform/threads/thread-answers";
import { packGeoEntries } from "./entries-file.service";
import type { OpenedMapFile, ParsedMapParts } from "./geo-threads.service";
import { readFileFromStart } from "./import-file.service";
import type { GeoImportProgress } from "./import-step";

await answerThreadQuestions(async (map: OpenedMapFile) => ({
  read: async () => {
    try {
      const read = await parseMapFile(map);
      return new AnswerWithTransferredBuffers(
        read,
        [read.roads, read.tiles, read.entries].map(({ buffer }) => buffer),
      );
    } catch (error) {
      if (error instanceof MapImportError) return { refused: error.message };
      throw error;
    }
  },
}));

async function parseMapFile({ descriptor, size_bytes: bytes, steps }: OpenedMapFile): Promise<ParsedMapParts> {
  const open = () => readFileFromStart(descriptor);
  const omissions = new MapOmissionCollector();
  const network = await importRoadNetwork(open, {
    bytes,
    omissions,
    onProgress: createProgressReporter(steps, "Reading roads"),
  });
  const roads = copyToOwnBuffer(encodeRoadNetwork(network));
  const addresses = new AddressCollector();
  await visitOsmElements(open(), addresses, { bytes, onProgress: createProgressReporter(steps, "Reading addresses") });
  const entries = [...addresses.entries()];
  addresses.tellOmissions(omissions);
  const facts = { ...mapFactsOf(network, entries), omissions: omissions.list() };
  const packed = copyToOwnBuffer(await packGeoEntries(entries));
  const tiles = copyToOwnBuffer(
    await importTiles(open, { bytes, onProgress: createProgressReporter(steps, "Drawing the map") }),
  );
  return { facts, roads, tiles, entries: packed };
}

const createProgressReporter = (steps: MessagePort, stage: string) => (share: number) =>
  steps.postMessage({ stage, share } satisfies GeoImportProgress);

/** Copy of the bytes in a buffer of their own, because a buffer that is handed over must not be shared. */
const copyToOwnBuffer = (bytes: Uint8Array): Uint8Array<ArrayBuffer> => new Uint8Array(bytes);

function mapFactsOf(
  network: RoadNetwork,
  entries: readonly GeocodingEntry[],
): Omit<ParsedMapParts["facts"], "omissions"> {
  const count = (kind: GeocodingEntry["kind"]) => entries.reduce((sum, entry) => sum + Number(entry.kind === kind), 0);
  const outline = convexHullOfRoads(network);
  const [lons, lats] = [outline.map(([lon]) => lon), outline.map(([, lat]) => lat)];
  return {
    bounding_box: [Math.min(...lons), Math.min(...lats), Math.max(...lons), Math.max(...lats)],
    counts: {
      road_pieces: network.pieces.count,
      addresses: count("address"),
      streets: countStreets(entries),
      places: count("place"),
      points_of_interest: count("point_of_interest"),
    },
    outline,
  };
}

/** Number of streets; a street has as many entries as pieces. */
function countStreets(entries: readonly GeocodingEntry[]): number {
  const streets = new Set<string>();
  for (const entry of entries)
    if (entry.kind === "street") streets.add([entry.street, entry.zip_code, entry.city].join("\n"));
  return streets.size;
}
