/** An area is a named part of a tenant's territory; everyone who drives in it quotes its waiting time. */
import { Type } from "typebox";
import { defineOperations } from "../operation/operation";
import {
  DateTime,
  IdParams,
  SingleLineText,
  versionedEntityFields,
  LockVersion,
  Nullable,
  ClosedObject,
  FreeText,
  Uuid,
} from "../core/schema";

const AreaZipCode = Type.String({ minLength: 1, maxLength: 5, pattern: "^[0-9A-Za-z]+$", examples: ["8010"] });

export const ZipRange = ClosedObject(
  { from: AreaZipCode, to: AreaZipCode },
  {
    $id: "ZipRange",
    description: "Every postal code from `from` to `to`, both included; both have the same length.",
    examples: [{ from: "8010", to: "8055" }],
  },
);

const GeoJsonPosition = Type.Array(Type.Number({ minimum: -180, maximum: 180 }), { minItems: 2, maxItems: 2 });
const GeoJsonRing = Type.Array(GeoJsonPosition, { minItems: 4, maxItems: 10_000 });

/**
 * GeoJSON (RFC 7946) in WGS 84, `[lon, lat]`: closed rings that do not cross themselves, at most 100 with 10,000 positions
 * in all, and at most 1,000,000 square kilometres. Crossing the antimeridian takes a MultiPolygon cut there.
 */
export const AreaGeometry = Type.Union(
  [
    ClosedObject({
      type: Type.Literal("Polygon"),
      coordinates: Type.Array(GeoJsonRing, { minItems: 1, maxItems: 100 }),
    }),
    ClosedObject({
      type: Type.Literal("MultiPolygon"),
      coordinates: Type.Array(Type.Array(GeoJsonRing, { minItems: 1, maxItems: 100 }), { minItems: 1, maxItems: 100 }),
    }),
  ],
  { $id: "AreaGeometry" },
);

const areaFields = {
  title: SingleLineText(200),
  description: Nullable(FreeText(2000)),
  zip_ranges: Type.Array(ZipRange, { maxItems: 1000 }),
  geo_json: Nullable(AreaGeometry),
  branch_id: Nullable(Uuid),
} as const;
const areaExample = {
  title: "Graz Mitte",
  description: null,
  zip_ranges: [{ from: "8010", to: "8055" }],
  geo_json: null,
  branch_id: null,
};

export const AreaCreateRequest = ClosedObject(
  {
    title: areaFields.title,
    description: Type.Optional(areaFields.description),
    zip_ranges: areaFields.zip_ranges,
    geo_json: Type.Optional(areaFields.geo_json),
    branch_id: Type.Optional(areaFields.branch_id),
  },
  { $id: "AreaCreateRequest", examples: [areaExample] },
);
export const AreaUpdateRequest = ClosedObject(
  { ...AreaCreateRequest.properties, lock_version: LockVersion },
  { $id: "AreaUpdateRequest", examples: [{ ...areaExample, lock_version: 3 }] },
);
export const Area = ClosedObject(
  {
    ...versionedEntityFields,
    ...areaFields,
    waiting_minutes: Nullable(
      Type.Integer({ minimum: 0, maximum: 1440, description: "Minutes that people are told to wait at present." }),
    ),
    waiting_updated_at: Nullable(DateTime),
  },
  {
    $id: "Area",
    examples: [
      {
        id: "0b1d9c2e-6a4f-4c58-9f0e-2f5f5d6d7a01",
        created_at: "2026-03-02T08:15:00+00:00",
        updated_at: "2026-03-02T08:15:00+00:00",
        lock_version: 3,
        ...areaExample,
        waiting_minutes: 35,
        waiting_updated_at: "2026-03-02T08:15:00+00:00",
      },
    ],
  },
);
export const AreaWaitingTime = ClosedObject(
  {
    area_id: Uuid,
    title: Type.String(),
    waiting_minutes: Area.properties.waiting_minutes,
    waiting_updated_at: Nullable(DateTime),
  },
  {
    $id: "AreaWaitingTime",
    examples: [
      {
        area_id: "0b1d9c2e-6a4f-4c58-9f0e-2f5f5d6d7a01",
        title: "Graz Mitte",
        waiting_minutes: 35,
        waiting_updated_at: "2026-03-02T08:15:00+00:00",
      },
    ],
  },
);
export const WaitingTimeUpdateRequest = ClosedObject(
  { waiting_minutes: Nullable(Type.Integer({ minimum: 0, maximum: 1440 })), lock_version: Type.Optional(LockVersion) },
  { $id: "WaitingTimeUpdateRequest", examples: [{ waiting_minutes: 35, lock_version: 3 }] },
);

export const areaOperations = defineOperations("areas", {
  getAreas: {
    on: "GET /areas",
    summary: "List areas",
    description: "All areas of the tenant by title, or those that hold a postal code.",
    query: ClosedObject({ zip_code: Type.Optional(AreaZipCode) }),
    answer: Type.Array(Area),
  },
  createArea: {
    on: "POST /areas",
    changes: "BRANCH",
    summary: "Create an area",
    description:
      "Draws an area by ranges of postal codes, by a polygon in WGS 84 (`[lon, lat]`), or by both. Without " +
      "`branch_id` it belongs to the whole tenant, which the caller has to reach, as a branch that is named. A range that is " +
      "named twice is kept once. It has no waiting time yet.",
    body: AreaCreateRequest,
    success: 201,
    answer: Area,
    errors: ["RANGE_INVALID", "GEOMETRY_INVALID", "REFERENCE_NOT_FOUND", "BRANCH_ACCESS_DENIED"],
  },
  getAreaWaitingTimes: {
    on: "GET /areas/waiting_time",
    summary: "List waiting times",
    description: "What callers are told at present, area by area.",
    answer: Type.Array(AreaWaitingTime),
  },
  getArea: {
    on: "GET /areas/{id}",
    summary: "Get an area",
    description:
      "With its postal codes, its polygon and the minutes that callers are told to wait at present. An area of a " +
      "branch out of reach is not found.",
    grant: "getAreas",
    params: IdParams,
    answer: Area,
  },
  updateArea: {
    on: "PUT /areas/{id}",
    changes: "BRANCH",
    summary: "Replace an area",
    description:
      "The quoted waiting time stays as it is; it has an operation of its own. Emits `area waiting time` when the title or the " +
      "branch changes, also to the branch that it leaves. The rules are those of creating.",
    params: IdParams,
    leftOut: { others: "emptied" },
    body: AreaUpdateRequest,
    answer: Area,
    errors: ["RANGE_INVALID", "GEOMETRY_INVALID", "REFERENCE_NOT_FOUND", "BRANCH_ACCESS_DENIED"],
  },
  deleteArea: {
    on: "DELETE /areas/{id}",
    changes: "BRANCH",
    summary: "Delete an area",
    description: "Refused with `RESOURCE_IN_USE` while a user is responsible for a service in it.",
    params: IdParams,
    success: 204,
    errors: ["RESOURCE_IN_USE", "BRANCH_ACCESS_DENIED"],
  },
  updateAreaWaitingTime: {
    on: "PATCH /areas/{id}/waiting_time",
    changes: "BRANCH",
    summary: "Set an area's waiting time",
    description:
      "Emits `area waiting time`. `null` withdraws the quoted time. Allowed to every caller who sees the area, also an area of no branch.",
    params: IdParams,
    body: WaitingTimeUpdateRequest,
    answer: Area,
  },
});
