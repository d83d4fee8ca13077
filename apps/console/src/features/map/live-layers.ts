import type { Feature } from "geojson";
import type { GeoJSONSource, Map as MapLibreMap } from "maplibre-gl";
import { allPositions, type Position, positionOf, positionsVersion } from "#shared/positions.ts";
import { lineFeature, pointFeature, wayFeatures } from "./case-features.ts";
import { contains, distanceMeters, type Point, widened } from "./geometry.ts";
import { Motion } from "./motion.ts";
import { Trails } from "./trails.ts";
import { placeOfPosition, vehicleFeatures } from "./vehicle-features.ts";
import type { VehicleMark } from "./vehicle-marks.ts";

/** What moves and what is drawn beside it, beyond the positions themselves. */
export interface Scene {
  readonly marks: ReadonlyMap<string, VehicleMark>;
  readonly isMotionReduced: boolean;
  readonly selectedVehicles: readonly string[];
  readonly selectedPlace: Point | undefined;
  readonly hoveredVehicle: string | undefined;
  readonly hoveredPlace: Point | undefined;
  readonly way: {
    source: Point | undefined;
    target: Point | undefined;
    vehicle_id: string | undefined;
    isLoaded: boolean;
  };
  readonly followed: string | undefined;
}

/** At most four pictures a second; with many vehicles fewer, so that a desk at rest stays within its share of a core. */
const PICTURE_MS_MIN = 250;
const PICTURE_MS_MAX = 1_000;
const MS_PER_VEHICLE = 0.2;
/** Gliding: only close by and only as many as stay smooth. */
const GLIDE_ZOOM = 11;
const GLIDE_VEHICLES_MAX = 300;
const GLIDE_PICTURE_MS = 50;
const FOLLOW_METERS = 3;
/** Positions age without any news. */
const AGE_MS = 10_000;

/** Carries positions from their store into the map's sources, without a component in between. */
export class LiveLayers {
  private readonly motion = new Motion();
  private readonly trails = new Trails();
  private readonly stops: (() => void)[] = [];
  private timer: ReturnType<typeof setTimeout> | undefined;
  private drawnAt = 0;
  private drawnVersion = -1;
  private count = 0;

  constructor(
    private readonly map: MapLibreMap,
    private scene: Scene,
  ) {
    this.stops.push(positionsVersion.subscribe(this.request));
    const aging = setInterval(this.request, AGE_MS);
    this.stops.push(() => clearInterval(aging));
    map.on("moveend", this.request);
    this.stops.push(() => map.off("moveend", this.request));
    this.request();
  }

  show(scene: Scene) {
    this.scene = scene;
    this.request();
  }

  stop() {
    for (const stop of this.stops) stop();
    clearTimeout(this.timer);
  }

  private isGliding = false;
  private readonly filled = new Set<string>();

  private readonly request = () => {
    if (this.timer !== undefined) return;
    const pause = this.isGliding
      ? GLIDE_PICTURE_MS
      : clamp(this.count * MS_PER_VEHICLE, PICTURE_MS_MIN, PICTURE_MS_MAX);
    const wait = Math.max(0, this.drawnAt + pause - performance.now());
    this.timer = setTimeout(() => requestAnimationFrame(this.draw), wait);
  };

  private readonly draw = () => {
    this.timer = undefined;
    this.drawnAt = performance.now();
    if (this.drawnVersion !== positionsVersion.get()) this.trails.keep(allPositions());
    this.drawnVersion = positionsVersion.get();
    const near = this.nearPositions();
    const placeOf = near ? (position: Position) => this.motion.placeOf(position, this.drawnAt) : placeOfPosition;
    if (!near) this.motion.clear();
    const options = { now: Date.now(), placeOf };
    const { calm, alarmed } = vehicleFeatures(near ?? allPositions(), this.scene.marks, options);
    this.count = calm.length + alarmed.length;
    this.fill("vehicles", calm);
    this.fill("vehicles-alarmed", alarmed);
    this.drawFocus(placeOf);
    this.isGliding = near !== undefined && this.motion.isGliding(this.drawnAt);
    if (this.isGliding) this.request();
  };

  /** Those in sight, when they are few enough to glide; the others then wait outside until the map is moved. */
  private nearPositions(): Position[] | undefined {
    if (this.scene.isMotionReduced || this.map.getZoom() < GLIDE_ZOOM) return undefined;
    const box = this.map.getBounds();
    const [west, south, east, north] = [box.getWest(), box.getSouth(), box.getEast(), box.getNorth()];
    const sight = widened({ west, south, east, north }, 0.5);
    const near: Position[] = [];
    for (const position of allPositions()) {
      if (!contains(sight, placeOfPosition(position))) continue;
      if (near.length === GLIDE_VEHICLES_MAX) return undefined;
      near.push(position);
    }
    return near;
  }

  private drawFocus(placeOf: (position: Position) => Point) {
    const { selectedVehicles, selectedPlace, hoveredVehicle, hoveredPlace, way, followed } = this.scene;
    const at = (id: string | undefined) => {
      const position = id === undefined ? undefined : positionOf(id);
      return position && placeOf(position);
    };
    const rings = (kind: string, places: readonly (Point | undefined)[]) =>
      places.flatMap((place) => (place ? [pointFeature(place, { kind })] : []));
    const hovered = rings("hovered", [hoveredPlace ?? at(hoveredVehicle)]);
    this.fill("focus", [...hovered, ...rings("selected", [selectedPlace, ...selectedVehicles.map(at)])]);
    this.fill("way", wayFeatures({ ...way, vehicle: at(way.vehicle_id) }));
    const driven = selectedVehicles.map((id) => this.trails.of(id)).filter(({ length }) => length > 1);
    this.fill(
      "trail",
      driven.map((trail) => lineFeature(trail, {})),
    );
    const center = at(followed);
    if (center) this.follow(center);
  }

  private follow(place: Point) {
    const { lng, lat } = this.map.getCenter();
    if (distanceMeters([lng, lat], place) < FOLLOW_METERS) return;
    const center = { lng: place[0], lat: place[1] };
    // What glides already needs no second easing.
    if (this.isGliding || this.scene.isMotionReduced) this.map.jumpTo({ center });
    else if (!this.map.isMoving()) this.map.easeTo({ center, duration: 900 });
  }

  /** What was empty and stays so costs nothing. */
  private fill(name: string, features: Feature[]) {
    if (features.length === 0 && !this.filled.has(name)) return;
    if (features.length === 0) this.filled.delete(name);
    else this.filled.add(name);
    void this.map.getSource<GeoJSONSource>(name)?.setData({ type: "FeatureCollection", features });
  }
}

const clamp = (value: number, least: number, most: number) => Math.min(most, Math.max(least, value));
