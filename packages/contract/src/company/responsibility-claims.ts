/** A responsibility claim says who looks after a service in an area at present. */
import { Type } from "typebox";
import { defineOperations } from "../operation/operation";
import { DateTime, entityFields, SingleLineText, Nullable, ClosedObject, Uuid } from "../core/schema";

const ServiceKey = SingleLineText(64, { description: "The tenant's own key of the service.", examples: ["towing"] });

export const ResponsibilityClaim = ClosedObject(
  {
    ...entityFields,
    user_id: Uuid,
    area_id: Uuid,
    service_key: ServiceKey,
    ended_at: Nullable(DateTime),
  },
  {
    $id: "ResponsibilityClaim",
    examples: [
      {
        id: "6a1f2b3c-4d5e-4f60-8172-8394a5b6c701",
        created_at: "2026-03-02T08:15:00+00:00",
        updated_at: "2026-03-02T08:15:00+00:00",
        user_id: "f3a1c2d4-5e6f-4708-9a1b-2c3d4e5f6a01",
        area_id: "0b1d9c2e-6a4f-4c58-9f0e-2f5f5d6d7a01",
        service_key: "towing",
        ended_at: null,
      },
    ],
  },
);
export const ResponsibilityClaimCreateRequest = ClosedObject(
  { area_id: Uuid, service_key: ServiceKey },
  {
    $id: "ResponsibilityClaimCreateRequest",
    examples: [{ area_id: "0b1d9c2e-6a4f-4c58-9f0e-2f5f5d6d7a01", service_key: "towing" }],
  },
);

export const responsibilityClaimOperations = defineOperations("responsibility_claims", {
  getResponsibilityClaims: {
    on: "GET /responsibility_claims",
    summary: "List who is responsible at present",
    description: "The claims that hold now, of all users or of one; claims that ended are not shown.",
    query: ClosedObject({ user_id: Type.Optional(Uuid) }),
    answer: Type.Array(ResponsibilityClaim),
  },
  createResponsibilityClaim: {
    on: "POST /responsibility_claims",
    changes: "BRANCH",
    summary: "Take over responsibility",
    description:
      "The caller becomes responsible for a service in an area. The claim that held until now, if any, ends with it.",
    kinds: ["USER"],
    body: ResponsibilityClaimCreateRequest,
    success: 201,
    answer: ResponsibilityClaim,
    errors: ["REFERENCE_NOT_FOUND"],
  },
});
