import Flatbush from "flatbush";
import { type LonLat, metersBetween } from "../lon-lat";
import type { RoadNetwork } from "../roads/road-network";
import { ROAD_PIECE_FLAG_FERRY } from "../roads/road-pieces";
import { latitudeOfRoadPoint, longitudeOfRoadPoint, roadPointAt } from "../roads/turn-graph";

/** Place on the roads that is nearest to another one. */
export interface SnappedPlace {
  readonly piece: number;
  /** Index of the last point of the piece that is not after the place. */
  readonly point: number;
  /** Position along the piece, from 0 to 1 in the direction of its way. */
  readonly share: number;
  readonly location: LonLat;
  readonly distance_meters: number;
}

/**
 * First search distance, within which a place in a street has a road; the distance is doubled until a road is found.
 */
const FIRST_SEARCH_METERS = 50;
const METERS_PER_DEGREE = 111_195;
/** Error of the projection over the width of a square. */
const PROJECTION_ERROR_FACTOR = 1.01;

/**
 * Finds the nearest road that belongs to the main part of the network. Routes neither begin nor end on the water or on
 * trains.
 */
export class SnapIndex {
  private readonly network: RoadNetwork;
  private readonly boxes: Flatbush | undefined;
  private readonly points: Uint32Array;
  private readonly pieces: Uint32Array;

  constructor(network: RoadNetwork) {
    this.network = network;
    const { pieces, graph } = network;
    const points: number[] = [];
    const pieceOf: number[] = [];
    for (let piece = 0; piece < pieces.count; piece++) {
      if ((graph.stateOf[2 * piece] as number) < 0 && (graph.stateOf[2 * piece + 1] as number) < 0) continue;
      if (((pieces.flags[piece] as number) & ROAD_PIECE_FLAG_FERRY) !== 0) continue;
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
    // An index cannot be made of nothing.
    if (points.length === 0) return;
    this.boxes = new Flatbush(points.length);
    for (const point of points) {
      const [x, y] = projectMercator(roadPointAt(pieces, point));
      const [otherX, otherY] = projectMercator(roadPointAt(pieces, point + 1));
      this.boxes.add(Math.min(x, otherX), Math.min(y, otherY), Math.max(x, otherX), Math.max(y, otherY));
    }
    this.boxes.finish();
  }

  /** Nearest place on a road; undefined when there is none within `meters`. */
  nearest(place: LonLat, meters: number): SnappedPlace | undefined {
    const { boxes } = this;
    if (!boxes || !place.every(Number.isFinite) || Math.abs(place[1]) > 85 || !(meters >= 0)) return undefined;
    const [x, y] = projectMercator(place);
    const reachOfMeter = PROJECTION_ERROR_FACTOR / (METERS_PER_DEGREE * Math.cos((place[1] * Math.PI) / 180));
    for (let radius = Math.min(FIRST_SEARCH_METERS, meters); ; radius = Math.min(2 * radius, meters)) {
      const reach = radius * reachOfMeter;
      const found = this.nearestOf(boxes.search(x - reach, y - reach, x + reach, y + reach), place);
      // A road in the corners of the square may be farther away than one outside of it.
      if (found && found.distance_meters <= radius) return found;
      if (radius >= meters) return undefined;
    }
  }

  private nearestOf(items: readonly number[], place: LonLat): SnappedPlace | undefined {
    const { pieces } = this.network;
    const east = Math.cos((place[1] * Math.PI) / 180);
    let best = Number.POSITIVE_INFINITY;
    let bestItem = -1;
    let bestAlong = 0;
    for (const item of items) {
      const point = this.points[item] as number;
      const lon = longitudeOfRoadPoint(pieces, point);
      const lat = latitudeOfRoadPoint(pieces, point);
      const x = (place[0] - lon) * east;
      const y = place[1] - lat;
      const dx = (longitudeOfRoadPoint(pieces, point + 1) - lon) * east;
      const dy = latitudeOfRoadPoint(pieces, point + 1) - lat;
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

  private snapped(item: number, along: number, place: LonLat): SnappedPlace {
    const { pieces } = this.network;
    const point = this.points[item] as number;
    const piece = this.pieces[item] as number;
    const begin = roadPointAt(pieces, point);
    const end = roadPointAt(pieces, point + 1);
    const location: LonLat = [begin[0] + (end[0] - begin[0]) * along, begin[1] + (end[1] - begin[1]) * along];
    let meters = metersBetween(begin, location);
    for (let at = pieces.firstPoint[piece] as number; at < point; at++)
      meters += metersBetween(roadPointAt(pieces, at), roadPointAt(pieces, at + 1));
    const whole = (pieces.lengths[piece] as number) / 100;
    return {
      piece,
      point,
      share: whole === 0 ? 0 : Math.min(1, meters / whole),
      location,
      distance_meters: metersBetween(place, location),
    };
  }
}

/** Projects by Mercator in degrees of the equator: near one place, distances in all directions are stretched alike. */
function projectMercator([lon, lat]: LonLat): readonly [x: number, y: number] {
  const radians = Math.PI / 180;
  return [lon, Math.log(Math.tan(Math.PI / 4 + (lat * radians) / 2)) / radians];
}
