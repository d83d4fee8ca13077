import type { ForwardOptions } from "@leitstand/geocoder/search/forward";
import type { GeocodingAnswer } from "@leitstand/geocoder/search/answer";
import type { StructuredQuery } from "@leitstand/geocoder/text/reading";
import type { MessagePort } from "node:worker_threads";
import { Thread } from "#platform/threads/thread";
import type { KeptMap } from "./geo-generation";

type Position = readonly [lon: number, lat: number];

/** Largest distance in metres from a requested place to a road. */
interface Snapping {
  readonly within_meters: number;
}
export interface WayQuestion extends Snapping {
  readonly waypoints: readonly Position[];
  readonly language: "de" | "en";
  /** Most alternative ways between two waypoints. */
  readonly others: number;
}
export interface FoundStep {
  readonly instruction: string;
  readonly name: string;
  readonly location: Position;
  readonly distance_meters: number;
  readonly duration_seconds: number;
}
export interface FoundRoute {
  readonly distance_meters: number;
  readonly duration_seconds: number;
  readonly geometry: readonly Position[];
  readonly legs: readonly {
    readonly distance_meters: number;
    readonly duration_seconds: number;
    readonly steps: readonly FoundStep[];
  }[];
}
interface FoundWay {
  readonly kind: "route";
  /** Routes, the best first. */
  readonly routes: readonly FoundRoute[];
  readonly places: readonly { readonly location: Position; readonly distance_meters: number }[];
}
export type WayAnswer =
  | FoundWay
  | { readonly kind: "no_road"; readonly index: number }
  | { readonly kind: "unreachable"; readonly leg: number };

export interface MatrixQuestion extends Snapping {
  readonly sources: readonly Position[];
  readonly destinations: readonly Position[];
}
/** Alternating longitudes and latitudes of places, and pairs of their numbers, alternately from and to. */
export interface WaysQuestion extends Snapping {
  readonly places: Float64Array;
  readonly pairs: Uint32Array;
}
/** Cells row after row, or pair after pair; NaN where there is no way. */
interface CellsAnswer {
  readonly durations: Float64Array;
  readonly distances: Float64Array;
}

export type RoadsQuestions = {
  readonly way: { readonly question: WayQuestion; readonly answer: WayAnswer };
  readonly matrix: { readonly question: MatrixQuestion; readonly answer: CellsAnswer };
  readonly ways: { readonly question: WaysQuestion; readonly answer: CellsAnswer };
};
export type RoadsThread = Thread<RoadsQuestions>;

export interface SearchOf<Query> extends ForwardOptions {
  readonly query: Query;
}
export type AddressesQuestions = {
  readonly forward: { readonly question: SearchOf<string>; readonly answer: readonly GeocodingAnswer[] };
  readonly structured: { readonly question: SearchOf<StructuredQuery>; readonly answer: readonly GeocodingAnswer[] };
  readonly reverse: {
    readonly question: { readonly at: Position; readonly limit: number };
    readonly answer: readonly GeocodingAnswer[];
  };
};
export type AddressesThread = Thread<AddressesQuestions>;

/**
 * Starts a thread on bytes of `writeRoadNetwork`, which are handed over. Rejects with a RoadFileError for any others.
 */
export const startRoads = (bytes: ArrayBuffer): Promise<RoadsThread> =>
  Thread.start<RoadsQuestions>({
    file: { source: new URL("./roads-thread.service.ts", import.meta.url), bundled: besideBundle("roads-thread.js") },
    data: bytes,
    transfer: [bytes],
  });

/**
 * Starts a thread on bytes of `writeIndex`, which are handed over. Without any, it knows the built-in places. Rejects
 * with an IndexFormatError.
 */
export const startAddresses = (bytes?: ArrayBuffer): Promise<AddressesThread> =>
  Thread.start<AddressesQuestions>({
    file: {
      source: new URL("./addresses-thread.service.ts", import.meta.url),
      bundled: besideBundle("addresses-thread.js"),
    },
    data: bytes,
    transfer: bytes ? [bytes] : [],
  });

/** File that stays open while it is read. */
export interface MapToRead {
  readonly descriptor: number;
  readonly size_bytes: number;
  /** Port to which `ImportStep`s are sent. */
  readonly steps: MessagePort;
}
/**
 * Parts that the product needs of a map: bytes of `writeRoadNetwork`, an archive of tiles, and bytes of `packEntries`.
 */
export interface ReadMap {
  readonly facts: Pick<KeptMap, "bounding_box" | "counts" | "outline" | "omissions">;
  readonly roads: Uint8Array<ArrayBuffer>;
  readonly tiles: Uint8Array<ArrayBuffer>;
  readonly entries: Uint8Array<ArrayBuffer>;
}
type MapReaderQuestions = {
  readonly read: {
    readonly question: undefined;
    /** Map, or a sentence that says why the file is no sound map. */
    readonly answer: ReadMap | { readonly refused: string };
  };
};

/**
 * Starts a thread that reads one map, and ends with an error that `isOutOfMemory` recognises when its objects exceed
 * the limit.
 */
export const startMapReader = (map: MapToRead, heapBytesMax: number): Promise<Thread<MapReaderQuestions>> =>
  Thread.start<MapReaderQuestions>({
    file: {
      source: new URL("./map-reader-thread.service.ts", import.meta.url),
      bundled: besideBundle("map-reader-thread.js"),
    },
    data: map,
    transfer: [map.steps],
    heapBytesMax,
    yields: true,
  });

const besideBundle = (name: string) => new URL(`./${name}`, import.meta.url);
