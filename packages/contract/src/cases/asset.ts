/** An asset is a file of a case: a photo, a signature, a document. Its bytes are fetched with `getAsset`. */
import { type Static, Type } from "typebox";
import { entityFields, Enum, Nullable, ClosedObject, Uuid } from "../core/schema";

export const assetKinds = ["IMAGE", "DOCUMENT", "OTHER", "SIGNATURE"] as const;

/** Corners of a vehicle, front left to rear right, seen by the driver. */
export const vehicleCorners = ["FL", "FR", "RL", "RR"] as const;

export const Asset = ClosedObject(
  {
    ...entityFields,
    case_id: Nullable(Uuid),
    tour_id: Nullable(Uuid),
    kind: Enum(assetKinds),
    path: Type.String({
      maxLength: 2048,
      description: "Where to fetch it, below the host: needs the caller's own token.",
    }),
    mime_type: Type.String({ maxLength: 255, description: "Found from the content, never from the name." }),
    file_name: Type.String({ description: "As the sender called it, without its folders." }),
    size_bytes: Type.Integer({ minimum: 1 }),
    sha256: Type.String({ description: "Of the stored bytes, in hexadecimal digits." }),
    width: Nullable(Type.Integer({ minimum: 1, description: "Pixels." })),
    height: Nullable(Type.Integer({ minimum: 1, description: "Pixels." })),
    corner: Nullable(
      Enum(vehicleCorners, {
        description: "The corner of the vehicle that a photo shows: front left, front right, rear left, rear right.",
      }),
    ),
    superseded: Type.Boolean({ description: "Taken for an action that was undone since." }),
    user_id: Nullable(Uuid),
    device_id: Nullable(Uuid),
  },
  {
    $id: "Asset",
    examples: [
      {
        id: "a55e7000-1b3d-4e5f-8a6b-7c8d9e0f1a02",
        created_at: "2026-03-02T08:15:00+00:00",
        updated_at: "2026-03-02T08:15:00+00:00",
        case_id: "c0a80101-5a53-4b8e-9a36-1f6f6a1f8f10",
        tour_id: null,
        kind: "IMAGE",
        path: "/api/v1/assets/a55e7000-1b3d-4e5f-8a6b-7c8d9e0f1a02",
        mime_type: "image/jpeg",
        file_name: "foto.jpg",
        size_bytes: 182_331,
        sha256: "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
        width: 2000,
        height: 1500,
        corner: null,
        superseded: false,
        user_id: "0d1e2f3a-4b5c-4d6e-8f70-8192a3b4c5d6",
        device_id: null,
      },
    ],
  },
);
export type Asset = Static<typeof Asset>;
