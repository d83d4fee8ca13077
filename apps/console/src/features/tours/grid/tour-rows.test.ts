import { describe, expect, it } from "vitest";
import { aCaseOnTimeline, aTimelineTour, aTourVehicle } from "#live/timeline.fixture.ts";
import { timelineRowsAndGroupsOf, type TimelineRow, tourForDropAt } from "./tour-rows.ts";

const emptyRowInput = {
  branches: new Map([
    ["graz", "Graz"],
    ["linz", "Linz"],
  ]),
  collapsed: new Set<string>(),
  noBranch: "ohne",
};
const aVehicleOfBranch = (vehicle_id: string, license_plate: string, branch_id: string | null = "graz") => ({
  vehicle_id,
  license_plate,
  branch_id,
});
const timelineLinesWith = (own: Partial<Parameters<typeof timelineRowsAndGroupsOf>[0]>) =>
  timelineRowsAndGroupsOf({ ...emptyRowInput, tours: [], vehicles: [], ...own });
const timelineRowsWith = (own: Partial<Parameters<typeof timelineRowsAndGroupsOf>[0]>) =>
  timelineLinesWith(own).filter((line): line is TimelineRow => line.is === "row");

describe("the rows", () => {
  it("the rows of the timeline are sorted by branch and plate, and numbers in plates by their value", () => {
    const vehicles = [
      aVehicleOfBranch("c", "G 12"),
      aVehicleOfBranch("a", "L 1", "linz"),
      aVehicleOfBranch("b", "G 9"),
      aVehicleOfBranch("d", "X 1", null),
    ];
    expect(timelineLinesWith({ vehicles }).map(({ title }) => title)).toEqual([
      "Graz",
      "G 9",
      "G 12",
      "Linz",
      "L 1",
      "ohne",
      "X 1",
    ]);
  });

  it("the timeline hides the rows of a collapsed branch", () => {
    const lines = timelineLinesWith({ vehicles: [aVehicleOfBranch("a", "G 1")], collapsed: new Set(["graz"]) });
    expect(lines).toEqual([{ is: "group", id: "graz", title: "Graz", count: 1, isCollapsed: true }]);
  });

  it("all tours of a vehicle share one row of the timeline", () => {
    const used = { vehicle_device_associations: [aTourVehicle("car", "G 1")] };
    const late = aTimelineTour({
      id: "late",
      ...used,
      status: "SCHEDULED",
      started_at: null,
      scheduled_start_at: "2026-11-21T18:00:00Z",
    });
    const [row, ...others] = timelineRowsWith({
      tours: [late, aTimelineTour({ ...used })],
      vehicles: [aVehicleOfBranch("car", "G 1")],
    });
    expect(row).toMatchObject({ id: "car", title: "G 1", crew: "A. Moser" });
    expect(row?.tours.map(({ id }) => id)).toEqual(["tour", "late"]);
    expect(others).toEqual([]);
  });

  it("the timeline names a deleted person of a crew by the pseudonym alone", () => {
    const [moser] = aTimelineTour({}).users;
    const gone = { id: "gone", firstname: "", lastname: "deleted user 1a2b3c4d", phone_number: null };
    const [row] = timelineRowsWith({ tours: [aTimelineTour({ users: [gone, moser as typeof gone] })] });
    expect(row?.crew).toBe("deleted user 1a2b3c4d / A. Moser");
  });

  it("the timeline's row of a tour without a vehicle has the tour's name", () => {
    const [row] = timelineRowsWith({ tours: [aTimelineTour({ vehicle_device_associations: [] })] });
    expect(row).toMatchObject({ id: "tour", title: "Frühdienst", vehicle_id: null });
  });

  it("the timeline's row of a tour without a branch is listed under the branch of its vehicle", () => {
    const tours = [aTimelineTour({ branch: null, vehicle_device_associations: [aTourVehicle("car", "G 1")] })];
    expect(
      timelineLinesWith({ tours, vehicles: [aVehicleOfBranch("car", "G 1", "linz")] }).map(({ title }) => title),
    ).toEqual(["Linz", "G 1"]);
  });

  it("a row of the timeline stays the same object while its tours are the same objects", () => {
    const tours = [aTimelineTour({ open_cases: [aCaseOnTimeline()] }), aTimelineTour({ id: "other" })];
    const before = timelineRowsWith({ tours });
    const after = timelineRowsWith({ tours: [tours[0] as (typeof tours)[0], aTimelineTour({ id: "other" })] });
    expect(after[0]).toBe(before[0]);
    expect(after[1]).not.toBe(before[1]);
  });

  it("a row of the timeline counts open cases, and puts overlapping ones into lanes", () => {
    const open_cases = [aCaseOnTimeline({ id: "a" }), aCaseOnTimeline({ id: "b", not_before: "2026-11-21T10:00:00Z" })];
    const [row] = timelineRowsWith({
      tours: [aTimelineTour({ open_cases, finished_cases: [aCaseOnTimeline({ id: "c", bucket: "finished" })] })],
    });
    expect(row).toMatchObject({ open: 2, total: 3, lanes: 3 });
  });

  it.each([
    { level: "CRITICAL", severity: "alarm" },
    { level: "SEVERE", severity: "alarm" },
    { level: "MODERATE", severity: "warning" },
    { level: "MARGINAL", severity: "warning" },
    { level: "ACCEPTABLE", severity: "none" },
  ] as const)(
    "a row of the timeline shows a constraint violation of level $level as $severity, on its case or on the shift",
    ({ level, severity }) => {
      const broken = { constraint: "WORKLOAD", level, vehicle_id: null, user_id: null, tour_id: null };
      const constraint_violations = [{ ...broken, case_id: "case" }];
      const [onCase] = timelineRowsWith({
        tours: [aTimelineTour({ open_cases: [aCaseOnTimeline()], constraint_violations })],
      });
      expect([onCase?.bars[0]?.violation, onCase?.violation]).toEqual([severity, "none"]);
      const [onShift] = timelineRowsWith({
        tours: [aTimelineTour({ constraint_violations: [{ ...broken, case_id: null }] })],
      });
      expect(onShift?.violation).toBe(severity);
    },
  );
});

describe("drops on a row", () => {
  const used = { vehicle_device_associations: [aTourVehicle("car", "G 1")] };
  const plan = (id: string, from: string, to: string) =>
    aTimelineTour({
      id,
      ...used,
      status: "SCHEDULED",
      started_at: null,
      scheduled_start_at: from,
      scheduled_end_at: to,
    });
  const early = plan("early", "2026-11-21T06:00:00Z", "2026-11-21T12:00:00Z");
  const late = plan("late", "2026-11-21T16:00:00Z", "2026-11-21T22:00:00Z");
  const [row] = timelineRowsWith({ tours: [early, late] }) as [TimelineRow];
  it.each([
    { what: "to the tour that runs then", time: "17:00", to: "late" },
    { what: "to the nearest tour before", time: "13:00", to: "early" },
    { what: "to the nearest tour after", time: "15:00", to: "late" },
  ])("a case dropped on a row of the timeline goes $what", ({ time, to }) => {
    expect(tourForDropAt(row, Date.parse(`2026-11-21T${time}:00Z`))?.id).toBe(to);
  });

  it("a case dropped on a row of the timeline goes to no tour when all tours of the row are finished", () => {
    const [over] = timelineRowsWith({ tours: [aTimelineTour({ id: "over", ...used, status: "FINISHED" })] }) as [
      TimelineRow,
    ];
    expect(tourForDropAt(over, 0)).toBeUndefined();
  });
});
