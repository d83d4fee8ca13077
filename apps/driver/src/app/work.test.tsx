import { act } from "react";
import { beforeEach, expect, it } from "vitest";
import type { OutboxEntry } from "#outbox/outbox-row.ts";
import { prefetchLazyScreens } from "#shared/later.tsx";
import { type AppRoute, currentRoute, type ShiftStart } from "#shared/route.ts";
import { aShiftStartEntry, fixtureTourId } from "#outbox/row.fixture.ts";
import { mountPhoneTest } from "#shared/testing/phone-testkit.tsx";
import { shiftStore } from "#work/shift.ts";
import check from "../../messages/de/check.json";
import frame from "../../messages/de/frame.json";
import outbox from "../../messages/de/outbox.json";
import shift from "../../messages/de/shift.json";
import { UnlockedApp } from "./work.tsx";

const phone = mountPhoneTest({ check, frame, outbox, shift });
const vehicle = { id: "3e2d1c0b-a998-4877-b655-44332211ff01", license_plate: "G-1", description: "Bestattungswagen" };
const start: ShiftStart = { by: "tour", id: fixtureTourId, seen: 3, vehicle_id: vehicle.id };
const aTour = (status: "SCHEDULED" | "STARTED") =>
  ({ id: fixtureTourId, status, started_sub_state: "ACTIVE", vehicle_device_associations: [] }) as never;
const showShift = (status: "SCHEDULED" | "STARTED", ...entries: OutboxEntry[]) =>
  shiftStore.set({ isKnown: true, tours: [aTour(status)], cases: [], entries, messages: [] });

beforeEach(async () => {
  // Another window of the app rings.
  const locks = { request: () => Promise.resolve() };
  Object.defineProperty(navigator, "locks", { value: locks, configurable: true });
  await prefetchLazyScreens();
});

async function titleAt(at: AppRoute): Promise<string | undefined> {
  currentRoute.set(at);
  await phone.show(<UnlockedApp />);
  return document.querySelector("h1")?.firstChild?.textContent ?? undefined;
}

const screensThatBegin: [string, AppRoute, string][] = [
  ["choice of a vehicle", { is: "vehicle", start }, shift.vehicle],
  ["check before the shift", { is: "check", check: { phase: "START", vehicle, tour_id: null, start } }, check.title],
];

it.each(screensThatBegin)(
  "the %s is there before the shift, and when the driver goes back to it on the tour the tour is shown",
  async (...[, at, title]) => {
    showShift("SCHEDULED");
    expect(await titleAt(at)).toBe(title);
    await act(async () => showShift("STARTED"));
    expect(await titleAt(at)).toBe(shift.my_tour);
  },
);

it.each(screensThatBegin)(
  "instead of the %s the decision is shown when the start of the tour was refused",
  async (...[, at]) => {
    showShift("SCHEDULED", aShiftStartEntry(1, { status: "refused", refusal: "RESOURCE_IN_USE" }));
    await titleAt(at);
    expect(document.querySelector("h2")?.textContent).toBe(outbox.not_begun);
  },
);

it("the check at the end of a shift is shown while the shift lasts", async () => {
  showShift("STARTED");
  expect(await titleAt({ is: "check", check: { phase: "END", vehicle, tour_id: fixtureTourId } })).toBe(check.title);
});
