import { join } from "node:path";
import { OSM_ATTRIBUTION } from "@leitstand/contract/routing/geo-data";
import type { MapTiles } from "#platform/files/tile-archive";
import type { Database } from "#platform/database/database";
import { DiskFiles, type Files } from "#platform/files/files";
import { selectNewest, selectNewestNumber } from "./geo-data.sql";
import { type GeoGeneration, type KeptFile, nothingImported, type PartName } from "./geo-generation";
import {
  type AddressesQuestions,
  type AddressesThread,
  type RoadsThread,
  startAddresses,
  startRoads,
} from "./geo-threads.service";

export interface GeoDataParts {
  readonly db: Database;
  readonly files: Files;
  readonly onError: (error: Error) => void;
}

/** Below the installation's data; nodes that share a database share this directory. */
export const geoFilesOf = (dataDir: string): Files => new DiskFiles(join(dataDir, "geo"));

/** What answers at present; swapped as a whole. */
interface LoadedGeneration {
  readonly generation: GeoGeneration;
  readonly roads: Running<RoadsThread> | undefined;
  readonly addresses: Running<AddressesThread> | undefined;
}
interface Running<T> {
  /** Of the bytes that it answers by. */
  readonly path: string;
  readonly thread: T;
}

/** Read to answer; the others are kept for the next import. */
const partsToAnswer: readonly PartName[] = ["roads", "addresses", "tiles"];

/** What cannot be loaded, such as files that have not arrived yet, is tried again after so long. */
const AGAIN_AFTER_MS = 30_000;

/**
 * What this node knows of imported maps and postal codes. Follows the newest generation: reads it beside the old one, lets
 * it answer from one moment to the next, and ends the old one when it has answered what it was asked.
 */
export class GeoData {
  private loaded: LoadedGeneration = { generation: nothingImported, roads: undefined, addresses: undefined };
  /** What was imported last, as this node knows; undefined until it has looked. */
  private newest: GeoGeneration | undefined;
  private looking: Promise<void> = Promise.resolve();
  private home: Promise<AddressesThread> | undefined;
  private failed = { number: 0, at: 0 };
  private stopped = false;

  constructor(private readonly parts: GeoDataParts) {}

  /** The roads of the imported map and who answers by them; undefined where there is none. */
  get roads(): { readonly generation: GeoGeneration; readonly thread: RoadsThread } | undefined {
    const { generation, roads } = this.loaded;
    return roads && !roads.thread.hasEnded ? { generation, thread: roads.thread } : undefined;
  }

  /** What was imported, as far as this node has loaded it. */
  get generation(): GeoGeneration {
    return this.loaded.generation;
  }

  /** Looks among all that was imported, else among the places that the product brings along. */
  async findAddresses<K extends keyof AddressesQuestions>(
    name: K,
    question: AddressesQuestions[K]["question"],
  ): Promise<AddressesQuestions[K]["answer"]> {
    const { addresses } = this.loaded;
    const thread = addresses && !addresses.thread.hasEnded ? addresses.thread : await this.startHome();
    return thread.ask(name, question);
  }

  /** Undefined where no map was imported, or one without tiles. */
  mapTiles(): MapTiles | undefined {
    const kept = this.loaded.generation.files.tiles;
    if (!kept) return undefined;
    return {
      size_bytes: kept.size_bytes,
      sha256: kept.sha256,
      attribution: OSM_ATTRIBUTION,
      read: (first, last) => this.parts.files.readRange(kept.path, { first, last }),
    };
  }

  /** Why this node does not answer by what was imported last; while it loads a newer one beside the old, it does. */
  async findFault(): Promise<string | undefined> {
    const { newest } = this;
    if (!newest) return "It has not looked for imported maps yet.";
    for (const part of partsToAnswer) {
      const path = newest.files[part]?.path;
      if (path !== undefined && !(await this.parts.files.has(path)))
        return `The file geo/${path} of the imported data is missing in DATA_DIR.`;
    }
    if (this.failed.number > 0) return "The imported data cannot be loaded; the log says why.";
    if (!this.isWhole || (newest.number > 0 && this.loaded.generation.number === 0))
      return "Imported data is being loaded.";
    return undefined;
  }

  /** Looks for a new generation and loads it. Calls come one after the other; what fails is told, and the old one goes on. */
  refresh(): Promise<void> {
    this.looking = this.looking.then(() => this.look()).catch(this.parts.onError);
    return this.looking;
  }

  /** Makes ready what would otherwise be when first asked. */
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

  private async startHome(): Promise<AddressesThread> {
    const starting = (this.home ??= startAddresses());
    const thread = await starting.catch(() => undefined);
    if (thread?.hasEnded === false) return thread;
    if (this.home === starting) this.home = undefined;
    if (!thread) return starting;
    return this.startHome();
  }

  private async look() {
    if (this.stopped) return;
    const { number } = await selectNewestNumber(this.parts.db.system);
    if (number === this.loaded.generation.number && this.isWhole) {
      this.newest = this.loaded.generation;
      return;
    }
    if (this.failed.number === number && performance.now() - this.failed.at < AGAIN_AFTER_MS) return;
    const newest = await selectNewest(this.parts.db.system);
    this.newest = newest ?? nothingImported;
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
    const roads = await this.run(generation, { part: "roads", running: old.roads, start: startRoads });
    try {
      const addresses = await this.run(generation, {
        part: "addresses",
        running: old.addresses,
        start: startAddresses,
      });
      this.loaded = { generation, roads, addresses };
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

  /** The thread that already answers by these bytes, or a new one. */
  private async run<T extends { readonly hasEnded: boolean }>(
    { files }: GeoGeneration,
    { part, running, start }: PartRequest<T>,
  ): Promise<Running<T> | undefined> {
    const kept = files[part];
    if (!kept) return undefined;
    if (running?.path === kept.path && !running.thread.hasEnded) return running;
    return { path: kept.path, thread: await start(await readWhole(this.parts.files, kept)) };
  }

  private retire(thread: RoadsThread | AddressesThread | undefined) {
    thread?.retire().catch(this.parts.onError);
  }
}

interface PartRequest<T> {
  readonly part: PartName;
  readonly running: Running<T> | undefined;
  readonly start: (bytes: ArrayBuffer) => Promise<T>;
}

/** Into one buffer that can be handed to a thread. Whether it is what was written the reader of the bytes checks. */
async function readWhole(files: Files, { path, size_bytes }: KeptFile): Promise<ArrayBuffer> {
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
