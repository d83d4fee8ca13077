/** An import brings many objects of one kind from a table: checked first, without a change, and applied when it looks right. */
import { Type } from "typebox";
import { defineOperations } from "../operation/operation";
import { DateTime, entityFields, Enum, IdParams, Nullable, ClosedObject } from "../core/schema";
import { IMPORT_FAULTS_LISTED_MAX } from "../operation/limits";

export const importKinds = ["BRANCHES", "VEHICLES", "USERS", "DEVICES", "ADDRESSES"] as const;
export const ImportKind = Enum(importKinds);
export const importStatuses = ["CHECKED", "APPLYING", "APPLIED", "STOPPED"] as const;

export const ImportUploadFields = ClosedObject({ kind: ImportKind });

const countField = (description: string) => Type.Integer({ minimum: 0, description });
const ImportFault = ClosedObject(
  {
    line: Type.Integer({ minimum: 1, description: "Of the file, where the row begins; 1 is the first." }),
    column: Nullable(Type.String({ maxLength: 100, description: "Null when it is about the row as a whole." })),
    code: Type.String({ description: "What creating or changing the object by itself would be refused with." }),
  },
  { $id: "ImportFault", examples: [{ line: 7, column: "branch", code: "REFERENCE_NOT_FOUND" }] },
);
const importFaults = (description: string) =>
  Type.Array(ImportFault, { maxItems: IMPORT_FAULTS_LISTED_MAX, description });

const ImportResult = ClosedObject(
  {
    created: countField("Objects."),
    updated: countField("Objects."),
    skipped: countField(
      "Rows that were right when they were checked and are refused now: what they change was changed in the meantime.",
    ),
    skips: importFaults("The first of them, by line."),
    remaining: countField("Rows still to come."),
    stopped_by: Nullable(
      Type.String({
        description:
          "For `STOPPED`: the code of what ended the rights of the user who applied it, such as `AUTH_TOKEN_REVOKED`. The remaining rows were not applied.",
      }),
    ),
    finished_at: Nullable(DateTime),
  },
  { $id: "ImportResult" },
);

export const Import = ClosedObject(
  {
    ...entityFields,
    kind: ImportKind,
    status: Enum(importStatuses),
    rows: countField("Below the header; empty lines do not count."),
    creates: countField("Rows of objects that there are not yet."),
    updates: countField("Rows that change an object."),
    unchanged: countField("Rows that say what is known."),
    faulty: countField("Rows with a fault. They are left out, the others can be applied."),
    faults: importFaults("The first ones, by line."),
    expires_at: {
      ...DateTime,
      description: "Until then it can be looked at, and applied where it was not. While it is applied it is kept.",
    },
    result: Nullable(ImportResult),
  },
  {
    $id: "Import",
    examples: [
      {
        id: "4c3b2a19-0817-4f6e-9d5c-4b3a29180f01",
        created_at: "2026-03-02T08:15:00+00:00",
        updated_at: "2026-03-02T08:16:10+00:00",
        kind: "VEHICLES",
        status: "APPLIED",
        rows: 120,
        creates: 100,
        updates: 15,
        unchanged: 4,
        faulty: 1,
        faults: [{ line: 7, column: "branch", code: "REFERENCE_NOT_FOUND" }],
        expires_at: "2026-03-03T08:16:10+00:00",
        result: {
          created: 100,
          updated: 14,
          skipped: 1,
          skips: [{ line: 31, column: null, code: "LOCK_VERSION_CONFLICT" }],
          remaining: 0,
          stopped_by: null,
          finished_at: "2026-03-02T08:16:10+00:00",
        },
      },
    ],
  },
);

const importGrantsDescription =
  "Beside `importData` it asks for the grants to create and to change the kind, and keeps to where they hold.";

export const importOperations = defineOperations("imports", {
  checkImport: {
    on: "POST /imports",
    changes: "BRANCH",
    summary: "Check a table to be imported",
    description:
      "A dry run: says what applying the table would create and change, and which rows are faulty, and changes nothing. CSV up " +
      "to 10 MB and 20,000 rows, in exactly one part named `file`: UTF-8 or Windows-1252, separated by semicolons, commas or " +
      "tabs, with the names of fields in the first line. Refused with `LIMIT_EXCEEDED` when it has more rows, and with " +
      "`FILE_CONTENT_INVALID` when it is no such table: the `reason` is `EMPTY`, `HEADER` (none of the kind's fields, or one twice), " +
      `\`QUOTES\` (one is not closed) or \`RECORD_TOO_LONG\`. Kept for 24 hours, and as long again after it was applied; the newest ten of a caller. ${importGrantsDescription}`,
    grant: "importData",
    kinds: ["USER", "SERVICE"],
    body: ImportUploadFields,
    bodyType: "multipart",
    success: 201,
    answer: Import,
    limit: "upload",
    errors: ["FILE_CONTENT_INVALID", "LIMIT_EXCEEDED", "BRANCH_ACCESS_DENIED"],
  },
  applyImport: {
    on: "POST /imports/{id}/apply",
    changes: "BRANCH",
    summary: "Apply an import",
    description:
      "Begins to create and change what was found when the table was checked; `getImport` tells how far it is. Rows whose " +
      "object was changed since are skipped, and named. Requested twice, it is done once. Only the user who checked a table may apply " +
      `it, with a session that lasts until it is done. People who give roles by it must have proved lately who they are. ${importGrantsDescription}`,
    grant: "importData",
    kinds: ["USER", "SERVICE"],
    params: IdParams,
    success: 202,
    answer: Import,
    errors: ["BRANCH_ACCESS_DENIED", "AUTH_REAUTHENTICATION_REQUIRED"],
  },
  getImport: {
    on: "GET /imports/{id}",
    summary: "Get an import",
    description:
      "What was found, how far it has been applied, and with what result. Only for the user who checked the table.",
    grant: "importData",
    kinds: ["USER", "SERVICE"],
    params: IdParams,
    answer: Import,
  },
});
