import type { Store } from "@leitstand/app/store";
import { beforeEach, expect, it, vi } from "vitest";
import { alarms } from "#features/alarm/follow-alarms.ts";
import { go, route } from "#shared/route.ts";
import { sheet } from "#shared/sheet-store.ts";
import { lastStep } from "./act.ts";
import { clockOffset } from "./api.ts";
import { disable } from "./disable.ts";
import { drafts } from "./drafts.ts";
import { logLines } from "./log/log.ts";
import { isNotWritten } from "./log/written.ts";
import { passedOn } from "./passing-on.ts";
import { cacheKey, company, db, secrets, wrongPins } from "./phone.ts";
import { photos } from "./photo-store.ts";
import { lastFix, waitingPositions } from "./positions/duty.ts";
import { calledCase, caseToOpen } from "./pushes/called.ts";
import { isRinging } from "./ringing.ts";
import { shift } from "./shift.ts";
import { planned, refused, unsent } from "./unsent.ts";
import { vehicleTemplates } from "./vehicle-templates.ts";

const remembered = {
  alarms,
  cacheKey,
  calledCase,
  caseToOpen,
  clockOffset,
  company,
  drafts,
  isNotWritten,
  isRinging,
  lastFix,
  lastStep,
  logLines,
  passedOn,
  photos,
  planned,
  refused,
  route,
  secrets,
  sheet,
  shift,
  unsent,
  vehicleTemplates,
  waitingPositions,
  wrongPins,
};
const valuesNow = () => Object.fromEntries(Object.entries(remembered).map(([name, store]) => [name, store.get()]));

// The database can only be emptied in a browser; this test is about the memory of the page.
beforeEach(() => {
  vi.spyOn(db, "empty").mockResolvedValue();
});

it("disabling a phone leaves nothing in the page's memory, whatever it contained", async () => {
  const atFirst = valuesNow();
  const known = { is: "of the driver before" };
  for (const store of Object.values(remembered)) (store as Store<unknown>).set(known);
  expect(new Set(Object.values(valuesNow()))).toEqual(new Set([known]));
  await disable();
  expect(valuesNow()).toEqual(atFirst);
});

it("disabling a phone makes the screens before it unreachable by the back button", async () => {
  const vehicle = { id: "hearse", license_plate: "LN 108 BE", description: "Bestattungswagen 2" };
  go({ is: "check", check: { phase: "START", vehicle, tour_id: null } });
  const stale: unknown = history.state;
  dispatchEvent(new PopStateEvent("popstate", { state: stale }));
  expect(route.get()).toMatchObject({ is: "check", check: { vehicle } });
  await disable();
  expect(history.state).toBeNull();
  dispatchEvent(new PopStateEvent("popstate", { state: stale }));
  expect(route.get()).toEqual({ is: "list" });
});
