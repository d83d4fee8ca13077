import type { DriverSimulation } from "./driver";
import { type SearchModel, earliestServiceStart, latestServiceStart } from "./model";

/**
 * One vehicle's tour in the search: position 0 is its start, 1 to `length` are tasks, `length + 1` is its end. Tours
 * are copied before they are changed, so that a rejected step costs nothing but handing the copies back.
 */
export class SearchRoute {
  vehicle = 0;
  length = 0;
  task: Int32Array;
  location: Int32Array;
  /** Times when service begins, and when the vehicle leaves. */
  start: Float64Array;
  leave: Float64Array;
  /** Latest arrival from which everything after is still in time; not kept for simulated vehicles. */
  latest: Float64Array;
  /** Cost and time of the way from a position to the next. */
  wayCost: Float64Array;
  wayTime: Float64Array;
  /** Load on board after a position, by dimension. */
  load: Float64Array;
  /** Breaks taken and delay paid until a position; simulated vehicles only. */
  pauses: Int32Array;
  delay: Float64Array;
  /** Largest load on board anywhere, by dimension. */
  readonly peak: Float64Array;
  cost = 0;
  travel = 0;
  distance = 0;
  /** Version of the tour; a change of it invalidates cached values. */
  version = 1;
  /** Best place of each request in this version of the tour. */
  readonly seenVersion: Int32Array;
  readonly seenCost: Float64Array;
  readonly seenFirst: Int32Array;
  readonly seenSecond: Int32Array;
  private room: number;
  /** Distances are added up only where one of them is limited. */
  private readonly measures: boolean;

  constructor(
    private readonly model: SearchModel,
    private readonly driver: DriverSimulation,
  ) {
    const { dimensions, requests } = model;
    this.room = 16;
    this.measures = model.fleet.maxDistance.some((metres) => metres < Number.POSITIVE_INFINITY);
    this.task = new Int32Array(this.room);
    this.location = new Int32Array(this.room);
    this.start = new Float64Array(this.room);
    this.leave = new Float64Array(this.room);
    this.latest = new Float64Array(this.room);
    this.wayCost = new Float64Array(this.room);
    this.wayTime = new Float64Array(this.room);
    this.load = new Float64Array(this.room * dimensions);
    this.pauses = new Int32Array(this.room);
    this.delay = new Float64Array(this.room);
    this.peak = new Float64Array(dimensions);
    this.seenVersion = new Int32Array(requests.count);
    this.seenCost = new Float64Array(requests.count);
    this.seenFirst = new Int32Array(requests.count);
    this.seenSecond = new Int32Array(requests.count);
  }

  /** Copies only the order of the tasks; the caller changes the copy and then calls `schedule`. */
  copyOrder(other: SearchRoute): void {
    this.vehicle = other.vehicle;
    this.length = other.length;
    this.reserve(other.length);
    const { task } = other;
    for (let position = 1; position <= other.length; position++) this.task[position] = task[position]!;
  }

  setOrder(tasks: Int32Array): void {
    this.reserve(tasks.length);
    this.length = tasks.length;
    this.task.set(tasks, 1);
  }

  insert(after: number, task: number): void {
    this.reserve(this.length + 1);
    this.task.copyWithin(after + 2, after + 1, this.length + 1);
    this.task[after + 1] = task;
    this.length++;
  }

  /** Computes everything that follows from the order of tasks; false when the tour breaks a hard limit of time. */
  schedule(): boolean {
    this.version = (this.version + 1) | 0;
    const arrival = this.drive();
    this.sumLoads();
    if (this.model.fleet.isSimulated[this.vehicle] === 1) return this.simulate();
    this.setLatest();
    return arrival <= this.model.fleet.until[this.vehicle]!;
  }

  /** Computes places, ways and times in one pass over the tour, because this is done more often than anything else. */
  private drive(): number {
    const { tasks, fleet, travels } = this.model;
    const { vehicle, length, location, task, wayCost, wayTime, start, leave } = this;
    const { side, cost, time, distance } = travels[fleet.travel[vehicle]!]!;
    const end = fleet.end[vehicle]!;
    let place = fleet.start[vehicle]!;
    let now = fleet.from[vehicle]!;
    location[0] = place;
    start[0] = leave[0] = now;
    this.cost = this.travel = this.distance = 0;
    // An unused vehicle stays where it is.
    if (length === 0) {
      location[1] = end;
      wayCost[0] = wayTime[0] = 0;
      start[1] = leave[1] = now;
      return now;
    }
    let totalCost = fleet.fixedCost[vehicle]!;
    let totalTime = 0;
    for (let position = 0; position <= length; position++) {
      const stop = position === length ? -1 : task[position + 1]!;
      const next = stop < 0 ? end : tasks.location[stop]!;
      const way = place * side + next;
      const price = cost[way]!;
      const seconds = time[way]!;
      wayCost[position] = price;
      wayTime[position] = seconds;
      totalCost += price;
      totalTime += seconds;
      if (this.measures) this.distance += distance[way]!;
      now = stop < 0 ? now + seconds : earliestServiceStart(tasks, stop, now + seconds);
      location[position + 1] = next;
      start[position + 1] = now;
      if (stop >= 0) now += tasks.service[stop]!;
      leave[position + 1] = now;
      place = next;
    }
    this.cost = totalCost;
    this.travel = totalTime;
    return now;
  }

  private sumLoads(): void {
    const { dimensions, tasks } = this.model;
    const { length, task, load, peak } = this;
    for (let dimension = 0; dimension < dimensions; dimension++) {
      let onBoard = 0;
      for (let position = 1; position <= length; position++) {
        onBoard += tasks.loadAtStart[task[position]! * dimensions + dimension]!;
      }
      load[dimension] = onBoard;
      let most = onBoard;
      for (let position = 1; position <= length; position++) {
        onBoard += tasks.loadChange[task[position]! * dimensions + dimension]!;
        load[position * dimensions + dimension] = onBoard;
        if (onBoard > most) most = onBoard;
      }
      peak[dimension] = most;
    }
  }

  private setLatest(): void {
    const { tasks, fleet } = this.model;
    const { vehicle, length, task, latest, wayTime } = this;
    let bound = fleet.until[vehicle]!;
    latest[length + 1] = bound;
    for (let position = length; position >= 1; position--) {
      const stop = task[position]!;
      bound = latestServiceStart(tasks, stop, bound - wayTime[position]! - tasks.service[stop]!);
      latest[position] = bound;
    }
    latest[0] = bound;
  }

  private simulate(): boolean {
    const { driver, length } = this;
    driver.begin(this);
    this.keepTime(0, driver.time);
    if (length === 0) {
      this.keepTime(1, driver.time);
      return true;
    }
    for (let position = 1; position <= length; position++) {
      const begun = driver.visit(this.task[position]!, this.wayTime[position - 1]!);
      if (begun === Number.POSITIVE_INFINITY) return false;
      this.keepTime(position, begun);
    }
    const arrival = driver.finish(this.wayTime[length]!);
    this.keepTime(length + 1, arrival);
    this.cost += driver.delay;
    return arrival <= this.model.fleet.until[this.vehicle]!;
  }

  private keepTime(position: number, begun: number): void {
    this.start[position] = begun;
    this.leave[position] = this.driver.time;
    this.pauses[position] = this.driver.pauses;
    this.delay[position] = this.driver.delay;
  }

  private reserve(length: number): void {
    if (length + 2 <= this.room) return;
    this.room = Math.max(length + 2, this.room * 2);
    this.task = growIntegers(this.task, this.room);
    this.location = growIntegers(this.location, this.room);
    this.pauses = growIntegers(this.pauses, this.room);
    this.start = growFloats(this.start, this.room);
    this.leave = growFloats(this.leave, this.room);
    this.latest = growFloats(this.latest, this.room);
    this.wayCost = growFloats(this.wayCost, this.room);
    this.wayTime = growFloats(this.wayTime, this.room);
    this.delay = growFloats(this.delay, this.room);
    this.load = growFloats(this.load, this.room * this.model.dimensions);
  }
}

function growFloats(old: Float64Array, length: number) {
  const grownArray = new Float64Array(length);
  grownArray.set(old);
  return grownArray;
}

function growIntegers(old: Int32Array, length: number) {
  const grownArray = new Int32Array(length);
  grownArray.set(old);
  return grownArray;
}
