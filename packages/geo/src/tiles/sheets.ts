import Flatbush from "flatbush";
import type { LonLat } from "../lon-lat";
import { GrowableNumberList } from "../roads/numbers";
import { TILE_ZOOM_MAX, type TileLayer } from "./drawn";
import type { GeoBounds, GzippedTile } from "./pmtiles-file";
import { mercatorX, mercatorY } from "./region";
import type { MapShape, MapShapeFactory } from "./shapes";
import { cutVectorTiles } from "./tile-pyramid";

/**
 * Zoom from which on a map is cut sheet by sheet, one for each tile of it: 13 km wide in Central Europe. The memory of
 * a cutter is then bounded by the densest sheet and by the shapes seen from afar, not by all that is drawn.
 */
const SHEET_ZOOM = 11;
const SHEETS_ACROSS = 2 ** SHEET_ZOOM;
/**
 * Rim around a sheet, as a share of its width, from which shapes are drawn as well: a tile shows a 64th of its width
 * beyond its edges, and twice as much makes up for rounding.
 */
const TILE_RIM_SHARE = 1 / 32;

/** Index of all features of a map by place. Shapes are made again for each sheet that they touch. */
export class MapShapeSpatialIndex {
  /** Fields of every layer that has shapes. */
  readonly fields = new Map<TileLayer, Record<string, string>>();
  private readonly seenFromAfar: MapShape[] = [];
  private readonly numbers: Uint32Array;
  /** Boxes as shares of the world, from west to east and from north to south. */
  private readonly boxes: Flatbush | undefined;

  constructor(
    private readonly shapes: MapShapeFactory,
    private readonly bounds: GeoBounds,
  ) {
    const numbers = new GrowableNumberList();
    const boxes = new GrowableNumberList();
    for (let number = 0; number < shapes.count; number++) {
      const made = shapes.of(number);
      if (made.length === 0) continue;
      numbers.push(number);
      for (const side of boxAroundShapes(made)) boxes.push(side);
      for (const shape of made) this.note(shape);
    }
    this.numbers = Uint32Array.from(numbers.view());
    this.boxes = numbers.length === 0 ? undefined : buildBoxIndex(boxes.view());
  }

  private note(shape: MapShape) {
    const { layer, minZoom, properties } = shape.properties;
    const known = this.fields.get(layer) ?? {};
    this.fields.set(layer, known);
    for (const [name, value] of Object.entries(properties))
      if (value !== undefined) known[name] = vectorTypeNames[typeof value as keyof typeof vectorTypeNames];
    if (minZoom < SHEET_ZOOM) this.seenFromAfar.push(shape);
  }

  /** Whether no sheet of the map has anything to draw. */
  get isEmpty(): boolean {
    return this.boxes === undefined;
  }

  /** Tiles from the whole world to `TILE_ZOOM_MAX`; zoom by zoom within a sheet. */
  *tiles(): Generator<GzippedTile> {
    yield* cutVectorTiles(this.seenFromAfar, { root: { z: 0, x: 0, y: 0 }, lastZoom: SHEET_ZOOM - 1 });
    for (const { x, y } of this.sheets()) {
      const shapes = this.shapesAt(x, y);
      if (shapes.length > 0) yield* cutVectorTiles(shapes, { root: { z: SHEET_ZOOM, x, y }, lastZoom: TILE_ZOOM_MAX });
    }
  }

  private *sheets() {
    const { west, south, east, north } = this.bounds;
    const first = Math.floor(mercatorX(west) * SHEETS_ACROSS - TILE_RIM_SHARE);
    const last = Math.min(first + SHEETS_ACROSS - 1, Math.floor(mercatorX(east) * SHEETS_ACROSS + TILE_RIM_SHARE));
    const top = Math.max(0, Math.floor(mercatorY(north) * SHEETS_ACROSS - TILE_RIM_SHARE));
    const bottom = Math.min(SHEETS_ACROSS - 1, Math.floor(mercatorY(south) * SHEETS_ACROSS + TILE_RIM_SHARE));
    for (let y = top; y <= bottom; y++)
      for (let column = first; column <= last; column++) yield { x: (column + SHEETS_ACROSS) % SHEETS_ACROSS, y };
  }

  /** Shapes in their order; the world goes on where it ends. */
  private shapesAt(x: number, y: number): MapShape[] {
    const touching = new Set<number>();
    const [top, bottom] = [(y - TILE_RIM_SHARE) / SHEETS_ACROSS, (y + 1 + TILE_RIM_SHARE) / SHEETS_ACROSS];
    for (const world of [-1, 0, 1]) {
      const [left, right] = [
        world + (x - TILE_RIM_SHARE) / SHEETS_ACROSS,
        world + (x + 1 + TILE_RIM_SHARE) / SHEETS_ACROSS,
      ];
      for (const found of this.boxes?.search(left, top, right, bottom) ?? []) touching.add(found);
    }
    return [...touching]
      .toSorted((one, other) => one - other)
      .flatMap((found) => this.shapes.of(this.numbers[found] as number));
  }
}

const vectorTypeNames = { string: "String", number: "Number", boolean: "Boolean" } as const;

/** Index of boxes, each as left, top, right and bottom. */
function buildBoxIndex(boxes: Float64Array): Flatbush {
  const index = new Flatbush(boxes.length / 4);
  for (let at = 0; at < boxes.length; at += 4) {
    const [left, top, right, bottom] = boxes.subarray(at, at + 4) as unknown as SheetBox;
    index.add(left, top, right, bottom);
  }
  index.finish();
  return index;
}

type SheetBox = readonly [left: number, top: number, right: number, bottom: number];

function boxAroundShapes(shapes: readonly MapShape[]): SheetBox {
  let [west, south, east, north] = [180, 90, -180, -90];
  for (const { geometry } of shapes)
    for (const [lon, lat] of positionsOfGeometry(geometry)) {
      west = Math.min(west, lon);
      east = Math.max(east, lon);
      south = Math.min(south, lat);
      north = Math.max(north, lat);
    }
  return [mercatorX(west), mercatorY(north), mercatorX(east), mercatorY(south)];
}

/** Positions of a geometry; holes lie within their outlines, and are skipped. */
function positionsOfGeometry(geometry: MapShape["geometry"]): readonly LonLat[] {
  switch (geometry.type) {
    case "Point":
      return [geometry.coordinates];
    case "LineString":
      return geometry.coordinates;
    case "Polygon":
      return geometry.coordinates[0] ?? [];
    case "MultiPolygon":
      return geometry.coordinates.flatMap(([outline = []]) => outline);
  }
}
