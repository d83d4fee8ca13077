import { expect, it } from "vitest";
import { aCaseWithLink, aTourCaseLink, fixtureTourId } from "#outbox/row.fixture.ts";
import type { TourLink } from "#outbox/state-before.ts";
import { purgeTimeOf } from "./purge-time.ts";
import type { DriverTour } from "#work/shown-shift.ts";

const aTour = (changes: Partial<DriverTour>) =>
  ({
    id: fixtureTourId,
    status: "STARTED",
    scheduled_start_at: null,
    scheduled_end_at: null,
    ...changes,
  }) as DriverTour;
const finishedLink = { bucket: "finished", closed_at: "2026-03-02T14:00:00Z" } as const;
const otherTourId = "5f0c2c1e-5a53-4b8e-9a36-1f6f6a1f8f11";

it.each<[string, { link?: Partial<TourLink>; tour?: Partial<DriverTour> }, string | undefined]>([
  ["stays while the crew works on it", {}, undefined],
  ["is deleted a day after the work on it was done", { link: finishedLink }, "2026-03-03T14:00:00.000Z"],
  [
    "is deleted a day after the planned end of a shift that never began",
    {
      tour: {
        status: "SCHEDULED",
        scheduled_start_at: "2026-03-02T06:00:00Z",
        scheduled_end_at: "2026-03-02T12:00:00Z",
      },
    },
    "2026-03-03T12:00:00.000Z",
  ],
  [
    "is deleted a day after the planned start of a shift without a planned end",
    { tour: { status: "SCHEDULED", scheduled_start_at: "2026-03-02T06:00:00Z" } },
    "2026-03-03T06:00:00.000Z",
  ],
])("a case on the driver's phone %s", (_what, { link = {}, tour = {} }, time) => {
  const at = purgeTimeOf(aCaseWithLink("FUNERAL", aTourCaseLink("STARTED", link)), [aTour(tour)]);
  expect(at === Number.POSITIVE_INFINITY ? undefined : new Date(at).toISOString()).toBe(time);
});

it("the time at which a case is deleted from the phone depends only on the driver's own tours", () => {
  const shown = aCaseWithLink("FUNERAL", aTourCaseLink("DONE", finishedLink));
  const links = [...(shown.tour_case_states ?? []), aTourCaseLink("ASSIGNED", { tour_id: otherTourId })];
  expect(purgeTimeOf({ ...shown, tour_case_states: links }, [aTour({})])).toBe(Date.parse("2026-03-03T14:00:00Z"));
});
