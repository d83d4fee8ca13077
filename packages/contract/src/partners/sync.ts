/** Sync of branches and drivers from another system of the company. */
import { type Static, Type } from "typebox";
import { defineOperations } from "../operation/operation";
import { DateTime, Enum, Nullable, ClosedObject, Uuid } from "../core/schema";

export const syncJobs = ["BRANCHES", "DRIVERS"] as const;
const countField = (description: string) => Type.Integer({ minimum: 0, description });

export const SyncFault = ClosedObject(
  {
    row: Type.Integer({ minimum: 0, description: "Counted from 0 over all pages." }),
    external_id: Nullable(Type.String()),
    code: Enum(["VALIDATION_FAILED", "DUPLICATE", "RESOURCE_ALREADY_EXISTS", "NOT_A_DRIVER"], {
      description:
        "DUPLICATE: the row before had the same `external_id`, mail address or number. RESOURCE_ALREADY_EXISTS: the mail address or " +
        "number belongs to another person. NOT_A_DRIVER: a person who holds other roles is not changed from outside.",
    }),
  },
  { $id: "SyncFault", examples: [{ row: 17, external_id: "4711", code: "RESOURCE_ALREADY_EXISTS" }] },
);
export type SyncFault = Static<typeof SyncFault>;

export const SyncRun = ClosedObject(
  {
    id: Uuid,
    created_at: DateTime,
    updated_at: DateTime,
    job: Enum(syncJobs),
    dry_run: Type.Boolean(),
    status: Enum(["WAITING", "RUNNING", "DONE", "STOPPED", "FAILED"], {
      description:
        "STOPPED: too many would have become inactive, nothing was written. FAILED: the source did not answer as it should.",
    }),
    rows: countField("Rows of the source."),
    created: countField("Made, or to be made by a run that is dry."),
    updated: countField("Changed."),
    unchanged: countField("Like before."),
    deactivated: countField("Missing in the source, and inactive because of that."),
    faults: Type.Array(SyncFault, {
      maxItems: 100,
      description: "Rows that were left out, the first hundred of them.",
    }),
    error: Nullable(Type.String({ description: "Why it was stopped or failed." })),
    started_at: Nullable(DateTime),
    ended_at: Nullable(DateTime),
  },
  {
    $id: "SyncRun",
    examples: [
      {
        id: "5f0c2c1e-5a53-4b8e-9a36-1f6f6a1f8f10",
        created_at: "2026-03-02T08:15:00+00:00",
        updated_at: "2026-03-02T08:15:09+00:00",
        job: "DRIVERS",
        dry_run: false,
        status: "DONE",
        rows: 240,
        created: 3,
        updated: 5,
        unchanged: 231,
        deactivated: 1,
        faults: [{ row: 17, external_id: "4711", code: "RESOURCE_ALREADY_EXISTS" }],
        error: null,
        started_at: "2026-03-02T08:15:01+00:00",
        ended_at: "2026-03-02T08:15:09+00:00",
      },
    ],
  },
);
export type SyncRun = Static<typeof SyncRun>;

export const syncOperations = defineOperations("sync", {
  triggerSync: {
    on: "POST /{tenant_short_code}/sync",
    changes: "TENANT",
    kinds: ["USER", "SERVICE"],
    summary: "Bring branches or drivers over",
    description:
      "Queues a run: the answer only says that. The source is the connector `SYNC`. Rows are matched by `external_id` alone. What " +
      "an earlier run has matched and the source no longer has becomes inactive, and is never deleted; a run that would do that to " +
      "more than a fifth and more than five is stopped before it writes anything. With `dry_run` nothing is written. One run of a job " +
      "waits or runs at a time. What became of it says `getSyncRuns`.",
    params: ClosedObject({ tenant_short_code: Type.String({ minLength: 1, maxLength: 16 }) }),
    query: ClosedObject({ job: Enum(syncJobs), dry_run: Type.Optional(Type.Boolean()) }),
    errors: ["RESOURCE_IN_USE", "ACTION_NOT_AVAILABLE"],
    limit: "heavy",
  },
  getSyncRuns: {
    on: "GET /sync/runs",
    kinds: ["USER", "SERVICE"],
    summary: "List runs of sync",
    description: "The newest fifty of the last 90 days, with what they have changed and the rows that they left out.",
    grant: "triggerSync",
    answer: Type.Array(SyncRun),
    errors: ["BRANCH_ACCESS_DENIED"],
  },
});
