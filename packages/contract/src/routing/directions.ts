/** Directions say how a crew gets from place to place. Metres, seconds, `[longitude, latitude]`. */
import { type Static, Type } from "typebox";
import { OSM_ATTRIBUTION } from "./geo-data";
import { LonLatPosition } from "../core/place";
import { routerNames } from "../core/providers";
import { Enum, Nullable, ClosedObject } from "../core/schema";

const DistanceMeters = Type.Number({ minimum: 0, description: "Metres." });
const DurationSeconds = Type.Number({ minimum: 0, description: "Seconds." });
export const RoutingSource = Enum(routerNames, {
  description:
    "Where distances and durations come from. `estimate`: the straight line and a rule of thumb, no roads; `embedded`: " +
    "the imported map; else the server of that name.",
});
export const IsEstimated = Type.Boolean({
  description: "At least a part of it comes from straight lines and a rule of thumb: there, no roads were known.",
});
export const SourceAttribution = Nullable(
  Type.String({ description: "To be shown wherever the answer is.", examples: [OSM_ATTRIBUTION] }),
);

export const RouteStep = ClosedObject(
  {
    instruction: Type.String(),
    name: Nullable(Type.String({ description: "Of the street." })),
    location: LonLatPosition,
    distance_meters: DistanceMeters,
    duration_seconds: DurationSeconds,
  },
  {
    $id: "RouteStep",
    examples: [
      {
        instruction: "Turn left onto Herrengasse",
        name: "Herrengasse",
        location: [15.4395, 47.0707],
        distance_meters: 240,
        duration_seconds: 41,
      },
    ],
  },
);
export const RouteLeg = ClosedObject(
  { distance_meters: DistanceMeters, duration_seconds: DurationSeconds, steps: Type.Array(RouteStep) },
  {
    $id: "RouteLeg",
    description: "From one waypoint to the next.",
    examples: [
      { distance_meters: 2_310, duration_seconds: 290, steps: [(RouteStep as { examples?: object[] }).examples?.[0]] },
    ],
  },
);
export const Route = ClosedObject(
  {
    distance_meters: DistanceMeters,
    duration_seconds: DurationSeconds,
    geometry: ClosedObject(
      { type: Type.Literal("LineString"), coordinates: Type.Array(LonLatPosition) },
      {
        $id: "RouteGeometry",
        examples: [
          {
            type: "LineString",
            coordinates: [
              [15.4395, 47.0707],
              [15.4403, 47.0694],
            ],
          },
        ],
      },
    ),
    legs: Type.Array(RouteLeg),
  },
  { $id: "Route" },
);
export const Directions = ClosedObject(
  {
    source: RoutingSource,
    estimated: IsEstimated,
    attribution: SourceAttribution,
    waypoints: Type.Array(
      ClosedObject(
        {
          location: LonLatPosition,
          snap_meters: { ...DistanceMeters, description: "From the place asked for to the road." },
        },
        { $id: "RouteWaypoint", examples: [{ location: [15.4395, 47.0707], snap_meters: 3.5 }] },
      ),
    ),
    routes: Type.Array(Route, { description: "The best one first." }),
  },
  {
    $id: "Directions",
    examples: [
      {
        source: "osrm",
        estimated: false,
        attribution: OSM_ATTRIBUTION,
        waypoints: [
          { location: [15.4395, 47.0707], snap_meters: 3.5 },
          { location: [15.4403, 47.0694], snap_meters: 0.8 },
        ],
        routes: [
          {
            distance_meters: 240,
            duration_seconds: 41,
            geometry: {
              type: "LineString",
              coordinates: [
                [15.4395, 47.0707],
                [15.4403, 47.0694],
              ],
            },
            legs: [
              {
                distance_meters: 240,
                duration_seconds: 41,
                steps: [(RouteStep as { examples?: object[] }).examples?.[0]],
              },
            ],
          },
        ],
      },
    ],
  },
);
export type Directions = Static<typeof Directions>;

export const DirectionsRequest = ClosedObject(
  {
    waypoints: Type.Array(LonLatPosition, { minItems: 2, maxItems: 50, description: "In the order of driving." }),
    language: Type.Optional(Enum(["de", "en"], { description: "Of the instructions; the tenant's unless said." })),
    alternatives: Type.Optional(
      Type.Boolean({
        default: false,
        description: "Other ways too, where there are some; only between two waypoints.",
      }),
    ),
  },
  {
    $id: "DirectionsRequest",
    examples: [
      {
        waypoints: [
          [15.4395, 47.0707],
          [15.4403, 47.0694],
        ],
        language: "en",
      },
    ],
  },
);
