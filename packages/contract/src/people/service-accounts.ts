/** A service account stands for a program of a partner; it acts with tokens that are shown once and can be blacklisted. */
import { Type } from "typebox";
import { defineOperations } from "../operation/operation";
import {
  DateTime,
  entityFields,
  IdParams,
  SingleLineText,
  versionedEntityFields,
  LockVersion,
  Nullable,
  ClosedObject,
  Uuid,
} from "../core/schema";
import { roleAssignmentErrorCodes, roleAssignmentRulesText } from "./user";

const accountRoleAssociations = Type.Array(
  ClosedObject({ role_id: Uuid, branch_group_id: Type.Optional(Nullable(Uuid)) }),
  {
    minItems: 1,
    maxItems: 50,
  },
);
const roleExampleId = "5b0f9f0e-7f57-4a3c-9d0c-2f7f6e2f8a01";

export const ServiceAccountUser = ClosedObject(
  {
    ...versionedEntityFields,
    name: Type.String(),
    active: Type.Boolean({ description: "While it is not, all of its tokens are refused with `AUTH_USER_BLOCKED`." }),
    role_associations: Type.Array(ClosedObject({ role_id: Uuid, branch_group_id: Nullable(Uuid) })),
  },
  {
    $id: "ServiceAccountUser",
    examples: [
      {
        id: "2f6a3c0d-57f1-4a8e-9a55-6b7a1e0c9d06",
        created_at: "2026-03-02T08:15:00+00:00",
        updated_at: "2026-03-02T08:15:00+00:00",
        lock_version: 0,
        name: "Control centre",
        active: true,
        role_associations: [{ role_id: roleExampleId, branch_group_id: null }],
      },
    ],
  },
);
export const ServiceAccountUserCreateRequest = ClosedObject(
  { name: SingleLineText(200), role_associations: accountRoleAssociations },
  {
    $id: "ServiceAccountUserCreateRequest",
    examples: [{ name: "Control centre", role_associations: [{ role_id: roleExampleId }] }],
  },
);
export const ServiceAccountUserUpdateRequest = ClosedObject(
  {
    name: SingleLineText(200),
    role_associations: accountRoleAssociations,
    active: Type.Boolean(),
    lock_version: LockVersion,
  },
  {
    $id: "ServiceAccountUserUpdateRequest",
    examples: [
      { name: "Control centre", role_associations: [{ role_id: roleExampleId }], active: false, lock_version: 0 },
    ],
  },
);

const accountTokenFields = {
  ...entityFields,
  name: Nullable(Type.String()),
  blacklisted: Type.Boolean(),
  expires_at: DateTime,
  last_used_at: Nullable({ ...DateTime, description: "Null until the token is used." }),
} as const;
const accountTokenExample = {
  id: "6c0e2b9a-4d8f-4f0c-8f11-0a9e3d5b7c07",
  created_at: "2026-03-02T08:15:00+00:00",
  updated_at: "2026-03-02T08:15:00+00:00",
  name: "Production",
  blacklisted: false,
  expires_at: "2027-03-02T08:15:00+00:00",
  last_used_at: "2026-03-02T08:15:00+00:00",
};
export const ServiceAccountToken = ClosedObject(accountTokenFields, {
  $id: "ServiceAccountToken",
  examples: [accountTokenExample],
});
export const IssuedServiceAccountToken = ClosedObject(
  { ...accountTokenFields, token: Type.String({ description: "The bearer token. It is shown this once." }) },
  {
    $id: "IssuedServiceAccountToken",
    examples: [
      { ...accountTokenExample, last_used_at: null, token: "dsp_s_hV3k0c1Jx2mQ8yT5rWn4uZ7bE9dGfA6sLpOiKqXvCjM8mZ2Qx" },
    ],
  },
);
const TokenCreateRequest = ClosedObject(
  {
    name: Type.Optional(Nullable(SingleLineText(100))),
    expires_at: Type.Optional(
      Nullable({
        ...DateTime,
        description:
          "Ahead, and by 365 days at most, which is also the default; anything else is refused with `TIME_OUT_OF_RANGE`.",
      }),
    ),
  },
  { $id: "ServiceAccountTokenCreateRequest", examples: [{ name: "Production" }] },
);
const TokenBlacklistRequest = ClosedObject(
  { blacklisted: Type.Boolean() },
  { $id: "BlacklistTokenRequest", examples: [{ blacklisted: true }] },
);

export const serviceAccountOperations = defineOperations("service_accounts", {
  getOwnServiceAccountTokens: {
    on: "GET /service_account_user/tokens",
    summary: "List the tokens of one's own service account",
    description: "For the program itself: when does its token end, and is the next one there?",
    grant: "getServiceAccountTokens",
    kinds: ["SERVICE"],
    answer: Type.Array(ServiceAccountToken),
  },
  getServiceAccountUsers: {
    on: "GET /service_account_users",
    summary: "List service accounts",
    description:
      "By name, inactive ones included; for callers bound to branches those that hold roles there and nowhere else.",
    grant: "getServiceAccountTokens",
    kinds: ["USER", "SERVICE"],
    answer: Type.Array(ServiceAccountUser),
  },
  createServiceAccountUser: {
    on: "POST /service_account_users",
    changes: "BRANCH",
    summary: "Create a service account",
    description: `Its roles are of type \`INTEGRATION\`. ${roleAssignmentRulesText}`,
    sensitive: true,
    kinds: ["USER", "SERVICE"],
    body: ServiceAccountUserCreateRequest,
    success: 201,
    answer: ServiceAccountUser,
    errors: roleAssignmentErrorCodes,
  },
  updateServiceAccountUser: {
    on: "PUT /service_account_users/{id}",
    changes: "BRANCH",
    summary: "Replace a service account",
    description:
      "Only who holds all grants of the account may change it. Its roles are of type `INTEGRATION`. " +
      `${roleAssignmentRulesText} An inactive account's tokens are refused with \`AUTH_USER_BLOCKED\` and its streams close, at once; ` +
      "made active again, it goes on with them.",
    sensitive: true,
    kinds: ["USER", "SERVICE"],
    params: IdParams,
    body: ServiceAccountUserUpdateRequest,
    answer: ServiceAccountUser,
    errors: roleAssignmentErrorCodes,
  },
  getServiceAccountTokens: {
    on: "GET /service_account_users/{id}/tokens",
    summary: "List the tokens of a service account",
    description: "The newest 100, blacklisted and ended ones included.",
    kinds: ["USER", "SERVICE"],
    params: IdParams,
    answer: Type.Array(ServiceAccountToken),
  },
  createServiceAccountToken: {
    on: "POST /service_account_users/{id}/tokens",
    changes: "BRANCH",
    summary: "Create a token for a service account",
    description:
      "The token is shown this once, and again only to the same request with the same Idempotency-Key. Two " +
      "tokens may live at a time, so that they can be exchanged without a gap. Only who holds all grants of the account " +
      "itself may create one.",
    sensitive: true,
    showsSecret: true,
    kinds: ["USER", "SERVICE"],
    params: IdParams,
    body: TokenCreateRequest,
    success: 201,
    answer: IssuedServiceAccountToken,
    errors: ["LIMIT_EXCEEDED", "ROLE_ASSIGNMENT_NOT_ALLOWED", "TIME_OUT_OF_RANGE"],
  },
  blacklistToken: {
    on: "PATCH /service_account_users/{id}/tokens/{token_id}",
    changes: "BRANCH",
    summary: "Blacklist a token",
    description: "It is refused from then on and its streams close; it cannot be taken back from the list.",
    kinds: ["USER", "SERVICE"],
    params: ClosedObject({ id: Uuid, token_id: Uuid }),
    body: TokenBlacklistRequest,
    answer: ServiceAccountToken,
    errors: ["FIELD_COMBINATION_INVALID"],
  },
});
