import { stateStyleOf, type StateStyle } from "@leitstand/app/state-style";
import { type TimelineBarTimes, barTimesOf } from "./bar-times.ts";
import { assignTimelineLanes } from "./lanes.ts";
import type { TimelineCase, TimelineTour, ViolationLevel } from "#live/tour-entity.ts";

/** Case on its row of the timeline. */
export interface TimelineBar extends TimelineBarTimes {
  readonly dispatchCase: TimelineCase;
  readonly tour: TimelineTour;
  readonly lane: number;
  readonly look: StateStyle;
  /** Severity of the worst broken planning rule. */
  readonly violation: BarSeverity;
  /** Broken rules that are severe enough for a conflict. */
  readonly alarms: readonly string[];
}
type BarSeverity = "alarm" | "warning" | "none";

/** Row of a vehicle with all its tours, or of a tour without a vehicle. */
export interface TimelineRow {
  readonly is: "row";
  readonly id: string;
  readonly title: string;
  readonly crew: string;
  readonly vehicle_id: string | null;
  readonly tours: readonly TimelineTour[];
  readonly bars: readonly TimelineBar[];
  readonly lanes: number;
  readonly open: number;
  readonly total: number;
  /** Severity of rules that the shifts themselves break, such as a vehicle that is booked twice. */
  readonly violation: BarSeverity;
}
export interface TimelineGroup {
  readonly is: "group";
  readonly id: string;
  readonly title: string;
  readonly count: number;
  readonly isCollapsed: boolean;
}
export type TimelineRowOrGroup = TimelineRow | TimelineGroup;

interface RowVehicle {
  readonly vehicle_id: string;
  readonly license_plate: string;
  readonly branch_id: string | null;
}
interface TimelineRowInput {
  readonly tours: readonly TimelineTour[];
  readonly vehicles: Iterable<RowVehicle>;
  readonly branches: ReadonlyMap<string, string>;
  readonly collapsed: ReadonlySet<string>;
  readonly noBranch: string;
}

/** Branches by name, and below each its rows by plate. */
export function timelineRowsAndGroupsOf(material: TimelineRowInput): TimelineRowOrGroup[] {
  const { branches, collapsed, noBranch } = material;
  const groups = new Map<string, TimelineRow[]>();
  for (const { branch_id, row } of timelineRowsOf(material)) {
    const group = groups.get(branch_id ?? "") ?? [];
    group.push(row);
    groups.set(branch_id ?? "", group);
  }
  const nameOf = (id: string) => branches.get(id) ?? tourNamesOf(groups.get(id) ?? []) ?? noBranch;
  const named = [...groups].map(([id, rows]) => ({ id, title: nameOf(id), rows }));
  // Rows without a branch come last, whatever their title.
  named.sort((a, b) => Number(a.id === "") - Number(b.id === "") || numericOrder.compare(a.title, b.title));
  return named.flatMap(({ id, title, rows }) => {
    const isCollapsed = collapsed.has(id);
    const head = { is: "group", id, title, count: rows.length, isCollapsed } as const;
    return isCollapsed ? [head] : [head, ...sortRowsByPlate(rows)];
  });
}

const numericOrder = new Intl.Collator(undefined, { numeric: true });

/** Ranks of all plates that were ever shown: comparing thousands of them by locale is too slow for every frame. */
const plateRanks = new Map<string, number>();
function sortRowsByPlate(rows: TimelineRow[]): TimelineRow[] {
  const unknown = rows.filter(({ title }) => !plateRanks.has(title));
  if (unknown.length > 0) {
    const titles = [...new Set([...plateRanks.keys(), ...unknown.map(({ title }) => title)])].sort(
      numericOrder.compare,
    );
    for (const [rank, title] of titles.entries()) plateRanks.set(title, rank);
  }
  return rows.sort((a, b) => (plateRanks.get(a.title) ?? 0) - (plateRanks.get(b.title) ?? 0));
}

const tourNamesOf = (rows: readonly TimelineRow[]) =>
  rows.flatMap(({ tours }) => tours).find(({ branch }) => branch !== null)?.branch?.name;

function timelineRowsOf({ tours, vehicles }: TimelineRowInput): { branch_id: string | null; row: TimelineRow }[] {
  const byVehicle = new Map<string, TimelineTour[]>();
  const alone: TimelineTour[] = [];
  const carried = new Set<string>();
  for (const tour of tours) {
    const used = tour.vehicle_device_associations.map(({ vehicle }) => vehicle.id);
    for (const id of used) carried.add(id);
    const [first] = used;
    if (first === undefined) alone.push(tour);
    else byVehicle.set(first, [...(byVehicle.get(first) ?? []), tour]);
  }
  const all = [...vehicles];
  const idle = all.filter(({ vehicle_id }) => !carried.has(vehicle_id));
  // A tour without a branch stands in the branch of its vehicle.
  const homes = new Map(all.map(({ vehicle_id, branch_id }) => [vehicle_id, branch_id]));
  const branchOf = (id: string, [first]: readonly TimelineTour[]) => first?.branch?.id ?? homes.get(id) ?? null;
  return [
    ...[...byVehicle].map(([id, own]) => ({ branch_id: branchOf(id, own), row: cachedRowOf(id, own) })),
    ...alone.map((tour) => ({ branch_id: tour.branch?.id ?? null, row: cachedRowOf(tour.id, [tour]) })),
    ...idle.map(({ vehicle_id, license_plate, branch_id }) => ({
      branch_id,
      row: idleRowOf(vehicle_id, license_plate),
    })),
  ];
}

const idleRows = new Map<string, TimelineRow>();
/** Row of a vehicle without tours: the same object each time, so that it is not drawn again. */
function idleRowOf(id: string, title: string): TimelineRow {
  const known = idleRows.get(id);
  if (known?.title === title) return known;
  const facts = { tours: [], bars: [], lanes: 1, open: 0, total: 0, violation: "none" } as const;
  const row = { is: "row", id, title, crew: "", vehicle_id: id, ...facts } as const;
  idleRows.set(id, row);
  return row;
}

const rowsByFirstTour = new WeakMap<TimelineTour, TimelineRow>();
/** Row of some tours: a new object only when one of its tours has become another object. */
function cachedRowOf(id: string, own: readonly TimelineTour[]): TimelineRow {
  const [first] = own as [TimelineTour, ...TimelineTour[]];
  const known = rowsByFirstTour.get(first);
  const isSame =
    known?.id === id && known.tours.length === own.length && own.every((tour) => known.tours.includes(tour));
  if (isSame) return known;
  const row = createRow(id, own);
  rowsByFirstTour.set(first, row);
  return row;
}

function createRow(id: string, own: readonly TimelineTour[]): TimelineRow {
  const tours = [...own].sort((a, b) => shiftSpanOf(a).start - shiftSpanOf(b).start);
  const plain = tours.flatMap((tour) => barsOfTour(tour));
  const { lanes, count } = assignTimelineLanes(plain);
  const bars = plain.map((bar, index) => ({ ...bar, lane: lanes[index] ?? 0 })).sort((a, b) => a.start - b.start);
  const plates = tours[0]?.vehicle_device_associations.map(({ vehicle }) => vehicle.license_plate) ?? [];
  return {
    is: "row",
    id,
    title: plates.length > 0 ? plates.join(", ") : (tours[0]?.name ?? tours[0]?.natural_id ?? ""),
    crew: crewNamesOf(tours),
    vehicle_id: plates.length > 0 ? id : null,
    tours,
    bars,
    lanes: count,
    open: sumOf(tours.map(({ case_workload }) => case_workload.open)),
    total: sumOf(tours.map(({ case_workload }) => case_workload.open + case_workload.finished)),
    violation: worstSeverity(violationsOfShifts(tours)),
  };
}

const sumOf = (counts: readonly number[]) => counts.reduce((total, count) => total + count, 0);
const violationsOfShifts = (tours: readonly TimelineTour[]) =>
  tours.flatMap(({ constraint_violations: all }) => all.filter(({ case_id }) => case_id === null));

/** Crew of the tours: `A. Moser / T. Eder`, each once. */
function crewNamesOf(tours: readonly TimelineTour[]): string {
  const people = new Map(tours.flatMap(({ users }) => users.map((user) => [user.id, user] as const)));
  return [...people.values()].map(shortNameOf).join(" / ");
}
/** Short name `A. Moser`; a person without a first name, as deleted ones are, by the last name alone. */
export const shortNameOf = ({ firstname, lastname }: TimelineTour["users"][number]) =>
  firstname === "" ? lastname : `${firstname.slice(0, 1)}. ${lastname}`;

function barsOfTour(tour: TimelineTour): Omit<TimelineBar, "lane">[] {
  const dispatchCases: readonly TimelineCase[] = [...tour.open_cases, ...(tour.finished_cases ?? [])];
  return dispatchCases.map((dispatchCase) => {
    const broken = tour.constraint_violations.filter(({ case_id }) => case_id === dispatchCase.id);
    const alarms = broken.filter(({ level }) => severityByLevel[level] === "alarm").map(({ constraint }) => constraint);
    return {
      ...barTimesOf(dispatchCase),
      dispatchCase,
      tour,
      look: stateStyleOf(dispatchCase.link_state),
      violation: worstSeverity(broken),
      alarms,
    };
  });
}

const severityByLevel: Readonly<Record<ViolationLevel, BarSeverity>> = {
  CRITICAL: "alarm",
  SEVERE: "alarm",
  MODERATE: "warning",
  MARGINAL: "warning",
  ACCEPTABLE: "none",
};
function worstSeverity(violations: readonly { readonly level: ViolationLevel }[]): BarSeverity {
  const found = violations.map(({ level }) => severityByLevel[level]);
  return found.includes("alarm") ? "alarm" : found.includes("warning") ? "warning" : "none";
}

/** Start and end of a shift, as far as they are known; a started one without a planned end is open. */
export function shiftSpanOf({
  status,
  started_at,
  ended_at,
  scheduled_start_at,
  scheduled_end_at,
  created_at,
}: TimelineTour) {
  const start = Date.parse(started_at ?? scheduled_start_at ?? created_at);
  const planned = ended_at ?? scheduled_end_at;
  const end = planned === null ? (status === "STARTED" ? Number.POSITIVE_INFINITY : start) : Date.parse(planned);
  return { start, end };
}

/**
 * Tour of a row that takes a drop at the given time: the tour that runs then, else the nearest one that can take cases.
 */
export function tourForDropAt({ tours }: TimelineRow, at: number): TimelineTour | undefined {
  const usable = tours.filter(({ status }) => status !== "FINISHED");
  const away = (tour: TimelineTour) => {
    const { start, end } = shiftSpanOf(tour);
    return at < start ? start - at : at > end ? at - end : 0;
  };
  return usable.toSorted((a, b) => away(a) - away(b))[0];
}
