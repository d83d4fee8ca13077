import type { LonLat } from "../lon-lat";
import type { RouteAnswer } from "../routing/answer";
import { Router } from "../routing/router";
import { importRoadNetwork, type RoadNetwork } from "./road-network";

type TagObject = Readonly<Record<string, string>>;

/** A map that is drawn with letters: each letter is a node, its position in the drawing its place, 100 m apart. */
export interface LetterMap {
  readonly drawing: string;
  /** Letters of the way's nodes, and its tags; `highway=residential` unless they say otherwise. */
  readonly ways: Readonly<Record<string, TagObject>>;
  readonly nodes?: Readonly<Record<string, TagObject>>;
  readonly restrictions?: readonly { kind: string; from: string; via: string; to: string; tags?: TagObject }[];
}

const MAP_ORIGIN: LonLat = [9.5, 47];
const DEGREES_EAST = 100 / (111_195 * Math.cos((MAP_ORIGIN[1] * Math.PI) / 180));
const DEGREES_NORTH = 100 / 111_195;

export function placesByLetter({ drawing }: LetterMap): Map<string, LonLat> {
  const places = new Map<string, LonLat>();
  for (const [row, line] of drawing.split("\n").entries())
    for (const [column, letter] of Array.from(line).entries())
      if (/\w/.test(letter))
        places.set(letter, [MAP_ORIGIN[0] + column * DEGREES_EAST, MAP_ORIGIN[1] - row * DEGREES_NORTH]);
  return places;
}

/** Writes the map as OSM XML. A node of the drawing that `missing` names is left out. */
export function writeLetterMapAsOsm(map: LetterMap, missing = ""): Buffer {
  const places = placesByLetter(map);
  const idOf = (letter: string) => [...places.keys()].indexOf(letter) + 1;
  /** Id of a way; 999 for a way that the map does not hold. */
  const wayIdOf = (letters: string) => Object.keys(map.ways).indexOf(letters) + 1 || 999;
  const nodes = [...places].flatMap(([letter, [lon, lat]]) =>
    missing.includes(letter)
      ? []
      : [`<node id="${idOf(letter)}" lon="${lon}" lat="${lat}">${tagsXml(map.nodes?.[letter])}</node>`],
  );
  const ways = Object.entries(map.ways).map(([letters, tags]) => {
    const refs = Array.from(letters, (letter) => `<nd ref="${idOf(letter)}"/>`).join("");
    return `<way id="${wayIdOf(letters)}">${refs}${tagsXml({ highway: "residential", name: letters, ...tags })}</way>`;
  });
  const relations = (map.restrictions ?? []).map(({ kind, from, via, to, tags }, index) => {
    const vias = via
      .split(",")
      .map((part) => memberXml(part.length === 1 ? ["node", idOf(part)] : ["way", wayIdOf(part)], "via"));
    const ends = [memberXml(["way", wayIdOf(from)], "from"), memberXml(["way", wayIdOf(to)], "to")];
    return `<relation id="${index + 1}">${[...ends, ...vias].join("")}${tagsXml({ type: "restriction", restriction: kind, ...tags })}</relation>`;
  });
  return Buffer.from(`<osm version="0.6">${[...nodes, ...ways, ...relations].join("")}</osm>`);
}

const memberXml = ([type, ref]: readonly [string, number], role: string) =>
  `<member type="${type}" ref="${ref}" role="${role}"/>`;

const tagsXml = (tags: TagObject = {}) =>
  Object.entries(tags)
    .map(([key, value]) => `<tag k="${key}" v="${value}"/>`)
    .join("");

export const importLetterMap = (map: LetterMap, missing?: string): Promise<RoadNetwork> => {
  const bytes = writeLetterMapAsOsm(map, missing);
  return importRoadNetwork(() => [bytes], { bytes: bytes.length });
};

/** Routes on a small map: places are letters, or two letters for the middle between them. */
export const createLetterMapRouter = async (map: LetterMap, missing?: string) =>
  createLetterNetworkRouter(await importLetterMap(map, missing), map);

/** Routes on a network whose nodes lie where those of a small map do. */
export function createLetterNetworkRouter(network: RoadNetwork, map: LetterMap) {
  const router = new Router(network);
  const places = placesByLetter(map);
  const placeOf = (letters: string): LonLat => {
    const [first, second = first] = Array.from(letters, (letter) => places.get(letter)) as [LonLat, LonLat?];
    return [(first[0] + second[0]) / 2, (first[1] + second[1]) / 2];
  };
  const answer = (...letters: string[]): RouteAnswer => router.route(letters.map(placeOf), { within_meters: 30 });
  const lettersOf = (line: readonly LonLat[]) => line.map((point) => letterAt(places, point)).join("");
  return {
    router,
    placeOf,
    answer,
    lettersOf,
    /** Letters of the nodes on the way, in order; or the reason why there is no way. */
    way: (...letters: string[]): string => {
      const found = answer(...letters);
      if (found.kind !== "route") return found.kind;
      return lettersOf(found.route.geometry);
    },
  };
}

/** Letter at a point; an empty text between the nodes. */
function letterAt(places: ReadonlyMap<string, LonLat>, [lon, lat]: LonLat): string {
  const near = [...places].find(([, place]) => Math.abs(place[0] - lon) < 2e-7 && Math.abs(place[1] - lat) < 2e-7);
  return near?.[0] ?? "";
}
