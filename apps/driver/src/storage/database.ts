import { Dexie, type EntityTable, type Table } from "dexie";
import type { OutboxRow } from "#outbox/outbox-row.ts";
import type { PhotoRow, PhotoPictureRow } from "#photos/photo-row.ts";
import type { WrappedCacheKey } from "#vault/cache-key.ts";
import type { SealedData } from "#vault/seal.ts";

/** Stored key: the browser's own object, which no script can read. */
export interface KeyRow {
  readonly name: "device" | "cache";
  readonly key: CryptoKey | WrappedCacheKey;
}
export interface MetaRow {
  readonly name: string;
  readonly value: unknown;
}
/** Object fetched from the server: its version can be compared while locked, the rest is sealed by the cache key. */
export interface CachedObjectRow {
  readonly id: string;
  readonly lock_version: number;
  readonly content: SealedData;
}
export interface CaseRow extends CachedObjectRow {
  /** Time when it has to leave the phone by itself; infinite as long as the crew works on it. */
  readonly purge_at: number;
}
export interface MessageRow {
  readonly id: string;
  readonly content: SealedData;
}
/** Event of the app, in its own words. */
export interface DiagnosticLogRow {
  readonly id: number;
  readonly at: number;
  readonly line: string;
}
export interface DraftRow {
  readonly id: string;
  readonly content: SealedData;
}

/** Position of the phone, sealed by the phone's key: it is sent while locked, too. */
export interface PositionRow {
  readonly seq: number;
  readonly batch: string | null;
  readonly user_id: string;
  /** Milliseconds to add to this phone's clock for the right time; null when not known at that time. */
  readonly offset: number | null;
  readonly content: SealedData;
}

/** Receipt of a case of a tour on this phone, by its own clock, until it has been sent. */
export interface ReceiptRow {
  readonly seq: number;
  readonly case_id: string;
  readonly tour_id: string;
  readonly at: number;
}

/** Database of the app on the phone. */
export class DriverDatabase extends Dexie {
  declare readonly meta: EntityTable<MetaRow, "name">;
  declare readonly keys: EntityTable<KeyRow, "name">;
  declare readonly tours: EntityTable<CachedObjectRow, "id">;
  declare readonly cases: EntityTable<CaseRow, "id">;
  declare readonly messages: EntityTable<MessageRow, "id">;
  declare readonly drafts: EntityTable<DraftRow, "id">;
  declare readonly outbox: Table<OutboxRow, number, Omit<OutboxRow, "seq">>;
  declare readonly photos: EntityTable<PhotoRow, "id">;
  declare readonly pictures: EntityTable<PhotoPictureRow, "id">;
  declare readonly positions: Table<PositionRow, number, Omit<PositionRow, "seq">>;
  declare readonly receipts: Table<ReceiptRow, number, Omit<ReceiptRow, "seq">>;
  declare readonly log: Table<DiagnosticLogRow, number, Omit<DiagnosticLogRow, "id">>;

  constructor(name = "leitstand-driver") {
    super(name);
    this.version(1).stores({
      meta: "name",
      keys: "name",
      tours: "id",
      cases: "id",
      drafts: "id",
      outbox: "++seq, [chain+seq], status, &action_id",
    });
    this.version(2).stores({ photos: "id, case_id, status", pictures: "id" });
    this.version(3).stores({ positions: "++seq" });
    this.version(4).stores({ receipts: "++seq" });
    this.version(5).stores({ cases: "id, purge_at", messages: "id", log: "++id" });
  }

  /** Empties all tables: a disabled phone keeps nothing, not even unsent entries. */
  async empty() {
    await Promise.all(this.tables.map((table) => table.clear()));
  }
}
