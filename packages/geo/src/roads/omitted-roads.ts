import type { MapOmissionCollector } from "../osm/omissions";
import { NODE_FLAG_ACCESS_CLOSED, type CollectedRoads } from "./collect-roads";
import type { RoadPieces } from "./road-pieces";
import type { TurnGraph } from "./turn-graph";

/** Reports barriers that stand between two pieces of road; one at the end of a road closes nothing. */
export function reportBarriers(
  { nodeIds, nodeFlags }: CollectedRoads,
  { from, to }: RoadPieces,
  omissions: MapOmissionCollector,
) {
  const pieceEnds = new Uint8Array(nodeIds.length);
  for (const ends of [from, to])
    for (const node of ends) pieceEnds[node] = Math.min(2, (pieceEnds[node] as number) + 1);
  for (let node = 0; node < nodeIds.length; node++)
    if (((nodeFlags[node] as number) & NODE_FLAG_ACCESS_CLOSED) !== 0 && pieceEnds[node] === 2)
      omissions.add("BARRIER", `node ${nodeIds[node]}`);
}

/** Reports ways with a piece that the main component does not hold in either direction. */
export function reportUnconnectedWays(
  { wayIds }: CollectedRoads,
  { pieces, graph: { stateOf } }: { pieces: RoadPieces; graph: TurnGraph },
  omissions: MapOmissionCollector,
) {
  for (let piece = 0; piece < pieces.count; piece++)
    if (stateOf[2 * piece] === -1 && stateOf[2 * piece + 1] === -1)
      omissions.add("ROAD_UNCONNECTED", `way ${wayIds[pieces.ways[piece] as number]}`);
}
