import { CaseCreateRequest } from "@leitstand/contract/cases/case";
import { SendActionBody } from "@leitstand/contract/cases/case-action-input";
import { CaseSearchRequest } from "@leitstand/contract/cases/case-search";
import { TourStartNowRequest } from "@leitstand/contract/tours/tour-requests";
import { Deceased, FuneralData } from "@leitstand/contract/cases/funeral-data";
import { Location } from "@leitstand/contract/fleet/location";
import { ErrorAnswer } from "@leitstand/contract/errors/errors";
import { TenantSettings } from "@leitstand/contract/company/dispatch-settings";
import { OeamtcCaseRequest } from "@leitstand/contract/partners/oeamtc";
import { QueuedEvent } from "@leitstand/contract/partners/queued-events";
import { SyncRun } from "@leitstand/contract/partners/sync";
import { UserInfo } from "@leitstand/contract/people/user-info";
import { schemaRangeTexts } from "./range-texts";

/** Part of a JSON schema that a table of fields shows. */
interface FieldSchema {
  readonly $id?: string;
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly items?: FieldSchema;
  readonly anyOf?: readonly FieldSchema[];
  readonly properties?: Readonly<Record<string, FieldSchema>>;
  readonly required?: readonly string[];
  readonly description?: string;
  readonly default?: unknown;
  readonly [keyword: string]: unknown;
}

/** Schemas that pages show a table of. */
const shownSchemas: Readonly<Record<string, unknown>> = {
  CaseCreateRequest,
  CaseSearchRequest,
  Deceased,
  ErrorAnswer,
  FuneralData,
  Location,
  OeamtcCaseRequest,
  QueuedEvent,
  SendActionBody,
  SyncRun,
  TenantSettings,
  TourStartNowRequest,
  UserInfo,
};

export const describeSchemaFieldTables = () =>
  Object.fromEntries(Object.entries(shownSchemas).map(([name, schema]) => [name, describeSchemaFields(schema)]));

export function describeSchemaFields(schema: unknown) {
  const { properties = {}, required = [] } = schema as FieldSchema;
  return Object.entries(properties).map(([name, field]) => ({
    name,
    type: typeText(field),
    limits: limitTexts(field),
    required: required.includes(name),
    description:
      field.description ?? withoutNullBranch(field).find(({ description }) => description)?.description ?? "",
  }));
}

const withoutNullBranch = (schema: FieldSchema): readonly FieldSchema[] =>
  schema.anyOf ? schema.anyOf.filter(({ type }) => type !== "null").flatMap(withoutNullBranch) : [schema];

function typeText(schema: FieldSchema): string {
  if (schema.anyOf) {
    const isNullable = schema.anyOf.some(({ type }) => type === "null");
    return withoutNullBranch(schema).map(typeText).join(" or ") + (isNullable ? " or null" : "");
  }
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.type === "array") return `list of ${typeText(schema.items ?? {})}`;
  if (schema.type === "object") return schema.$id ?? "object";
  return schema.format ?? String(schema.type ?? "any JSON");
}

function limitTexts(field: FieldSchema): string {
  const schemas = withoutNullBranch(field);
  const limits = schemas.flatMap(schemaRangeTexts);
  const words = schemas
    .flatMap((schema) => schema.enum ?? schema.items?.enum ?? [])
    .map((value) => `\`${String(value)}\``);
  const patterns = schemas.flatMap(({ pattern }) => (typeof pattern === "string" ? [`\`${pattern}\``] : []));
  const fallback = field.default === undefined ? [] : [`default \`${JSON.stringify(field.default)}\``];
  return [...limits, ...patterns, ...(words.length > 0 ? [words.join(", ")] : []), ...fallback].join("; ");
}
