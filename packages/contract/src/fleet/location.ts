/**
 * Positions of vehicles: drivers' phones and integrations report them while a tour runs, and dispatchers see the last.
 */
import { Type } from "typebox";
import { defineOperations } from "../operation/operation";
import { LOCATION_READERS_LISTED_MAX, POSITION_DAYS_KEPT } from "./position-term";
import { DateTime, Enum, Latitude, Longitude, Nullable, ClosedObject, Uuid } from "../core/schema";

const positionMeasureFields = {
  accuracy_meters: Nullable(Type.Number({ minimum: 0, maximum: 1_000_000 })),
  speed_meters_per_second: Nullable(Type.Number({ minimum: 0, maximum: 1_000 })),
  heading_degrees: Nullable(Type.Number({ minimum: 0, maximum: 360, description: "Clockwise from north." })),
  battery_percent: Nullable(Type.Number({ minimum: 0, maximum: 100 })),
} as const;

export const Location = ClosedObject(
  {
    lat: Latitude,
    lon: Longitude,
    time: Type.String({ format: "date-time", description: "When the position was fixed, by the device's clock." }),
    accuracy_meters: Type.Optional(positionMeasureFields.accuracy_meters),
    speed_meters_per_second: Type.Optional(positionMeasureFields.speed_meters_per_second),
    heading_degrees: Type.Optional(positionMeasureFields.heading_degrees),
    battery_percent: Type.Optional(positionMeasureFields.battery_percent),
    vehicle_id: Type.Optional(
      Type.String({
        format: "uuid",
        description: "The vehicle of the position; required for SERVICE tokens, refused for all others.",
      }),
    ),
  },
  { $id: "Location", examples: [{ lat: 47.0707, lon: 15.4395, time: "2026-03-02T08:15:00Z", accuracy_meters: 8 }] },
);
export const LocationUpdateRequest = ClosedObject(
  { locations: Type.Array(Location, { minItems: 1, maxItems: 100, uniqueItems: true }) },
  {
    $id: "LocationUpdateRequest",
    examples: [{ locations: [{ lat: 47.0707, lon: 15.4395, time: "2026-03-02T08:15:00Z", accuracy_meters: 8 }] }],
  },
);
export const LocationReceipt = ClosedObject(
  {
    accepted: Type.Integer({ minimum: 0, description: "Positions that are kept now, or were before." }),
    ignored: Type.Integer({ minimum: 0, description: "Positions that must not or need not be kept." }),
  },
  { $id: "LocationReceipt", examples: [{ accepted: 1, ignored: 0 }] },
);

export const VehicleLocation = ClosedObject(
  {
    vehicle_id: Uuid,
    vehicle_natural_id: Type.String(),
    license_plate: Type.String(),
    tour_id: Nullable(Uuid),
    tour_natural_id: Nullable(Type.String()),
    device_id: Nullable(Uuid),
    lat: Latitude,
    lon: Longitude,
    ...positionMeasureFields,
    time: DateTime,
    received_at: DateTime,
    age_seconds: Type.Integer({ minimum: 0, description: "Since the position was fixed." }),
  },
  {
    $id: "VehicleLocation",
    examples: [
      {
        vehicle_id: "9b1c8d7e-6f5a-4b3c-8d2e-1f0a9b8c7d04",
        vehicle_natural_id: "V-2026-000012",
        license_plate: "G-123 AB",
        tour_id: "0c1d2e3f-4a5b-4c6d-8e7f-9a0b1c2d3e05",
        tour_natural_id: "T-2026-000104",
        device_id: "a1b2c3d4-e5f6-4708-8192-a3b4c5d6e701",
        lat: 47.0707,
        lon: 15.4395,
        accuracy_meters: 8,
        speed_meters_per_second: 13.9,
        heading_degrees: 270,
        battery_percent: 81,
        time: "2026-03-02T08:15:00+00:00",
        received_at: "2026-03-02T08:15:01+00:00",
        age_seconds: 4,
      },
    ],
  },
);

export const OwnLocation = ClosedObject(
  {
    vehicle_id: Uuid,
    tour_id: Uuid,
    lat: Latitude,
    lon: Longitude,
    accuracy_meters: positionMeasureFields.accuracy_meters,
    speed_meters_per_second: positionMeasureFields.speed_meters_per_second,
    heading_degrees: positionMeasureFields.heading_degrees,
    time: DateTime,
  },
  {
    $id: "OwnLocation",
    examples: [
      {
        vehicle_id: "9b1c8d7e-6f5a-4b3c-8d2e-1f0a9b8c7d04",
        tour_id: "0c1d2e3f-4a5b-4c6d-8e7f-9a0b1c2d3e05",
        lat: 47.0707,
        lon: 15.4395,
        accuracy_meters: 8,
        speed_meters_per_second: 13.9,
        heading_degrees: 270,
        time: "2026-03-02T08:15:00+00:00",
      },
    ],
  },
);

/** Purposes for which positions are read. */
const locationPurposes = ["MAP", "TRACK", "SUGGESTION"] as const;
export type LocationPurpose = (typeof locationPurposes)[number];
export const LocationReader = ClosedObject(
  {
    hour: { ...DateTime, description: "The full hour in which they looked, once or often." },
    reader_name: Type.String({ description: "Of the person or the program." }),
    purpose: Enum(locationPurposes, {
      description:
        "`MAP`: where vehicles are now, on a board or a list. `SUGGESTION`: which tour or vehicle is near. `TRACK`: the way that was driven.",
    }),
  },
  {
    $id: "LocationReader",
    examples: [{ hour: "2026-03-02T08:00:00+00:00", reader_name: "Eva Gruber", purpose: "MAP" }],
  },
);

/** Maximum number of hours of own positions that one call returns. */
const OWN_LOCATIONS_HOURS_MAX = 24;
export const ownLocationLimits = { hours: OWN_LOCATIONS_HOURS_MAX, rows: 10_000 } as const;

export const locationOperations = defineOperations("location", {
  getLocations: {
    on: "GET /location",
    summary: "List the last positions of vehicles",
    description:
      `One row for each vehicle you reach that has reported in the last ${POSITION_DAYS_KEPT} days, by license plate. ` +
      "Office roles see the vehicles of their " +
      "branches and of tours of their branches, drivers those of their own running tours; vehicles of no branch, on " +
      "tours of none, show to roles for the whole tenant. For a board that stays open subscribe to `location update` instead of asking again.",
    limit: "heavy",
    answer: Type.Array(VehicleLocation),
  },
  updateLocation: {
    on: "PUT /location",
    changes: "BRANCH",
    summary: "Report positions",
    description:
      "A device reports for the vehicle of its started tour, otherwise for the vehicle it lies in; a driver for the vehicle " +
      "of their started tour; an integration names the vehicle of each position.\n\n" +
      "Nothing is kept off duty: without a started tour (unless the tenant wants it), while the tour is `OFF_DUTY`, of " +
      `moments before the tour began, and of more than ${POSITION_DAYS_KEPT} days ago, positions are counted as ` +
      "`ignored`, and so is latitude 0 with longitude 0, which is no place but a receiver that knows none. The same position " +
      "sent again is kept once, and an older one never replaces a newer one. Where times are ahead of the server's, all of the " +
      "sender's are set back by as much as its clock is ahead; more than 5 minutes ahead are refused with `TIME_OUT_OF_RANGE`. A refusal " +
      "names its positions (`locations.7`, `locations.7.time`): leave those out, and send the others.\n\nAnswers when the positions are safe. Emits `location update` for the newest position " +
      "of each vehicle, at most every 100 ms. There is no Idempotency-Key: send the same positions again when the answer was lost.",
    takesNoKey: true,
    body: LocationUpdateRequest,
    limit: "location",
    answer: LocationReceipt,
    errors: ["TIME_OUT_OF_RANGE", "REFERENCE_NOT_FOUND", "FIELD_COMBINATION_INVALID"],
  },
  getOwnLocations: {
    on: "GET /location/own",
    summary: "List one's own positions",
    description:
      "For drivers: what is kept of the tours whose crew they belong to, oldest first, at most 10,000. If as many come, ask " +
      "again from the time of the last one. `from` and `to` are at most 24 hours apart. " +
      `Positions are kept for ${POSITION_DAYS_KEPT} days.\n\n` +
      "An addition to the specification, with a grant of its own.",
    kinds: ["USER"],
    query: ClosedObject({
      from: Type.String({ format: "date-time", description: "The earliest." }),
      to: Type.String({ format: "date-time", description: "The latest." }),
    }),
    limit: "heavy",
    answer: Type.Array(OwnLocation),
    errors: ["TIME_RANGE_INVALID", "LIMIT_EXCEEDED"],
  },
  getOwnLocationReaders: {
    on: "GET /location/own/readers",
    summary: "List who has looked at one's own positions",
    description:
      `For drivers: who was shown where they are, hour by hour, the newest first, at most ${LOCATION_READERS_LISTED_MAX.toLocaleString("en")} rows. ` +
      "`from` and `to` choose the hours; one that lies between them in part is listed, too. If as many rows come, ask again up to " +
      `the hour of the last one. Rows are kept for ${POSITION_DAYS_KEPT} days. A look is listed some seconds later. What crews see ` +
      "of their own tour is not.\n\n" +
      "An addition to the specification, with a grant of its own.",
    kinds: ["USER"],
    query: ClosedObject({
      from: Type.Optional(
        Type.String({ format: "date-time", description: "The earliest; left out: all that are kept." }),
      ),
      to: Type.Optional(Type.String({ format: "date-time", description: "The latest; left out: up to now." })),
    }),
    answer: Type.Array(LocationReader),
    errors: ["TIME_RANGE_INVALID"],
  },
});
