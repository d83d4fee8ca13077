import type { Case } from "@leitstand/contract/cases/case";
import type { DashboardAnswer } from "@leitstand/contract/board/dashboard";
import { type KnownCase, type CaseDataFromAnswer, caseDataFromCaseAnswer, caseDataFromSummary } from "./case-entity.ts";
import { CaseTable, type OpenCaseOfTour } from "./case-table.ts";
import { type UnconfirmedChange, toursOfChange } from "./unconfirmed-changes.ts";
import {
  assignmentsOfCase,
  type BoardTour,
  type TimelineCase,
  type TimelineTour,
  type TourWithoutCases,
} from "./tour-entity.ts";
import { TourTable } from "./tour-table.ts";

export type BoardVehicle = Omit<DashboardAnswer["vehicles"][number], "position" | "tour_id" | "link_state">;
export type BoardArea = DashboardAnswer["areas"][number];
export type BoardMessage = DashboardAnswer["critical_messages"][number];

/** Whether each list of the board that the console counts holds only the first rows of a longer one. */
type CutLists = Readonly<Record<"cases" | "tours" | "vehicles", boolean>>;

/** Board at a moment. Its tables belong to the store and go on changing; another moment is another object. */
export interface BoardState {
  /** Lists of which there is more than a snapshot holds; searches find the others. */
  readonly isCut: CutLists;
  readonly cases: ReadonlyMap<string, KnownCase>;
  readonly tours: ReadonlyMap<string, BoardTour>;
  readonly vehicles: ReadonlyMap<string, BoardVehicle>;
  readonly areas: ReadonlyMap<string, BoardArea>;
  readonly messages: readonly BoardMessage[];
  openLinksOf(tour_id: string): readonly OpenCaseOfTour[];
  tourOfVehicle(vehicle_id: string): BoardTour | undefined;
}

/** Ids of all that changed between two moments. */
export interface ChangedIds {
  readonly cases: Set<string>;
  readonly tours: Set<string>;
  /** The dispatcher's own change, which is shown without delay. */
  readonly isOwn: boolean;
}

/**
 * Store of all cases, tours, vehicles and areas that the console knows, with one rule: what is older than known is
 * dropped. Records are immutable, tables are not, so a change costs what it changes. No React, no network.
 */
export class EntityStore {
  readonly cases = new CaseTable();
  readonly tours = new TourTable();
  private vehicles: ReadonlyMap<string, BoardVehicle> = new Map();
  private areas = new Map<string, BoardArea>();
  private messages: readonly BoardMessage[] = [];
  private isCut = cutListsOf();
  private isLoaded = false;
  private current: BoardState | undefined;
  private count = 0;
  private touched = noChanges();
  private depth = 0;
  private readonly listeners = new Set<(touched: ChangedIds) => void>();

  /** Number of changes so far. An answer requested at a step says nothing about changes after it. */
  get step(): number {
    return this.count;
  }

  /** The board; undefined until a snapshot has been read. */
  get board(): BoardState | undefined {
    if (!this.isLoaded) return undefined;
    this.current ??= {
      isCut: this.isCut,
      cases: this.cases.open,
      tours: this.tours.started,
      vehicles: this.vehicles,
      areas: this.areas,
      messages: this.messages,
      openLinksOf: (tour_id) => this.cases.openLinksOf(tour_id),
      tourOfVehicle: (vehicle_id) => this.tours.tourOfVehicle(vehicle_id),
    };
    return this.current;
  }

  /** Calls the listener once after each change with all that it touched. */
  subscribe(listener: (touched: ChangedIds) => void): () => void {
    this.listeners.add(listener);
    return () => {
      this.listeners.delete(listener);
    };
  }

  /** Makes several changes as one: listeners see all of them or none. */
  change(work: () => void, { isOwn = false } = {}) {
    this.depth++;
    if (this.depth === 1) this.count++;
    this.touched.isOwn ||= isOwn;
    try {
      work();
    } finally {
      this.depth--;
      if (this.depth === 0) this.announce();
    }
  }

  putSnapshot(snapshot: DashboardAnswer, since: number) {
    this.change(() => {
      for (const row of snapshot.cases) this.putReading(caseDataFromSummary(row));
      for (const row of snapshot.tours) if (this.tours.putSummary(row, this.count)) this.touched.tours.add(row.tour_id);
      const cases = this.cases.closeUnseen(new Set(snapshot.cases.map(({ case_id }) => case_id)), since);
      const tours = this.tours.closeUnseen(new Set(snapshot.tours.map(({ tour_id }) => tour_id)), since);
      this.touch({ cases, tours });
      this.vehicles = new Map(snapshot.vehicles.map((vehicle) => [vehicle.vehicle_id, boardVehicleOf(vehicle)]));
      this.areas = new Map(snapshot.areas.map((area) => [area.area_id, area]));
      this.messages = snapshot.critical_messages;
      this.isCut = cutListsOf(snapshot);
      this.isLoaded = true;
    });
  }

  /** Stores cases of a list or of an operation. */
  putCases(cases: readonly Case[]) {
    this.change(() => {
      for (const dispatchCase of cases) {
        if (!this.putReading(caseDataFromCaseAnswer(dispatchCase))) continue;
        for (const { tour_id, assignment } of assignmentsOfCase(dispatchCase)) this.putAssignment(tour_id, assignment);
      }
    });
  }

  /** Stores whole tours, as they were when they were requested at step `since`. */
  putTours(tours: readonly TimelineTour[], since: number) {
    this.change(() => {
      for (const tour of tours)
        if (this.tours.putTour(tour, { since, step: this.count })) this.touched.tours.add(tour.id);
    });
  }

  /** Stores all tours of a window: others that lie in it no longer exist. */
  putWindow(tours: readonly TimelineTour[], since: number, isInWindow: (plan: TourWithoutCases) => boolean) {
    this.change(() => {
      this.putTours(tours, since);
      const listed = new Set(tours.map(({ id }) => id));
      const unseen = [...this.tours.plans()].filter((plan) => !listed.has(plan.id) && isInWindow(plan));
      this.tours.forgetUnseen(
        unseen.map(({ id }) => id),
        since,
      );
    });
  }

  putAssignment(tour_id: string, assignment: TimelineCase) {
    this.change(() => {
      if (this.tours.putAssignment(tour_id, assignment, this.count)) this.touched.tours.add(tour_id);
    });
  }

  patchCase(id: string, change: Parameters<CaseTable["patch"]>[1]): boolean | undefined {
    let answer: boolean | undefined;
    this.change(() => {
      answer = this.cases.patch(id, change, this.count);
      if (answer) this.touched.cases.add(id);
    });
    return answer;
  }

  patchTour(id: string, change: Parameters<TourTable["patch"]>[1]) {
    this.change(() => {
      if (this.tours.patch(id, change, this.count)) this.touched.tours.add(id);
    });
  }

  deleteTour(id: string) {
    this.change(() => {
      this.tours.delete(id);
      this.touched.tours.add(id);
    });
  }

  /** Drops cases that an answer, requested at step `since`, should contain and does not: the user sees them no more. */
  forgetCases(ids: readonly string[], since: number) {
    this.change(() => this.touch({ cases: this.cases.forgetUnseen(ids, since), tours: [] }));
  }

  /** Drops tours that an answer, requested at step `since`, should contain and does not: the user may see them again. */
  forgetTours(ids: readonly string[], since: number) {
    this.change(() => {
      for (const id of ids) this.tours.forgetGone(id, since);
      this.touch({ cases: [], tours: ids });
    });
  }

  /** Stores an area with its waiting time, and returns it as it was known before. */
  putArea(area: BoardArea): BoardArea | undefined {
    const known = this.areas.get(area.area_id);
    this.change(() => this.areas.set(area.area_id, area));
    return known;
  }

  forgetAreas(ids: readonly string[]) {
    this.change(() => {
      for (const id of ids) this.areas.delete(id);
    });
  }

  putMessages(messages: readonly BoardMessage[]) {
    this.change(() => {
      this.messages = messages;
    });
  }

  /** Shows a change before the server has confirmed it; returns the function that removes it. */
  show(patch: UnconfirmedChange): () => void {
    const redraw = () => {
      this.tours.redraw(toursOfChange(patch));
      this.touch({ cases: [], tours: toursOfChange(patch) });
    };
    const remove = this.tours.overlays.add(patch);
    this.change(redraw, { isOwn: true });
    return () => this.change(() => remove() && redraw(), { isOwn: true });
  }

  clear() {
    this.change(() => {
      this.cases.clear();
      this.tours.clear();
      this.vehicles = new Map();
      this.areas = new Map();
      this.messages = [];
      this.isLoaded = false;
    });
  }

  private putReading(reading: CaseDataFromAnswer): boolean {
    const isTaken = this.cases.put(reading, this.count);
    if (isTaken) this.touched.cases.add(reading.case_id);
    return isTaken;
  }

  private touch({ cases, tours }: { readonly cases: readonly string[]; readonly tours: readonly string[] }) {
    for (const id of cases) this.touched.cases.add(id);
    for (const id of tours) this.touched.tours.add(id);
  }

  private announce() {
    const { touched } = this;
    this.touched = noChanges();
    this.current = undefined;
    for (const listener of this.listeners) listener(touched);
  }
}

/**
 * The cut lists of a snapshot, which says only that some list is cut. All lists have the same maximum length, so the
 * longest is one that is cut, and another is cut if it is as long.
 */
function cutListsOf(snapshot?: DashboardAnswer): CutLists {
  if (!snapshot?.truncated) return { cases: false, tours: false, vehicles: false };
  const { cases, tours, vehicles, areas, critical_messages } = snapshot;
  const longest = Math.max(...[cases, tours, vehicles, areas, critical_messages].map(({ length }) => length));
  return {
    cases: cases.length === longest,
    tours: tours.length === longest,
    vehicles: vehicles.length === longest,
  };
}

const noChanges = () => ({ cases: new Set<string>(), tours: new Set<string>(), isOwn: false });

/**
 * Vehicle without position, tour and state: positions are kept elsewhere, and the others are taken from tours and
 * cases, because they would be outdated by the next event.
 */
const boardVehicleOf = (vehicle: DashboardAnswer["vehicles"][number]): BoardVehicle => {
  const { position: _position, tour_id: _tour, link_state: _state, ...kept } = vehicle;
  return kept;
};
