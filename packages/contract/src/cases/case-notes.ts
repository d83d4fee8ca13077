/** Notes on a case while it runs: comments, ticked todos, and the history of its states. */
import { type Static, Type } from "typebox";
import { OptionalNullable } from "../company/address";
import { IdentityCheck } from "./case-action-input";
import { CreatedBy, Todo, ActionActor } from "./case-parts";
import { caseActions } from "./case-transitions";
import { offlineEntryFields, offlineEntryErrorCodes } from "../core/phone-entry";
import { defineOperations } from "../operation/operation";
import {
  DateTime,
  entityFields,
  Enum,
  IdParams,
  SingleLineText,
  Nullable,
  pageSchemaOf,
  paginationQueryFields,
  ClosedObject,
  sortQueryFields,
  Uuid,
} from "../core/schema";

const commentExample = {
  id: "c0111111-5a53-4b8e-9a36-1f6f6a1f8f10",
  created_at: "2026-03-02T08:15:00+00:00",
  updated_at: "2026-03-02T08:15:00+00:00",
  case_id: "c0a80101-5a53-4b8e-9a36-1f6f6a1f8f10",
  text: "Schlüssel liegt beim Portier.",
  author_name: "Eva Disponentin",
  user_id: "0d1e2f3a-4b5c-4d6e-8f70-8192a3b4c5d6",
  device_id: null,
  kind: "NOTE",
  action: null,
  action_id: null,
  occurred_at: null,
};
const CommentKind = Enum(["NOTE", "LATE_ENTRY"], {
  description: "LATE_ENTRY: what a phone had done while offline, and could not send before its part of the case ended.",
});
export const CaseComment = ClosedObject(
  {
    ...entityFields,
    case_id: Uuid,
    text: Type.String(),
    author_name: Type.String(),
    user_id: Nullable(Uuid),
    device_id: Nullable(Uuid),
    kind: CommentKind,
    action: Nullable(Type.String({ description: "Of a late entry: what had been done." })),
    action_id: Nullable(Uuid),
    occurred_at: Nullable({
      ...DateTime,
      description: "When it was noted, or what a late entry tells of was done, as the phone says.",
    }),
  },
  { $id: "CaseComment", examples: [commentExample] },
);
export type CaseComment = Static<typeof CaseComment>;
export const CaseCommentCreateRequest = ClosedObject(
  {
    text: SingleLineText(4000),
    kind: Type.Optional({ ...CommentKind, default: "NOTE" }),
    action: Type.Optional(Enum(caseActions, { description: "Only of a late entry, as the next one." })),
    action_id: Type.Optional(Uuid),
    ...offlineEntryFields,
  },
  { $id: "CaseCommentCreateRequest", examples: [{ text: commentExample.text }] },
);

export const CaseStateUpdate = ClosedObject(
  {
    id: Uuid,
    tour_id: Nullable(Uuid),
    tour_natural_id: Nullable(Type.String()),
    group_id: { ...Uuid, description: "Rows of one request share it, and are undone together." },
    transition: Type.String({
      description:
        "The action; or `EDIT` where data were changed that matter to crews, or a handover was corrected, `APPROVE`, `WITHDRAW_APPROVAL`.",
    }),
    old_state: Nullable(Type.String({ description: "Of the link with the tour." })),
    new_state: Nullable(Type.String()),
    old_bucket: Nullable(Type.String()),
    new_bucket: Nullable(Type.String()),
    old_case_state: Type.String(),
    new_case_state: Type.String(),
    reason: Nullable(
      Type.String({
        description:
          "As it was given; `COMPLETED_BY_BACKOFFICE` or `REASSIGNED` where the back office closed the case, or a dispatcher moved it, without one.",
      }),
    ),
    identity: { ...Nullable(IdentityCheck), description: "Of `LOAD`, where the crew has said it." },
    forwarded_to: Nullable(Uuid),
    undoes: Nullable(Uuid),
    undone: Type.Boolean({ description: "A later row took this one back." }),
    actor_kind: ActionActor,
    actor: Nullable(CreatedBy),
    action_id: Nullable(Uuid),
    lock_version: Type.Integer({ description: "Of the case after the change." }),
    occurred_at: { ...DateTime, description: "As the phone says; a phone may have been offline." },
    received_at: DateTime,
  },
  {
    $id: "CaseStateUpdate",
    examples: [
      {
        id: "d0111111-5a53-4b8e-9a36-1f6f6a1f8f10",
        tour_id: "5f0c2c1e-5a53-4b8e-9a36-1f6f6a1f8f10",
        tour_natural_id: "T-2026-000042",
        group_id: "d0222222-5a53-4b8e-9a36-1f6f6a1f8f10",
        transition: "ACCEPT",
        old_state: "ASSIGNED",
        new_state: "ACCEPTED",
        old_bucket: "open",
        new_bucket: "open",
        old_case_state: "ASSIGNED",
        new_case_state: "ASSIGNED",
        reason: null,
        identity: null,
        forwarded_to: null,
        undoes: null,
        undone: false,
        actor_kind: "V",
        actor: { id: "0d1e2f3a-4b5c-4d6e-8f70-8192a3b4c5d7", name: "Franz Fahrer" },
        action_id: null,
        lock_version: 3,
        occurred_at: "2026-03-02T08:21:00+00:00",
        received_at: "2026-03-02T08:21:01+00:00",
      },
    ],
  },
);

export type CaseStateUpdate = Static<typeof CaseStateUpdate>;

export const TodoCompletion = ClosedObject(
  {
    completed: OptionalNullable(Type.Boolean({ description: "Defaults to true; false takes it back." })),
    ...offlineEntryFields,
  },
  { $id: "TodoCompletion", examples: [{ completed: true }] },
);

export const caseNoteOperations = defineOperations("cases", {
  getCaseComments: {
    on: "GET /cases/{id}/comment",
    summary: "List comments of a case",
    description: "Paged, the newest first. Sortable by `created_at`.",
    params: IdParams,
    query: ClosedObject({ ...paginationQueryFields, ...sortQueryFields }),
    answer: pageSchemaOf("comments", CaseComment, "CaseCommentPage"),
  },
  createCaseComment: {
    on: "POST /cases/{id}/comment",
    changes: "BRANCH",
    summary: "Comment on a case",
    description:
      "Emits `case comment`. Comments are neither changed nor deleted. A driver comments on cases with an open link, and " +
      "for 72 hours after the own link ended with `kind: LATE_ENTRY`.",
    params: IdParams,
    body: CaseCommentCreateRequest,
    success: 201,
    answer: CaseComment,
    errors: ["FIELD_COMBINATION_INVALID", ...offlineEntryErrorCodes],
  },
  getCaseStateHistory: {
    on: "GET /cases/{id}/state_history",
    summary: "Get the state history of a case",
    description:
      "Every change of state, the oldest first. At most the newest 1,000 rows. To the crew of a finished link without the " +
      "reasons that others gave.",
    grant: "getCases",
    params: IdParams,
    answer: Type.Array(CaseStateUpdate),
  },
  setTodoCompleted: {
    on: "PATCH /cases/{case_id}/todos/{todo_id}/set_completed",
    changes: "BRANCH",
    summary: "Tick a todo",
    description:
      "Emits `case update`. The version of the case stays, so that ticking never disturbs an action under way. Ticking " +
      "what is ticked changes nothing. A driver ticks while the own link is open, and for 24 hours after it was finished, " +
      "until it is done.",
    params: ClosedObject({ case_id: Uuid, todo_id: Uuid }),
    body: TodoCompletion,
    bodyOptional: true,
    answer: Todo,
    errors: offlineEntryErrorCodes,
  },
});
