import { NODE_FLAG_ACCESS_CLOSED, type CollectedRoads } from "./collect-roads";
import type { RoadPieces } from "./road-pieces";
import { isDrivableEdge, reverseEdgeOf, tailNodeOf } from "./turn-rules";

/** Edges by the junction that they leave: those of `node` stand from `first[node]` to before `first[node + 1]`. */
export interface OutgoingEdges {
  readonly first: Uint32Array;
  readonly edges: Uint32Array;
}

export const groupEdgesByTailNode = (pieces: RoadPieces, nodes: number): OutgoingEdges =>
  groupChosenEdges(pieces, nodes, (edge) => isDrivableEdge(pieces, edge));

function groupChosenEdges(pieces: RoadPieces, nodes: number, isChosen: (edge: number) => boolean): OutgoingEdges {
  const first = new Uint32Array(nodes + 1);
  const chosen: number[] = [];
  for (let edge = 0; edge < pieces.count * 2; edge++) if (isChosen(edge)) chosen.push(edge);
  for (const edge of chosen) first[tailNodeOf(pieces, edge) + 1]!++;
  for (let node = 0; node < nodes; node++) first[node + 1]! += first[node]!;
  const edges = new Uint32Array(chosen.length);
  const next = first.slice();
  for (const edge of chosen) edges[next[tailNodeOf(pieces, edge)]!++] = edge;
  return { first, edges };
}

/**
 * Marks, by edge, one-way streets that lead nowhere: from their ends no road leaves, a barrier stands there, or only
 * streets leave that lead nowhere either. Maps have them at the rim of an extract and where a direction is tagged wrongly.
 */
export function edgesLeadingNowhere(
  { nodeFlags }: CollectedRoads,
  pieces: RoadPieces,
  { first }: OutgoingEdges,
): Uint8Array {
  const leadsNowhere = new Uint8Array(pieces.count * 2);
  const isOneway = (edge: number) => isDrivableEdge(pieces, edge) && !isDrivableEdge(pieces, reverseEdgeOf(edge));
  /** By the junction where a one-way street ends, the edges against it. */
  const against = groupChosenEdges(pieces, nodeFlags.length, (edge) => isOneway(reverseEdgeOf(edge)));
  const waysOn = Uint32Array.from(nodeFlags, (flags, node) =>
    (flags & NODE_FLAG_ACCESS_CLOSED) === 0 ? (first[node + 1] as number) - (first[node] as number) : 0,
  );
  const ends: number[] = [];
  for (let node = 0; node < waysOn.length; node++)
    if (waysOn[node] === 0 && against.first[node] !== against.first[node + 1]) ends.push(node);
  for (let end = ends.pop(); end !== undefined; end = ends.pop())
    for (let at = against.first[end] as number; at < (against.first[end + 1] as number); at++) {
      const edge = reverseEdgeOf(against.edges[at] as number);
      leadsNowhere[edge] = 1;
      const tail = tailNodeOf(pieces, edge);
      // A junction that is closed or has no way on already is an end of its own.
      if (waysOn[tail] !== 0 && --waysOn[tail]! === 0) ends.push(tail);
    }
  return leadsNowhere;
}
