import { UnconfirmedChanges } from "./unconfirmed-changes.ts";
import {
  type BoardTour,
  type LinkBucket,
  listFieldOfBucket,
  tourWithoutCasesOf,
  boardTourOf,
  type TimelineCase,
  type TimelineTour,
  type TourEntity,
  type TourWithoutCases,
} from "./tour-entity.ts";

const noAssignments: ReadonlyMap<string, TimelineCase> = new Map();

/** Table of all tours from answers, and their cases. `started` are those that a board shows. */
export class TourTable {
  readonly overlays = new UnconfirmedChanges();
  private readonly all = new Map<string, TourEntity>();
  private readonly running = new Map<string, BoardTour>();
  private readonly tourIdByVehicle = new Map<string, string>();
  private readonly assignments = new Map<string, Map<string, TimelineCase>>();
  private readonly timelines = new Map<string, TimelineTour>();
  /** Ids of deleted tours. Ids are never reused, so a late answer does not bring a deleted tour back. */
  private readonly deleted = new Set<string>();
  /** Steps of the store at which tours and assignments were last put; see `closeUnseen` and `putLists`. */
  private readonly putAt = new Map<string, number>();

  get started(): ReadonlyMap<string, BoardTour> {
    return this.running;
  }
  get = (id: string): TourEntity | undefined => this.all.get(id);
  assignmentOf = (tour_id: string, case_id: string) => this.assignments.get(tour_id)?.get(case_id);

  /** The tour that a vehicle is on; undefined while it is parked. */
  tourOfVehicle(vehicle_id: string): BoardTour | undefined {
    const id = this.tourIdByVehicle.get(vehicle_id);
    return id === undefined ? undefined : this.running.get(id);
  }

  putSummary(summary: BoardTour, step: number): boolean {
    const { tour_id, lock_version } = summary;
    const known = this.all.get(tour_id);
    if (this.deleted.has(tour_id) || (known && known.lock_version > lock_version)) return false;
    this.write({ plan: known?.plan, tour_id, lock_version, summary }, step);
    return true;
  }

  /** Stores a whole tour with its cases, as it was when it was requested at step `since`. */
  putTour(tour: TimelineTour, { since, step }: { readonly since: number; readonly step: number }): boolean {
    const known = this.all.get(tour.id);
    if (this.deleted.has(tour.id) || (known && known.lock_version > tour.lock_version)) return false;
    const plan = tourWithoutCasesOf(tour);
    this.write({ tour_id: tour.id, lock_version: tour.lock_version, plan, summary: boardTourOf(plan) }, step);
    this.putLists(tour, since);
    return true;
  }

  /** Applies an event to a known tour; returns whether it did. */
  patch(tour_id: string, change: Partial<TourWithoutCases> & { readonly lock_version: number }, step: number): boolean {
    const known = this.all.get(tour_id);
    if (!known || known.lock_version > change.lock_version) return false;
    const plan = known.plan && { ...known.plan, ...change };
    const summary = change.status === "STARTED" ? patchedSummary(known.summary, plan, change) : undefined;
    this.write({ tour_id, lock_version: change.lock_version, plan, summary }, step);
    return true;
  }

  delete(tour_id: string) {
    this.deleted.add(tour_id);
    this.forget(tour_id);
  }

  /** Stores a case on a tour, as of the version of the case. */
  putAssignment(tour_id: string, assignment: TimelineCase, step: number): boolean {
    const known = this.assignmentOf(tour_id, assignment.id);
    if (known && known.lock_version > assignment.lock_version) return false;
    const cases = this.assignments.get(tour_id) ?? new Map<string, TimelineCase>();
    this.assignments.set(tour_id, cases.set(assignment.id, assignment));
    this.putAt.set(`${tour_id} ${assignment.id}`, step);
    this.timelines.delete(tour_id);
    return true;
  }

  /** Ends tours that a snapshot, requested at a step, does not contain, unless they came after that step. */
  closeUnseen(seen: ReadonlySet<string>, step: number): string[] {
    const unseen = [...this.running.keys()].filter((id) => !seen.has(id) && (this.putAt.get(id) ?? 0) <= step);
    for (const id of unseen) {
      const known = this.all.get(id);
      if (known) this.write({ ...known, summary: undefined }, step);
    }
    return unseen;
  }

  /** Tour with its cases as the timeline draws it: the same object until something in it changes. */
  timeline(tour_id: string): TimelineTour | undefined {
    const plan = this.all.get(tour_id)?.plan;
    if (!plan) return undefined;
    const known = this.timelines.get(tour_id);
    if (known) return known;
    const tour = this.compose(plan);
    this.timelines.set(tour_id, tour);
    return tour;
  }

  /** All tours that were read whole. */
  *plans(): Generator<TourWithoutCases> {
    for (const { plan } of this.all.values()) if (plan) yield plan;
  }

  redraw(tour_ids: readonly string[]) {
    for (const id of tour_ids) this.timelines.delete(id);
  }

  /** Drops tours that do not run, except those that a view holds. */
  sweep(isHeld: (plan: TourWithoutCases) => boolean) {
    for (const { tour_id, plan } of this.all.values())
      if (!this.running.has(tour_id) && !(plan && isHeld(plan))) this.forget(tour_id);
    // Cases bring their assignments, also to tours that were never read.
    for (const tour_id of this.assignments.keys()) if (!this.all.has(tour_id)) this.forget(tour_id);
  }

  /** Removes a tour that an answer, requested at a step, no longer gives, unless it came after that step. */
  forgetGone(tour_id: string, step: number) {
    if ((this.putAt.get(tour_id) ?? 0) <= step) this.forget(tour_id);
  }

  /** Removes tours that an answer should contain and does not, unless they came after it was requested. */
  forgetUnseen(ids: readonly string[], step: number) {
    for (const id of ids) {
      const known = this.all.get(id);
      if (!known || (this.putAt.get(id) ?? 0) > step) continue;
      if (known.summary) this.write({ ...known, plan: undefined }, step);
      else this.forget(id);
    }
  }

  clear() {
    this.overlays.clear();
    this.deleted.clear();
    const { all, running, tourIdByVehicle, assignments, timelines, putAt } = this;
    for (const table of [all, running, tourIdByVehicle, assignments, timelines, putAt]) table.clear();
  }

  private write(next: TourEntity, step: number) {
    const { tour_id, summary } = next;
    this.leaveVehicles(tour_id);
    this.all.set(tour_id, next);
    this.putAt.set(tour_id, step);
    this.timelines.delete(tour_id);
    if (!summary) return;
    this.running.set(tour_id, summary);
    for (const id of summary.vehicle_ids) this.tourIdByVehicle.set(id, tour_id);
  }

  private leaveVehicles(tour_id: string) {
    for (const id of this.running.get(tour_id)?.vehicle_ids ?? [])
      if (this.tourIdByVehicle.get(id) === tour_id) this.tourIdByVehicle.delete(id);
    this.running.delete(tour_id);
  }

  private forget(tour_id: string) {
    this.leaveVehicles(tour_id);
    this.all.delete(tour_id);
    this.putAt.delete(tour_id);
    for (const case_id of this.assignments.get(tour_id)?.keys() ?? []) this.putAt.delete(`${tour_id} ${case_id}`);
    this.assignments.delete(tour_id);
    this.timelines.delete(tour_id);
  }

  /** Removes cases that the lists do not contain, unless an event brought them after the lists were requested. */
  private putLists(tour: TimelineTour, since: number) {
    const listed = new Set<string>();
    for (const list of Object.values(listFieldOfBucket))
      for (const assignment of tour[list] ?? []) {
        listed.add(assignment.id);
        this.putAssignment(tour.id, assignment, since);
      }
    for (const [case_id, { bucket }] of this.assignments.get(tour.id) ?? []) {
      const key = `${tour.id} ${case_id}`;
      if (listed.has(case_id) || !tour[listFieldOfBucket[bucket]] || (this.putAt.get(key) ?? 0) > since) continue;
      this.assignments.get(tour.id)?.delete(case_id);
      this.putAt.delete(key);
    }
  }

  private compose(plan: TourWithoutCases): TimelineTour {
    const cases = [...this.overlays.casesOf(plan.id, (id) => this.assignments.get(id) ?? noAssignments).values()];
    const listed = (bucket: LinkBucket) =>
      cases.filter((one) => one.bucket === bucket).toSorted((one, other) => one.position - other.position);
    const lists = {
      open_cases: listed("open"),
      finished_cases: listed("finished"),
      unassigned_cases: listed("unassigned"),
      forwarded_cases: listed("forwarded"),
    };
    const case_workload = {
      open: lists.open_cases.length,
      finished: lists.finished_cases.length,
      unassigned: lists.unassigned_cases.length,
      forwarded: lists.forwarded_cases.length,
    };
    return { ...this.overlays.planOf(plan), ...lists, case_workload };
  }
}

function patchedSummary(
  known: BoardTour | undefined,
  plan: TourWithoutCases | undefined,
  change: Partial<TourWithoutCases>,
) {
  const summary = known ?? (plan && boardTourOf(plan));
  const { started_sub_state, lock_version } = change;
  return (
    summary && {
      ...summary,
      lock_version: lock_version ?? summary.lock_version,
      started_sub_state: started_sub_state ?? summary.started_sub_state,
    }
  );
}
