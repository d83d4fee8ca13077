import { createResettableStore } from "./memory.ts";
import type { RecordedBelongings } from "@leitstand/contract/cases/case-action-input";
import type { Static } from "@leitstand/contract/core/schema";
import { writeWithOneRetry } from "#storage/write-safely.ts";
import { unsealValue, sealValue } from "#vault/seal.ts";
import type { PlannedVehicleCheck } from "#shared/route.ts";
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

/** Deletes drafts of cases and shifts that have left the phone; those of checks before a shift stay until it begins. */
export const deleteDraftsExcept = (known: readonly string[]) =>
  deleteDraftsWhere((id) => !isStartCheckDraft(id) && !known.includes(ownerOfDraft(id)));

/** Deletes the drafts of checks before a shift, of any vehicle: it has begun, with or without a check. */
export const deleteStartCheckDrafts = () => deleteDraftsWhere(isStartCheckDraft);

async function deleteDraftsWhere(isGone: (id: string) => boolean) {
  const gone = Object.keys(draftStore.get()).filter(isGone);
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

export const shiftDraftId = (tour_id: string) => `shift ${tour_id}`;

const START_CHECK_PREFIX = "check START ";
const END_CHECK_MARK = " check END ";
/** Draft of a check: before a shift it belongs to the vehicle, at its end to the shift as well. */
export const vehicleCheckDraftId = ({ phase, vehicle, tour_id }: PlannedVehicleCheck) =>
  phase === "START"
    ? `${START_CHECK_PREFIX}${vehicle.id}`
    : `${shiftDraftId(tour_id ?? "")}${END_CHECK_MARK}${vehicle.id}`;
const isStartCheckDraft = (id: string) => id.startsWith(START_CHECK_PREFIX);
/** Draft of the case or shift that a draft goes with. */
function ownerOfDraft(id: string): string {
  const [owner = id] = id.split(END_CHECK_MARK);
  return owner;
}

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
