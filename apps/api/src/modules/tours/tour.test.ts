import { randomUUID } from "node:crypto";
import { Temporal } from "temporal-polyfill";
import { describe, expect, it } from "vitest";
import { findDuplicateVehicleOrDevice, findShiftFault, isNonEmptyTimeRange, scheduledEndOfTourCopy } from "./tour";

const momentAtHour = (hour: string) => `2026-03-02T${hour}:00:00Z`;

describe("a planned shift", () => {
  it.each([
    ["has neither start nor end", {}, undefined],
    ["has a start alone", { scheduled_start_at: momentAtHour("06") }, undefined],
    [
      "ends after it starts",
      { scheduled_start_at: momentAtHour("06"), scheduled_end_at: momentAtHour("14") },
      undefined,
    ],
    [
      "is compared as instants",
      { scheduled_start_at: "2026-03-02T06:00:00+02:00", scheduled_end_at: momentAtHour("05") },
      undefined,
    ],
    ["has an end alone", { scheduled_end_at: momentAtHour("06") }, "FIELD_COMBINATION_INVALID"],
    [
      "ends when it starts",
      { scheduled_start_at: momentAtHour("06"), scheduled_end_at: momentAtHour("06") },
      "TIME_RANGE_INVALID",
    ],
    [
      "ends before it starts",
      { scheduled_start_at: momentAtHour("14"), scheduled_end_at: momentAtHour("06") },
      "TIME_RANGE_INVALID",
    ],
    ["lasts 31 days", { scheduled_start_at: momentAtHour("06"), scheduled_end_at: "2026-04-02T06:00:00Z" }, undefined],
    [
      "lasts longer",
      { scheduled_start_at: momentAtHour("06"), scheduled_end_at: "2026-04-02T06:00:01Z" },
      "TIME_RANGE_INVALID",
    ],
  ])("a planned shift is checked: one that %s", (_title, shift, code) =>
    expect(findShiftFault(shift)?.code).toBe(code),
  );
});

describe("a copied tour", () => {
  const none = { scheduled_start_at: null, scheduled_end_at: null, started_at: null, ended_at: null };
  it.each([
    [
      "lasts as long as was planned",
      {
        scheduled_start_at: momentAtHour("06"),
        scheduled_end_at: momentAtHour("14"),
        started_at: momentAtHour("07"),
        ended_at: momentAtHour("08"),
      },
      "2026-03-28T22:00:00.000Z",
    ],
    [
      "lasts as long as it took when nothing was planned",
      { started_at: momentAtHour("06"), ended_at: momentAtHour("08") },
      "2026-03-28T16:00:00.000Z",
    ],
    ["is open-ended like the original", { scheduled_start_at: momentAtHour("06") }, null],
  ])("the end of a copied tour: it %s", (_title, original, end) =>
    expect(scheduledEndOfTourCopy({ ...none, ...original }, "2026-03-28T14:00:00Z", "Europe/Vienna")).toBe(end),
  );

  it.each([
    [
      "into the night of 23 hours",
      "2026-03-27T22:00:00+01:00",
      "2026-03-28T22:00:00+01:00",
      "2026-03-29T06:00:00+02:00",
    ],
    [
      "out of the night of 23 hours",
      "2026-03-28T22:00:00+01:00",
      "2026-03-29T22:00:00+02:00",
      "2026-03-30T06:00:00+02:00",
    ],
    [
      "into the night of 25 hours",
      "2026-10-23T22:00:00+02:00",
      "2026-10-24T22:00:00+02:00",
      "2026-10-25T06:00:00+01:00",
    ],
    [
      "out of the night of 25 hours",
      "2026-10-24T22:00:00+02:00",
      "2026-10-25T22:00:00+01:00",
      "2026-10-26T06:00:00+01:00",
    ],
    ["into summer", "2026-03-02T22:00:00+01:00", "2026-07-02T22:00:00+02:00", "2026-07-03T06:00:00+02:00"],
  ])("a copied night shift ends at six in local time when it moves %s", (_title, ...[from, start, end]) => {
    const six = Temporal.Instant.from(from).toZonedDateTimeISO("Europe/Vienna").add({ days: 1 }).withPlainTime("06:00");
    const original = { ...none, scheduled_start_at: from, scheduled_end_at: six.toInstant().toString() };
    expect(scheduledEndOfTourCopy(original, start, "Europe/Vienna")).toBe(new Date(end).toISOString());
  });

  it("a copied shift within the hour that a clock change repeats keeps its length", () => {
    const original = { ...none, scheduled_start_at: momentAtHour("06"), scheduled_end_at: "2026-03-02T06:15:00Z" };
    expect(scheduledEndOfTourCopy(original, "2026-10-25T02:30:00+01:00", "Europe/Vienna")).toBe(
      "2026-10-25T01:45:00.000Z",
    );
  });
});

describe("the vehicles of one tour", () => {
  const [one, two, phone] = [randomUUID(), randomUUID(), randomUUID()];
  it.each([
    ["differ", [{ vehicle_id: one }, { vehicle_id: two }], undefined],
    ["are named once", [{ vehicle_id: one }, { vehicle_id: one }], "vehicles.vehicle_id"],
    [
      "do not share a device",
      [
        { vehicle_id: one, device_id: phone },
        { vehicle_id: two, device_id: phone },
      ],
      "vehicles.device_id",
    ],
    [
      "may have none",
      [
        { vehicle_id: one, device_id: null },
        { vehicle_id: two, device_id: null },
      ],
      undefined,
    ],
  ])("the vehicles of a tour are checked: they %s", (_title, given, fault) =>
    expect(findDuplicateVehicleOrDevice(given)).toBe(fault),
  );
});

describe("the window of a list", () => {
  it.each([
    [{}, true],
    [{ from: momentAtHour("06") }, true],
    [{ from: momentAtHour("06"), to: momentAtHour("07") }, true],
    [{ from: momentAtHour("06"), to: momentAtHour("06") }, false],
    [{ from: momentAtHour("07"), to: momentAtHour("06") }, false],
  ])("the window %j of a list is valid: %s", (window, holds) => expect(isNonEmptyTimeRange(window)).toBe(holds));
});
