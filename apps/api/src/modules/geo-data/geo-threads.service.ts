import type { ForwardGeocodeOptions } from "@leitstand/geocoder/search/forward";
import type { GeocodingAnswer } from "@leitstand/geocoder/search/answer";
import type { StructuredAddressQuery } from "@leitstand/geocoder/text/reading";
import type { RoadCoverage } from "@leitstand/geo/roads/coverage";
import type { MessagePort } from "node:worker_threads";
import { WorkerThread } from "#platform/threads/thread";
import type { StoredMap } from "./geo-generation";

type LonLat = readonly [lon: number, lat: number];

/** Largest distance in metres from a requested place to a road. */
interface RoadSnapping {
  readonly within_meters: number;
}
export interface RouteQuestion extends RoadSnapping {
  readonly waypoints: readonly LonLat[];
  readonly language: "de" | "en";
  /** Maximum number of alternative routes between two waypoints. */
  readonly others: number;
}
export interface RouteStep {
  readonly instruction: string;
  readonly name: string;
  readonly location: LonLat;
  readonly distance_meters: number;
  readonly duration_seconds: number;
}
export interface ComputedRoute {
  readonly distance_meters: number;
  readonly duration_seconds: number;
  readonly geometry: readonly LonLat[];
  readonly legs: readonly {
    readonly distance_meters: number;
    readonly duration_seconds: number;
    readonly steps: readonly RouteStep[];
  }[];
}
interface FoundRoutes {
  readonly kind: "route";
  /** Routes, the best first. */
  readonly routes: readonly ComputedRoute[];
  readonly places: readonly { readonly location: LonLat; readonly distance_meters: number }[];
}
export type RouteAnswer =
  | FoundRoutes
  | { readonly kind: "no_road"; readonly index: number }
  | { readonly kind: "unreachable"; readonly leg: number };

export interface MatrixQuestion extends RoadSnapping {
  readonly sources: readonly LonLat[];
  readonly destinations: readonly LonLat[];
}
/** Alternating longitudes and latitudes of places, and pairs of their numbers, alternately from and to. */
export interface MatrixPairsQuestion extends RoadSnapping {
  readonly places: Float64Array;
  readonly pairs: Uint32Array;
}
/** Cells row after row, or pair after pair; NaN where there is no route. */
interface MatrixCellsAnswer {
  readonly durations: Float64Array;
  readonly distances: Float64Array;
}

export type RoutingThreadMessages = {
  readonly way: { readonly question: RouteQuestion; readonly answer: RouteAnswer };
  readonly matrix: { readonly question: MatrixQuestion; readonly answer: MatrixCellsAnswer };
  readonly ways: { readonly question: MatrixPairsQuestion; readonly answer: MatrixCellsAnswer };
  /** Land on whose roads the thread can answer. */
  readonly coverage: { readonly question: undefined; readonly answer: RoadCoverage };
};
export type RoutingThread = WorkerThread<RoutingThreadMessages>;

export interface AddressSearch<Query> extends ForwardGeocodeOptions {
  readonly query: Query;
}
export type GeocodingThreadMessages = {
  readonly forward: { readonly question: AddressSearch<string>; readonly answer: readonly GeocodingAnswer[] };
  readonly structured: {
    readonly question: AddressSearch<StructuredAddressQuery>;
    readonly answer: readonly GeocodingAnswer[];
  };
  readonly reverse: {
    readonly question: { readonly at: LonLat; readonly limit: number };
    readonly answer: readonly GeocodingAnswer[];
  };
};
export type GeocodingThread = WorkerThread<GeocodingThreadMessages>;

/**
 * Starts a thread on bytes of `encodeRoadNetwork`, which are handed over. Rejects with a RoadFileError for any others.
 */
export const startRoutingThread = (bytes: ArrayBuffer): Promise<RoutingThread> =>
  WorkerThread.start<RoutingThreadMessages>({
    file: {
      source: new URL("./roads-thread.service.ts", import.meta.url),
      bundled: urlBesideBundle("roads-thread.js"),
    },
    data: bytes,
    transfer: [bytes],
  });

/**
 * Starts a thread on bytes of `encodeGeocodingIndex`, which are handed over. Without any, it knows the built-in places. Rejects
 * with an GeocodingIndexFormatError.
 */
export const startGeocodingThread = (bytes?: ArrayBuffer): Promise<GeocodingThread> =>
  WorkerThread.start<GeocodingThreadMessages>({
    file: {
      source: new URL("./addresses-thread.service.ts", import.meta.url),
      bundled: urlBesideBundle("addresses-thread.js"),
    },
    data: bytes,
    transfer: bytes ? [bytes] : [],
  });

/** File that stays open while it is read. */
export interface OpenedMapFile {
  readonly descriptor: number;
  readonly size_bytes: number;
  /** Port to which `GeoImportProgress`s are sent. */
  readonly steps: MessagePort;
}
/**
 * Parts that the product needs of a map: bytes of `encodeRoadNetwork`, an archive of tiles, and bytes of
 * `packGeoEntries`.
 */
export interface ParsedMapParts {
  readonly facts: Pick<StoredMap, "bounding_box" | "counts" | "outline" | "omissions">;
  readonly roads: Uint8Array<ArrayBuffer>;
  readonly tiles: Uint8Array<ArrayBuffer>;
  readonly entries: Uint8Array<ArrayBuffer>;
}
type MapReaderMessages = {
  readonly read: {
    readonly question: undefined;
    /** Map, or a sentence that says why the file is no sound map. */
    readonly answer: ParsedMapParts | { readonly refused: string };
  };
};

/**
 * Starts a thread that reads one map, and ends with an error that `isOutOfMemoryError` recognises when its objects exceed
 * the limit.
 */
export const startMapReaderThread = (
  map: OpenedMapFile,
  heapBytesMax: number,
): Promise<WorkerThread<MapReaderMessages>> =>
  WorkerThread.start<MapReaderMessages>({
    file: {
      source: new URL("./map-reader-thread.service.ts", import.meta.url),
      bundled: urlBesideBundle("map-reader-thread.js"),
    },
    data: map,
    transfer: [map.steps],
    heapBytesMax,
    yields: true,
  });

const urlBesideBundle = (name: string) => new URL(`./${name}`, import.meta.url);
