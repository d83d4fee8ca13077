import { MapImportError } from "./map-import-error";

/** Tags of an element. A Map, because keys are whatever mappers wrote, `__proto__` included. */
export type OsmTags = ReadonlyMap<string, string>;

/** A point; `lon` and `lat` in degrees of WGS 84. */
export interface OsmNode {
  readonly id: number;
  readonly lon: number;
  readonly lat: number;
  readonly tags: OsmTags;
}

/** A line or the rim of an area. Nodes that an extract cut off are still named in `refs`. */
export interface OsmWay {
  readonly id: number;
  readonly refs: readonly number[];
  readonly tags: OsmTags;
}

export type OsmElementKind = "node" | "way" | "relation";

export interface OsmRelationMember {
  readonly type: OsmElementKind;
  readonly ref: number;
  readonly role: string;
}

export interface OsmRelation {
  readonly id: number;
  readonly members: readonly OsmRelationMember[];
  readonly tags: OsmTags;
}

/** Called for each element in the order of the file. Kinds without a function are skipped without decoding them. */
export interface OsmElementVisitor {
  readonly node?: (node: OsmNode) => void;
  readonly way?: (way: OsmWay) => void;
  readonly relation?: (relation: OsmRelation) => void;
}

/** Empty tags, which most elements share. */
export const emptyOsmTags: OsmTags = new Map();

/**
 * Checks an id. Ids count upwards from 1. Editors give negative ids to elements that were never uploaded; those of two
 * files would be confused.
 */
export function checkOsmId(id: number, kind: OsmElementKind): number {
  if (Number.isSafeInteger(id) && id > 0) return id;
  throw new MapImportError("invalid_id", `The map file names a ${kind} ${id}, which is not an id of OpenStreetMap.`);
}

export function checkCoordinates(node: OsmNode): OsmNode {
  // Written so that NaN fails as well.
  if (Math.abs(node.lon) <= 180 && Math.abs(node.lat) <= 90) return node;
  const place = `longitude ${node.lon}, latitude ${node.lat}`;
  throw new MapImportError("invalid_coordinates", `The map file puts node ${node.id} at ${place}.`);
}
