import type { Feature } from "geojson";
import type { Board, BoardCase } from "#shared/board.ts";
import { bearing, type Point } from "./geometry.ts";
import { isLate, isOpen } from "./vehicle-marks.ts";

export interface CaseFeatures {
  readonly calm: Feature[];
  /** Never hidden in a cluster. */
  readonly late: Feature[];
}

/** Where a case begins; undefined as long as its address has no coordinates. */
export const sourceOf = ({ source_lat, source_lon }: BoardCase): Point | undefined =>
  source_lat === null || source_lon === null ? undefined : [source_lon, source_lat];

/** Cases that no tour works on; the others are where their vehicles are. */
export function openCaseFeatures(board: Board, now: number): CaseFeatures {
  const features: CaseFeatures = { calm: [], late: [] };
  for (const job of board.cases.values()) {
    const at = sourceOf(job);
    if (!at || !isOpen(job)) continue;
    const late = isLate(job, now);
    features[late ? "late" : "calm"].push(
      pointFeature(at, { id: job.case_id, label: job.display_name, icon: late ? "case-late" : "case-open" }),
    );
  }
  return features;
}

export const pointFeature = (at: Point, properties: Record<string, unknown>): Feature => ({
  type: "Feature",
  properties,
  geometry: { type: "Point", coordinates: at as [number, number] },
});
export const lineFeature = (points: readonly Point[], properties: Record<string, unknown>): Feature => ({
  type: "Feature",
  properties,
  geometry: { type: "LineString", coordinates: points as [number, number][] },
});

interface Way {
  readonly source: Point | undefined;
  readonly target: Point | undefined;
  /** Of the vehicle that works on the case, and whether it has picked up already. */
  readonly vehicle: Point | undefined;
  readonly isLoaded: boolean;
}

/** From source to destination, and from the vehicle to whichever of them comes next. */
export function wayFeatures({ source, target, vehicle, isLoaded }: Way): Feature[] {
  const next = isLoaded ? target : source;
  return [
    ...(source && target ? [lineFeature([source, target], { kind: "way" })] : []),
    ...(vehicle && next ? [lineFeature([vehicle, next], { kind: "approach" })] : []),
    ...(source ? [pointFeature(source, { kind: "source" })] : []),
    ...(target ? [pointFeature(target, { kind: "target", bearing: source ? bearing(source, target) : 0 })] : []),
  ];
}
