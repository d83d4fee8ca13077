import { createMemory } from "./memory.ts";
import type { Case } from "@leitstand/contract/cases/case";
import type { CaseActionPayload } from "@leitstand/contract/cases/case-action-input";
import type { CaseAction } from "@leitstand/contract/cases/case-transitions";
import { placesSeen } from "#outbox/seen-places.ts";
import { ALL_STEPS, caseChain, STEPS_AND_PHOTOS, type OutboxContent } from "#outbox/outbox-row.ts";
import { releasePlanned, takeBackUntried, writeAllDown, writeDown, type WriteOptions } from "#outbox/write.ts";
import { idsToAnnounce } from "#photos/photo-row.ts";
import { clockOffset } from "./api.ts";
import { keepBreak } from "./breaks.ts";
import { changeDraft } from "./drafts.ts";
import { db, deviceKey, secrets } from "./phone.ts";
import { readPhotos } from "./photo-store.ts";
import { sendNow } from "./sending.ts";
import { driverSettings } from "./settings.ts";
import { readOutbox, shift } from "./shift.ts";
import { isAtWork, type Tour } from "./shown-shift.ts";
import { written } from "./log/written.ts";

/** The last step, for as long as one tap can undo it. */
export interface LastStep {
  readonly action_id: string;
  readonly action: CaseAction;
  readonly case_id: string;
  readonly name: string;
  readonly at: number;
  /** The case before the step: a case that was passed on has left the phone when that is undone. */
  readonly dispatchCase: Case;
}
export const lastStep = createMemory<LastStep | null>(null);
export const UNDO_MS = 10_000;
interface Step {
  readonly dispatchCase: Case;
  readonly tour_id: string;
  readonly action: CaseAction;
  readonly reason?: string;
  readonly payload?: CaseActionPayload;
}

/** Carries out a step: it is stored, shown, and sent as soon as there is network. */
export async function act({ dispatchCase, tour_id, action, reason, payload }: Step) {
  const { id, display_name, lock_version } = dispatchCase;
  if (action === "DONE" && (await written(() => releasePlanned(db, caseChain(id)))) > 0) return shown();
  const photo_ids = takesBack(action) ? [] : await photosToName(id);
  const said = photo_ids.length === 0 ? payload : { ...payload, photo_ids };
  const content = contentOf({ id, tour_id, action, reason, payload: said });
  const options = await optionsOf(lock_version);
  const isHandedOver = action === "DELIVER" && dispatchCase.data_type === "FUNERAL";
  const following = isHandedOver ? { later: await papersOf(id, tour_id, options) } : {};
  const photos = { announced: photo_ids };
  const action_id = await written(() =>
    writeDown(content, {
      ...options,
      ...following,
      photos,
      places: placesSeen(dispatchCase),
      cancelsPlanned: takesBack(action),
    }),
  );
  if (!takesBack(action))
    lastStep.set({ action_id, action, case_id: id, name: display_name, at: options.at, dispatchCase });
  await Promise.all([shown(), photo_ids.length > 0 && readPhotos()]);
}

/** DONE, which follows by itself once undo is no longer possible. */
async function papersOf(id: string, tour_id: string, { at }: WriteOptions) {
  const { driver_undo_seconds } = await driverSettings();
  return { content: contentOf({ id, tour_id, action: "DONE" }), not_before: at + driver_undo_seconds * 1_000 };
}

const takesBack = (action: CaseAction) => action === "UNDO" || action === "FORWARD_ROLLBACK";

const photosToName = async (case_id: string) =>
  idsToAnnounce(await db.photos.where("case_id").equals(case_id).toArray());

/** Undoes the last step: an untried row is removed; one that may have arrived is undone by a step of its own. */
export async function undo(dispatchCase: Case, tour_id: string) {
  const last = lastStep.get();
  lastStep.set(null);
  const isLast = last?.case_id === dispatchCase.id;
  if (isLast && (await written(() => takeBackUntried(db, last.action_id)))) {
    // The note that the undone step carried counts as unsent again.
    await Promise.all([readPhotos(), changeDraft(dispatchCase.id, { told: "" })]);
    return shown();
  }
  await act({ dispatchCase, tour_id, action: isLast && last.action === "FORWARD" ? "FORWARD_ROLLBACK" : "UNDO" });
}

function contentOf({
  id,
  tour_id,
  action,
  reason,
  payload,
}: Omit<Step, "dispatchCase"> & { id: string }): OutboxContent {
  const said = { ...(reason !== undefined && { reason }), ...(payload !== undefined && { payload }) };
  return { op: "receiveAction", body: { id, tour_id, action, ...said } };
}

/** Stores any other operation of a driver. */
export async function record(
  contents: readonly OutboxContent[],
  { seen = 0, photos }: { readonly seen?: number; readonly photos?: WriteOptions["photos"] } = {},
) {
  const options = { ...(await optionsOf(seen)), ...(photos && { photos }) };
  await written(() => writeAllDown(contents, options));
  await Promise.all([shown(), photos && readPhotos()]);
}

/** Begins or ends a break. */
export async function changeDuty(tour: Tour) {
  const at = Date.now();
  const started_sub_state = isAtWork(tour) ? "ON_A_BREAK" : "ACTIVE";
  await record([{ op: "updateTourStartedSubState", body: { id: tour.id, started_sub_state } }]);
  await keepBreak(tour, at);
}

/**
 * Ends the work at the time of the tap, whenever it arrives: no more cases are assigned. Planned entries are sent now,
 * and the end of the shift after all of it.
 */
export async function finishTour(id: string, seen: number) {
  const options = { ...(await optionsOf(seen)), needs: ALL_STEPS, releasesPlanned: true };
  const then = { content: { op: "finishTour" as const, body: { id } }, needs: STEPS_AND_PHOTOS };
  const offDuty = { op: "updateTourStartedSubState" as const, body: { id, started_sub_state: "OFF_DUTY" as const } };
  await written(() => writeDown(offDuty, { ...options, then }));
  await shown();
}

async function optionsOf(seen: number): Promise<WriteOptions> {
  return {
    db,
    deviceKey: await deviceKey(),
    user_id: secrets.get()?.user?.id ?? "",
    at: Date.now(),
    offset: clockOffset.get(),
    seen,
    needs: startOfShift(),
  };
}

/** Need of a tour's entries: none may arrive before its start. */
const startOfShift = () =>
  shift.get().entries.find(({ content, status }) => content.op === "startTour" && status === "waiting")?.action_id ??
  null;

async function shown() {
  await readOutbox();
  void sendNow();
}
