/** A vehicle check records what a crew has looked at before or after a shift, by the todo templates of vehicles. */
import { type Static, Type } from "typebox";
import { Asset } from "../cases/asset";
import { acceptedFilesDescription, uploadErrorCodes } from "../cases/assets";
import { DateTime, Enum, IdParams, Nullable, ClosedObject, FreeText, Uuid } from "../core/schema";
import { defineOperations } from "../operation/operation";

const CheckPhase = Enum(["START", "END"], { description: "Of the shift." });
const CheckResult = Enum(["OK", "DEFECT"]);
const PhotoIds = Type.Array(Uuid, {
  maxItems: 10,
  uniqueItems: true,
  description: "Announces photos that follow by `uploadVehicleAsset`, each with its id as `client_id`.",
});
const templateExampleId = "2c9a7f0e-1b3d-4e5f-8a6b-7c8d9e0f1a01";
const photoExampleId = "b0c1d2e3-4f50-4617-8293-a4b5c6d7e801";
const checkExample = {
  client_id: "7f3e2d1c-0b9a-4887-b665-54433221f001",
  tour_id: null,
  occurred_at: "2026-03-02T05:48:10+00:00",
  phase: "START",
  mileage_km: 84_210,
} as const;

export const VehicleCheckItemRequest = ClosedObject(
  {
    template_id: { ...Uuid, description: "A todo template of the type VEHICLE_TEMPLATE." },
    result: CheckResult,
    note: Type.Optional(FreeText(500, { description: "What is wrong." })),
    photo_ids: Type.Optional(PhotoIds),
  },
  {
    $id: "VehicleCheckItemRequest",
    examples: [
      {
        template_id: templateExampleId,
        result: "DEFECT",
        note: "Left dipped beam is out",
        photo_ids: [photoExampleId],
      },
    ],
  },
);
export const VehicleCheckCreateRequest = ClosedObject(
  {
    client_id: {
      ...Uuid,
      description:
        "Chosen by the sender, and kept for ever: the same check sent again answers the first one, another one with the same id is refused with `IDEMPOTENCY_KEY_REUSED`.",
    },
    tour_id: Type.Optional(Nullable({ ...Uuid, description: "The tour that the vehicle is on." })),
    occurred_at: { ...DateTime, description: "As the phone says; a phone may have been offline." },
    phase: CheckPhase,
    mileage_km: Type.Integer({ minimum: 0, maximum: 9_999_999 }),
    items: Type.Array(VehicleCheckItemRequest, { maxItems: 100 }),
  },
  {
    $id: "VehicleCheckCreateRequest",
    examples: [
      {
        ...checkExample,
        items: [
          {
            template_id: templateExampleId,
            result: "DEFECT",
            note: "Left dipped beam is out",
            photo_ids: [photoExampleId],
          },
        ],
      },
    ],
  },
);
export type VehicleCheckCreateRequest = Static<typeof VehicleCheckCreateRequest>;

export const VehicleCheckPhoto = ClosedObject(
  {
    photo_id: Uuid,
    asset_id: Nullable({ ...Uuid, description: "For `getAsset`; null until the photo has arrived." }),
  },
  { $id: "VehicleCheckPhoto", examples: [{ photo_id: photoExampleId, asset_id: null }] },
);
export const VehicleCheckItem = ClosedObject(
  {
    template_id: Uuid,
    title: Type.String({ description: "Of the template, as it was when the check arrived." }),
    result: CheckResult,
    note: Type.String(),
    photos: Type.Array(VehicleCheckPhoto),
  },
  {
    $id: "VehicleCheckItem",
    examples: [
      {
        template_id: templateExampleId,
        title: "Lights",
        result: "DEFECT",
        note: "Left dipped beam is out",
        photos: [{ photo_id: photoExampleId, asset_id: null }],
      },
    ],
  },
);
export const VehicleCheck = ClosedObject(
  {
    id: Uuid,
    client_id: Uuid,
    vehicle_id: Uuid,
    tour_id: Nullable(Uuid),
    occurred_at: DateTime,
    received_at: { ...DateTime, description: "When it arrived here." },
    phase: CheckPhase,
    mileage_km: Type.Integer({ minimum: 0 }),
    items: Type.Array(VehicleCheckItem),
    user_id: Nullable(Uuid),
    device_id: Nullable(Uuid),
  },
  {
    $id: "VehicleCheck",
    examples: [
      {
        id: "4a5b6c7d-8e9f-4a0b-9c1d-2e3f4a5b6c01",
        ...checkExample,
        vehicle_id: "3e2d1c0b-a998-4877-b655-44332211ff01",
        received_at: "2026-03-02T05:48:12+00:00",
        items: [
          {
            template_id: templateExampleId,
            title: "Lights",
            result: "DEFECT",
            note: "Left dipped beam is out",
            photos: [{ photo_id: photoExampleId, asset_id: null }],
          },
        ],
        user_id: "0d1e2f3a-4b5c-4d6e-8f70-8192a3b4c5d6",
        device_id: null,
      },
    ],
  },
);
export type VehicleCheck = Static<typeof VehicleCheck>;

export const VehicleFileUploadFields = ClosedObject({
  client_id: { ...Uuid, description: "The id by which a check of the vehicle has announced the photo." },
});

const driverReachRules =
  "Drivers reach the vehicle of an own tour (until 72 hours after its end), the one their phone lies in, and those of " +
  "their branches that are on no started tour.";

export const vehicleCheckOperations = defineOperations("vehicles", {
  createVehicleCheck: {
    on: "POST /vehicles/{id}/checks",
    changes: "BRANCH",
    summary: "Write down a check of a vehicle",
    description: `A \`DEFECT\` sends a critical message (\`VEHICLE_DEFECT\`) to the dispatchers of the vehicle's branch. ${driverReachRules}`,
    params: IdParams,
    body: VehicleCheckCreateRequest,
    success: 201,
    answer: VehicleCheck,
    errors: [
      "REFERENCE_NOT_FOUND",
      "FIELD_COMBINATION_INVALID",
      "TIME_OUT_OF_RANGE",
      "RESOURCE_ALREADY_EXISTS",
      "IDEMPOTENCY_KEY_REUSED",
    ],
  },
  getVehicleChecks: {
    on: "GET /vehicles/{id}/checks",
    summary: "List the checks of a vehicle",
    description: `The newest 100, the latest first. ${driverReachRules}`,
    params: IdParams,
    answer: Type.Array(VehicleCheck),
  },
});

export const vehicleFileOperations = defineOperations("vehicles", {
  uploadVehicleAsset: {
    on: "POST /vehicles/{id}/assets",
    changes: "BRANCH",
    summary: "Send the picture of a vehicle check",
    description:
      "Only a photo that a check of this vehicle has announced; otherwise `REFERENCE_NOT_FOUND` names `client_id`. The " +
      "sender of the check may send its photos at any time. The same photo sent again answers the first one, another one " +
      `with the same id is refused with \`IDEMPOTENCY_KEY_REUSED\`. ${acceptedFilesDescription}`,
    params: IdParams,
    body: VehicleFileUploadFields,
    bodyType: "multipart",
    success: 201,
    answer: Asset,
    limit: "upload",
    errors: [...uploadErrorCodes, "IDEMPOTENCY_KEY_REUSED"],
  },
});
