import Flatbush from "flatbush";
import { type LonLat, metersBetween } from "../place";
import type { RoadNetwork } from "../roads/road-network";
import { latAt, lonAt, pointAt } from "../roads/turn-graph";

/** The place on the roads that is nearest to another one. */
export interface Snapped {
  readonly piece: number;
  /** How far along the piece, from 0 to 1 in the direction of its way. */
  readonly share: number;
  readonly location: LonLat;
  readonly distance_meters: number;
}

/** First that many boxes are looked into; the nearest box does not always hold the nearest road. */
const FIRST_BOXES = 8;
const METERS_PER_DEGREE = 111_195;

/** Finds the nearest road that belongs to the main part of the network. */
export class SnapIndex {
  private readonly network: RoadNetwork;
  private readonly boxes: Flatbush;
  private readonly points: Uint32Array;
  private readonly pieces: Uint32Array;

  constructor(network: RoadNetwork) {
    this.network = network;
    const { pieces, graph } = network;
    const points: number[] = [];
    const pieceOf: number[] = [];
    for (let piece = 0; piece < pieces.count; piece++) {
      if ((graph.stateOf[2 * piece] as number) < 0 && (graph.stateOf[2 * piece + 1] as number) < 0) continue;
      for (
        let point = pieces.firstPoint[piece] as number;
        point < (pieces.firstPoint[piece + 1] as number) - 1;
        point++
      ) {
        points.push(point);
        pieceOf.push(piece);
      }
    }
    this.points = Uint32Array.from(points);
    this.pieces = Uint32Array.from(pieceOf);
    this.boxes = new Flatbush(points.length);
    for (const point of points) {
      const [x, y] = projected(pointAt(pieces, point));
      const [otherX, otherY] = projected(pointAt(pieces, point + 1));
      this.boxes.add(Math.min(x, otherX), Math.min(y, otherY), Math.max(x, otherX), Math.max(y, otherY));
    }
    this.boxes.finish();
  }

  /** Undefined when there is no road within `meters`. */
  nearest(place: LonLat, meters: number): Snapped | undefined {
    if (!place.every(Number.isFinite) || Math.abs(place[1]) > 85) return undefined;
    const [x, y] = projected(place);
    const reach = meters / (METERS_PER_DEGREE * Math.cos((place[1] * Math.PI) / 180));
    const first = this.boxes.neighbors(x, y, FIRST_BOXES, reach);
    const best = this.nearestOf(first, place);
    if (!best || first.length < FIRST_BOXES) return within(best, meters);
    // Every box that could hold something nearer than the best one so far, with room for what the projection bends.
    const radius = (reach * best.distance_meters * 1.01) / meters;
    const others = this.boxes.search(x - radius, y - radius, x + radius, y + radius);
    return within(this.nearestOf([...others, ...first], place), meters);
  }

  private nearestOf(items: readonly number[], place: LonLat): Snapped | undefined {
    const { pieces } = this.network;
    const east = Math.cos((place[1] * Math.PI) / 180);
    let best = Number.POSITIVE_INFINITY;
    let bestItem = -1;
    let bestAlong = 0;
    for (const item of items) {
      const point = this.points[item] as number;
      const lon = lonAt(pieces, point);
      const lat = latAt(pieces, point);
      const x = (place[0] - lon) * east;
      const y = place[1] - lat;
      const dx = (lonAt(pieces, point + 1) - lon) * east;
      const dy = latAt(pieces, point + 1) - lat;
      const square = dx * dx + dy * dy;
      const along = square === 0 ? 0 : Math.min(1, Math.max(0, (x * dx + y * dy) / square));
      const distance = (x - along * dx) ** 2 + (y - along * dy) ** 2;
      if (distance >= best) continue;
      best = distance;
      bestItem = item;
      bestAlong = along;
    }
    return bestItem < 0 ? undefined : this.snapped(bestItem, bestAlong, place);
  }

  private snapped(item: number, along: number, place: LonLat): Snapped {
    const { pieces } = this.network;
    const point = this.points[item] as number;
    const piece = this.pieces[item] as number;
    const [lon, lat] = pointAt(pieces, point);
    const [endLon, endLat] = pointAt(pieces, point + 1);
    const location: LonLat = [lon + (endLon - lon) * along, lat + (endLat - lat) * along];
    const first = pieces.firstPoint[piece] as number;
    const last = (pieces.firstPoint[piece + 1] as number) - 1;
    let before = 0;
    let whole = 0;
    let from = pointAt(pieces, first);
    for (let at = first; at < last; at++) {
      const to = pointAt(pieces, at + 1);
      const meters = metersBetween(from, to);
      if (at < point) before += meters;
      if (at === point) before += meters * along;
      whole += meters;
      from = to;
    }
    return {
      piece,
      share: whole === 0 ? 0 : Math.min(1, before / whole),
      location,
      distance_meters: metersBetween(place, location),
    };
  }
}

const within = (found: Snapped | undefined, meters: number) =>
  found && found.distance_meters <= meters ? found : undefined;

/** Mercator in degrees of the equator: near one place, distances in all directions are stretched alike. */
function projected([lon, lat]: LonLat): readonly [x: number, y: number] {
  const radians = Math.PI / 180;
  return [lon, Math.log(Math.tan(Math.PI / 4 + (lat * radians) / 2)) / radians];
}
