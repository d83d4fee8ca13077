/**
 * Kinds of elements that an import can leave out of a map, in the order in which they are reported; the contract has
 * the same.
 */
export const mapOmissionKinds = [
  "TURN_RESTRICTION_NOT_UNDERSTOOD",
  "TURN_RESTRICTION_MEMBERS_MISSING",
  "TURN_RESTRICTION_UNCLEAR",
  "NODES_MISSING",
  "NODE_DOUBLED",
  "WAY_DOUBLED",
  "BARRIER",
  "STRETCH_TOO_LONG",
  "ROAD_UNCONNECTED",
  "ADDRESS_WITHOUT_STREET",
  "INTERPOLATION_NOT_UNDERSTOOD",
] as const;
export type MapOmissionKind = (typeof mapOmissionKinds)[number];

export interface ReportedMapOmission {
  readonly kind: MapOmissionKind;
  /** Number of elements that are left out. */
  readonly count: number;
  /** Examples of left out elements, by type and id: `way 123`. */
  readonly examples: string[];
}

const EXAMPLES_PER_KIND_MAX = 3;

/** Counts what an import leaves out of a map, and keeps the first elements of each kind as examples. */
export class MapOmissionCollector {
  private readonly found = new Map<MapOmissionKind, { count: number; last: string; examples: string[] }>();

  /** Counts an element; reports of the same element in a row, such as a way stretch by stretch, count once. */
  add(kind: MapOmissionKind, element: string) {
    const known = this.found.get(kind) ?? { count: 0, last: "", examples: [] };
    if (known.last === element) return;
    known.count++;
    known.last = element;
    if (known.examples.length < EXAMPLES_PER_KIND_MAX) known.examples.push(element);
    this.found.set(kind, known);
  }

  list(): ReportedMapOmission[] {
    return mapOmissionKinds.flatMap((kind) => {
      const known = this.found.get(kind);
      return known ? [{ kind, count: known.count, examples: known.examples }] : [];
    });
  }
}
