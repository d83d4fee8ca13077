/** The search of cases: every filter may be given beside every other one, and a case has to meet them all. */
import { type Static, Type } from "typebox";
import { Case, caseDataTypes } from "./case";
import { funeralCaseStates, roadsideStates } from "./case-transitions";
import { cargoTypes, transportTypes } from "./funeral-data";
import { defineOperations } from "../operation/operation";
import {
  DateTime,
  Enum,
  SingleLineText,
  pageSchemaOf,
  paginationQueryFields,
  ClosedObject,
  exactTotalQueryFields,
  Uuid,
} from "../core/schema";

/** Maximum number of ids in one list, more than a user picks by hand; a client with more ids asks in portions. */
const listFilter = <T extends Parameters<typeof Type.Array>[0]>(item: T, maxItems = 1000) =>
  Type.Optional(Type.Array(item, { maxItems }));
const fromTimeFilter = (what: string) => Type.Optional({ ...DateTime, description: `${what} at or after this time.` });
const toTimeFilter = (what: string) => Type.Optional({ ...DateTime, description: `${what} before this time.` });
const booleanFilter = (description: string) => Type.Optional(Type.Boolean({ description }));

export const caseSortFields = [
  "created_at",
  "updated_at",
  "due_at",
  "not_before",
  "finalized_at",
  "natural_id",
  "display_name",
  "state",
  "relevance",
] as const;

export const CaseSearchRequest = ClosedObject(
  {
    ...paginationQueryFields,
    ...exactTotalQueryFields,
    sort: Type.Optional(
      Type.Array(SingleLineText(80), {
        maxItems: 5,
        description: `\`field,asc\` or \`field,desc\`; fields: ${caseSortFields.join(", ")}. Missing values count as the greatest. Without it: by relevance when \`text\` is given, else the newest first.`,
      }),
    ),
    include_associations: Type.Optional(Type.Boolean({ default: true })),
    only_my_tours: booleanFilter(
      "For devices: only cases that are open on their own tours. Ignored for other callers.",
    ),
    text: Type.Optional(
      SingleLineText(200, {
        description:
          "Names, numbers, addresses. The first eight different words have to be found. Where fewer than 20 cases have them as they are written, misspelt ones are found, too. " +
          "Of more than 500 cases the newest come first, however well they are found. Cases whose link has ended, which drivers see redacted, " +
          "are not found by text.",
      }),
    ),
    ids: listFilter(Uuid),
    natural_ids: listFilter(SingleLineText(64)),
    external_ids: listFilter(SingleLineText(100)),
    data_types: listFilter(Enum(caseDataTypes)),
    states: listFilter(Enum([...funeralCaseStates, ...roadsideStates])),
    finalized: booleanFilter("Whether the case is closed."),
    approved: booleanFilter("Whether the case may be assigned."),
    postponed: booleanFilter("Whether the case waits for a later time."),
    planned: booleanFilter("Not finalized, and not to be started before a later time, or waiting for one."),
    unassigned: booleanFilter("Not finalized, and on no tour at present."),
    has_open_link: booleanFilter("On a tour at present."),
    infectious: booleanFilter("Looks only at cases whose restricted fields the caller may know."),
    branch_ids: listFilter(Uuid),
    brand_ids: listFilter(Uuid),
    tour_ids: listFilter(Uuid),
    vehicle_ids: listFilter(Uuid),
    user_ids: listFilter({ ...Uuid, description: "Of people on the tours of the case." }),
    created_by_ids: listFilter(Uuid),
    parent_ids: listFilter(Uuid),
    area_ids: listFilter({ ...Uuid, description: "The source lies in one of these areas." }, 50),
    transport_types: listFilter(Enum(transportTypes)),
    cargo_types: listFilter(Enum(cargoTypes)),
    service_keys: listFilter(SingleLineText(64)),
    zip_prefixes: listFilter(Type.String({ minLength: 1, maxLength: 16, description: "Of source or target." }), 50),
    source_zip_prefixes: listFilter(SingleLineText(16), 50),
    target_zip_prefixes: listFilter(SingleLineText(16), 50),
    cities: listFilter(
      { ...SingleLineText(255), description: "Of source or target, whatever the capital letters." },
      50,
    ),
    created_from: fromTimeFilter("Created"),
    created_to: toTimeFilter("Created"),
    updated_from: Type.Optional({
      ...DateTime,
      description:
        "Changed last at or after this time. To find all that has changed since you looked last, begin a minute before that moment, sort by " +
        "`created_at,asc`, and send neither `updated_to` nor other filters: sorted by `updated_at`, a case that changes while you turn pages " +
        "moves the rest, and one is skipped. `updated_at` tells changes of the case and its actions; ticked todos, files, receipts and mails " +
        "are told by events alone.",
    }),
    updated_to: toTimeFilter("Changed last"),
    due_from: fromTimeFilter("Due"),
    due_to: toTimeFilter("Due"),
    not_before_from: fromTimeFilter("Not to be started before a time"),
    not_before_to: toTimeFilter("Not to be started before a time"),
    finalized_from: fromTimeFilter("Finalized"),
    finalized_to: toTimeFilter("Finalized"),
  },
  {
    $id: "CaseSearchRequest",
    examples: [{ text: "Mueller Graz", finalized: false, unassigned: true, sort: ["due_at,asc"], size: 50 }],
  },
);
export type CaseSearchRequest = Static<typeof CaseSearchRequest>;

export const CasePage = pageSchemaOf("cases", Case, "CasePage");

export const caseSearchOperations = defineOperations("cases", {
  getCases: {
    on: "POST /cases-request",
    summary: "Search cases",
    description:
      "Paged. Filters narrow each other; lists in a filter widen it. Ranges are half-open: `…_from` belongs to them, " +
      "`…_to` does not. Drivers see the cases of their own tours. More cases than 10,000, or more than 500 that a `text` " +
      'finds, are counted with `total: "EXACT"` alone.',
    body: CaseSearchRequest,
    bodyOptional: true,
    safe: true,
    heavyWith: "total",
    answer: CasePage,
    errors: ["SORT_FIELD_UNKNOWN", "FIELD_COMBINATION_INVALID", "TIME_RANGE_INVALID"],
  },
});
