import type { DriverDatabase } from "#storage/database.ts";
import { deletePhotos } from "#photos/write-photo.ts";
import { writeWithOneRetry } from "#storage/write-safely.ts";
import { unsealValue, sealValue } from "#vault/seal.ts";
import { outboxChainOfContent, type OutboxContent, type OutboxEntry, type OutboxRow } from "./outbox-row.ts";
import type { CaseAddressesSeen } from "./seen-places.ts";

export interface OutboxWriteOptions {
  readonly db: DriverDatabase;
  readonly deviceKey: CryptoKey;
  readonly user_id: string;
  readonly at: number;
  readonly offset: number | null;
  readonly seen: number;
  readonly needs?: string | null;
  readonly not_before?: number | null;
  /** Places of the case as they were on the screen, so that a change can be shown beside them. */
  readonly places?: CaseAddressesSeen;
  /** Entry that follows by itself once undo is no longer possible; written in the same transaction. */
  readonly later?: { readonly content: OutboxContent; readonly not_before: number };
  /** Entry that comes after this one, with needs of its own; written in the same transaction. */
  readonly then?: { readonly content: OutboxContent; readonly needs: string };
  /** Removes planned entries that would have followed by themselves. */
  readonly cancelsPlanned?: boolean;
  /** Sends planned entries of the chain at once. */
  readonly releasesPlanned?: boolean;
  /** Photos that the entry names, and photos that it gives up. */
  readonly photos?: { readonly announced?: readonly string[]; readonly dropped?: readonly string[] };
}

/** Writes an entry; once this has resolved it survives the end of the app. Returns the row's `action_id`. */
export async function writeOutboxEntry(content: OutboxContent, options: OutboxWriteOptions): Promise<string> {
  const [action_id = ""] = await writeOutboxEntries([content], options);
  return action_id;
}

/** Writes all entries or none, in one transaction, with those that follow and the changes of photos. */
export async function writeOutboxEntries(
  contents: readonly OutboxContent[],
  options: OutboxWriteOptions,
): Promise<string[]> {
  const {
    db,
    later,
    then,
    cancelsPlanned = false,
    releasesPlanned = false,
    photos: { announced = [], dropped = [] } = {},
  } = options;
  const rows = await Promise.all(contents.map((content) => outboxRowOf(content, options)));
  const following = later ? [await outboxRowOf(later.content, { ...options, not_before: later.not_before })] : [];
  const ending = then ? [await outboxRowOf(then.content, { ...options, needs: then.needs })] : [];
  const announced_by = rows[0]?.action_id ?? null;
  await writeWithOneRetry(db, () =>
    db.transaction("rw", [db.outbox, db.photos, db.pictures], async () => {
      if (cancelsPlanned) for (const { chain } of rows) await deletePlannedRows(db, chain);
      if (releasesPlanned) await db.outbox.filter(isPlannedRow).modify({ not_before: null });
      await db.outbox.bulkAdd([...rows, ...following, ...ending]);
      const named = db.photos.where("id").anyOf([...announced]);
      await named.modify({ announced_by });
      await named.and(({ status }) => status === "draft").modify({ status: "waiting" });
      await deletePhotos(db, dropped);
    }),
  );
  return rows.map(({ action_id }) => action_id);
}

/** Row of a new entry, not yet stored. */
export async function outboxRowOf(
  content: OutboxContent,
  options: OutboxWriteOptions,
): Promise<Omit<OutboxRow, "seq">> {
  const { deviceKey, user_id, at, offset, seen, needs = null, not_before = null, places } = options;
  const action_id = crypto.randomUUID();
  return {
    chain: outboxChainOfContent(content, action_id),
    status: "waiting",
    action_id,
    at,
    offset,
    seen,
    user_id,
    needs,
    not_before,
    answered: null,
    refusal: null,
    content: await sealValue(deviceKey, content),
    frozen: null,
    ...(places && { places: await sealValue(deviceKey, places) }),
  };
}

const rowsOfChainFrom = (db: DriverDatabase, chain: string, seq = 0) =>
  db.outbox.where("[chain+seq]").between([chain, seq], [chain, Infinity]);
/** Whether a row waits for its time and was never tried. */
const isPlannedRow = ({ not_before, frozen }: OutboxRow) => not_before !== null && frozen === null;
const plannedRowsOfChain = (db: DriverDatabase, chain: string) => rowsOfChainFrom(db, chain).filter(isPlannedRow);

/** Removes planned entries of a step that is undone. */
const deletePlannedRows = (db: DriverDatabase, chain: string) => plannedRowsOfChain(db, chain).delete();
/** Sends planned entries of a chain now; returns their number. */
export const makePlannedRowsDueNow = (db: DriverDatabase, chain: string) =>
  plannedRowsOfChain(db, chain).modify({ not_before: null });

/**
 * Removes an untried row with the planned one after it. False when it may have been sent, so that UNDO has to be a row
 * of its own.
 */
export const deleteUntriedRow = (db: DriverDatabase, action_id: string): Promise<boolean> =>
  db.transaction("rw", [db.outbox, db.photos], async () => {
    const row = await db.outbox.get({ action_id });
    if (row === undefined || row.frozen !== null || row.status !== "waiting") return false;
    const later = await rowsOfChainFrom(db, row.chain, row.seq + 1)
      .filter((next) => !isPlannedRow(next))
      .count();
    if (later > 0) return false;
    await deletePlannedRows(db, row.chain);
    await db.outbox.delete(row.seq);
    await db.photos.filter(({ announced_by }) => announced_by === action_id).modify({ announced_by: null });
    return true;
  });

/** Places of the case at a row; undefined when the row has nothing to do with a place. */
export async function readAddressesSeenAtRow(db: DriverDatabase, deviceKey: CryptoKey, seq: number) {
  const places = (await db.outbox.get(seq))?.places;
  return places && unsealValue<CaseAddressesSeen>(deviceKey, places);
}

/** All rows of the outbox, decrypted. */
export async function readOutboxEntries(db: DriverDatabase, deviceKey: CryptoKey): Promise<OutboxEntry[]> {
  const rows = await db.outbox.orderBy("seq").toArray();
  return Promise.all(
    rows.map(async ({ content, frozen, places: _places, ...facts }) => ({
      ...facts,
      content: await unsealValue<OutboxContent>(deviceKey, content),
      isFrozen: frozen !== null,
    })),
  );
}
