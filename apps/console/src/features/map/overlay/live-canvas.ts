import type { Map as MapLibreMap } from "maplibre-gl";
import styles from "../board-map.module.css";
import { type MapObjectCluster, clusterMapObjects } from "./clusters.ts";
import type { LonLatPair } from "./geometry.ts";
import { MAP_UNCLUSTERED_ZOOM_MIN } from "./lettering.ts";
import { LiveMapPainter } from "./live-pen.ts";
import { MAP_ICON_SIZE_PIXELS } from "./map-icons.ts";
import type { ColorTokenReader } from "../map-tokens.ts";
import type { LiveMapMarker, LiveMapMarkers } from "./spots.ts";
import type { MapObjectRef } from "./map-object.ts";
import { routeLinesOf, type RouteLineInput } from "./route-line.ts";
import { type MapProjection, projectionOf, toMercator, worldWidthPixels } from "../world.ts";

/** Moving content of the map at one moment. */
export interface LiveMapFrame {
  readonly cases: LiveMapMarkers;
  readonly vehicles: LiveMapMarkers;
  readonly route: RouteLineInput;
  readonly trails: readonly (readonly LonLatPair[])[];
  readonly selected: readonly LonLatPair[];
  readonly hovered: readonly LonLatPair[];
}

/** Result of a hit test: one object, or the members of a cluster that only come apart at a closer zoom. */
export type MapHitResult = { readonly object: MapObjectRef } | { readonly members: readonly LiveMapMarker[] };

/** Radius in pixels within which three or more objects become a cluster. */
const CLUSTER_PIXELS = 30;
/** Above this number alarmed vehicles are clustered like all others, because they could not be told apart. */
const ALARMED_ALONE_MAX = 300;
const ICON_RADIUS = 10.5;

/**
 * Canvas over the map with everything that moves. The base map below is repainted only when the user moves it: painting
 * it for each round of positions is too much for a computer without a strong graphics card (ADR 5).
 */
export class LiveMapCanvas {
  private readonly element = document.createElement("canvas");
  private readonly pen: LiveMapPainter;
  private readonly gathered = new WeakMap<readonly LiveMapMarker[], { level: number; groups: ClusteredSpots }>();
  private picture: LiveMapFrame | undefined;
  private targets: HitTarget[] = [];

  constructor(
    private readonly map: MapLibreMap,
    tokens: ColorTokenReader,
  ) {
    this.element.className = styles["live"] ?? "";
    this.element.setAttribute("aria-hidden", "true");
    this.pen = new LiveMapPainter(this.element, tokens);
    map.getCanvasContainer().append(this.element);
    map.on("move", this.paint);
    map.on("resize", this.paint);
  }

  remove() {
    this.map.off("move", this.paint);
    this.map.off("resize", this.paint);
    this.element.remove();
  }

  recolor(tokens: ColorTokenReader) {
    this.pen.recolor(tokens);
    this.paint();
  }

  show(picture: LiveMapFrame) {
    this.picture = picture;
    this.paint();
  }

  /** Whether there is a change that is not drawn yet. */
  set isBusy(busy: boolean) {
    this.element.setAttribute("aria-busy", String(busy));
  }

  /** Finds the topmost object within reach, in CSS pixels. */
  findAt([x, y]: readonly [number, number], reach: number): MapHitResult | undefined {
    const hit = this.targets.findLast((target) => Math.hypot(target.x - x, target.y - y) <= target.radius + reach);
    return hit?.found;
  }

  private readonly paint = () => {
    if (!this.picture) return;
    const { cases, vehicles, route, trails, selected, hovered } = this.picture;
    const sight = projectionOf(this.map);
    this.pen.begin(sight);
    this.targets = [];
    this.drawLines(sight, route, trails);
    this.drawGroups(sight, this.groupsOf(cases.calm, sight), { color: "state-open", width: 2.5 });
    this.drawGroups(sight, this.groupsOf(vehicles.calm, sight), { color: "tx-3", width: 1.5 });
    for (const { alarmed } of [cases, vehicles]) {
      const groups =
        alarmed.length > ALARMED_ALONE_MAX ? this.groupsOf(alarmed, sight) : { alone: alarmed, clusters: [] };
      this.drawGroups(sight, groups, { color: "state-alarm", width: 2.5 });
    }
    const ring = (color: string, radius: number, width: number) => (place: LonLatPair) =>
      this.pen.ring(sight.toScreen(toMercator(place)), { radius, width, color });
    hovered.forEach(ring("tx-3", 13, 1.5));
    selected.forEach(ring("brand", 14, 2.5));
  };

  /**
   * Clusters of objects, computed once for each whole step of the zoom, so that they hold together while the map is
   * moved.
   */
  private groupsOf(spots: readonly LiveMapMarker[], { zoom }: MapProjection): ClusteredSpots {
    const level = Math.floor(zoom);
    if (level >= MAP_UNCLUSTERED_ZOOM_MIN) return { alone: spots, clusters: [] };
    const known = this.gathered.get(spots);
    if (known?.level === level) return known.groups;
    const groups = clusterMapObjects(spots, CLUSTER_PIXELS / worldWidthPixels(level));
    this.gathered.set(spots, { level, groups });
    return groups;
  }

  private drawGroups(sight: MapProjection, { alone, clusters }: ClusteredSpots, rim: SpotRim) {
    for (const cluster of clusters) this.drawCluster(sight, cluster, rim);
    for (const spot of alone) this.drawSpot(sight, spot);
  }

  private drawCluster(sight: MapProjection, { at, members }: MapObjectCluster<LiveMapMarker>, rim: SpotRim) {
    const place = sight.toScreen(at);
    if (isOutOfSight(sight, place)) return;
    const radius = clusterRadius(members.length);
    this.pen.disc(place, { radius, ...rim });
    this.pen.count(abbreviateCount(members.length), place);
    this.targets.push({ x: place[0], y: place[1], radius, found: { members } });
  }

  private drawSpot(sight: MapProjection, spot: LiveMapMarker) {
    const place = sight.toScreen(spot.at);
    if (isOutOfSight(sight, place)) return;
    const { pen } = this;
    const [x, y] = place;
    const size = iconSizeAt(sight.zoom);
    const isNear = sight.zoom >= MAP_UNCLUSTERED_ZOOM_MIN;
    pen.faded(spot.opacity, () => {
      if (isNear && spot.heading >= 0) pen.icon("heading", place, { size, degrees: spot.heading });
      pen.icon(spot.icon, place, { size });
      if (isNear && spot.plate !== undefined) pen.plate(spot.plate, [x, y + 12]);
    });
    if (spot.hasBadge) pen.icon("badge", place, { size });
    this.targets.push({ x, y, radius: ICON_RADIUS * size, found: { object: spot } });
  }

  private drawLines(sight: MapProjection, route: RouteLineInput, trails: LiveMapFrame["trails"]) {
    const { pen } = this;
    const onScreen = (points: readonly LonLatPair[]) => points.map((point) => sight.toScreen(toMercator(point)));
    for (const trail of trails) pen.line(onScreen(trail), { color: "tx-3", width: 2.5, dashes: [0.25, 5] });
    const lines = routeLinesOf(route);
    const drawn = onScreen(lines.route);
    pen.line(drawn, { color: "surface", width: 6 });
    pen.line(drawn, { color: "brand", width: 3 });
    pen.line(onScreen(lines.approach), { color: "brand", width: 2, dashes: [3, 4] });
    for (const start of onScreen(route.source ? [route.source] : []))
      pen.disc(start, { radius: 5, width: 2.5, color: "brand" });
    // The tip of the pin marks the place.
    for (const [x, y] of onScreen(route.target ? [route.target] : []))
      pen.icon("way-end", [x, y - MAP_ICON_SIZE_PIXELS / 2], { size: 1 });
  }
}

interface ClusteredSpots {
  readonly alone: readonly LiveMapMarker[];
  readonly clusters: readonly MapObjectCluster<LiveMapMarker>[];
}
interface SpotRim {
  readonly color: string;
  readonly width: number;
}
interface HitTarget {
  readonly x: number;
  readonly y: number;
  readonly radius: number;
  readonly found: MapHitResult;
}

/** Half the width of the largest drawing around a place, in pixels. */
const DRAWING_MARGIN_PX = 40;
const isOutOfSight = ({ width, height }: MapProjection, [x, y]: readonly [number, number]) =>
  x < -DRAWING_MARGIN_PX || y < -DRAWING_MARGIN_PX || x > width + DRAWING_MARGIN_PX || y > height + DRAWING_MARGIN_PX;

/** Radius of a cluster in pixels, growing with the logarithm: 7 for two members, 24 for 60,000. */
const clusterRadius = (members: number) => 7 + (17 * Math.max(0, Math.log(members) - 0.7)) / 10.3;

/** Size of an icon by zoom: small from afar, full size close by. */
function iconSizeAt(zoom: number): number {
  if (zoom < 9) return 0.72 + 0.04 * Math.max(0, zoom - 5);
  return 0.88 + 0.04 * Math.min(3, zoom - 9);
}

const abbreviateCount = (count: number) => (count < 1_000 ? String(count) : `${(count / 1_000).toFixed(1)}k`);
