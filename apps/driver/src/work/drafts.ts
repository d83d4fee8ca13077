import { createResettableStore } from "./memory.ts";
import type { RecordedBelongings } from "@leitstand/contract/cases/case-action-input";
import type { Static } from "@leitstand/contract/core/schema";
import { writeWithOneRetry } from "#storage/write-safely.ts";
import { unsealValue, sealValue } from "#vault/seal.ts";
import { unlockedCacheKey, driverDb } from "./phone.ts";
import { runAndReportWrite } from "./log/written.ts";

/** Findings of a crew that no step has sent yet: stored as they are typed, because the camera may end the page. */
export interface CaseDraft {
  readonly identity?: boolean;
  /** Code that was scanned or read off beside the name. */
  readonly code?: string;
  /** Belongings when the deceased was loaded, and at the destination. */
  readonly loaded?: BelongingsDraft;
  readonly delivered?: BelongingsDraft;
  /** Whether the broken-down vehicle can drive. */
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
  /** Reason why the belongings differ from those recorded before. */
  readonly note?: string;
  readonly is_confirmed?: boolean;
};

export const damageCauses = ["battery", "starter", "engine", "tyres", "accident", "other"] as const;
export type DamageCause = (typeof damageCauses)[number];

export const draftStore = createResettableStore<Readonly<Record<string, CaseDraft>>>({});

export async function loadDraftsIntoStore() {
  const key = unlockedCacheKey.get();
  if (!key) return;
  const before = draftStore.get();
  const rows = await driverDb.drafts.toArray();
  const opened = await Promise.all(
    rows.map(async ({ id, content }) => [id, await unsealValue<CaseDraft>(key, content)] as const),
  );
  // Locked or wiped in the meantime: no draft may stay.
  if (unlockedCacheKey.get() !== key) return;
  // A draft that was changed or sent while it was read keeps its newer state.
  const now = draftStore.get();
  const isSame = (id: string) => now[id] === before[id];
  const changed = Object.entries(now).filter(([id]) => !isSame(id));
  draftStore.set(Object.fromEntries([...opened.filter(([id]) => isSame(id)), ...changed]));
}

/** Deletes drafts of cases and shifts that have left the phone; those of vehicle checks stay. */
export async function deleteDraftsExcept(known: readonly string[]) {
  const gone = Object.keys(draftStore.get()).filter((id) => !isCheckDraft(id) && !known.includes(id));
  if (gone.length === 0) return;
  await driverDb.drafts.bulkDelete(gone);
  draftStore.set(Object.fromEntries(Object.entries(draftStore.get()).filter(([id]) => !gone.includes(id))));
}

/** Deletes a draft that has been sent. */
export async function deleteDraft(id: string) {
  const { [id]: _sent, ...others } = draftStore.get();
  draftStore.set(others);
  await driverDb.drafts.delete(id);
}

const CHECK_DRAFT_PREFIX = "check ";
export const vehicleCheckDraftId = (phase: string, vehicle_id: string) => `${CHECK_DRAFT_PREFIX}${phase} ${vehicle_id}`;
const isCheckDraft = (id: string) => id.startsWith(CHECK_DRAFT_PREFIX);

export async function changeDraft(id: string, change: CaseDraft) {
  const draft = { ...draftStore.get()[id], ...change };
  draftStore.set({ ...draftStore.get(), [id]: draft });
  const key = unlockedCacheKey.get();
  if (key === null) return;
  const content = await sealValue(key, draft);
  await runAndReportWrite(() => writeWithOneRetry(driverDb, () => driverDb.drafts.put({ id, content })));
}

export const changeDraftFields = (id: string, changed: Readonly<Record<string, string>>) =>
  changeDraft(id, { fields: { ...draftStore.get()[id]?.fields, ...changed } });
export const changeDraftField = (id: string, name: string, value: string) => changeDraftFields(id, { [name]: value });
