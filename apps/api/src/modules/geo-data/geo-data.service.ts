import { join } from "node:path";
import { OSM_ATTRIBUTION } from "@leitstand/contract/routing/geo-data";
import type { RoadCoverage } from "@leitstand/geo/roads/coverage";
import type { MapTileArchive } from "#platform/files/tile-archive";
import type { Database } from "#platform/database/database";
import { DiskFileStore, type FileStore } from "#platform/files/files";
import { selectNewestGeoGeneration, selectNewestGeoGenerationNumber } from "./geo-data.sql";
import { type GeoGeneration, type StoredGeoFile, emptyGeoGeneration, type GeoPartName } from "./geo-generation";
import {
  type GeocodingThreadMessages,
  type GeocodingThread,
  type RoutingThread,
  startGeocodingThread,
  startRoutingThread,
} from "./geo-threads.service";

export interface GeoDataServices {
  readonly db: Database;
  readonly files: FileStore;
  readonly onError: (error: Error) => void;
}

/** Folder of map files below the data directory of the installation; nodes that share a database share it. */
export const createGeoFileStore = (dataDir: string): FileStore => new DiskFileStore(join(dataDir, "geo"));

/** Generation that this node answers by; replaced as a whole. */
interface LoadedGeneration {
  readonly generation: GeoGeneration;
  readonly roads: RunningThread<RoutingThread> | undefined;
  readonly coverage: RoadCoverage | undefined;
  readonly addresses: RunningThread<GeocodingThread> | undefined;
}
interface ImportedRoads {
  readonly generation: GeoGeneration;
  readonly coverage: RoadCoverage;
  readonly thread: RoutingThread;
}
interface RunningThread<T> {
  /** Path of the bytes that the thread answers by. */
  readonly path: string;
  readonly thread: T;
}

/** Parts that a node loads to answer; the others are kept for the next import. */
const partNamesToLoad: readonly GeoPartName[] = ["roads", "addresses", "tiles"];

/** Time after which a failed loading is repeated, for example when files have not arrived yet. */
const LOADING_RETRY_MS = 30_000;

/**
 * Imported maps and postal codes as this node knows them. Follows the newest generation: loads it beside the old one,
 * switches at one moment, and ends the old one when it has answered all its requests.
 */
export class GeoDataLoader {
  private loaded: LoadedGeneration = {
    generation: emptyGeoGeneration,
    roads: undefined,
    coverage: undefined,
    addresses: undefined,
  };
  /** Newest generation that this node has seen; undefined before the first refresh. */
  private newest: GeoGeneration | undefined;
  private looking: Promise<void> = Promise.resolve();
  private home: Promise<GeocodingThread> | undefined;
  private failed = { number: 0, at: 0 };
  private stopped = false;

  constructor(private readonly parts: GeoDataServices) {}

  /** Roads of the imported map and the thread that answers by them; undefined where there is no map. */
  get roads(): ImportedRoads | undefined {
    const { generation, roads, coverage } = this.loaded;
    return roads && coverage && !roads.thread.hasEnded ? { generation, coverage, thread: roads.thread } : undefined;
  }

  /** Generation that this node has loaded. */
  get generation(): GeoGeneration {
    return this.loaded.generation;
  }

  /** Searches all imported addresses, or the built-in places where nothing was imported. */
  async findAddresses<K extends keyof GeocodingThreadMessages>(
    name: K,
    question: GeocodingThreadMessages[K]["question"],
  ): Promise<GeocodingThreadMessages[K]["answer"]> {
    const { addresses } = this.loaded;
    const thread = addresses && !addresses.thread.hasEnded ? addresses.thread : await this.startHome();
    return thread.ask(name, question);
  }

  /** Tiles of the imported map; undefined where no map was imported, or one without tiles. */
  mapTiles(): MapTileArchive | undefined {
    const kept = this.loaded.generation.files.tiles;
    if (!kept) return undefined;
    return {
      size_bytes: kept.size_bytes,
      sha256: kept.sha256,
      attribution: OSM_ATTRIBUTION,
      read: (first, last) => this.parts.files.readRange(kept.path, { first, last }),
    };
  }

  /**
   * Reason why this node does not answer by imported data; none while it loads a newer generation beside the old one.
   */
  async findFault(): Promise<string | undefined> {
    const { newest } = this;
    if (!newest) return "It has not looked for imported maps yet.";
    for (const part of partNamesToLoad) {
      const path = newest.files[part]?.path;
      if (path !== undefined && !(await this.parts.files.has(path)))
        return `The file geo/${path} of the imported data is missing in DATA_DIR.`;
    }
    if (this.failed.number > 0) return "The imported data cannot be loaded; the log says why.";
    if (!this.isWhole || (newest.number > 0 && this.loaded.generation.number === 0))
      return "Imported data is being loaded.";
    return undefined;
  }

  /**
   * Looks for a new generation and loads it. Calls run one after the other; an error is reported, and the old
   * generation stays.
   */
  refresh(): Promise<void> {
    this.looking = this.looking.then(() => this.look()).catch(this.parts.onError);
    return this.looking;
  }

  /** Loads in advance what the first request would otherwise wait for. */
  async warm(): Promise<void> {
    await this.refresh();
    if (!this.loaded.addresses && !this.stopped) await this.startHome().catch(this.parts.onError);
  }

  async stop() {
    this.stopped = true;
    await this.looking;
    const { roads, addresses } = this.loaded;
    const home = await this.home?.catch(() => undefined);
    await Promise.all([roads?.thread.stop(), addresses?.thread.stop(), home?.stop()]);
  }

  private async startHome(): Promise<GeocodingThread> {
    const starting = (this.home ??= startGeocodingThread());
    const thread = await starting.catch(() => undefined);
    if (thread?.hasEnded === false) return thread;
    if (this.home === starting) this.home = undefined;
    if (!thread) return starting;
    return this.startHome();
  }

  private async look() {
    if (this.stopped) return;
    const { number } = await selectNewestGeoGenerationNumber(this.parts.db.system);
    if (number === this.loaded.generation.number && this.isWhole) {
      this.newest = this.loaded.generation;
      return;
    }
    if (this.failed.number === number && performance.now() - this.failed.at < LOADING_RETRY_MS) return;
    const newest = await selectNewestGeoGeneration(this.parts.db.system);
    this.newest = newest ?? emptyGeoGeneration;
    try {
      if (newest) await this.load(newest);
      this.failed = { number: 0, at: 0 };
    } catch (error) {
      this.failed = { number, at: performance.now() };
      throw error;
    }
  }

  private get isWhole() {
    const { roads, addresses } = this.loaded;
    return !roads?.thread.hasEnded && !addresses?.thread.hasEnded;
  }

  private async load(generation: GeoGeneration) {
    const old = this.loaded;
    const roads = await this.run(generation, { part: "roads", running: old.roads, start: startRoutingThread });
    try {
      const coverage = roads === old.roads ? old.coverage : await roads?.thread.ask("coverage", undefined);
      // Last, because nothing stops this thread when a later step fails.
      const addresses = await this.run(generation, {
        part: "addresses",
        running: old.addresses,
        start: startGeocodingThread,
      });
      this.loaded = { generation, roads, coverage, addresses };
    } catch (error) {
      if (roads !== old.roads) await roads?.thread.stop();
      throw error;
    }
    if (old.roads !== this.loaded.roads) this.retire(old.roads?.thread);
    if (old.addresses !== this.loaded.addresses) this.retire(old.addresses?.thread);
    if (this.loaded.addresses) {
      this.home?.then((thread) => this.retire(thread)).catch(() => undefined);
      this.home = undefined;
    }
  }

  /** Thread that already answers by these bytes, or a new one. */
  private async run<T extends { readonly hasEnded: boolean }>(
    { files }: GeoGeneration,
    { part, running, start }: GeoPartRequest<T>,
  ): Promise<RunningThread<T> | undefined> {
    const kept = files[part];
    if (!kept) return undefined;
    if (running?.path === kept.path && !running.thread.hasEnded) return running;
    return { path: kept.path, thread: await start(await readStoredFile(this.parts.files, kept)) };
  }

  private retire(thread: RoutingThread | GeocodingThread | undefined) {
    thread?.retire().catch(this.parts.onError);
  }
}

interface GeoPartRequest<T> {
  readonly part: GeoPartName;
  readonly running: RunningThread<T> | undefined;
  readonly start: (bytes: ArrayBuffer) => Promise<T>;
}

/**
 * Reads a file into one buffer that can be handed to a thread. The reader of the bytes checks that they are complete.
 */
async function readStoredFile(files: FileStore, { path, size_bytes }: StoredGeoFile): Promise<ArrayBuffer> {
  const whole = new Uint8Array(size_bytes);
  let at = 0;
  for await (const chunk of (await files.read(path)) as AsyncIterable<Uint8Array>) {
    if (at + chunk.length > size_bytes) throw new Error(`The file ${path} is longer than it was written.`);
    whole.set(chunk, at);
    at += chunk.length;
  }
  if (at < size_bytes) throw new Error(`The file ${path} is shorter than it was written.`);
  return whole.buffer;
}
