import { describe, expect, it } from "vitest";
import { clickElement, actAndRender, pressKey, setFakeSystemTime, waitUntil } from "#shared/testing/mount-testkit.tsx";
import { findByRole, findAllByRole, accessibleNameOf, pageText } from "#shared/testing/screen-testkit.ts";
import { entityStore } from "#live/store.ts";
import {
  aNumberedTimelineCase,
  aNumberedShift,
  findTimelineBar,
  listTimelineBarNames,
  leftEdgeOf,
  openTestTimeline,
  positionsOfHourLabel,
  styledWidthOf,
} from "./timeline-testkit.tsx";

describe("where a case stands on the timeline", () => {
  it("the timeline's bar of a case is below the hours of its time window, in Vienna time", async () => {
    const dispatchCase = aNumberedTimelineCase(1, {
      not_before: "2026-11-21T09:00:00Z",
      due_at: "2026-11-21T11:00:00Z",
    });
    await openTestTimeline({ tours: [aNumberedShift(1, { plate: "G 101 BE", open_cases: [dispatchCase] })] });
    expect(leftEdgeOf(findTimelineBar(/10:00 bis 12:00/))).toBe(positionsOfHourLabel("10:00")[0]);
    expect(leftEdgeOf(findTimelineBar(/C-1/)) + styledWidthOf(findTimelineBar(/C-1/))).toBeCloseTo(
      (positionsOfHourLabel("12:00")[0] ?? 0) - 1,
    );
  });

  it.each([
    { day: "2026-03-29", clocks: "go forward", at: "2026-03-29T06:00:00Z", hours: 7 },
    { day: "2026-10-25", clocks: "go back", at: "2026-10-25T07:00:00Z", hours: 9 },
  ])(
    "the timeline's bar of a case at eight is below the label of eight o'clock on $day, when clocks $clocks",
    async ({ day, at, hours }) => {
      const dispatchCase = aNumberedTimelineCase(1, { not_before: at, due_at: null });
      const shift = { scheduled_start_at: at, scheduled_end_at: null, started_at: at, open_cases: [dispatchCase] };
      await openTestTimeline({ tours: [aNumberedShift(1, { plate: "G 101 BE", ...shift })], view: { day }, now: at });
      expect(positionsOfHourLabel("08:00")).toEqual([leftEdgeOf(findTimelineBar(/08:00 bis 09:00/))]);
      // The bar starts as many hours after midnight as have passed on that day, and a bar is one hour wide.
      expect(leftEdgeOf(findTimelineBar(/C-1/)) / styledWidthOf(findTimelineBar(/C-1/))).toBeCloseTo(hours, 0);
    },
  );

  it("the timeline draws cases in the first and the second 02:00 hour at different places when clocks go back", async () => {
    const dispatchCases = [
      aNumberedTimelineCase(1, { not_before: "2026-10-25T00:00:00Z", due_at: "2026-10-25T00:45:00Z" }),
      aNumberedTimelineCase(2, { not_before: "2026-10-25T01:00:00Z", due_at: "2026-10-25T01:45:00Z" }),
    ];
    const shift = { started_at: "2026-10-24T22:00:00Z", scheduled_end_at: null, open_cases: dispatchCases };
    const now = "2026-10-25T00:10:00Z";
    await openTestTimeline({
      tours: [aNumberedShift(1, { plate: "G 101 BE", ...shift })],
      view: { day: "2026-10-25" },
      now,
    });
    expect([findTimelineBar(/C-1.*02:00 bis 02:45/), findTimelineBar(/C-2.*02:00 bis 02:45/)].map(leftEdgeOf)).toEqual(
      positionsOfHourLabel("02:00"),
    );
  });

  it("the timeline's bar of a case begins at its actual start instead of the planned one", async () => {
    const dispatchCase = aNumberedTimelineCase(1, {
      link_state: "STARTED",
      started_at: "2026-11-21T10:00:00Z",
      due_at: "2026-11-21T12:00:00Z",
    });
    await openTestTimeline({ tours: [aNumberedShift(1, { plate: "G 101 BE", open_cases: [dispatchCase] })] });
    expect(leftEdgeOf(findTimelineBar(/Unterwegs, 11:00 bis 13:00/))).toBe(positionsOfHourLabel("11:00")[0]);
  });

  it("the timeline draws overlapping cases of one vehicle in separate lanes", async () => {
    const dispatchCases = [aNumberedTimelineCase(1), aNumberedTimelineCase(2)];
    await openTestTimeline({ tours: [aNumberedShift(1, { plate: "G 101 BE", open_cases: dispatchCases })] });
    const [first, second] = [findTimelineBar(/C-1/), findTimelineBar(/C-2/)].map(({ style }) =>
      Number.parseFloat(style.top),
    );
    expect(second).toBeGreaterThan(first ?? Number.NaN);
  });
});

describe("accessible names of the timeline", () => {
  it("the accessible name of a case on the timeline has its number, name, state, times and vehicle", async () => {
    await openTestTimeline({
      tours: [aNumberedShift(1, { plate: "G 101 BE", open_cases: [aNumberedTimelineCase(1)] })],
    });
    expect(listTimelineBarNames()).toEqual(["C-1 Muster Maria, Zugewiesen, 10:00 bis 11:30, Fahrzeug G 101 BE"]);
  });

  it("the accessible name of a case on the timeline includes the day if several days are shown", async () => {
    await openTestTimeline({
      tours: [aNumberedShift(1, { plate: "G 101 BE", open_cases: [aNumberedTimelineCase(1)] })],
      view: { days: 3 },
    });
    expect(listTimelineBarNames()).toEqual([
      "C-1 Muster Maria, Zugewiesen, 21.11., 10:00 bis 21.11., 11:30, Fahrzeug G 101 BE",
    ]);
  });

  const acrossMidnight = { not_before: "2026-11-20T22:30:00Z", due_at: "2026-11-21T00:00:00Z" };
  const untilTomorrow = { due_at: "2026-11-22T09:00:00Z" };
  it.each([
    { now: "2026-11-21T08:30:00Z", own: untilTomorrow, says: "10:00 bis 22.11., 10:00" },
    { now: "2026-11-22T08:30:00Z", own: untilTomorrow, says: "21.11., 10:00 bis 10:00" },
    { now: "2026-11-20T22:40:00Z", own: acrossMidnight, says: "23:30 bis 21.11., 01:00" },
    { now: "2026-11-20T23:40:00Z", own: acrossMidnight, says: "20.11., 23:30 bis 01:00" },
  ])("on the day of $now a case that lasts over midnight is named on the timeline by $says", async (example) => {
    const { now, own, says } = example;
    const shift = { started_at: "2026-11-20T20:00:00Z", scheduled_end_at: "2026-11-22T20:00:00Z" };
    const tour = aNumberedShift(1, { plate: "G 101 BE", ...shift, open_cases: [aNumberedTimelineCase(1, own)] });
    await openTestTimeline({ tours: [tour], now });
    const name = expect.stringContaining(`Zugewiesen, ${says}, Fahrzeug`);
    expect(listTimelineBarNames()).toEqual([name]);
    expect(findTimelineBar(/^C-1/).title).toEqual(name);
  });

  it("the accessible name of an overdue case on the timeline includes its delay, and the button for conflicts leads to it", async () => {
    const { view } = await openTestTimeline({
      tours: [aNumberedShift(1, { plate: "G 101 BE", open_cases: [aNumberedTimelineCase(1)] })],
    });
    expect(listTimelineBarNames()[0]).not.toContain("verspätet");
    await actAndRender(() => setFakeSystemTime("2026-11-21T10:31:00Z"));
    expect(listTimelineBarNames()[0]).toMatch(/, verspätet$/);
    await clickElement(findByRole("button", /1 Konflikt/));
    await waitUntil(() => expect(document.activeElement).toBe(findTimelineBar(/C-1/)));
    expect(view().case).toBeUndefined();
  });

  it("the accessible name of a case on the timeline includes a rule that the case breaks", async () => {
    const broken = {
      constraint: "CAPACITY",
      vehicle_id: null,
      user_id: null,
      tour_id: null,
      case_id: aNumberedTimelineCase(1).id,
    };
    const violations = [{ ...broken, level: "SEVERE" as const }];
    await openTestTimeline({
      tours: [
        aNumberedShift(1, {
          plate: "G 101 BE",
          open_cases: [aNumberedTimelineCase(1)],
          constraint_violations: violations,
        }),
      ],
    });
    expect(listTimelineBarNames()[0]).toMatch(/, schwere Regelverletzung$/);
  });

  it("the head of a timeline row names the vehicle, its crew, its state and the number of cases left", async () => {
    const loaded = aNumberedTimelineCase(2, { link_state: "LOADED", started_at: "2026-11-21T08:00:00Z" });
    const done = aNumberedTimelineCase(3, {
      bucket: "finished",
      link_state: "DELIVERED",
      finished_at: "2026-11-21T08:20:00Z",
    });
    const shift = { open_cases: [aNumberedTimelineCase(1), loaded], finished_cases: [done] };
    await openTestTimeline({ tours: [aNumberedShift(1, { plate: "G 101 BE", ...shift })] });
    expect(findAllByRole("rowheader").map(accessibleNameOf)).toEqual([
      "Graz, 1 Zeile",
      "Fahrzeug G 101 BE, A. Moser, Aktiv, Transport, 2 von 3 offen",
    ]);
  });

  it("an event about another dispatcher's change updates the name of a case on the timeline without a request", async () => {
    const tour = aNumberedShift(1, { plate: "G 101 BE", open_cases: [aNumberedTimelineCase(1)] });
    await openTestTimeline({ tours: [tour] });
    const news = aNumberedTimelineCase(1, {
      link_state: "ACCEPTED",
      accepted_at: "2026-11-21T08:31:00Z",
      lock_version: 3,
    });
    await actAndRender(() => entityStore.putAssignment(tour.id, news));
    await waitUntil(() => expect(listTimelineBarNames()[0]).toContain("Angenommen"));
    expect(pageText()).not.toContain("Zugewiesen");
  });
});

describe("the keyboard on the timeline", () => {
  const early = aNumberedTimelineCase(1, { not_before: "2026-11-21T07:00:00Z", due_at: "2026-11-21T08:00:00Z" });
  const late = aNumberedTimelineCase(2, { not_before: "2026-11-21T12:00:00Z", due_at: "2026-11-21T13:00:00Z" });
  const noon = aNumberedTimelineCase(3, { not_before: "2026-11-21T11:30:00Z", due_at: "2026-11-21T12:30:00Z" });
  const morning = aNumberedTimelineCase(4, { not_before: "2026-11-21T07:30:00Z", due_at: "2026-11-21T08:30:00Z" });
  const tours = [
    aNumberedShift(1, { plate: "G 101 BE", open_cases: [early, late] }),
    aNumberedShift(2, { plate: "G 102 BE", open_cases: [morning, noon] }),
  ];
  const focusName = () => accessibleNameOf(document.activeElement ?? document.body);
  const isOn = (name: RegExp) => waitUntil(() => expect(focusName()).toMatch(name));
  const comeIn = async () => (document.querySelector("[role=treegrid] [tabindex='0']") as HTMLElement).focus();

  it("the timeline has one Tab stop, from which arrow keys go to vehicles and along their cases", async () => {
    await openTestTimeline({ tours });
    expect(document.querySelectorAll("[role=treegrid] [tabindex='0']")).toHaveLength(1);
    await actAndRender(comeIn);
    await isOn(/^Graz/);
    await pressKey("ArrowDown");
    await isOn(/^Fahrzeug G 101 BE/);
    await pressKey("ArrowRight");
    await isOn(/^C-1/);
    await pressKey("ArrowRight");
    await isOn(/^C-2/);
    await pressKey("Home");
    await isOn(/^Fahrzeug G 101 BE/);
    expect(document.querySelectorAll("[role=treegrid] [tabindex='0']")).toHaveLength(1);
  });

  it("the arrow down key on the timeline goes from a case to the case of the next vehicle that is nearest in time", async () => {
    await openTestTimeline({ tours });
    await actAndRender(() => findTimelineBar(/^C-2/).focus());
    await pressKey("ArrowDown");
    await waitUntil(() => expect(focusName()).toMatch(/^C-3/));
  });

  it("Enter on the timeline opens a case, or on the head of a row the tour of its vehicle", async () => {
    const { view } = await openTestTimeline({ tours });
    await actAndRender(() => findTimelineBar(/^C-2/).focus());
    await pressKey("Enter");
    expect(view().case).toBe(late.id);
    expect(findTimelineBar(/^C-2/).getAttribute("aria-selected")).toBe("true");
    await pressKey("Home");
    await isOn(/^Fahrzeug G 101 BE/);
    await pressKey("Enter");
    expect(view()).toMatchObject({ case: undefined, tour: tours[0]?.id });
  });

  it("Enter collapses a branch of the timeline, whose state is announced", async () => {
    await openTestTimeline({ tours });
    await actAndRender(comeIn);
    await pressKey("Enter");
    expect(listTimelineBarNames()).toEqual([]);
    expect(findByRole("row", /Graz/).getAttribute("aria-expanded")).toBe("false");
    await pressKey("Enter");
    expect(listTimelineBarNames()).toHaveLength(4);
  });
});
