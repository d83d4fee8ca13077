import type { ByteChunks } from "../osm/byte-source";
import { MapImportError } from "../osm/map-import-error";
import { visitOsmElements } from "../osm/read-osm";
import type { LonLat } from "../lon-lat";
import { type DrawnMapElements, DrawnMapElementCollector } from "./collect-shapes";
import { TILE_ZOOM_MAX, tileLayers } from "./drawn";
import { type GzippedTile, encodePmtilesArchive } from "./pmtiles-file";
import { boundsOfDrawnElements, roadCoverageHullOf, estimateTileCountWithin } from "./region";
import { MapShapeFactory } from "./shapes";
import { MapShapeSpatialIndex } from "./sheets";

export interface ImportTilesOptions {
  /** Size of the file in bytes; without it progress begins with the cutting. */
  readonly bytes?: number;
  /** Called with a share from 0 to 1. */
  readonly onProgress?: (share: number) => void;
  readonly signal?: AbortSignal;
}

/** Attribution that must stand wherever the tiles are shown. */
export const TILES_ATTRIBUTION = "© OpenStreetMap contributors";

/** Shares of the whole work, as measured. */
const SHARES_OF_PASSES = [0.1, 0.25, 0.4] as const;
const TILES_PER_PROGRESS_CALL = 64;

/**
 * Draws a map as vector tiles: an archive of PMTiles whose layers and properties are named as the Protomaps basemap names
 * them. `open` is called three times, because a map names its nodes before the ways and these before the relations that
 * need them; each time it has to bring the same bytes. Rejects with MapImportError.
 */
export async function importTiles(open: () => ByteChunks, options: ImportTilesOptions = {}): Promise<Uint8Array> {
  const { bytes, onProgress, signal } = options;
  const collector = new DrawnMapElementCollector();
  const readings = [() => collector.relations, () => collector.ways, () => collector.places()];
  let begun = 0;
  for (const [index, visitor] of readings.entries()) {
    const [from, to] = [begun, SHARES_OF_PASSES[index] as number];
    const tell = (share: number) => onProgress?.(from + (to - from) * share);
    await visitOsmElements(open(), visitor(), { bytes, signal, onProgress: tell });
    begun = to;
  }
  const archive = drawTiles(collector.collected(), options, begun);
  onProgress?.(1);
  return archive;
}

function drawTiles(material: DrawnMapElements, { onProgress, signal }: ImportTilesOptions, begun: number): Uint8Array {
  const bounds = boundsOfDrawnElements(material);
  const coverage = roadCoverageHullOf(material);
  const sheets = new MapShapeSpatialIndex(new MapShapeFactory(material, coverage), bounds);
  if (sheets.isEmpty)
    throw new MapImportError("nothing_to_draw", "The map holds nothing that is drawn on a map of roads and places.");
  const expected = estimateTileCountWithin(bounds, TILE_ZOOM_MAX);
  const tiles: GzippedTile[] = [];
  for (const tile of sheets.tiles()) {
    tiles.push(tile);
    if (tiles.length % TILES_PER_PROGRESS_CALL !== 0) continue;
    signal?.throwIfAborted();
    onProgress?.(begun + (1 - begun) * Math.min(1, tiles.length / expected));
  }
  return encodePmtilesArchive({
    tiles,
    bounds,
    minZoom: 0,
    maxZoom: TILE_ZOOM_MAX,
    metadata: tileMetadataOf(sheets, coverage),
  });
}

function tileMetadataOf({ fields }: MapShapeSpatialIndex, coverage: LonLat[] | undefined): object {
  return {
    name: "Leitstand",
    description: "Roads and places of OpenStreetMap, in the layers of the Protomaps basemap",
    version: "1",
    type: "baselayer",
    attribution: TILES_ATTRIBUTION,
    vector_layers: tileLayers
      .filter((layer) => fields.has(layer))
      .map((id) => ({ id, fields: fields.get(id), minzoom: 0, maxzoom: TILE_ZOOM_MAX })),
    // Extension of the format: the area of the map's roads, so that other maps can be shown around it.
    coverage: coverage && { type: "Polygon", coordinates: [coverage] },
  };
}
