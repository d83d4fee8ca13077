import { describe, expect, it } from "vitest";
import type { OutboxContent, OutboxEntry } from "#outbox/outbox-row.ts";
import { anOutboxRow, fixtureTourId } from "#outbox/row.fixture.ts";
import type { DriverTour } from "#work/shown-shift.ts";
import { shiftMileageOf } from "./mileage.ts";

const vehicle_id = "3e2d1c0b-a998-4877-b655-44332211ff01";
const user_id = "0d1e2f3a-4b5c-4d6e-8f70-8192a3b4c5d6";
const startedTour = {
  id: fixtureTourId,
  started_at: "2026-03-02T06:00:00Z",
  created_at: "2026-03-02T06:00:00Z",
} as DriverTour;
const aCheck = (phase: "START" | "END", mileage_km: number, changes = {}) => ({
  vehicle_id,
  tour_id: fixtureTourId,
  user_id,
  phase,
  mileage_km,
  occurred_at: phase === "START" ? "2026-03-02T05:58:00Z" : "2026-03-02T14:00:00Z",
  ...changes,
});
const anUnsentCheck = (phase: "START" | "END", mileage_km: number, facts: Partial<OutboxEntry> = {}): OutboxEntry => {
  const content: OutboxContent = {
    op: "createVehicleCheck",
    body: { id: vehicle_id, tour_id: fixtureTourId, phase, mileage_km, items: [] },
  };
  return { ...anOutboxRow(1, facts), isFrozen: false, content };
};
const mileageText = (checks: readonly ReturnType<typeof aCheck>[], entries: readonly OutboxEntry[] = [], offset = 0) =>
  shiftMileageOf(checks, entries, { tour: startedTour, vehicle_id, user_id, offset });

describe("the kilometres of a shift", () => {
  it("the kilometres of a shift are the difference of the odometer readings before and after it", () => {
    expect(mileageText([aCheck("END", 128_549), aCheck("START", 128_412)])).toEqual({ now: 128_549, driven: 137 });
    expect(mileageText([aCheck("START", 128_412)])).toEqual({ now: 128_412, driven: undefined });
    expect(mileageText([])).toBeUndefined();
  });

  it("the kilometres of a shift are computed from odometer readings that have not been sent yet", () => {
    expect(mileageText([aCheck("START", 128_412)], [anUnsentCheck("END", 128_500)])).toEqual({
      now: 128_500,
      driven: 88,
    });
  });

  it("unsent odometer readings are ordered by the server's time even when the phone's clock is wrong", () => {
    const at = Date.parse("2026-03-02T05:59:00Z") - 86_400_000;
    const known = [aCheck("START", 128_412), aCheck("END", 128_500)];
    const again = { now: 128_500, driven: 86 };
    expect(mileageText(known, [anUnsentCheck("START", 128_414, { at, offset: 86_400_000 })])).toEqual(again);
    expect(mileageText(known, [anUnsentCheck("START", 128_414, { at, offset: null })], 86_400_000)).toEqual(again);
  });

  it("the kilometres of a shift count the reading of its vehicle even if it was checked before the tour existed", () => {
    const before = { tour_id: null };
    expect(mileageText([aCheck("START", 128_412, before), aCheck("END", 128_420)])).toEqual({
      now: 128_420,
      driven: 8,
    });
    const foreign = [
      aCheck("START", 1, { tour_id: "6f0c2c1e-5a53-4b8e-9a36-1f6f6a1f8f10" }),
      aCheck("START", 2, { ...before, user_id: "another" }),
      aCheck("START", 3, { ...before, occurred_at: "2026-03-01T05:58:00Z" }),
      aCheck("START", 4, { vehicle_id: "another" }),
    ];
    expect(mileageText(foreign)).toBeUndefined();
  });

  it("the kilometres of a shift are unknown if one of the odometer readings is implausible", () => {
    expect(mileageText([aCheck("START", 128_412), aCheck("END", 12_854)])).toEqual({ now: 12_854, driven: undefined });
  });
});
