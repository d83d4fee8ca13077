import type { OsmTags } from "../osm/osm-element";

/**
 * Layers and properties are named as version 4 of the Protomaps basemap names them, so that one style draws both
 * (https://docs.protomaps.com/basemaps/layers). This is their order in a tile.
 */
export const tileLayers = ["earth", "landuse", "water", "buildings", "roads", "boundaries", "places", "pois"] as const;
export type TileLayer = (typeof tileLayers)[number];

/** Undefined properties are not written. */
export type Properties = Readonly<Record<string, string | number | boolean | undefined>>;

/** How something of the map is drawn, wherever it lies. */
export interface Drawn {
  readonly layer: TileLayer;
  /** In tiles of lower zooms it is left out. */
  readonly minZoom: number;
  readonly properties: Properties;
}

/** Tiles of this zoom are the most exact ones, 0.4 m to a step in Central Europe; nearer views enlarge them. */
export const MAX_ZOOM = 14;

/** The local name, and those in our languages where they differ. */
export function namesOf(tags: OsmTags): Properties {
  const name = tags.get("name");
  if (name === undefined) return {};
  const translated = (language: string) => {
    const text = tags.get(`name:${language}`);
    return text === name ? undefined : text;
  };
  return { name, "name:de": translated("de"), "name:en": translated("en") };
}
