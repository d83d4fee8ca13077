import type { MapFacts, PostalCodesFacts } from "@leitstand/contract/routing/geo-data";

/** Where the bytes of a part are kept. */
export interface KeptFile {
  readonly path: string;
  readonly size_bytes: number;
  readonly sha256: string;
}

/** `roads`, `tiles` and `entries` come of the map, `postal_codes` of their own file, `addresses` of all that is known. */
export type PartName = "roads" | "tiles" | "entries" | "postal_codes" | "addresses";
export type Parts = Readonly<Partial<Record<PartName, KeptFile>>>;

/** A map as it is kept: what is said of it, and the rim of the land on whose roads it can answer. */
export interface KeptMap extends Omit<MapFacts, "omissions"> {
  /** Releases before did not note them. */
  readonly omissions?: MapFacts["omissions"];
  readonly outline: readonly (readonly [lon: number, lat: number])[];
}

/** All that has been imported at one time; never changes. The one with the highest number holds. */
export interface GeoGeneration {
  readonly number: number;
  readonly map: KeptMap | null;
  readonly postal_codes: PostalCodesFacts | null;
  readonly files: Parts;
}

/** Before anything was imported. */
export const nothingImported: GeoGeneration = { number: 0, map: null, postal_codes: null, files: {} };
