import type { PlanningLonLat } from "./planned";

/** Positions by number, each once. */
export class NumberedPlaces {
  readonly positions: PlanningLonLat[] = [];
  /** Numbers by longitude, because a text of both coordinates would take longer than all the rest. */
  private readonly known = new Map<number, number[]>();

  /** Adds the given positions first. */
  constructor(positions: readonly PlanningLonLat[] = []) {
    for (const position of positions) this.indexOf(position);
  }

  indexOf(position: PlanningLonLat): number {
    const [lon, lat] = position;
    const same = this.known.get(lon) ?? [];
    const found = same.find((index) => this.positions[index]?.[1] === lat);
    if (found !== undefined) return found;
    const index = this.positions.push(position) - 1;
    this.known.set(lon, [...same, index]);
    return index;
  }
}
