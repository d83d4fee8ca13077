import { Type } from "typebox";
import { Case, CaseCreateRequest, CaseUpdateRequest } from "./case";
import { CaseOrStub } from "./case-stub";
import { defineOperations } from "../operation/operation";
import { IdParams, ClosedObject } from "../core/schema";

/** Cases: created, read and edited here; their states change by `send_action` alone. */
export const caseOperations = defineOperations("cases", {
  createCase: {
    on: "POST /cases",
    changes: "BRANCH",
    summary: "Create a case",
    description:
      "Emits `case update`, and `case external id` when one is given. The case gets its todos from the tenant's templates. " +
      "A roadside case starts in `open` when it is approved and complete, else in `create`. Without `branch_id` it gets " +
      "the caller's branch, if the caller has exactly one; a caller of several branches has to name one. Where the " +
      "tenant's setting `approval_needs_grant` is on, another person than the one who creates a case approves it.\n\n" +
      "Only `approved` and `data_type` are required, so that a case can be created while the caller is still on the phone: " +
      "without `rsa_data` a roadside case is an empty one in `create`; without `funeral_data` a transport is a draft that " +
      "cannot be approved (`FIELD_COMBINATION_INVALID`) and, until it is given them, only be cancelled.",
    body: CaseCreateRequest,
    success: 201,
    answer: Case,
    errors: [
      "ACTION_NOT_AVAILABLE",
      "BRANCH_ACCESS_DENIED",
      "FIELD_COMBINATION_INVALID",
      "REFERENCE_NOT_FOUND",
      "RESOURCE_ALREADY_EXISTS",
      "TIME_OUT_OF_RANGE",
      "TIME_RANGE_INVALID",
    ],
  },
  getCase: {
    on: "GET /cases/{id}",
    summary: "Get a case",
    description:
      "The whole case with its links to tours and, for each of them and for the case itself, the actions that the " +
      "caller may send now (`state.actions`). A case out of reach is not found. Who only reads cases gets " +
      "restricted fields as null, and `is_redacted` says so.\n\n" +
      "For drivers and their phones the end of a link ends access, and their best link to the case counts. An open one " +
      "opens it whole. For 24 hours after it was finished it is redacted; after it was unassigned or forwarded a " +
      "`CaseStub` says so. After that it is not found.",
    grant: "getCases",
    params: IdParams,
    query: ClosedObject({
      include_associations: Type.Optional(
        Type.Boolean({ default: true, description: "Tours, vehicles, links, todos, files and linked cases." }),
      ),
    }),
    answer: CaseOrStub,
  },
  updateCase: {
    on: "PUT /cases/{id}",
    changes: "BRANCH",
    summary: "Replace a case's data",
    description:
      "Emits `case update`, and `case external id` when it changes. A full replacement: data can be sent back as `getCase` " +
      "answers it. Left out, the handover and whether the deceased was identified stay too. The data of a transport, once given, and those of a roadside case out of `create` cannot be left out " +
      "(`FIELD_COMBINATION_INVALID`). An approved, complete roadside case in `create` becomes `open`. The approval of a case that is on a tour " +
      "cannot be taken back (`RESOURCE_IN_USE`). Of a finalized case only papers can change: neither branch, approval, cargo, service, addresses nor times.",
    params: IdParams,
    leftOut: { others: "emptied", defaults: ["display_name"], kept: ["branch_id"] },
    keepsStoredNumbers: true,
    body: CaseUpdateRequest,
    answer: Case,
    errors: [
      "ACTION_NOT_AVAILABLE",
      "BRANCH_ACCESS_DENIED",
      "CASE_FINALIZED",
      "FIELD_COMBINATION_INVALID",
      "REFERENCE_NOT_FOUND",
      "RESOURCE_ALREADY_EXISTS",
      "RESOURCE_IN_USE",
      "TIME_OUT_OF_RANGE",
      "TIME_RANGE_INVALID",
    ],
  },
});
