import type { Client, OperationInput } from "@leitstand/client/client";
import { ApiProblem } from "@leitstand/client/problem";
import type { Operations } from "@leitstand/contract/operations";
import type { PositionFix } from "#device/device.ts";
import { type RefusalConsequence, consequenceOfRefusal } from "#outbox/refusal.ts";
import type { DriverDatabase, PositionRow } from "#storage/database.ts";
import { unsealValue, sealValue } from "#vault/seal.ts";
import {
  positionBatchesAfterRefusal,
  type PositionBatch,
  POSITION_BATCH_SIZE_MAX,
  nextPositionBatch,
  refusedFixIndexes,
} from "./batches.ts";

interface PositionOptions {
  readonly db: DriverDatabase;
  readonly deviceKey: CryptoKey;
  /** User whose positions these are: they are sent in that user's session only. */
  readonly user_id: string;
}
interface SendPositionsOptions extends PositionOptions {
  readonly client: Client;
  /** Milliseconds to add to this phone's clock, as an answer has told; null while none has. */
  readonly clockOffset: () => number | null;
}

export async function storePosition(
  fix: PositionFix,
  offset: number | null,
  { db, deviceKey, user_id }: PositionOptions,
) {
  await db.positions.add({ batch: null, user_id, offset, content: await sealValue(deviceKey, fix) });
}

/** Reason why sending has ended: all has arrived, or what has to happen before the rest can. */
export type SendPositionsOutcome = "done" | Exclude<RefusalConsequence, "refused">;

const newBatchKey = () => crypto.randomUUID();

/** Sends stored positions, the oldest first; only one of two open windows does. */
export const sendPositions = (options: SendPositionsOptions): Promise<SendPositionsOutcome> =>
  navigator.locks.request("positions", async () => {
    const { db, user_id } = options;
    await db.positions.filter((row) => row.user_id !== user_id).delete();
    for (;;) {
      const offset = options.clockOffset();
      if (offset === null) return "again";
      const end = await sendNextBatch({ ...options, offset });
      if (end !== "more") return end;
    }
  });

type BatchOptions = SendPositionsOptions & { readonly offset: number };

async function sendNextBatch(options: BatchOptions): Promise<SendPositionsOutcome | "more"> {
  const { db, client } = options;
  const oldest = await db.positions.orderBy("seq").limit(POSITION_BATCH_SIZE_MAX).toArray();
  const batch = nextPositionBatch(oldest, newBatchKey);
  if (batch === undefined) return "done";
  const offset = await offsetOfBatch(
    oldest.filter(({ seq }) => batch.seqs.includes(seq)),
    options,
  );
  const rows = await freezeBatch(batch, { ...options, offset });
  try {
    await client.updateLocation({ locations: await locationInputsOf(rows, options) });
    await db.positions.bulkDelete([...batch.seqs]);
    return "more";
  } catch (error) {
    if (!(error instanceof ApiProblem)) throw error;
    const consequence = consequenceOfRefusal(error);
    if (consequence !== "refused") return consequence;
    await dropRefusedFixes(batch, error, db);
    return "more";
  }
}

/**
 * Offset for the fixes of a batch that have none of their own. Where the phone's clock was set back after them, it is
 * lowered until the newest fix is not after the present: the server would refuse each one as in the future.
 */
async function offsetOfBatch(rows: readonly PositionRow[], { deviceKey, offset }: BatchOptions): Promise<number> {
  const uncertain = rows.filter((row) => row.offset === null);
  const fixes = await Promise.all(uncertain.map(({ content }) => unsealValue<PositionFix>(deviceKey, content)));
  return offset - Math.max(0, ...fixes.map(({ at }) => at - Date.now()));
}

/** Assigns each fix its permanent batch and its sent time, before the first attempt. */
async function freezeBatch({ key, seqs }: PositionBatch, { db, offset }: BatchOptions): Promise<PositionRow[]> {
  return db.transaction("rw", db.positions, async () => {
    const rows = await db.positions.bulkGet([...seqs]);
    const frozen = rows.flatMap((row) =>
      row === undefined ? [] : [{ ...row, batch: key, offset: row.offset ?? offset }],
    );
    await db.positions.bulkPut(frozen);
    return frozen;
  });
}

/**
 * Drops refused fixes and puts the others into new batches; when the user may not report positions at all, drops the
 * whole batch.
 */
async function dropRefusedFixes(batch: PositionBatch, { status, args }: ApiProblem, db: DriverDatabase) {
  const parts = status === 403 ? [] : positionBatchesAfterRefusal(batch, refusedFixIndexes(args), newBatchKey);
  const kept = new Set(parts.flatMap(({ seqs }) => seqs));
  await db.transaction("rw", db.positions, async () => {
    await db.positions.bulkDelete(batch.seqs.filter((seq) => !kept.has(seq)));
    for (const { key, seqs } of parts) for (const seq of seqs) await db.positions.update(seq, { batch: key });
  });
}

type LocationInputs = OperationInput<Operations["updateLocation"]>["locations"];

const locationInputsOf = (rows: readonly PositionRow[], { deviceKey }: SendPositionsOptions): Promise<LocationInputs> =>
  Promise.all(
    rows.map(async ({ content, offset }) => {
      const { at, ...fix } = await unsealValue<PositionFix>(deviceKey, content);
      return { ...fix, time: new Date(at + (offset ?? 0)).toISOString() };
    }),
  );
