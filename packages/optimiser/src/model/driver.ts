import { type SearchModel, type VehicleBreak, delayCostOfServiceStart, earliestServiceStart } from "./model";

/** A break that was taken in the gap after a position of the tour, after this many seconds of the way. */
export interface TakenBreak {
  readonly index: number;
  readonly gap: number;
  readonly begun: number;
  readonly service: number;
  readonly driven: number;
}

/** Parts of a tour that the driver reads; positions are those of `Route`. */
interface DriverTour {
  readonly vehicle: number;
  readonly location: Int32Array;
  readonly leave: Float64Array;
  readonly load: Float64Array;
  readonly pauses: Int32Array;
  readonly delay: Float64Array;
}

/**
 * Simulates a tour whose times depend on more than arrival and window: breaks, deadlines and setup. A break is taken in
 * a gap between two stops, on the way or before it: when it delays nothing, or when after the next stop it is too late.
 */
export class DriverSimulation {
  /** Time when the vehicle is ready to leave; also its place and load. */
  time = 0;
  location = 0;
  readonly onBoard: Float64Array;
  pauses = 0;
  delay = 0;
  private vehicle = 0;
  private pausesDue: readonly VehicleBreak[] = [];
  /** Whether a break that is still due depends on the load. */
  minds = false;
  /** Seconds left of the way after the breaks on it. */
  private way = 0;

  /** Number of stops made, and so the gap that the driver is in. */
  private stops = 0;

  constructor(
    private readonly model: SearchModel,
    private readonly onPause?: (pause: TakenBreak) => void,
  ) {
    this.onBoard = new Float64Array(model.dimensions);
  }

  /** Moves the driver to the start of the tour, with the load that is delivered from there. */
  begin(route: DriverTour): void {
    const { fleet, dimensions } = this.model;
    this.vehicle = route.vehicle;
    this.stops = 0;
    this.expect(fleet.breaks[route.vehicle]!);
    this.time = fleet.from[route.vehicle]!;
    this.location = fleet.start[route.vehicle]!;
    this.pauses = 0;
    this.delay = 0;
    for (let dimension = 0; dimension < dimensions; dimension++) this.onBoard[dimension] = route.load[dimension]!;
  }

  /** Continues where the tour was when it left a position. */
  resume(route: DriverTour, position: number): void {
    const { dimensions } = this.model;
    this.vehicle = route.vehicle;
    this.expect(this.model.fleet.breaks[route.vehicle]!);
    this.time = route.leave[position]!;
    this.location = route.location[position]!;
    this.pauses = route.pauses[position]!;
    this.delay = route.delay[position]!;
    for (let dimension = 0; dimension < dimensions; dimension++) {
      this.onBoard[dimension] = route.load[position * dimensions + dimension]!;
    }
  }

  /** Adds the load that a task delivers from the start, which has been on board until here. */
  carry(task: number): void {
    const { tasks, dimensions } = this.model;
    for (let dimension = 0; dimension < dimensions; dimension++) {
      this.onBoard[dimension]! += tasks.loadAtStart[task * dimensions + dimension]!;
    }
  }

  copy(other: DriverSimulation): void {
    this.vehicle = other.vehicle;
    this.expect(other.pausesDue);
    this.time = other.time;
    this.location = other.location;
    this.pauses = other.pauses;
    this.delay = other.delay;
    this.onBoard.set(other.onBoard);
  }

  private expect(pauses: readonly VehicleBreak[]): void {
    if (pauses === this.pausesDue) return;
    this.pausesDue = pauses;
    this.minds = pauses.some(({ maxLoad }) => maxLoad !== undefined);
  }

  /** Goes to a task and serves it; returns when service begins, infinite when it is too late. */
  visit(task: number, way: number): number {
    const { tasks, dimensions } = this.model;
    const location = tasks.location[task]!;
    let needed = tasks.service[task]!;
    if (location !== this.location) needed += tasks.setup[task]!;
    this.way = way;
    let begun = earliestServiceStart(tasks, task, this.time + way);
    while (this.pauses < this.pausesDue.length) {
      const pause = this.pausesDue[this.pauses]!;
      const after = this.mayPause(pause) ? this.afterPause(pause) : Number.POSITIVE_INFINITY;
      const begunAfter = earliestServiceStart(tasks, task, after + this.wayAfter(pause));
      const isFree = begunAfter <= begun;
      if (!isFree && begun + needed <= pause.closes) break;
      if (after === Number.POSITIVE_INFINITY) return after;
      this.take(pause, after);
      begun = begunAfter;
    }
    if (begun === Number.POSITIVE_INFINITY) return begun;
    this.stops++;
    this.time = begun + needed;
    this.location = location;
    this.delay += delayCostOfServiceStart(tasks, task, begun);
    for (let dimension = 0; dimension < dimensions; dimension++) {
      this.onBoard[dimension]! += tasks.loadChange[task * dimensions + dimension]!;
    }
    return begun;
  }

  /** Takes the remaining breaks and goes to the end; returns the arrival, infinite when a break is impossible. */
  finish(way: number): number {
    const { fleet } = this.model;
    this.way = way;
    for (const pause of this.pausesDue.slice(this.pauses)) {
      const after = this.mayPause(pause) ? this.afterPause(pause) : Number.POSITIVE_INFINITY;
      if (after === Number.POSITIVE_INFINITY) return after;
      this.take(pause, after);
    }
    this.time += this.way;
    this.location = fleet.end[this.vehicle]!;
    const overtime = this.time - fleet.overtimeAt[this.vehicle]!;
    if (overtime > 0) this.delay += overtime * fleet.overtimeCost[this.vehicle]!;
    return this.time;
  }

  private mayPause({ maxLoad }: VehicleBreak): boolean {
    return maxLoad === undefined || maxLoad.every((most, dimension) => this.onBoard[dimension]! <= most);
  }

  /** Time when the break is over; on the way to the next stop the vehicle drives on until the break's window opens. */
  private afterPause({ windows, service }: VehicleBreak): number {
    for (const [opens, closes] of windows) if (this.time <= closes) return Math.max(this.time, opens) + service;
    return Number.POSITIVE_INFINITY;
  }

  private wayAfter({ windows }: VehicleBreak): number {
    const opens = windows.find(([, closes]) => this.time <= closes)?.[0] ?? 0;
    return Math.max(0, this.way - Math.max(0, opens - this.time));
  }

  private take(pause: VehicleBreak, after: number): void {
    const left = this.wayAfter(pause);
    const { index, service } = pause;
    this.onPause?.({ index, gap: this.stops, begun: after - service, service, driven: this.way - left });
    this.way = left;
    this.time = after;
    this.pauses++;
  }
}
