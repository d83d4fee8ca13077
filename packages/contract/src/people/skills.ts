/** A skill is something a person or a vehicle can do and a case may require. */
import { Type } from "typebox";
import { defineOperations } from "../operation/operation";
import {
  Enum,
  SingleLineText,
  versionedEntityFields,
  LockVersion,
  Nullable,
  ClosedObject,
  FreeText,
  Uuid,
} from "../core/schema";

export const SkillType = Enum(["USER", "VEHICLE", "CASE"], { description: "Whose skill it is; it never changes." });

const skillFields = {
  name: SingleLineText(100, { description: "Unique among the skills of its type." }),
  short_key: Nullable(SingleLineText(32)),
  description: Nullable(FreeText(2000)),
  skill_type: SkillType,
} as const;
const skillExample = {
  name: "Heavy lifting",
  short_key: "LIFT",
  description: null,
  skill_type: "VEHICLE",
} as const;

export const Skill = ClosedObject(
  { ...versionedEntityFields, ...skillFields },
  {
    $id: "Skill",
    examples: [
      {
        id: "8d6f6d6c-0a2e-4f0b-8c8e-2b1d5a4c3e01",
        created_at: "2026-03-02T08:15:00+00:00",
        updated_at: "2026-03-02T08:15:00+00:00",
        lock_version: 0,
        ...skillExample,
      },
    ],
  },
);
export const SkillCreateRequest = ClosedObject(
  {
    ...skillFields,
    short_key: Type.Optional(skillFields.short_key),
    description: Type.Optional(skillFields.description),
  },
  { $id: "SkillCreateRequest", examples: [skillExample] },
);
export const SkillUpdateRequest = ClosedObject(
  {
    name: skillFields.name,
    short_key: SkillCreateRequest.properties.short_key,
    description: SkillCreateRequest.properties.description,
    lock_version: LockVersion,
  },
  {
    $id: "SkillUpdateRequest",
    examples: [{ name: "Heavy lifting", short_key: "LIFT", description: "Up to 250 kg", lock_version: 0 }],
  },
);
const SkillParams = ClosedObject({ skill_id: Uuid });

export const skillOperations = defineOperations("skills", {
  getSkills: {
    on: "GET /skills",
    summary: "List skills",
    description: "All skills of the tenant by name, or those of one type.",
    query: ClosedObject({ skill_type: Type.Optional(SkillType) }),
    answer: Type.Array(Skill),
  },
  createSkill: {
    on: "POST /skills",
    changes: "TENANT",
    summary: "Create a skill",
    description:
      "Something that a user or vehicle can do, or that a case requires. Its `type` never changes. Refused with " +
      "`RESOURCE_ALREADY_EXISTS` when a skill of that type has the name.",
    body: SkillCreateRequest,
    success: 201,
    answer: Skill,
    errors: ["RESOURCE_ALREADY_EXISTS"],
  },
  getSkill: {
    on: "GET /skills/{skill_id}",
    summary: "Get a skill",
    description: "Skills belong to the whole tenant; branches do not bound them.",
    grant: "getSkills",
    params: SkillParams,
    answer: Skill,
  },
  updateSkill: {
    on: "PUT /skills/{skill_id}",
    changes: "TENANT",
    summary: "Replace a skill",
    description:
      "The type stays. Users and vehicles that have the skill keep it. Refused with " +
      "`RESOURCE_ALREADY_EXISTS` when another skill of its type has the name.",
    params: SkillParams,
    leftOut: { others: "emptied" },
    body: SkillUpdateRequest,
    answer: Skill,
    errors: ["RESOURCE_ALREADY_EXISTS"],
  },
  deleteSkill: {
    on: "DELETE /skills/{skill_id}",
    changes: "TENANT",
    summary: "Delete a skill",
    description: "Refused with `RESOURCE_IN_USE` while users or vehicles have it.",
    params: SkillParams,
    success: 204,
    errors: ["RESOURCE_IN_USE"],
  },
});
