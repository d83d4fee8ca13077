import type { OsmRelation, OsmTags } from "../osm/osm-element";

/**
 * Turn restriction: a driver who comes from way `from`, over `viaNode` or along `viaWays`, must not go into way `to`
 * (or, `isOnly`, must go nowhere else). https://wiki.openstreetmap.org/wiki/Relation:restriction
 */
export interface TurnRestriction {
  /** Id of the relation with the restriction. */
  readonly relation: number;
  readonly isOnly: boolean;
  readonly from: number;
  readonly to: number;
  readonly viaNode: number | undefined;
  readonly viaWays: readonly number[];
}

/**
 * Keys of restrictions, the most special first. Those for lorries, buses or times do not concern us;
 * `restriction:conditional` is not read.
 */
const restrictionKeys = ["restriction:motorcar", "restriction:motor_vehicle", "restriction"] as const;
const ownVehicleKinds = new Set(["motorcar", "motor_vehicle", "vehicle"]);

/**
 * Reads a relation: several restrictions for `no_entry` and `no_exit`, which name many ways; "not_understood" for a
 * restriction that names nothing to forbid; undefined for relations that are no restriction for us.
 */
export function parseTurnRestrictions({
  id,
  tags,
  members,
}: OsmRelation): readonly TurnRestriction[] | "not_understood" | undefined {
  if (tags.get("type") !== "restriction" || isOwnVehicleExcepted(tags) || isForOtherVehicles(tags)) return undefined;
  const kind = restrictionKindOf(tags);
  const restrictions = kind ? restrictionsOf(kind, { id, members }) : [];
  return restrictions.length === 0 ? "not_understood" : restrictions;
}

function restrictionsOf(kind: "no" | "only", { id, members }: Pick<OsmRelation, "id" | "members">): TurnRestriction[] {
  const waysIn = (role: string) => members.filter((member) => member.role === role && member.type === "way");
  const viaWays = waysIn("via").map(({ ref }) => ref);
  const viaNodes = members.filter((member) => member.role === "via" && member.type === "node");
  const isWhole = viaNodes.length === 1 ? viaWays.length === 0 : viaNodes.length === 0 && viaWays.length > 0;
  if (!isWhole) return [];
  return waysIn("from").flatMap(({ ref: from }) =>
    waysIn("to").map(({ ref: to }) => ({
      relation: id,
      isOnly: kind === "only",
      from,
      to,
      viaNode: viaNodes[0]?.ref,
      viaWays,
    })),
  );
}

function restrictionKindOf(tags: OsmTags): "no" | "only" | undefined {
  const text = restrictionKeys.map((key) => tags.get(key)).find((value) => value !== undefined);
  const kind = /^(no|only)_(left_turn|right_turn|straight_on|u_turn|entry|exit)$/.exec(text ?? "")?.[1];
  return kind as "no" | "only" | undefined;
}

/**
 * Whether a restriction is for other vehicles, such as `restriction:hgv`, without a tag for all or for cars, not even
 * one by time.
 */
const isForOtherVehicles = (tags: OsmTags) =>
  [...tags.keys()].some((key) => key.startsWith("restriction:")) &&
  !restrictionKeys.some((key) => tags.has(key) || tags.has(`${key}:conditional`));

const isOwnVehicleExcepted = (tags: OsmTags) =>
  (tags.get("except") ?? "").split(";").some((vehicle) => ownVehicleKinds.has(vehicle.trim()));
