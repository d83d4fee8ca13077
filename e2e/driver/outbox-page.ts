import { createClient } from "@leitstand/client/client";
import { NewOutboxEntrySignal } from "../../apps/driver/src/outbox/new-entry-signal.ts";
import {
  OutboxChainPauses,
  drainOutbox,
  removeSentRows,
  updateVersionsOfPlannedRows,
} from "../../apps/driver/src/outbox/drain.ts";
import type { OutboxContent, OutboxEntry } from "../../apps/driver/src/outbox/outbox-row.ts";
import { readOutboxEntries, deleteUntriedRow, writeOutboxEntry } from "../../apps/driver/src/outbox/write.ts";
import { DriverDatabase } from "../../apps/driver/src/storage/database.ts";
import {
  createCacheKey,
  createDeviceKey,
  unwrapCacheKey,
  wrapCacheKey,
} from "../../apps/driver/src/vault/cache-key.ts";
import { unsealText, sealText } from "../../apps/driver/src/vault/seal.ts";

/** Calls of tests in a page that holds the outbox alone, without the app around it. */
export interface OutboxTestPage {
  write(action: {
    case_id: string;
    action: "ACCEPT" | "START" | "POSTPONE" | "ARRIVE" | "UNDO";
    tour_id?: string;
    reason?: string;
    postponed_until?: string;
    /** Version of the case on the screen. */
    seen?: number;
    /** Time of the step by the phone's clock; now by default. */
    at?: number;
    /** Known offset of the phone's clock at the step; none by default. */
    offset?: number;
    needs?: string;
    /** Whether the step is planned for a later time. */
    later?: boolean;
    /** Planned step that follows by itself, ten minutes later. */
    followedBy?: "UNDO";
    /** Whether to remove planned steps that would have followed. */
    cancelsPlanned?: boolean;
  }): Promise<string>;
  /** Writes a note on a case: it stands alone, behind no other entry. */
  note(case_id: string, text: string): Promise<string>;
  /** Drains once after earlier pauses have passed, or while they still last. */
  drain(how: "after pauses" | "at once" | "an hour later"): Promise<{ is: string; waits: number | undefined }>;
  /** Fetches a case that others have changed; rows sent before are removed. */
  fetch(case_id: string, lock_version: number): Promise<void>;
  rows(): Promise<{ action_id: string; status: string; refusal: string | null; tried: boolean }[]>;
  takeBack(action_id: string): Promise<boolean>;
  /** All data in the browser's database, byte for byte. */
  bytes(): Promise<string>;
  vault(): Promise<{ rightPin: string | undefined; wrongPin: string | undefined; otherPhone: string | undefined }>;
}

/** Tour of steps where it does not matter. */
const anyTourId = "5f0c2c1e-5a53-4b8e-9a36-1f6f6a1f8f10";
const chainPauses = new OutboxChainPauses();
const newEntrySignal = new NewOutboxEntrySignal();
/** Offset that changes before each attempt: a frozen request must not follow it. */
let changingOffset = 0;

async function createOutboxPage(): Promise<OutboxTestPage> {
  const db = new DriverDatabase();
  const deviceKey = await findOrCreateDeviceKey(db);
  const token = () => sessionStorage.getItem("token") ?? undefined;
  const client = createClient({ baseUrl: location.origin, attempts: 1, token });
  const options = { db, deviceKey, client, pauses: chainPauses, asking: newEntrySignal };
  return {
    write: ({ case_id: id, action, tour_id = anyTourId, reason, postponed_until, ...row }) => {
      const { seen = 0, at = Date.now(), offset: known = null, needs = null, later = false, followedBy } = row;
      const payload = postponed_until === undefined ? undefined : { postponed_until };
      const content: OutboxContent = {
        op: "receiveAction",
        body: { id, tour_id, action, ...(reason !== undefined && { reason }), ...(payload && { payload }) },
      };
      const written = writeOutboxEntry(content, {
        db,
        deviceKey,
        user_id: anyTourId,
        at,
        offset: known,
        seen,
        needs,
        not_before: later ? timeInTenMinutes() : null,
        cancelsPlanned: row.cancelsPlanned ?? false,
        ...(followedBy && {
          later: {
            content: { op: "receiveAction", body: { id, tour_id, action: followedBy } },
            not_before: timeInTenMinutes(),
          },
        }),
      });
      return written.finally(newEntrySignal.again);
    },
    note: (id, text) =>
      writeOutboxEntry(
        { op: "createCaseComment", body: { id, text } },
        { db, deviceKey, user_id: anyTourId, at: Date.now(), offset: null, seen: 0 },
      ),
    drain: async (how) => {
      if (how === "after pauses") chainPauses.endAll();
      const now = Date.now() + (how === "an hour later" ? 3_600_000 : 0);
      const end = await drainOutbox({ ...options, now: () => now, clockOffset: () => (changingOffset += 1_000) });
      return { is: end.is, waits: end.is === "idle" && end.wakeAt !== undefined ? end.wakeAt - now : undefined };
    },
    fetch: async (id, lock_version) => {
      const sent = await db.outbox.where("status").equals("sent").primaryKeys();
      await db.cases.put({ id, lock_version, purge_at: Infinity, content: await sealText(deviceKey, "") });
      await removeSentRows(db, sent);
      await updateVersionsOfPlannedRows(db, [{ id, lock_version }]);
    },
    rows: async () => (await readOutboxEntries(db, deviceKey)).map(entrySummary),
    takeBack: (action_id) => deleteUntriedRow(db, action_id),
    bytes: async () =>
      (await Promise.all(db.tables.map(async (table) => bytesAsText(await table.toArray())))).join("\n"),
    vault: () => tryPins(deviceKey),
  };
}

const entrySummary = ({ action_id, status, refusal, isFrozen }: OutboxEntry) => ({
  action_id,
  status,
  refusal,
  tried: isFrozen,
});
const timeInTenMinutes = () => Date.now() + 600_000;

async function findOrCreateDeviceKey(db: DriverDatabase): Promise<CryptoKey> {
  const known = (await db.keys.get("device"))?.key;
  if (known instanceof CryptoKey) return known;
  const key = await createDeviceKey();
  await db.keys.put({ name: "device", key });
  return key;
}

async function tryPins(deviceKey: CryptoKey) {
  const cacheKey = await createCacheKey();
  const wrapped = await wrapCacheKey(cacheKey, "274815", deviceKey);
  const sealed = await sealText(cacheKey, "Fuchs, Alois");
  const read = async (pin: string, key: CryptoKey) => {
    const opened = await unwrapCacheKey(wrapped, pin, key).catch(() => undefined);
    return opened && (await unsealText(opened, sealed));
  };
  return {
    rightPin: await read("274815", deviceKey),
    wrongPin: await read("274816", deviceKey),
    otherPhone: await read("274815", await createDeviceKey()),
  };
}

function bytesAsText(value: unknown): string {
  if (value instanceof ArrayBuffer) return new TextDecoder("latin1").decode(value);
  if (ArrayBuffer.isView(value)) return "";
  if (typeof value === "object" && value !== null) return Object.values(value).map(bytesAsText).join("\n");
  return String(value);
}

Object.assign(window, { outboxPage: createOutboxPage() });
