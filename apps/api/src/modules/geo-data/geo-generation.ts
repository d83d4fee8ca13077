import type { ImportedMapFacts, ImportedPostalCodesFacts } from "@leitstand/contract/routing/geo-data";

/** Stored file of a part. */
export interface StoredGeoFile {
  readonly path: string;
  readonly size_bytes: number;
  readonly sha256: string;
}

/**
 * Parts of a generation: `roads`, `tiles` and `entries` come from the map, `postal_codes` from their own file,
 * `addresses` from both.
 */
export type GeoPartName = "roads" | "tiles" | "entries" | "postal_codes" | "addresses";
export type StoredGeoFilesByPart = Readonly<Partial<Record<GeoPartName, StoredGeoFile>>>;

/** Map as it is stored: facts about it, and the outline of the land on whose roads it can answer. */
export interface StoredMap extends Omit<ImportedMapFacts, "omissions"> {
  /** Absent in imports of earlier releases, which did not note omissions. */
  readonly omissions?: ImportedMapFacts["omissions"];
  readonly outline: readonly (readonly [lon: number, lat: number])[];
}

/** Everything that was imported at one time; never changes. The generation with the highest number is in use. */
export interface GeoGeneration {
  readonly number: number;
  readonly map: StoredMap | null;
  readonly postal_codes: ImportedPostalCodesFacts | null;
  readonly files: StoredGeoFilesByPart;
}

/** Generation before the first import. */
export const emptyGeoGeneration: GeoGeneration = { number: 0, map: null, postal_codes: null, files: {} };
