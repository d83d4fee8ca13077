/** User or device of a token with its grants: the first request of an app after the sign-in. */
import { Type } from "typebox";
import { BranchAccess, RoleType } from "./roles";
import { DateTime, Email, Enum, Nullable, PhoneNumber, ClosedObject, Uuid } from "../core/schema";
import { UserLanguage } from "./user";

const nullableBranchIds = Nullable(Type.Array(Uuid));

export const UserInfo = ClosedObject(
  {
    kind: Enum(["USER", "DEVICE", "SERVICE"]),
    user: Nullable(
      ClosedObject(
        {
          id: Uuid,
          firstname: Type.String(),
          lastname: Type.String(),
          email: Nullable(Email),
          phone_number: Nullable(PhoneNumber),
          language: Nullable(UserLanguage),
        },
        { $id: "UserInfoUser" },
      ),
    ),
    device: Nullable(
      ClosedObject(
        { id: Uuid, natural_id: Type.String(), name: Nullable(Type.String()), phone_number: Type.String() },
        { $id: "UserInfoDevice" },
      ),
    ),
    tenant: ClosedObject(
      {
        id: Uuid,
        short_code: Type.String(),
        name: Type.String(),
        type: Enum(["FUNERAL", "ROADSIDE_ASSISTANCE", "PLATFORM"]),
        language: Type.String(),
        timezone: Type.String(),
        handover_attachments: Type.Boolean({ description: "The setting of the tenant that has this name." }),
      },
      { $id: "UserInfoTenant" },
    ),
    roles: Type.Array(
      ClosedObject(
        {
          id: Uuid,
          name: Type.String(),
          role_type: RoleType,
          branch_access: BranchAccess,
          branch_ids: nullableBranchIds,
          roles_allowed_to_assign: Type.Array(Uuid),
        },
        { $id: "UserInfoRole", description: "A role as it is held; `branch_ids` null: in the whole tenant." },
      ),
    ),
    grants: Type.Array(
      ClosedObject(
        {
          grant: Type.String(),
          all: Type.Boolean({ description: "Holds in the whole tenant." }),
          branch_ids: Type.Array(Uuid, { description: "Where it holds otherwise." }),
          own_tours_only: Type.Boolean({ description: "For cases and tours it reaches the caller's own ones only." }),
        },
        { $id: "EffectiveGrant" },
      ),
    ),
    expires_at: DateTime,
  },
  {
    $id: "UserInfo",
    examples: [
      {
        kind: "USER",
        user: {
          id: "3c9a3a44-1f2b-4c0e-9a75-4a1f6f0b7d03",
          firstname: "Anna",
          lastname: "Gruber",
          email: "anna.gruber@example.org",
          phone_number: "+4366412345678",
          language: "de",
        },
        device: null,
        tenant: {
          id: "c1c2ab4e-0b7e-4d4b-8a4e-6a8f2d5b9e05",
          short_code: "bestattung",
          name: "Bestattung",
          type: "FUNERAL",
          language: "de",
          timezone: "Europe/Vienna",
          handover_attachments: false,
        },
        roles: [
          {
            id: "5b0f9f0e-7f57-4a3c-9d0c-2f7f6e2f8a01",
            name: "Dispatcher",
            role_type: "DISPATCHER",
            branch_access: "ALL",
            branch_ids: null,
            roles_allowed_to_assign: [],
          },
        ],
        grants: [{ grant: "getCases", all: true, branch_ids: [], own_tours_only: false }],
        expires_at: "2026-03-02T20:15:00+00:00",
      },
    ],
  },
);
