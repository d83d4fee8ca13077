import type { SimulatedDayRecord } from "../day/book";
import type { SimulatedCrew } from "./crews";
import { headingBetween, type LatLonPoint } from "./way";

interface MeasuredPosition extends LatLonPoint {
  readonly time: string;
  readonly heading_degrees: number;
  readonly accuracy_meters: number;
}

const POSITIONS_PER_REQUEST_MAX = 100;

/** Positions that a phone has measured. It keeps those it could not send yet. */
export class PhonePositions {
  private waiting: MeasuredPosition[] = [];
  private lastTime = 0;
  /** Time of the newest acknowledged position, milliseconds since 1970. */
  newestSent: number | undefined;

  constructor(
    private readonly crew: SimulatedCrew,
    private readonly book: SimulatedDayRecord,
    public at: LatLonPoint,
  ) {}

  note(point: LatLonPoint) {
    // A phone never has two positions at one moment.
    this.lastTime = Math.max(Date.now(), this.lastTime + 1);
    const heading_degrees = headingBetween(this.at, point);
    this.waiting.push({ ...point, time: new Date(this.lastTime).toISOString(), heading_degrees, accuracy_meters: 8 });
    this.at = point;
  }

  async send() {
    while (this.crew.network.isOnline && this.waiting.length > 0) {
      const locations = this.waiting.slice(0, POSITIONS_PER_REQUEST_MAX);
      try {
        const { accepted } = await this.crew.person.client.updateLocation({ locations });
        this.book.positions += accepted;
        if (accepted === locations.length) this.newestSent = Date.parse(locations.at(-1)?.time ?? "");
      } catch (error) {
        // Positions are kept for the next attempt, unless the server refuses them for good.
        if (this.book.refused(error, `positions of ${this.crew.person.viewer.name}`) === "unknown") return;
      }
      this.waiting = this.waiting.slice(locations.length);
    }
  }
}
