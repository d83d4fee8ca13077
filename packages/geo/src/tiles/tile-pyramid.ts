import { gzipSync } from "node:zlib";
import { GeoJSONVT, type GeoJSONVTFeature } from "@maplibre/geojson-vt";
import { fromGeojsonVt } from "@maplibre/vt-pbf";
import { type TileFeatureDescription, TILE_ZOOM_MAX, type TileLayer, tileLayers } from "./drawn";
import type { GzippedTile } from "./pmtiles-file";
import type { MapShape } from "./shapes";
import { type TileCoordinates, tileIdOf } from "./tile-id";

/** Number of steps from one edge of a tile to the other. */
const TILE_EXTENT = 4_096;
const TILE_FORMAT_VERSION = 2;

interface PyramidBounds {
  readonly root: TileCoordinates;
  /** Zoom level of the pyramid's lowest row. */
  readonly lastZoom: number;
}

/**
 * Cuts shapes into the vector tiles of a pyramid, quarter after quarter, so that only what is still to be cut is held.
 * Tiles come zoom by zoom down to the end of one quarter before the next one begins.
 */
export function* cutVectorTiles(
  shapes: readonly MapShape[],
  { root, lastZoom }: PyramidBounds,
): Generator<GzippedTile> {
  const index = new GeoJSONVT(
    { type: "FeatureCollection", features: shapes } as unknown as ConstructorParameters<typeof GeoJSONVT>[0],
    // Nothing is cut in advance; a tile holds its shapes until it is cut itself.
    { maxZoom: TILE_ZOOM_MAX, indexMaxZoom: 0, extent: TILE_EXTENT },
  );
  const waiting = [root];
  for (let address = waiting.pop(); address; address = waiting.pop()) {
    const { z, x, y } = address;
    const tile = index.getTile(z, x, y);
    if (!tile?.source?.length) continue;
    const layers = tileLayersOf(tile.features, z);
    if (layers)
      yield {
        id: tileIdOf(address),
        bytes: gzipSync(fromGeojsonVt(layers, { version: TILE_FORMAT_VERSION, extent: TILE_EXTENT })),
      };
    // Emptied, because the index keeps every requested tile.
    tile.features = [];
    if (z === lastZoom) tile.source = null;
    else for (const [east, south] of quarterOffsets) waiting.push({ z: z + 1, x: 2 * x + east, y: 2 * y + south });
  }
}
const quarterOffsets = [
  [0, 0],
  [1, 0],
  [0, 1],
  [1, 1],
] as const;

type TileLayers = Parameters<typeof fromGeojsonVt>[0];

/** Layers of a tile; undefined when nothing is shown at this zoom. */
function tileLayersOf(features: readonly GeoJSONVTFeature[], zoom: number): TileLayers | undefined {
  const found = new Map<TileLayer, GeoJSONVTFeature[]>();
  for (const feature of features) {
    const { layer, minZoom, properties } = feature.tags as unknown as TileFeatureDescription;
    if (minZoom > zoom) continue;
    const shown = found.get(layer) ?? [];
    found.set(layer, shown);
    shown.push({ ...feature, tags: properties as GeoJSONVTFeature["tags"] });
  }
  if (found.size === 0) return undefined;
  const named = tileLayers.flatMap((layer) => (found.has(layer) ? [[layer, { features: found.get(layer) }]] : []));
  return Object.fromEntries(named) as TileLayers;
}
