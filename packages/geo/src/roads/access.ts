import type { OsmTags } from "../osm/osm-element";

/**
 * Access for a car or van of a company, by OpenStreetMap's rules (https://wiki.openstreetmap.org/wiki/Key:access):
 * `limited` is open to drivers with business there, so that a route may begin and end in it but not lead through.
 */
export type RoadAccess = "open" | "limited" | "closed";

/** Keys of access, the most special first; a van on its way to a customer is a motor car to the law. */
const accessKeys = ["motorcar", "motor_vehicle", "vehicle", "access"] as const;
const motorAccessKeys = accessKeys.slice(0, 3);

const accessOfTagValue: Readonly<Record<string, RoadAccess>> = {
  yes: "open",
  designated: "open",
  official: "open",
  permissive: "open",
  public: "open",
  customers: "limited",
  delivery: "limited",
  destination: "limited",
  permit: "limited",
  private: "limited",
  residents: "limited",
  agricultural: "closed",
  bus: "closed",
  emergency: "closed",
  foot: "closed",
  forestry: "closed",
  military: "closed",
  no: "closed",
  psv: "closed",
  use_sidepath: "closed",
};

export type DrivingDirection = "forward" | "backward";

/** Access by tags; undefined when they say nothing that we understand: then the kind of road decides. */
export function accessFromTags(tags: OsmTags, direction?: DrivingDirection): RoadAccess | undefined {
  return firstKnownAccess(tags, accessKeys, direction);
}

/** Access that tags give to motor vehicles by name; some kinds of way are open to them only then. */
export function motorAccessFromTags(tags: OsmTags, direction?: DrivingDirection): RoadAccess | undefined {
  return firstKnownAccess(tags, motorAccessKeys, direction);
}

function firstKnownAccess(
  tags: OsmTags,
  names: readonly string[],
  direction?: DrivingDirection,
): RoadAccess | undefined {
  for (const name of names) {
    const directed = direction && tags.get(`${name}:${direction}`);
    const access = accessOfTag(directed) ?? accessOfTag(tags.get(name));
    if (access) return access;
  }
  return undefined;
}

/**
 * Access by a tag's values, of which the most generous counts: `agricultural;destination` lets us in to our customer.
 */
function accessOfTag(text: string | undefined): RoadAccess | undefined {
  if (text === undefined) return undefined;
  const found = new Set(text.split(";").map((value) => accessOfTagValue[value.trim()]));
  return (["open", "limited", "closed"] as const).find((access) => found.has(access));
}

/** Barriers that a car passes unless their access forbids it; all others it passes only if their access allows it. */
const passableBarriers = new Set([
  "border_control",
  "cattle_grid",
  "entrance",
  "gate",
  "height_restrictor",
  "kerb",
  "lift_gate",
  "no",
  "sally_port",
  "sliding_gate",
  "swing_gate",
  "toll_booth",
]);

/** Whether a node lets a car through. */
export function accessOfNode(tags: OsmTags): RoadAccess {
  const barrier = tags.get("barrier");
  if (barrier === undefined) return tags.get("highway") === "elevator" ? "closed" : "open";
  if (isTooSmallForVan(tags) || tags.get("locked") === "yes") return "closed";
  if (passableBarriers.has(barrier)) return accessFromTags(tags) ?? "open";
  // `access=yes` on a bollard means cyclists; only a tag about motor vehicles opens it.
  return motorAccessFromTags(tags) ?? "closed";
}

/** Minimum limits that a van needs: metres of height and width, tonnes. */
const VAN_LIMITS = { maxheight: 2.1, maxwidth: 2, maxweight: 2.5 } as const;

export function isTooSmallForVan(tags: OsmTags): boolean {
  return Object.entries(VAN_LIMITS).some(([key, needed]) => {
    const text = tags.get(key);
    // Limits in other units than metres and tonnes are rare here, and their numbers larger. Some have a decimal comma.
    const limit = text === undefined ? Number.NaN : Number.parseFloat(text.replace(",", "."));
    return limit < needed;
  });
}

const onewayKeys = ["oneway:motorcar", "oneway:motor_vehicle", "oneway:vehicle", "oneway"] as const;

/** Value of the tag that says for cars whether a way is one-way. */
export function onewayTagOf(tags: OsmTags): string | undefined {
  const key = onewayKeys.find((name) => tags.has(name));
  return key && tags.get(key);
}
