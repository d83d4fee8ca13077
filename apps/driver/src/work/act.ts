import type { Case } from "@leitstand/contract/cases/case";
import type { CaseActionPayload } from "@leitstand/contract/cases/case-action-input";
import type { CaseAction } from "@leitstand/contract/cases/case-transitions";
import { sourceAndTargetAddressesOf } from "#outbox/seen-places.ts";
import {
  SEND_AFTER_ALL_STEPS,
  outboxChainOfCase,
  SEND_AFTER_STEPS_AND_PHOTOS,
  type OutboxContent,
} from "#outbox/outbox-row.ts";
import {
  makePlannedRowsDueNow,
  deleteUntriedRow,
  writeOutboxEntries,
  writeOutboxEntry,
  type OutboxWriteOptions,
} from "#outbox/write.ts";
import { photoIdsToAnnounce } from "#photos/photo-row.ts";
import { certainClockOffset, clockOffset } from "./api.ts";
import { storeBreakToggle } from "./breaks.ts";
import { changeDraft } from "./drafts.ts";
import { driverDb, requireDeviceKey, phoneSecrets } from "./phone.ts";
import { loadPhotosIntoStore } from "./photo-store.ts";
import { sendOutboxNow } from "./sending.ts";
import { readDriverSettings } from "./settings.ts";
import { loadOutboxIntoShiftStore, shiftStore } from "./shift.ts";
import { isAtWork, type DriverTour } from "./shown-shift.ts";
import { undoableStep } from "./undoable-step.ts";
import { runAndReportWrite } from "./log/written.ts";

interface StepInput {
  readonly dispatchCase: Case;
  readonly tour_id: string;
  readonly action: CaseAction;
  readonly reason?: string;
  readonly payload?: CaseActionPayload;
}

/** Carries out a step: it is stored, shown, and sent as soon as there is network. */
export async function carryOutCaseStep({ dispatchCase, tour_id, action, reason, payload }: StepInput) {
  const { id, display_name, lock_version } = dispatchCase;
  if (action === "DONE" && (await runAndReportWrite(() => makePlannedRowsDueNow(driverDb, outboxChainOfCase(id)))) > 0)
    return showAndSendOutbox();
  const photo_ids = isUndoAction(action) ? [] : await photosToAnnounce(id);
  const said = photo_ids.length === 0 ? payload : { ...payload, photo_ids };
  const content = actionContent({ id, tour_id, action, reason, payload: said });
  const options = await writeOptionsFor(lock_version);
  const isHandedOver = action === "DELIVER" && dispatchCase.data_type === "FUNERAL";
  const following = isHandedOver ? { later: await plannedDoneEntry(id, tour_id, options) } : {};
  const photos = { announced: photo_ids };
  const action_id = await runAndReportWrite(() =>
    writeOutboxEntry(content, {
      ...options,
      ...following,
      photos,
      places: sourceAndTargetAddressesOf(dispatchCase),
      cancelsPlanned: isUndoAction(action),
    }),
  );
  if (!isUndoAction(action))
    undoableStep.set({
      action_id,
      action,
      case_id: id,
      name: display_name,
      at: options.at,
      offset: options.offset ?? clockOffset.get(),
      dispatchCase,
    });
  await Promise.all([showAndSendOutbox(), photo_ids.length > 0 && loadPhotosIntoStore()]);
}

/** DONE, which follows by itself once undo is no longer possible. */
async function plannedDoneEntry(id: string, tour_id: string, { at }: OutboxWriteOptions) {
  const { driver_undo_seconds } = await readDriverSettings();
  return { content: actionContent({ id, tour_id, action: "DONE" }), not_before: at + driver_undo_seconds * 1_000 };
}

const isUndoAction = (action: CaseAction) => action === "UNDO" || action === "FORWARD_ROLLBACK";

const photosToAnnounce = async (case_id: string) =>
  photoIdsToAnnounce(await driverDb.photos.where("case_id").equals(case_id).toArray());

/** Undoes the last step: an untried row is removed; one that may have arrived is undone by a step of its own. */
export async function undoLastCaseStep(dispatchCase: Case, tour_id: string) {
  const last = undoableStep.get();
  undoableStep.set(null);
  const isLast = last?.case_id === dispatchCase.id;
  if (isLast && (await runAndReportWrite(() => deleteUntriedRow(driverDb, last.action_id)))) {
    // The note that the undone step carried counts as unsent again.
    await Promise.all([loadPhotosIntoStore(), changeDraft(dispatchCase.id, { told: "" })]);
    return showAndSendOutbox();
  }
  await carryOutCaseStep({
    dispatchCase,
    tour_id,
    action: isLast && last.action === "FORWARD" ? "FORWARD_ROLLBACK" : "UNDO",
  });
}

function actionContent({
  id,
  tour_id,
  action,
  reason,
  payload,
}: Omit<StepInput, "dispatchCase"> & { id: string }): OutboxContent {
  const said = { ...(reason !== undefined && { reason }), ...(payload !== undefined && { payload }) };
  return { op: "receiveAction", body: { id, tour_id, action, ...said } };
}

/** Stores any other operation of a driver. */
export async function storeDriverOperations(
  contents: readonly OutboxContent[],
  { seen = 0, photos }: { readonly seen?: number; readonly photos?: OutboxWriteOptions["photos"] } = {},
) {
  const options = { ...(await writeOptionsFor(seen)), ...(photos && { photos }) };
  await runAndReportWrite(() => writeOutboxEntries(contents, options));
  await Promise.all([showAndSendOutbox(), photos && loadPhotosIntoStore()]);
}

/** Begins or ends a break; its duration counts by the server's clock, as that of the shift. */
export async function toggleBreak(tour: DriverTour) {
  const at = Date.now() + (clockOffset.get() ?? 0);
  const started_sub_state = isAtWork(tour) ? "ON_A_BREAK" : "ACTIVE";
  await storeDriverOperations([{ op: "updateTourStartedSubState", body: { id: tour.id, started_sub_state } }]);
  await storeBreakToggle(tour, at);
}

/**
 * Ends the work at the time of the tap, whenever it arrives: no more cases are assigned. Planned entries are sent now,
 * and the end of the shift after all of it.
 */
export async function finishTour(id: string, seen: number) {
  const options = { ...(await writeOptionsFor(seen)), needs: SEND_AFTER_ALL_STEPS, releasesPlanned: true };
  const then = { content: { op: "finishTour" as const, body: { id } }, needs: SEND_AFTER_STEPS_AND_PHOTOS };
  const offDuty = { op: "updateTourStartedSubState" as const, body: { id, started_sub_state: "OFF_DUTY" as const } };
  // Photos of a check that was not saved belong to nothing: the next check must not begin with them.
  const photos = { dropped: await driverDb.photos.where("status").equals("draft").primaryKeys() };
  await runAndReportWrite(() => writeOutboxEntry(offDuty, { ...options, then, photos }));
  await Promise.all([showAndSendOutbox(), loadPhotosIntoStore()]);
}

async function writeOptionsFor(seen: number): Promise<OutboxWriteOptions> {
  return {
    db: driverDb,
    deviceKey: await requireDeviceKey(),
    user_id: phoneSecrets.get()?.user?.id ?? "",
    at: Date.now(),
    offset: certainClockOffset(),
    seen,
    needs: needOfShiftStart(),
  };
}

/** Need of a tour's entries: none may arrive before its start. */
const needOfShiftStart = () =>
  shiftStore.get().entries.find(({ content, status }) => content.op === "startTour" && status === "waiting")
    ?.action_id ?? null;

async function showAndSendOutbox() {
  await loadOutboxIntoShiftStore();
  void sendOutboxNow();
}
