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
import { rangeWords } from "./range-words";

/** Part of a JSON schema that a table of fields shows. */
interface Schema {
  readonly $id?: string;
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly description?: string;
  readonly default?: unknown;
  readonly [keyword: string]: unknown;
}

/** Schemas that pages show a table of. */
const shown: Readonly<Record<string, unknown>> = {
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

export const fieldTables = () =>
  Object.fromEntries(Object.entries(shown).map(([name, schema]) => [name, describeFields(schema)]));

export function describeFields(schema: unknown) {
  const { properties = {}, required = [] } = schema as Schema;
  return Object.entries(properties).map(([name, field]) => ({
    name,
    type: typeOf(field),
    limits: limitsOf(field),
    required: required.includes(name),
    description: field.description ?? nonNull(field).find(({ description }) => description)?.description ?? "",
  }));
}

const nonNull = (schema: Schema): readonly Schema[] =>
  schema.anyOf ? schema.anyOf.filter(({ type }) => type !== "null").flatMap(nonNull) : [schema];

function typeOf(schema: Schema): string {
  if (schema.anyOf) {
    const isNullable = schema.anyOf.some(({ type }) => type === "null");
    return nonNull(schema).map(typeOf).join(" or ") + (isNullable ? " or null" : "");
  }
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.type === "array") return `list of ${typeOf(schema.items ?? {})}`;
  if (schema.type === "object") return schema.$id ?? "object";
  return schema.format ?? String(schema.type ?? "any JSON");
}

function limitsOf(field: Schema): string {
  const schemas = nonNull(field);
  const limits = schemas.flatMap(rangeWords);
  const words = schemas
    .flatMap((schema) => schema.enum ?? schema.items?.enum ?? [])
    .map((value) => `\`${String(value)}\``);
  const patterns = schemas.flatMap(({ pattern }) => (typeof pattern === "string" ? [`\`${pattern}\``] : []));
  const fallback = field.default === undefined ? [] : [`default \`${JSON.stringify(field.default)}\``];
  return [...limits, ...patterns, ...(words.length > 0 ? [words.join(", ")] : []), ...fallback].join("; ");
}
