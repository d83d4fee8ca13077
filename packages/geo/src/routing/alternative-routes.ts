/**
 * Other routes that a driver might want, as in Abraham, Delling, Goldberg and Werneck, "Alternative Routes in Road
 * Networks" (2013), with the figures used there: not much longer than the best route, for the most part on other roads,
 * and without a visible detour, which is one in a stretch of a quarter of the way. All of them are shares of the time
 * that the best route takes; its weight may hold the price of a private road, which is beyond all times. Found are
 * those that lead over a place where the two halves of the hierarchy's search meet: cheap, and not all that there are.
 */
import type { ContractionHierarchy } from "../roads/hierarchy";
import type { RouteEndpoint, RouteSearchStart } from "./ends";
import type { HierarchySearch, HierarchyPath } from "./hierarchy-search";

const EXTRA_TIME_SHARE_MAX = 0.25;
const SHARED_TIME_SHARE_MAX = 0.8;
const DETOUR_CHECK_SHARE = 0.25;
/** Number of ways that are examined, the lightest first: in a town there are hundreds that differ by one block. */
const CANDIDATES_EXAMINED_MAX = 40;

export interface AlternativePathOptions {
  readonly search: HierarchySearch;
  readonly hierarchy: ContractionHierarchy;
  /** Edge of each rank: two for each piece of road, one for each direction. */
  readonly edgeAt: Uint32Array;
  readonly seeds: readonly RouteSearchStart[];
  readonly destinations: readonly RouteEndpoint[];
  readonly most: number;
}

/** Finds alternatives to the lightest way that `search` has just found, up to the given number; the lightest first. */
export function findAlternativePaths(best: HierarchyPath, options: AlternativePathOptions): HierarchyPath[] {
  const chosen = [best];
  for (const path of findCandidates(best, options)) {
    if (chosen.length > options.most) break;
    const isNew = chosen.every((known) => sharedTimeOf(path, known, options) < SHARED_TIME_SHARE_MAX * best.duration);
    if (isNew && !hasDetour(path, DETOUR_CHECK_SHARE * best.duration, options)) chosen.push(path);
  }
  return chosen.slice(1);
}

/** All candidates are found at once: looking for detours ends the search whose meetings they are. */
function findCandidates(
  best: HierarchyPath,
  { search, seeds, destinations, edgeAt }: AlternativePathOptions,
): HierarchyPath[] {
  const paths: HierarchyPath[] = [];
  // The lightest way over any place of an examined way is that way.
  const seen = new Set(best.ranks);
  for (const { rank } of search.meetings(best.weight + EXTRA_TIME_SHARE_MAX * best.duration)) {
    if (seen.has(rank)) continue;
    const path = search.pathOver(rank, seeds, destinations);
    for (const passed of path.ranks) seen.add(passed);
    if (!repeatsPiece(path, edgeAt)) paths.push(path);
    if (paths.length === CANDIDATES_EXAMINED_MAX) break;
  }
  return paths;
}

/** Whether a way drives a piece of road twice: into a dead end and back, or round a block. */
function repeatsPiece({ ranks }: HierarchyPath, edgeAt: Uint32Array): boolean {
  const pieces = ranks.map((rank) => pieceOfEdge(edgeAt[rank] as number));
  return new Set(pieces).size < pieces.length;
}

const pieceOfEdge = (edge: number) => edge >> 1;

/** Time on common pieces of road; not by arcs, as the same way may begin or end in more than one state. */
function sharedTimeOf(one: HierarchyPath, other: HierarchyPath, { hierarchy, edgeAt }: AlternativePathOptions): number {
  const known = new Set([other.seed.end.edge, ...other.ranks.map((rank) => edgeAt[rank] as number)].map(pieceOfEdge));
  const isKnown = (rank: number | undefined) => rank !== undefined && known.has(pieceOfEdge(edgeAt[rank] as number));
  const { ranks, arcs, seed, destination } = one;
  let sum = known.has(pieceOfEdge(seed.end.edge)) ? seed.duration : 0;
  if (isKnown(ranks.at(-1))) sum += destination.durationBefore;
  for (const [index, arc] of arcs.entries())
    if (isKnown(ranks[index]) && isKnown(ranks[index + 1])) sum += hierarchy.durations[arc] as number;
  return sum;
}

/**
 * Whether some part of the way, that takes this time at most, could be driven faster: looked for in windows twice as
 * long.
 */
function hasDetour(
  { ranks, arcs }: HierarchyPath,
  stretch: number,
  { search, hierarchy }: AlternativePathOptions,
): boolean {
  const times = prefixSumsOf(arcs, hierarchy.durations);
  const weights = prefixSumsOf(arcs, hierarchy.weights);
  const between = (sums: readonly number[], start: number, end: number) =>
    (sums[end] as number) - (sums[start] as number);
  const last = arcs.length;
  for (let [start, end] = [0, 0]; start < last && end < last; start = firstIndexAfter(times, start, stretch)) {
    while (end < last && between(times, start, end + 1) <= 2 * stretch) end++;
    // A single arc is the fastest way between its ends.
    if (end <= start + 1) continue;
    const lightest = search.weightBetween(ranks[start] as number, ranks[end] as number);
    if (lightest < between(weights, start, end)) return true;
  }
  return false;
}

/** Sums before the first arc, after it, after the second, and so on. */
function prefixSumsOf(arcs: readonly number[], column: Uint32Array): number[] {
  const sums = [0];
  for (const arc of arcs) sums.push((sums.at(-1) as number) + (column[arc] as number));
  return sums;
}

function firstIndexAfter(times: readonly number[], start: number, stretch: number): number {
  const next = times.findIndex((time, index) => index > start && time - (times[start] as number) >= stretch);
  return next < 0 ? times.length - 1 : next;
}
