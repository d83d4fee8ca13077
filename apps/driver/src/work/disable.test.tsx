import type { Store } from "@leitstand/app/store";
import { beforeEach, expect, it, vi } from "vitest";
import { pendingAlarmsStore } from "#features/alarm/follow-alarms.ts";
import { goTo, currentRoute } from "#shared/route.ts";
import { isMenuSheetOpen } from "#shared/sheet-store.ts";
import { clockOffset } from "./api.ts";
import { erasePhoneData } from "./disable.ts";
import { draftStore } from "./drafts.ts";
import { diagnosticLogLines } from "./log/log.ts";
import { hasWriteFailed } from "./log/written.ts";
import { forwardedCases } from "./forwards.ts";
import { unlockedCacheKey, phoneCompany, driverDb, phoneSecrets, wrongPinState } from "./phone.ts";
import { photoStore } from "./photo-store.ts";
import { lastPositionFix, waitingPositionCount } from "./positions/duty.ts";
import { lastTappedNoticeCaseId, caseIdToOpen } from "./pushes/tapped-case.ts";
import { isAlarmRinging } from "./ringing.ts";
import { shiftStore } from "./shift.ts";
import { undoableStep } from "./undoable-step.ts";
import { plannedEntryCount, refusedEntryCount, unsentEntryCount } from "./unsent.ts";
import { vehicleCheckTemplates } from "./vehicle-templates.ts";

const memoryStores = {
  alarms: pendingAlarmsStore,
  cacheKey: unlockedCacheKey,
  calledCase: lastTappedNoticeCaseId,
  caseToOpen: caseIdToOpen,
  clockOffset,
  company: phoneCompany,
  drafts: draftStore,
  isNotWritten: hasWriteFailed,
  isRinging: isAlarmRinging,
  lastFix: lastPositionFix,
  lastStep: undoableStep,
  logLines: diagnosticLogLines,
  passedOn: forwardedCases,
  photos: photoStore,
  planned: plannedEntryCount,
  refused: refusedEntryCount,
  route: currentRoute,
  secrets: phoneSecrets,
  sheet: isMenuSheetOpen,
  shift: shiftStore,
  unsent: unsentEntryCount,
  vehicleTemplates: vehicleCheckTemplates,
  waitingPositions: waitingPositionCount,
  wrongPins: wrongPinState,
};
const storeValues = () => Object.fromEntries(Object.entries(memoryStores).map(([name, store]) => [name, store.get()]));

// The database can only be emptied in a browser; this test is about the memory of the page.
beforeEach(() => {
  vi.spyOn(driverDb, "empty").mockResolvedValue();
});

it("disabling a phone removes all data from the memory of the page", async () => {
  const atFirst = storeValues();
  const known = { is: "of the driver before" };
  for (const store of Object.values(memoryStores)) (store as Store<unknown>).set(known);
  expect(new Set(Object.values(storeValues()))).toEqual(new Set([known]));
  await erasePhoneData();
  expect(storeValues()).toEqual(atFirst);
});

it("the back button does not lead to earlier screens after a phone was disabled", async () => {
  const vehicle = { id: "hearse", license_plate: "LN 108 BE", description: "Bestattungswagen 2" };
  goTo({ is: "check", check: { phase: "START", vehicle, tour_id: null } });
  const stale: unknown = history.state;
  dispatchEvent(new PopStateEvent("popstate", { state: stale }));
  expect(currentRoute.get()).toMatchObject({ is: "check", check: { vehicle } });
  await erasePhoneData();
  expect(history.state).toBeNull();
  dispatchEvent(new PopStateEvent("popstate", { state: stale }));
  expect(currentRoute.get()).toEqual({ is: "list" });
});
