import type { Omissions } from "../osm/omissions";
import { ROAD_NODE_CLOSED, type RoadMaterial } from "./collect-roads";
import type { RoadPieces } from "./road-pieces";
import type { TurnGraph } from "./turn-graph";

/** Reports barriers that stand between two pieces of road; one at the end of a road closes nothing. */
export function reportBarriers({ nodeIds, nodeFlags }: RoadMaterial, { from, to }: RoadPieces, omissions: Omissions) {
  const pieceEnds = new Uint8Array(nodeIds.length);
  for (const ends of [from, to])
    for (const node of ends) pieceEnds[node] = Math.min(2, (pieceEnds[node] as number) + 1);
  for (let node = 0; node < nodeIds.length; node++)
    if (((nodeFlags[node] as number) & ROAD_NODE_CLOSED) !== 0 && pieceEnds[node] === 2)
      omissions.add("BARRIER", `node ${nodeIds[node]}`);
}

/** Reports ways with a piece that the main component does not hold in either direction. */
export function reportUnconnectedWays(
  { wayIds }: RoadMaterial,
  { pieces, graph: { stateOf } }: { pieces: RoadPieces; graph: TurnGraph },
  omissions: Omissions,
) {
  for (let piece = 0; piece < pieces.count; piece++)
    if (stateOf[2 * piece] === -1 && stateOf[2 * piece + 1] === -1)
      omissions.add("ROAD_UNCONNECTED", `way ${wayIds[pieces.ways[piece] as number]}`);
}
