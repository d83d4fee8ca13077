import type { ByteChunks } from "../osm/byte-source";
import { MapOmissionCollector } from "../osm/omissions";
import { visitOsmElements } from "../osm/read-osm";
import { RoadCollector, type CollectedRoads } from "./collect-roads";
import { buildContractionHierarchy } from "./contraction";
import type { ContractionHierarchy } from "./hierarchy";
import { extractMainRoadComponent } from "./main-component";
import { reportBarriers, reportUnconnectedWays } from "./omitted-roads";
import { cutRoadsIntoPieces, type RoadPieces } from "./road-pieces";
import type { CountryWithKnownSpeedLimits } from "./speed";
import { buildTurnGraph, type TurnGraph } from "./turn-graph";

/** Roads of a region as routing needs them; made by `importRoadNetwork`, kept as bytes by `encodeRoadNetwork`. */
export interface RoadNetwork {
  readonly country: CountryWithKnownSpeedLimits;
  readonly pieces: RoadPieces;
  /** Name, number and signposted destinations of each piece: three texts from `labels[3 * labelOf[piece]]` on. */
  readonly labels: readonly string[];
  readonly labelOf: Uint32Array;
  readonly graph: TurnGraph;
  readonly hierarchy: ContractionHierarchy;
}

export interface ImportRoadNetworkOptions {
  /** Size of the file in bytes; without it progress begins with the contraction. */
  readonly bytes?: number;
  /** Country whose general speed limits hold; found by the map's own tags if not given. */
  readonly country?: CountryWithKnownSpeedLimits;
  /** Called with a share from 0 to 1. */
  readonly onProgress?: (share: number) => void;
  readonly signal?: AbortSignal;
  /** Collects elements of the map that do not get into the network. */
  readonly omissions?: MapOmissionCollector;
}

/** Shares of the whole work, as measured. */
const FIRST_PASS_SHARE = 0.2;
const SECOND_PASS_SHARE = 0.4;

/**
 * Builds the road network of a map. `open` is called twice, because a map names its nodes before the ways that need them; each
 * time it has to bring the same bytes. Rejects with MapImportError.
 */
export async function importRoadNetwork(
  open: () => ByteChunks,
  options: ImportRoadNetworkOptions = {},
): Promise<RoadNetwork> {
  const { bytes, country, onProgress, signal, omissions = new MapOmissionCollector() } = options;
  const part = (from: number, to: number) => (share: number) => onProgress?.(from + (to - from) * share);
  const collector = new RoadCollector(omissions);
  await visitOsmElements(open(), collector.roads, { bytes, signal, onProgress: part(0, FIRST_PASS_SHARE) });
  const places = collector.places(country);
  await visitOsmElements(open(), places, { bytes, signal, onProgress: part(FIRST_PASS_SHARE, SECOND_PASS_SHARE) });
  const network = buildNetwork(collector.collected(), omissions, part(SECOND_PASS_SHARE, 1));
  onProgress?.(1);
  return network;
}

function buildNetwork(
  material: CollectedRoads,
  omissions: MapOmissionCollector,
  onProgress: (share: number) => void,
): RoadNetwork {
  const pieces = cutRoadsIntoPieces(material, omissions);
  reportBarriers(material, pieces, omissions);
  const graph = extractMainRoadComponent(buildTurnGraph(material, pieces, omissions));
  reportUnconnectedWays(material, { pieces, graph }, omissions);
  const hierarchy = buildContractionHierarchy(graph, onProgress);
  return { country: material.country, pieces, ...roadLabelsOf(material, pieces), graph, hierarchy };
}

function roadLabelsOf({ ways }: CollectedRoads, pieces: RoadPieces): Pick<RoadNetwork, "labels" | "labelOf"> {
  const labels: string[] = [];
  const known = new Map<string, number>();
  const ofWays = ways.map(({ name, ref, destinations }) => {
    const key = JSON.stringify([name, ref, destinations]);
    const index = known.get(key) ?? known.size;
    if (!known.has(key)) labels.push(name, ref, destinations);
    known.set(key, index);
    return index;
  });
  return { labels, labelOf: pieces.ways.map((way) => ofWays[way] as number) };
}
