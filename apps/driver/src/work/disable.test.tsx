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

// The database is emptied in a browser alone; what counts here is what the page remembers beside it.
beforeEach(() => {
  vi.spyOn(db, "empty").mockResolvedValue();
});

it("leaves nothing on the page of a phone that is disabled, whatever it knew", async () => {
  const atFirst = valuesNow();
  const known = { is: "of the driver before" };
  for (const store of Object.values(remembered)) (store as Store<unknown>).set(known);
  expect(new Set(Object.values(valuesNow()))).toEqual(new Set([known]));
  await disable();
  expect(valuesNow()).toEqual(atFirst);
});

it("leads back to no screen from before the phone was disabled", async () => {
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
