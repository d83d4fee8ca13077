import { createMemory } from "./memory.ts";
import type { RecordedBelongings } from "@leitstand/contract/cases/case-action-input";
import type { Static } from "@leitstand/contract/core/schema";
import { writeSafely } from "#storage/write-safely.ts";
import { openValue, sealValue } from "#vault/seal.ts";
import { cacheKey, db } from "./phone.ts";
import { written } from "./log/written.ts";

/** What a crew has found out and not yet sent with a step: kept as it is typed, because the camera may end the page. */
export interface CaseDraft {
  readonly identity?: boolean;
  /** What was scanned or read off beside the name. */
  readonly code?: string;
  /** The belongings as they were when the deceased was loaded, and as they are at the destination. */
  readonly loaded?: BelongingsDraft;
  readonly delivered?: BelongingsDraft;
  /** Of a breakdown: whether the vehicle drives on. */
  readonly drives?: boolean;
  readonly cause?: DamageCause;
  readonly has_key?: boolean;
  /** Why there are no photos, or fewer than four. */
  readonly photos_missing?: string;
  /** The note on the findings that a step has told: it is not told twice. */
  readonly told?: string;
  /** What stands in the fields of forms, by their names. */
  readonly fields?: Readonly<Record<string, string>>;
}

/** None is preset; `is_confirmed` when the crew has said that it is all. */
export type BelongingsDraft = Partial<Static<typeof RecordedBelongings>> & {
  /** Why they are others than before. */
  readonly note?: string;
  readonly is_confirmed?: boolean;
};

export const damageCauses = ["battery", "starter", "engine", "tyres", "accident", "other"] as const;
export type DamageCause = (typeof damageCauses)[number];

export const drafts = createMemory<Readonly<Record<string, CaseDraft>>>({});

export async function readDrafts() {
  const key = cacheKey.get();
  if (!key) return;
  const rows = await db.drafts.toArray();
  const opened = await Promise.all(
    rows.map(async ({ id, content }) => [id, await openValue<CaseDraft>(key, content)] as const),
  );
  // Locked or wiped in the meantime: nothing of it may stay.
  if (cacheKey.get() === key) drafts.set(Object.fromEntries(opened));
}

/** Of cases and shifts that have left the phone nothing stays that was typed; what a vehicle is checked by does. */
export async function forgetDrafts(known: readonly string[]) {
  const gone = Object.keys(drafts.get()).filter((id) => !isOfVehicle(id) && !known.includes(id));
  if (gone.length === 0) return;
  await db.drafts.bulkDelete(gone);
  drafts.set(Object.fromEntries(Object.entries(drafts.get()).filter(([id]) => !gone.includes(id))));
}

/** What was typed has been sent. */
export async function dropDraft(id: string) {
  const { [id]: _sent, ...others } = drafts.get();
  drafts.set(others);
  await db.drafts.delete(id);
}

const CHECK = "check ";
export const checkDraft = (phase: string, vehicle_id: string) => `${CHECK}${phase} ${vehicle_id}`;
const isOfVehicle = (id: string) => id.startsWith(CHECK);

export async function changeDraft(id: string, change: CaseDraft) {
  const draft = { ...drafts.get()[id], ...change };
  drafts.set({ ...drafts.get(), [id]: draft });
  const key = cacheKey.get();
  if (key === null) return;
  const content = await sealValue(key, draft);
  await written(() => writeSafely(db, () => db.drafts.put({ id, content })));
}

export const changeFields = (id: string, changed: Readonly<Record<string, string>>) =>
  changeDraft(id, { fields: { ...drafts.get()[id]?.fields, ...changed } });
export const changeField = (id: string, name: string, value: string) => changeFields(id, { [name]: value });
