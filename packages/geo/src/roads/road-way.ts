import type { OsmTags } from "../osm/osm-element";
import {
  type RoadAccess,
  type DrivingDirection,
  isTooSmallForVan,
  accessFromTags,
  motorAccessFromTags,
  onewayTagOf,
} from "./access";
import { type WaySpeedFacts, parseWaySpeedFacts, usualSpeedKmhByRoadKind } from "./speed";

/** Facts of a way that the router needs, for a way that a car or van may use. */
export interface RoadWayFacts {
  readonly forward: RoadAccess;
  readonly backward: RoadAccess;
  readonly speed: WaySpeedFacts;
  readonly isRoundabout: boolean;
  readonly isFerry: boolean;
  /** Duration of the whole crossing of a ferry or shuttle train in seconds, where it is tagged. */
  readonly durationSeconds: number | undefined;
  readonly name: string;
  readonly ref: string;
  /** Texts of signposts at its beginning, as OSRM writes them: `A 14: Bregenz, Feldkirch`. */
  readonly destinations: string;
}

/** Kinds of ways that are closed to cars unless a tag says that they may pass. */
const kindsNeedingPermission = new Set(["track", "pedestrian", "path", "ferry", "shuttle_train"]);

/** Reads a way; undefined where no car may or can go. */
export function parseRoadWay(tags: OsmTags): RoadWayFacts | undefined {
  const kind = roadKindOf(tags);
  if (kind === undefined || usualSpeedKmhByRoadKind[kind] === undefined || isImpassable(tags)) return undefined;
  const { forward, backward } = accessByDirection(kind, tags);
  if (forward === "closed" && backward === "closed") return undefined;
  const isFerry = kind === "ferry" || kind === "shuttle_train";
  return {
    forward,
    backward,
    speed: parseWaySpeedFacts(kind, tags),
    isRoundabout: isRoundabout(tags),
    isFerry,
    // On a road it is the time of a hike or another tour that follows it.
    durationSeconds: isFerry ? parseDurationSeconds(tags.get("duration")) : undefined,
    name: tags.get("name") ?? "",
    ref: (tags.get("ref") ?? "").replaceAll(";", "; "),
    destinations: destinationTextOf(tags),
  };
}

function roadKindOf(tags: OsmTags): string | undefined {
  const route = tags.get("route");
  if (route === "ferry" || route === "shuttle_train") return route;
  // Squares that are drawn as areas have no middle line to drive on.
  return tags.get("area") === "yes" ? undefined : tags.get("highway");
}

function isImpassable(tags: OsmTags): boolean {
  if (tags.get("impassable") === "yes" || tags.get("smoothness") === "impassable") return true;
  return tags.get("service") === "emergency_access" || isTooSmallForVan(tags);
}

const isRoundabout = (tags: OsmTags) => ["roundabout", "circular"].includes(tags.get("junction") ?? "");

function accessByDirection(kind: string, tags: OsmTags): Record<DrivingDirection, RoadAccess> {
  const open = {
    forward: accessInDirection(kind, tags, "forward"),
    backward: accessInDirection(kind, tags, "backward"),
  };
  const oneway = onewayDirectionOf(kind, tags);
  // The present direction of a reversible lane is in no map.
  if (oneway === "changing") return { forward: "closed", backward: "closed" };
  if (oneway === "forward") return { ...open, backward: "closed" };
  return oneway === "backward" ? { ...open, forward: "closed" } : open;
}

function accessInDirection(kind: string, tags: OsmTags, direction: DrivingDirection): RoadAccess {
  return kindsNeedingPermission.has(kind)
    ? (motorAccessFromTags(tags, direction) ?? "closed")
    : (accessFromTags(tags, direction) ?? "open");
}

function onewayDirectionOf(kind: string, tags: OsmTags): DrivingDirection | "changing" | undefined {
  switch (onewayTagOf(tags)) {
    case "yes":
    case "true":
    case "1":
      return "forward";
    case "-1":
    case "reverse":
      return "backward";
    case "reversible":
      return "changing";
    case "no":
    case "false":
    case "0":
    // Both directions take turns, as at roadworks with a signal: a matter of speed.
    case "alternating":
      return undefined;
    default:
      return kind === "motorway" || isRoundabout(tags) ? "forward" : undefined;
  }
}

/** Seconds of `hh:mm`, `hh:mm:ss` or minutes; no ferry is known that needs more than a day. */
function parseDurationSeconds(text: string | undefined): number | undefined {
  if (text === undefined || !/^\d{1,3}(:\d{2}){0,2}$/.test(text)) return undefined;
  const [first = 0, minutes, seconds = 0] = text.split(":").map(Number);
  const total = minutes === undefined ? first * 60 : first * 3600 + minutes * 60 + seconds;
  return total > 0 && total <= 86_400 ? total : undefined;
}

function destinationTextOf(tags: OsmTags): string {
  const listed = (key: string) =>
    (tags.get(key) ?? "")
      .split(";")
      .map((part) => part.trim())
      .join(", ");
  return [listed("destination:ref"), listed("destination")].filter((part) => part !== "").join(": ");
}
