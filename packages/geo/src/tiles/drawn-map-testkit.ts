import { VectorTile } from "@mapbox/vector-tile";
import type { Feature, Geometry, Position } from "geojson";
import { PbfReader } from "pbf";
import { PMTiles } from "pmtiles";
import type { LonLat } from "../lon-lat";
import { placesByLetter } from "../roads/small-map-testkit";
import { importTiles } from "./import-tiles";

type TagObject = Readonly<Record<string, string>>;

/** A map that is drawn with letters: each letter is a node, 100 m apart; lines of a way are named by its letters. */
export interface LetterTileMap {
  readonly drawing: string;
  readonly ways?: Readonly<Record<string, TagObject>>;
  readonly nodes?: Readonly<Record<string, TagObject>>;
  /** Relations by the letters of their ways; `/` before one whose role is `inner`. */
  readonly relations?: readonly { readonly ways: readonly string[]; readonly tags: TagObject }[];
  /** Letters of nodes that the map does not hold. */
  readonly missing?: string;
}

/** Writes the map as OSM XML. */
export function writeLetterTileMapAsOsm({
  ways = {},
  nodes = {},
  relations = [],
  missing = "",
  drawing,
}: LetterTileMap): Buffer {
  const places = placesByLetter({ drawing, ways });
  const idOf = (letter: string) => [...places.keys()].indexOf(letter) + 1;
  const wayIdOf = (letters: string) => Object.keys(ways).indexOf(letters) + 1 || 999;
  const asXml = (tags: TagObject = {}) => Object.entries(tags).map(([key, value]) => `<tag k="${key}" v="${value}"/>`);
  const elements = [
    ...[...places]
      .filter(([letter]) => !missing.includes(letter))
      .map(([letter, [lon, lat]]) =>
        [`<node id="${idOf(letter)}" lon="${lon}" lat="${lat}">`, ...asXml(nodes[letter]), "</node>"].join(""),
      ),
    ...Object.entries(ways).map(([letters, tags]) => {
      const refs = Array.from(letters, (letter) => `<nd ref="${idOf(letter)}"/>`);
      return [`<way id="${wayIdOf(letters)}">`, ...refs, ...asXml(tags), "</way>"].join("");
    }),
    ...relations.map(({ ways: members, tags }, index) => {
      const named = members.map((way) => {
        const role = way.startsWith("/") ? "inner" : "outer";
        return `<member type="way" ref="${wayIdOf(way.replace("/", ""))}" role="${role}"/>`;
      });
      return [`<relation id="${index + 1}">`, ...named, ...asXml(tags), "</relation>"].join("");
    }),
  ];
  return Buffer.from(`<osm version="0.6">${elements.join("")}</osm>`);
}

/** Opens an archive as a reader does that knows only the published formats. */
export function openPmtilesArchive(bytes: Uint8Array): PMTiles {
  return new PMTiles({
    getKey: () => "archive",
    getBytes: (offset, length) =>
      Promise.resolve({ data: new Uint8Array(bytes.subarray(offset, offset + length)).buffer as ArrayBuffer }),
  });
}

export type DecodedTileFeature = Feature<Geometry, Readonly<Record<string, string | number | boolean>>>;

/** Features of the tile around a place, by layer, in degrees. */
export async function readTileFeaturesAround(
  archive: PMTiles,
  zoom: number,
  place: LonLat,
): Promise<Record<string, DecodedTileFeature[]>> {
  const [x, y] = tileColumnAndRowAt(zoom, place);
  const answer = await archive.getZxy(zoom, x, y);
  if (!answer) return {};
  const { layers } = new VectorTile(new PbfReader(new Uint8Array(answer.data)));
  return Object.fromEntries(
    Object.entries(layers).map(([name, layer]) => [
      name,
      Array.from(
        { length: layer.length },
        (_, index) => layer.feature(index).toGeoJSON(x, y, zoom) as DecodedTileFeature,
      ),
    ]),
  );
}

export function tileColumnAndRowAt(zoom: number, [lon, lat]: LonLat): readonly [x: number, y: number] {
  const sin = Math.sin((lat * Math.PI) / 180);
  const row = 0.5 - Math.log((1 + sin) / (1 - sin)) / (4 * Math.PI);
  return [Math.floor(((lon + 180) / 360) * 2 ** zoom), Math.floor(row * 2 ** zoom)];
}

/** Draws a map; its tiles are read around its first letter, and positions are given as letters again. */
export async function importLetterTileMap(map: LetterTileMap) {
  const bytes = writeLetterTileMapAsOsm(map);
  const archive = openPmtilesArchive(await importTiles(() => [bytes]));
  const places = placesByLetter({ drawing: map.drawing, ways: {} });
  const [first = [0, 0] as LonLat] = places.values();
  /** Letter within a tenth of the distance between letters. */
  const letterOf = ([lon = 0, lat = 0]: Position) =>
    [...places].find(([, [x, y]]) => Math.abs(x - lon) < 1.4e-4 && Math.abs(y - lat) < 0.9e-4)?.[0] ?? "?";
  const lettersOf = (positions: readonly Position[]) => positions.map(letterOf).join("");
  return {
    /** Letters that a line or a point lies on. */
    lineOf: ({ geometry }: DecodedTileFeature) =>
      geometry.type === "LineString"
        ? lettersOf(geometry.coordinates)
        : geometry.type === "Point"
          ? letterOf(geometry.coordinates)
          : geometry.type,
    look: (zoom: number) => readTileFeaturesAround(archive, zoom, first),
    /**
     * Rings of an area as letters, each from its first letter in the alphabet, in the direction that comes first in it.
     */
    ringsOf: ({ geometry }: DecodedTileFeature) => {
      const polygons =
        geometry.type === "Polygon"
          ? [geometry.coordinates]
          : geometry.type === "MultiPolygon"
            ? geometry.coordinates
            : [];
      return polygons.map((rings) => rings.map((ring) => sortedRing(lettersOf(ring.slice(1)))));
    },
  };
}

function sortedRing(letters: string): string {
  const turned = (text: string) =>
    Array.from(text, (_, index) => text.slice(index) + text.slice(0, index)).toSorted()[0] ?? "";
  return [turned(letters), turned(Array.from(letters).toReversed().join(""))].toSorted()[0] ?? "";
}
