/** A todo template is one line of the check list that a new case, or a vehicle check, starts with. */
import { Type } from "typebox";
import { defineOperations } from "../operation/operation";
import {
  Enum,
  IdParams,
  SingleLineText,
  versionedEntityFields,
  LockVersion,
  Nullable,
  ClosedObject,
  FreeText,
} from "../core/schema";

export const TodoTemplateType = Enum(["CASE_TEMPLATE", "VEHICLE_TEMPLATE"]);
export const TodoPhase = Enum(["PICKUP", "DELIVERY"], { description: "When the todo is due on a case." });

/** Conditions, all of which must hold; without any the template always applies. */
export const TodoTemplateConditions = ClosedObject(
  {
    data_type: Type.Optional(Enum(["FUNERAL", "ROADSIDE"])),
    cargo_type: Type.Optional(Enum(["PERSON", "ITEM"])),
    transport_types: Type.Optional(
      Type.Array(SingleLineText(64), {
        minItems: 1,
        maxItems: 50,
        description: "The case has one of these transport types.",
      }),
    ),
    service_keys: Type.Optional(
      Type.Array(SingleLineText(64), {
        minItems: 1,
        maxItems: 100,
        description: "The case asks for one of these services.",
      }),
    ),
    infectious: Type.Optional(Type.Boolean()),
    police: Type.Optional(Type.Boolean()),
  },
  {
    $id: "TodoTemplateConditions",
    description: "Every condition given must hold; with none the template always applies.",
    examples: [{ data_type: "FUNERAL", infectious: true }],
  },
);

const templateFields = {
  title: SingleLineText(200),
  description: Nullable(FreeText(2000)),
  type: TodoTemplateType,
  phase: TodoPhase,
  required: Type.Boolean({ description: "The case cannot be handed over before the todo is completed." }),
  position: Type.Integer({ minimum: 0, maximum: 10_000, description: "Order within the phase." }),
  conditions: TodoTemplateConditions,
  active: Type.Boolean({ description: "Inactive templates are kept, and copied no longer." }),
} as const;
const templateExample = {
  title: "Wear protective clothing",
  description: null,
  type: "CASE_TEMPLATE",
  phase: "PICKUP",
  required: true,
  position: 10,
  conditions: { data_type: "FUNERAL", infectious: true },
  active: true,
} as const;

export const TodoTemplate = ClosedObject(
  { ...versionedEntityFields, ...templateFields },
  {
    $id: "TodoTemplate",
    examples: [
      {
        id: "2c9a7f0e-1b3d-4e5f-8a6b-7c8d9e0f1a01",
        created_at: "2026-03-02T08:15:00+00:00",
        updated_at: "2026-03-02T08:15:00+00:00",
        lock_version: 0,
        ...templateExample,
      },
    ],
  },
);
export const TodoTemplateCreateRequest = ClosedObject(
  {
    title: templateFields.title,
    description: Type.Optional(templateFields.description),
    type: templateFields.type,
    phase: Type.Optional(Enum(["PICKUP", "DELIVERY"], { default: "PICKUP" })),
    required: Type.Optional(Type.Boolean({ default: true })),
    position: Type.Optional(Type.Integer({ minimum: 0, maximum: 10_000, default: 0 })),
    conditions: Type.Optional(TodoTemplateConditions),
    active: Type.Optional(Type.Boolean({ default: true })),
  },
  { $id: "TodoTemplateCreateRequest", examples: [templateExample] },
);
export const TodoTemplateUpdateRequest = ClosedObject(
  { ...TodoTemplateCreateRequest.properties, lock_version: LockVersion },
  { $id: "TodoTemplateUpdateRequest", examples: [{ ...templateExample, lock_version: 0 }] },
);

export const todoTemplateOperations = defineOperations("todo_templates", {
  getTodoTemplates: {
    on: "GET /todo_templates",
    summary: "List todo templates",
    description: "All templates of the tenant in the order of their check lists, or those of one type.",
    query: ClosedObject({ type: Type.Optional(TodoTemplateType) }),
    answer: Type.Array(TodoTemplate),
  },
  createTodoTemplate: {
    on: "POST /todo_templates",
    changes: "TENANT",
    summary: "Create a todo template",
    description: "New cases that fit its conditions get a copy. Existing cases keep the todos they have.",
    body: TodoTemplateCreateRequest,
    success: 201,
    answer: TodoTemplate,
  },
  getTodoTemplate: {
    on: "GET /todo_templates/{id}",
    summary: "Get a todo template",
    description: "Templates belong to the whole tenant; branches do not bound them. Inactive ones are found as well.",
    grant: "getTodoTemplates",
    params: IdParams,
    answer: TodoTemplate,
  },
  updateTodoTemplate: {
    on: "PUT /todo_templates/{id}",
    changes: "TENANT",
    summary: "Replace a todo template",
    description: "It holds for cases that are created from now on: " + "todos that have been copied stay as they are.",
    params: IdParams,
    leftOut: { others: "emptied", defaults: ["phase", "required", "position", "active"] },
    body: TodoTemplateUpdateRequest,
    answer: TodoTemplate,
  },
  deleteTodoTemplate: {
    on: "DELETE /todo_templates/{id}",
    changes: "TENANT",
    summary: "Delete a todo template",
    description: "Todos already copied to cases stay there.",
    params: IdParams,
    success: 204,
  },
});
