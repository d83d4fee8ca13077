import type { Client, InputOf } from "@leitstand/client/client";
import { ApiProblem } from "@leitstand/client/problem";
import type { Operations } from "@leitstand/contract/operations";
import type { Fix } from "#device/device.ts";
import { type Consequence, consequenceOf } from "#outbox/refusal.ts";
import type { DriverDatabase, PositionRow } from "#storage/database.ts";
import { openValue, sealValue } from "#vault/seal.ts";
import { afterRefusal, type Batch, BATCH_MAX, nextBatch, placesNamed } from "./batches.ts";

interface PositionOptions {
  readonly db: DriverDatabase;
  readonly deviceKey: CryptoKey;
  /** Whose positions these are: they are sent as them, and by nobody else. */
  readonly user_id: string;
}
interface SendOptions extends PositionOptions {
  readonly client: Client;
  /** What to add to this phone's clock, as learnt from answers. */
  readonly clockOffset: () => number;
}

export async function keepPosition(fix: Fix, offset: number | null, { db, deviceKey, user_id }: PositionOptions) {
  await db.positions.add({ batch: null, user_id, offset, content: await sealValue(deviceKey, fix) });
}

/** Why sending has ended: all has arrived, or what has to happen before the rest can. */
export type SendEnd = "done" | Exclude<Consequence, "refused">;

const newKey = () => crypto.randomUUID();

/** Sends what was kept, the oldest first; of two open windows one. */
export const sendPositions = (options: SendOptions): Promise<SendEnd> =>
  navigator.locks.request("positions", async () => {
    const { db, user_id } = options;
    await db.positions.filter((row) => row.user_id !== user_id).delete();
    for (;;) {
      const end = await sendNext(options);
      if (end !== "more") return end;
    }
  });

async function sendNext(options: SendOptions): Promise<SendEnd | "more"> {
  const { db, client } = options;
  const oldest = await db.positions.orderBy("seq").limit(BATCH_MAX).toArray();
  const batch = nextBatch(oldest, newKey);
  if (batch === undefined) return "done";
  const rows = await freeze(batch, options);
  try {
    await client.updateLocation({ locations: await locationsOf(rows, options) }, { idempotencyKey: batch.key });
    await db.positions.bulkDelete([...batch.seqs]);
    return "more";
  } catch (error) {
    if (!(error instanceof ApiProblem)) throw error;
    const consequence = consequenceOf(error);
    if (consequence !== "refused") return consequence;
    await drop(batch, error, db);
    return "more";
  }
}

/** Before the first try each fix gets the batch that it is sent in for ever, and the time that it is sent with. */
async function freeze({ key, seqs }: Batch, { db, clockOffset }: SendOptions): Promise<PositionRow[]> {
  return db.transaction("rw", db.positions, async () => {
    const rows = await db.positions.bulkGet([...seqs]);
    const frozen = rows.flatMap((row) =>
      row === undefined ? [] : [{ ...row, batch: key, offset: row.offset ?? clockOffset() }],
    );
    await db.positions.bulkPut(frozen);
    return frozen;
  });
}

/** Without the fix that is to blame; who may not report at all has none to find, and nothing to keep. */
async function drop(batch: Batch, { status, args }: ApiProblem, db: DriverDatabase) {
  const parts = status === 403 ? [] : afterRefusal(batch, placesNamed(args), newKey);
  const kept = new Set(parts.flatMap(({ seqs }) => seqs));
  await db.transaction("rw", db.positions, async () => {
    await db.positions.bulkDelete(batch.seqs.filter((seq) => !kept.has(seq)));
    for (const { key, seqs } of parts) for (const seq of seqs) await db.positions.update(seq, { batch: key });
  });
}

type Locations = InputOf<Operations["updateLocation"]>["locations"];

const locationsOf = (rows: readonly PositionRow[], { deviceKey }: SendOptions): Promise<Locations> =>
  Promise.all(
    rows.map(async ({ content, offset }) => {
      const { at, ...fix } = await openValue<Fix>(deviceKey, content);
      return { ...fix, time: new Date(at + (offset ?? 0)).toISOString() };
    }),
  );
