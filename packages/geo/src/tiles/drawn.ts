import type { OsmTags } from "../osm/osm-element";

/**
 * Layers and properties are named as version 4 of the Protomaps basemap names them, so that one style draws both
 * (https://docs.protomaps.com/basemaps/layers). This is their order in a tile.
 */
export const tileLayers = ["earth", "landuse", "water", "buildings", "roads", "boundaries", "places", "pois"] as const;
export type TileLayer = (typeof tileLayers)[number];

/** Properties of a drawn element; undefined ones are not written to tiles. */
export type TileFeatureProperties = Readonly<Record<string, string | number | boolean | undefined>>;

/** Drawing of an element of the map, wherever it lies. */
export interface TileFeatureDescription {
  readonly layer: TileLayer;
  /** Lowest zoom at which it is drawn. */
  readonly minZoom: number;
  readonly properties: TileFeatureProperties;
}

/** Highest zoom of tiles, 0.4 m to a step in Central Europe; nearer views enlarge them. */
export const TILE_ZOOM_MAX = 14;

/** Names of an element: the local one, and those in our languages where they differ. */
export function namePropertiesFromTags(tags: OsmTags): TileFeatureProperties {
  const name = tags.get("name");
  if (name === undefined) return {};
  const translated = (language: string) => {
    const text = tags.get(`name:${language}`);
    return text === name ? undefined : text;
  };
  return { name, "name:de": translated("de"), "name:en": translated("en") };
}
