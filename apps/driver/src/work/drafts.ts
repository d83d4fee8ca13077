import { createMemory } from "./memory.ts";
import type { RecordedBelongings } from "@leitstand/contract/cases/case-action-input";
import type { Static } from "@leitstand/contract/core/schema";
import { writeSafely } from "#storage/write-safely.ts";
import { openValue, sealValue } from "#vault/seal.ts";
import { cacheKey, db } from "./phone.ts";
import { written } from "./log/written.ts";

/** Findings of a crew that no step has sent yet: stored as they are typed, because the camera may end the page. */
export interface CaseDraft {
  readonly identity?: boolean;
  /** Code that was scanned or read off beside the name. */
  readonly code?: string;
  /** Belongings when the deceased was loaded, and at the destination. */
  readonly loaded?: BelongingsDraft;
  readonly delivered?: BelongingsDraft;
  /** Whether the broken-down vehicle drives on. */
  readonly drives?: boolean;
  readonly cause?: DamageCause;
  readonly has_key?: boolean;
  /** Reason for no photos, or fewer than four. */
  readonly photos_missing?: string;
  /** Note on the findings that a step has already sent, so that it is not sent twice. */
  readonly told?: string;
  /** Values of form fields, by name. */
  readonly fields?: Readonly<Record<string, string>>;
}

/** Belongings, without a preset; `is_confirmed` when the crew has confirmed that they are complete. */
export type BelongingsDraft = Partial<Static<typeof RecordedBelongings>> & {
  /** Reason why they differ from before. */
  readonly note?: string;
  readonly is_confirmed?: boolean;
};

export const damageCauses = ["battery", "starter", "engine", "tyres", "accident", "other"] as const;
export type DamageCause = (typeof damageCauses)[number];

export const drafts = createMemory<Readonly<Record<string, CaseDraft>>>({});

export async function readDrafts() {
  const key = cacheKey.get();
  if (!key) return;
  const before = drafts.get();
  const rows = await db.drafts.toArray();
  const opened = await Promise.all(
    rows.map(async ({ id, content }) => [id, await openValue<CaseDraft>(key, content)] as const),
  );
  // Locked or wiped in the meantime: no draft may stay.
  if (cacheKey.get() !== key) return;
  // Changed or sent in the meantime: what was read is older.
  const now = drafts.get();
  const isSame = (id: string) => now[id] === before[id];
  const changed = Object.entries(now).filter(([id]) => !isSame(id));
  drafts.set(Object.fromEntries([...opened.filter(([id]) => isSame(id)), ...changed]));
}

/** Deletes drafts of cases and shifts that have left the phone; those of vehicle checks stay. */
export async function forgetDrafts(known: readonly string[]) {
  const gone = Object.keys(drafts.get()).filter((id) => !isOfVehicle(id) && !known.includes(id));
  if (gone.length === 0) return;
  await db.drafts.bulkDelete(gone);
  drafts.set(Object.fromEntries(Object.entries(drafts.get()).filter(([id]) => !gone.includes(id))));
}

/** Deletes a draft that has been sent. */
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
