import type { Map as MapLibreMap } from "maplibre-gl";
import {
  iterateNewestVehiclePositions,
  type VehiclePosition,
  positionOfVehicle,
  positionsVersionStore,
} from "#live/positions.ts";
import { followPlace } from "./follow.ts";
import { boundsContain, type LonLatPair, widenBounds } from "./geometry.ts";
import type { LiveMapCanvas } from "./live-canvas.ts";
import type { MapLayerGroup } from "../map-style.ts";
import { VehicleMotionAnimator } from "./motion.ts";
import { lonLatOfPosition, type LiveMapMarkers, createVehicleMarkers } from "./spots.ts";
import { VehicleTrails } from "./trails.ts";
import type { VehicleMapState } from "./vehicle-marks.ts";
import type { ShownRoute } from "./use-route.ts";

/** Content of the moving layers, apart from the positions themselves. */
export interface LiveMapScene {
  readonly marks: ReadonlyMap<string, VehicleMapState>;
  readonly cases: LiveMapMarkers;
  readonly hidden: readonly MapLayerGroup[];
  readonly isMotionReduced: boolean;
  readonly selectedVehicles: readonly string[];
  readonly selectedPlace: LonLatPair | undefined;
  readonly hoveredVehicle: string | undefined;
  readonly hoveredPlace: LonLatPair | undefined;
  readonly route: ShownRoute;
  readonly followed: string | undefined;
}

/**
 * Shortest time between two pictures: at most four a second; with many vehicles fewer, so that an idle console stays
 * within its share of a core.
 */
const PICTURE_MS_MIN = 250;
const PICTURE_MS_MAX = 1_000;
const MS_PER_VEHICLE = 0.2;
/** Zoom from which vehicles glide, if they are few enough to stay smooth. */
const GLIDE_ZOOM = 11;
const GLIDE_VEHICLES_MAX = 300;
const GLIDE_PICTURE_MS = 50;
/** Interval in milliseconds for redrawing ages, which change without any event. */
const AGE_REDRAW_MS = 10_000;

/** Draws positions from their store on the map, without a component in between. */
export class LiveMapUpdater {
  private readonly motion = new VehicleMotionAnimator();
  private readonly trails = new VehicleTrails();
  private readonly stops: (() => void)[] = [];
  private timer: ReturnType<typeof setTimeout> | undefined;
  private drawnAt = 0;
  private drawnVersion = -1;
  private count = 0;
  private isGliding = false;

  constructor(
    private readonly map: MapLibreMap,
    private readonly canvas: LiveMapCanvas,
    private scene: LiveMapScene,
  ) {
    this.stops.push(positionsVersionStore.subscribe(this.request));
    const aging = setInterval(this.request, AGE_REDRAW_MS);
    this.stops.push(() => clearInterval(aging));
    map.on("moveend", this.request);
    this.stops.push(() => map.off("moveend", this.request));
    this.request();
  }

  show(scene: LiveMapScene) {
    this.scene = scene;
    this.request();
  }

  stop() {
    for (const stop of this.stops) stop();
    clearTimeout(this.timer);
  }

  private readonly request = () => {
    if (this.timer !== undefined) return;
    this.canvas.isBusy = true;
    const pause = this.isGliding
      ? GLIDE_PICTURE_MS
      : clamp(this.count * MS_PER_VEHICLE, PICTURE_MS_MIN, PICTURE_MS_MAX);
    const wait = Math.max(0, this.drawnAt + pause - performance.now());
    this.timer = setTimeout(() => requestAnimationFrame(this.draw), wait);
  };

  private readonly draw = () => {
    this.timer = undefined;
    this.canvas.isBusy = false;
    this.drawnAt = performance.now();
    if (this.drawnVersion !== positionsVersionStore.get()) this.trails.keep(iterateNewestVehiclePositions());
    this.drawnVersion = positionsVersionStore.get();
    const near = this.nearPositions();
    const placeOf = near
      ? (position: VehiclePosition) => this.motion.placeOf(position, this.drawnAt)
      : lonLatOfPosition;
    if (!near) this.motion.clear();
    const vehicles = createVehicleMarkers(near ?? iterateNewestVehiclePositions(), this.scene.marks, {
      now: Date.now(),
      placeOf,
    });
    this.count = vehicles.calm.length + vehicles.alarmed.length;
    this.paint(vehicles, placeOf);
    this.isGliding = near !== undefined && this.motion.isGliding(this.drawnAt);
    if (this.isGliding) this.request();
  };

  /** Positions in sight, when they are few enough to glide; positions out of sight wait until the map is moved. */
  private nearPositions(): VehiclePosition[] | undefined {
    if (this.scene.isMotionReduced || this.map.getZoom() < GLIDE_ZOOM) return undefined;
    const box = this.map.getBounds();
    const [west, south, east, north] = [box.getWest(), box.getSouth(), box.getEast(), box.getNorth()];
    const sight = widenBounds({ west, south, east, north }, 0.5);
    const near: VehiclePosition[] = [];
    for (const position of iterateNewestVehiclePositions()) {
      if (!boundsContain(sight, lonLatOfPosition(position))) continue;
      if (near.length === GLIDE_VEHICLES_MAX) return undefined;
      near.push(position);
    }
    return near;
  }

  private paint(vehicles: LiveMapMarkers, placeOf: (position: VehiclePosition) => LonLatPair) {
    const { cases, hidden, selectedVehicles, selectedPlace, hoveredVehicle, hoveredPlace, route, followed } =
      this.scene;
    const at = (id: string | undefined) => {
      const position = id === undefined ? undefined : positionOfVehicle(id);
      return position && placeOf(position);
    };
    this.canvas.show({
      cases: hidden.includes("cases") ? NO_SPOTS : cases,
      vehicles: hidden.includes("vehicles") ? NO_SPOTS : vehicles,
      route: { ...route, vehicle: at(route.vehicle_id) },
      trails: selectedVehicles.map((id) => this.trails.of(id)),
      hovered: knownPoints([hoveredPlace ?? at(hoveredVehicle)]),
      selected: knownPoints([selectedPlace, ...selectedVehicles.map(at)]),
    });
    const center = at(followed);
    if (center) followPlace(this.map, center, this.isGliding || this.scene.isMotionReduced);
  }
}

const NO_SPOTS: LiveMapMarkers = { calm: [], alarmed: [] };
const knownPoints = (places: readonly (LonLatPair | undefined)[]) => places.filter((place) => place !== undefined);
const clamp = (value: number, least: number, most: number) => Math.min(most, Math.max(least, value));
