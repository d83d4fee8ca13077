import type { DriverSimulation } from "./driver";
import type { SearchModel } from "./model";
import { SearchRoute } from "./route";

/**
 * Cost of a plan in two parts, because leaving a request out may cost so much that driving would be lost in the digits of
 * their sum.
 */
interface PlanCost {
  /** Cost of all tours: driving, vehicles and delay. */
  readonly tourCost: number;
  /** Sum of the weights of the requests left out, a whole number. */
  readonly absentWeight: number;
}

/** Order of tasks by vehicle, and requests left out: a plan without the times that follow from it. */
export interface PlanSnapshot extends PlanCost {
  readonly tours: readonly Int32Array[];
  readonly absent: readonly number[];
}

/** Plan that the search changes. Between `begin` and `accept` or `reject` it works on copies of changed tours. */
export class SearchPlan {
  readonly routes: SearchRoute[];
  /** Vehicle of a request, -1 while it is absent. */
  readonly vehicleOf: Int32Array;
  readonly positionOf: Int32Array;
  absent: number[] = [];
  tourCost = 0;
  absentWeight = 0;
  /** Number of tasks on all tours; the number of tours with tasks follows. */
  placed = 0;
  used = 0;
  private absentBefore: number[] = [];
  private costBefore: PlanCost = { tourCost: 0, absentWeight: 0 };
  private readonly listed: number[] = [];
  private isListed = false;
  private readonly kinds: Uint8Array;
  private readonly spare: SearchRoute[] = [];
  private readonly originals: (SearchRoute | undefined)[];
  private readonly touched: number[] = [];

  constructor(
    private readonly model: SearchModel,
    private readonly driver: DriverSimulation,
  ) {
    const { fleet, requests, tasks } = model;
    this.vehicleOf = new Int32Array(requests.count).fill(-1);
    this.positionOf = new Int32Array(tasks.count).fill(-1);
    this.kinds = new Uint8Array(fleet.count);
    this.originals = Array.from({ length: fleet.count }, () => undefined);
    this.routes = Array.from({ length: fleet.count }, (_, vehicle) => {
      const route = new SearchRoute(model, driver);
      route.vehicle = vehicle;
      return route;
    });
    this.load({ tours: fleet.beginning, absent: Array.from({ length: requests.count }, (_, index) => index) });
  }

  /** Takes over the order of a snapshot; the beginnings of the tours are part of it. */
  load({ tours, absent }: Pick<PlanSnapshot, "tours" | "absent">): void {
    this.vehicleOf.fill(-1);
    this.placed = 0;
    this.used = 0;
    this.tourCost = 0;
    this.absentWeight = 0;
    for (const [vehicle, route] of this.routes.entries()) {
      route.setOrder(tours[vehicle]!);
      route.schedule();
      this.index(route);
      this.count(route, 1);
    }
    this.isListed = false;
    this.absent = absent.filter((request) => this.vehicleOf[request] === -1);
    for (const request of this.absent) this.absentWeight += this.model.requests.weight[request]!;
  }

  /** Cost above that of another plan, or of the same plan before. */
  costAbove({ tourCost, absentWeight }: PlanCost): number {
    return this.tourCost - tourCost + (this.absentWeight - absentWeight) * this.model.requests.absenceUnit;
  }

  /** Cost that the plan has gained since `begin`. */
  get addedCost(): number {
    return this.costAbove(this.costBefore);
  }

  /** Used vehicles and one unused of each kind; listed again when a vehicle has become used or unused. */
  candidates(): readonly number[] {
    if (!this.isListed) {
      this.isListed = true;
      this.listed.length = 0;
      this.kinds.fill(0);
      for (const { vehicle, length } of this.routes) {
        const kind = this.model.fleet.kind[vehicle]!;
        if (length > 0 || this.kinds[kind] === 0) this.listed.push(vehicle);
        if (length === 0) this.kinds[kind] = 1;
      }
    }
    return this.listed;
  }

  /** Adds up the cost of the tours again: the sum of many changes differs from it in its last digits. */
  snapshot(): PlanSnapshot {
    this.tourCost = this.routes.reduce((sum, { cost }) => sum + cost, 0);
    return {
      tourCost: this.tourCost,
      absentWeight: this.absentWeight,
      tours: this.routes.map(({ task, length }) => task.slice(1, length + 1)),
      absent: [...this.absent],
    };
  }

  begin(): void {
    this.absentBefore = this.absent.slice();
    this.costBefore = { tourCost: this.tourCost, absentWeight: this.absentWeight };
  }

  /** Keeps the change of the plan since `begin`. */
  accept(): void {
    for (const vehicle of this.touched) {
      this.spare.push(this.originals[vehicle]!);
      this.originals[vehicle] = undefined;
    }
    this.touched.length = 0;
  }

  /** Restores the plan as it was at `begin`. */
  reject(): void {
    for (const request of this.absentBefore) this.vehicleOf[request] = -1;
    for (const vehicle of this.touched) {
      const copy = this.routes[vehicle]!;
      const original = this.originals[vehicle]!;
      this.count(copy, -1);
      this.count(original, 1);
      this.originals[vehicle] = undefined;
      this.spare.push(copy);
      this.routes[vehicle] = original;
      this.index(original);
    }
    this.touched.length = 0;
    this.absent = this.absentBefore;
    this.tourCost = this.costBefore.tourCost;
    this.absentWeight = this.costBefore.absentWeight;
  }

  /** Removes the marked requests from a tour; they become absent. */
  remove(vehicle: number, marked: Uint8Array): void {
    const { requests, tasks } = this.model;
    const route = this.touch(vehicle);
    this.count(route, -1);
    let kept = 0;
    for (let position = 1; position <= route.length; position++) {
      const task = route.task[position]!;
      const request = tasks.request[task]!;
      if (marked[request] === 0) route.task[++kept] = task;
      else if (requests.first[request] === task) {
        this.absent.push(request);
        this.vehicleOf[request] = -1;
        this.absentWeight += requests.weight[request]!;
      }
    }
    route.length = kept;
    this.rescheduled(route);
  }

  /** Inserts a request at the place that an insertion found. The caller removes it from `absent`. */
  insert(vehicle: number, request: number, { at, later }: { readonly at: number; readonly later: number }): void {
    const { requests } = this.model;
    const route = this.touch(vehicle);
    this.count(route, -1);
    const second = requests.second[request]!;
    if (second >= 0) route.insert(later, second);
    route.insert(at, requests.first[request]!);
    this.absentWeight -= requests.weight[request]!;
    this.rescheduled(route);
  }

  private rescheduled(route: SearchRoute): void {
    route.schedule();
    this.index(route);
    this.count(route, 1);
  }

  private touch(vehicle: number): SearchRoute {
    const route = this.routes[vehicle]!;
    if (this.originals[vehicle] !== undefined) return route;
    this.originals[vehicle] = route;
    this.touched.push(vehicle);
    const copy = this.spare.pop() ?? new SearchRoute(this.model, this.driver);
    copy.copyOrder(route);
    // Updates only the counts: the rest is computed after the change.
    copy.cost = route.cost;
    this.routes[vehicle] = copy;
    return copy;
  }

  private index({ vehicle, length, task }: SearchRoute): void {
    const { request } = this.model.tasks;
    for (let position = 1; position <= length; position++) {
      const stop = task[position]!;
      this.positionOf[stop] = position;
      this.vehicleOf[request[stop]!] = vehicle;
    }
  }

  private count({ cost, length }: SearchRoute, sign: 1 | -1): void {
    this.tourCost += sign * cost;
    this.placed += sign * length;
    // A request that is added or removed can make a vehicle used or unused.
    if (length <= 2) this.isListed = false;
    if (length > 0) this.used += sign;
  }
}
