import { MapImportError } from "../osm/map-import-error";
import type { TurnGraph } from "./turn-graph";

/**
 * The largest part of the graph in which everything can be reached from everything. Only there does it make sense to begin
 * and end: an island, a courtyard behind a bollard or a trap of one-way streets would answer "unreachable".
 */
export function extractMainRoadComponent(graph: TurnGraph): TurnGraph {
  const { edges, tails, heads, stateOf } = graph;
  const component = stronglyConnectedComponents(edges.length, tails, heads);
  const sizes = new Map<number, number>();
  for (const index of component) sizes.set(index, (sizes.get(index) ?? 0) + 1);
  const [largest] = [...sizes].reduce((best, other) => (other[1] > best[1] ? other : best), [-1, 0]);
  if (largest < 0) throw new MapImportError("no_roads", "The map holds no road that a car may use.");
  const isKept = statesOfComponent(graph, component, largest);
  const renamed = new Int32Array(edges.length).fill(-1);
  let count = 0;
  for (let state = 0; state < edges.length; state++) if (isKept[state] === 1) renamed[state] = count++;
  const keptEdges = edges.filter((_, state) => isKept[state] === 1);
  const starts = stateOf.map((state) => (state < 0 ? -1 : (renamed[state] as number)));
  // Where only restrictions keep drivers out of a trap, a route starts as one that came from elsewhere.
  for (let state = 0; state < count; state++)
    if (starts[keptEdges[state] as number] === -1) starts[keptEdges[state] as number] = state;
  const kept = tails
    .map((_, arc) => arc)
    .filter((arc) => isKept[tails[arc] as number] === 1 && isKept[heads[arc] as number] === 1);
  return {
    edges: keptEdges,
    stateOf: starts,
    tails: kept.map((arc) => renamed[tails[arc] as number] as number),
    heads: kept.map((arc) => renamed[heads[arc] as number] as number),
    weights: kept.map((arc) => graph.weights[arc] as number),
    durations: kept.map((arc) => graph.durations[arc] as number),
    lengths: kept.map((arc) => graph.lengths[arc] as number),
  };
}

/**
 * States to keep: those of the component, and further states of its edges that lead into it. Some edges are driven only
 * by a driver who came from a certain edge; the state of a route that starts there, and those after it that remember
 * less, are reached from no state of the component.
 */
function statesOfComponent(graph: TurnGraph, component: Int32Array, largest: number): Uint8Array {
  const { edges, tails, heads, stateOf } = graph;
  const isKept = Uint8Array.from(component, (index) => (index === largest ? 1 : 0));
  const isOnEdge = new Uint8Array(stateOf.length);
  for (let state = 0; state < edges.length; state++) if (isKept[state] === 1) isOnEdge[edges[state] as number] = 1;
  let arcs: number[] = [];
  // States further along a restriction have higher numbers, so that most lead to a kept one when their turn comes.
  for (let arc = tails.length - 1; arc >= 0; arc--) {
    const tail = tails[arc] as number;
    if (isKept[tail] === 0 && isOnEdge[edges[tail] as number] === 1) arcs.push(arc);
  }
  for (let open = -1; open !== arcs.length; ) {
    open = arcs.length;
    arcs = arcs.filter((arc) => {
      if (isKept[heads[arc] as number] === 0) return true;
      isKept[tails[arc] as number] = 1;
      return false;
    });
  }
  return isKept;
}

/** Tarjan's algorithm (1972) with a stack of its own, because roads are longer than any call stack. */
function stronglyConnectedComponents(states: number, tails: Uint32Array, heads: Uint32Array): Int32Array {
  const { first, arcs } = groupArcsByState(states, tails);
  const component = new Int32Array(states).fill(-1);
  const found = new Int32Array(states).fill(-1);
  const lowest = new Int32Array(states);
  const nextArc = first.slice();
  const trail: number[] = [];
  const waiting: number[] = [];
  let [time, components] = [0, 0];
  for (let root = 0; root < states; root++) {
    if (found[root] !== -1) continue;
    trail.push(root);
    while (trail.length > 0) {
      const state = trail.at(-1) as number;
      if (found[state] === -1) {
        found[state] = lowest[state] = time++;
        waiting.push(state);
      }
      const at = nextArc[state] as number;
      if (at < (first[state + 1] as number)) {
        nextArc[state] = at + 1;
        const head = heads[arcs[at] as number] as number;
        if (found[head] === -1) trail.push(head);
        else if (component[head] === -1) lowest[state] = Math.min(lowest[state] as number, found[head] as number);
        continue;
      }
      trail.pop();
      const parent = trail.at(-1);
      if (parent !== undefined) lowest[parent] = Math.min(lowest[parent] as number, lowest[state] as number);
      if (lowest[state] === found[state]) closeComponent(state, components++, { component, waiting });
    }
  }
  return component;
}

function closeComponent(root: number, name: number, open: { component: Int32Array; waiting: number[] }) {
  for (let member = -1; member !== root; ) {
    member = open.waiting.pop() as number;
    open.component[member] = name;
  }
}

/** Arcs in the order of one of their ends: those of `state` stand from `first[state]` to before `first[state + 1]`. */
export function groupArcsByState(states: number, ends: Uint32Array): { first: Uint32Array; arcs: Uint32Array } {
  const first = new Uint32Array(states + 1);
  for (const end of ends) first[end + 1]!++;
  for (let state = 0; state < states; state++) first[state + 1]! += first[state]!;
  const next = first.slice();
  const arcs = new Uint32Array(ends.length);
  for (let arc = 0; arc < ends.length; arc++) arcs[next[ends[arc] as number]!++] = arc;
  return { first, arcs };
}
