/**
 * Stub of a case for the crew that it was taken from: says that it was taken back, and what the crew had done until
 * then.
 */
import { type Static, type TSchema, Type } from "typebox";
import { Case } from "./case";
import { CaseState, ActionActor } from "./case-parts";
import { DateTime, Enum, LockVersion, Nullable, ClosedObject, Uuid } from "../core/schema";

const stubRowExample = {
  id: "d0111111-5a53-4b8e-9a36-1f6f6a1f8f10",
  transition: "UNASSIGN",
  old_state: "ACCEPTED",
  new_state: "~unassigned",
  undone: false,
  actor_kind: "D",
  action_id: null,
  occurred_at: "2026-03-02T08:42:00+00:00",
  received_at: "2026-03-02T08:42:00+00:00",
};
export const CaseStubRow = ClosedObject(
  {
    id: Uuid,
    transition: Type.String({ description: "The action." }),
    old_state: Nullable(Type.String()),
    new_state: Nullable(Type.String()),
    undone: Type.Boolean({ description: "A later row took this one back." }),
    actor_kind: ActionActor,
    action_id: Nullable(Uuid),
    occurred_at: DateTime,
    received_at: DateTime,
  },
  {
    $id: "CaseStubRow",
    examples: [stubRowExample],
  },
);

const stubFields = {
  id: Uuid,
  natural_id: Type.String(),
  lock_version: { ...LockVersion, description: "Of the case; `FORWARD_ROLLBACK` names it." },
  tour_id: { ...Uuid, description: "The own tour that had the case." },
  /** State in which the tour's part was left, and the actions that this caller may still take. */
  state: CaseState,
  bucket: Enum(["unassigned", "forwarded", "finished"], { description: "Where the tour keeps what is left of it." }),
  closed_at: Nullable(DateTime),
  reason: Nullable(Type.String({ description: "The action that ended it: `UNASSIGN`, `REJECT`, `FORWARD` ..." })),
  rows: Type.Array(CaseStubRow, { description: "What happened to the tour's part, the oldest first." }),
} as const;
const stubExample = {
  id: "c0a80101-5a53-4b8e-9a36-1f6f6a1f8f10",
  natural_id: "C-2026-000123",
  lock_version: 4,
  tour_id: "5f0c2c1e-5a53-4b8e-9a36-1f6f6a1f8f10",
  state: { current: "ACCEPTED", actions: [] },
  bucket: "unassigned",
  closed_at: "2026-03-02T08:42:00+00:00",
  reason: "UNASSIGN",
  rows: [stubRowExample],
};
export const CaseStub = ClosedObject(stubFields, {
  $id: "CaseStub",
  description:
    "Answered for 24 hours to the crew of a tour that a case was taken from, instead of the case. No other caller gets it.",
  examples: [stubExample],
});
export type CaseStub = Static<typeof CaseStub>;

/** A stub with further fields of its kind of answer. */
export const extendCaseStubSchema = <P extends Record<string, TSchema>>(remarks: P, $id: string, said: object) =>
  ClosedObject({ ...stubFields, ...remarks }, { $id, examples: [{ ...stubExample, ...said }] });

/**
 * Typed as the answer to other callers: only the crew that a case was taken from must tell the two apart, by `rows`.
 */
export const CaseOrStub = Type.Unsafe<Case>(Type.Union([Case, CaseStub]));
