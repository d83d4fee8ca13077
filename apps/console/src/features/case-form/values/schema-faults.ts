import { caseAddressesByField } from "@leitstand/contract/cases/case-addresses";
import { CaseCreateRequest, CaseUpdateRequest } from "@leitstand/contract/cases/case";
import { isCountryCode } from "@leitstand/contract/core/country";
import { Settings } from "typebox/system";
import { Errors } from "typebox/value";
import type { CaseDraft } from "./case-values.ts";

/** Fault in a request, by the contract's own schemas and by the rules that the server adds to them. */
export interface DraftFault {
  readonly path: string;
  /** Keyword of JSON schema, or `order`, `future`, `pair`, `country`; from the server `phone_number`, too. */
  readonly rule: string;
  readonly limit?: number;
  /** Example of an expected value. */
  readonly expected?: string;
}

// More than the default of eight faults. Validation uses no generated code, which our content security policy forbids.
Settings.Set({ maxErrors: 200 });

/** Finds every fault, each path once, in the order of the schema. */
export function findDraftFaults(
  request: CaseDraft,
  { isNew, now }: { isNew: boolean; now: Date },
): readonly DraftFault[] {
  const schema = isNew ? CaseCreateRequest : CaseUpdateRequest;
  const checked = isNew ? request : { ...request, lock_version: 0 };
  const found = [...Errors(schema, checked).flatMap(faultsOfSchemaError), ...findContradictions(request, now)];
  return [...new Map(found.toReversed().map((fault) => [fault.path, fault])).values()].toReversed();
}

type SchemaError = ReturnType<typeof Errors>[number];

/**
 * Faults of one schema error. A union with null reports its null branch and itself too; only the fault inside is
 * useful.
 */
function faultsOfSchemaError({ keyword, instancePath, params }: SchemaError): DraftFault[] {
  const path = instancePath.slice(1).replaceAll("/", ".");
  if (keyword === "required") {
    const { requiredProperties } = params as { requiredProperties: readonly string[] };
    return requiredProperties.map((name) => ({ path: path === "" ? name : `${path}.${name}`, rule: "required" }));
  }
  if (["anyOf", "boolean", "additionalProperties"].includes(keyword)) return [];
  const { type, limit } = params as { type?: unknown; limit?: unknown };
  if (keyword === "type" && type === "null") return [];
  return [
    {
      path,
      rule: keyword === "type" ? `type_${String(type)}` : keyword,
      ...(typeof limit === "number" ? { limit } : {}),
    },
  ];
}

/** Largest offset of a time zone: somewhere on earth it is tomorrow already. */
const LARGEST_ZONE_OFFSET_MS = 14 * 3_600_000;

/** Finds values that contradict other fields, although each of them fits its schema. */
const findContradictions = (draft: CaseDraft, now: Date): DraftFault[] => [
  ...findOrderFault(draft.not_before, draft.due_at, "due_at"),
  ...findCountryFault(draft.rsa_data?.vehicle?.country, "rsa_data.vehicle.country"),
  ...caseAddressesByField(draft).flatMap(([path, place]) => findAddressFaults(place, path)),
  ...findLifeDateFaults(draft.funeral_data?.cargo_deceased, now),
];

type OptionalText = string | null | undefined;
const findOrderFault = (from: OptionalText, to: OptionalText, path: string): DraftFault[] =>
  from && to && Date.parse(from) > Date.parse(to) ? [{ path, rule: "order" }] : [];

const findCountryFault = (country: OptionalText, path: string): DraftFault[] =>
  country && /^[A-Z]{2}$/.test(country) && !isCountryCode(country) ? [{ path, rule: "country" }] : [];

type FuneralData = NonNullable<CaseDraft["funeral_data"]>;
type FuneralAddress = NonNullable<FuneralData["source_address"]>;
const findAddressFaults = ({ lat, lon, timeframe, country }: FuneralAddress, path: string): DraftFault[] => [
  ...findCountryFault(country, `${path}.country`),
  ...findCoordinatePairFault(lat, lon, `${path}.lat`),
  ...findCoordinatePairFault(lon, lat, `${path}.lon`),
  ...findOrderFault(timeframe?.from, timeframe?.to, `${path}.timeframe.to`),
];

type OptionalDegrees = number | null | undefined;
const findCoordinatePairFault = (missing: OptionalDegrees, given: OptionalDegrees, path: string): DraftFault[] =>
  (missing ?? null) === null && (given ?? null) !== null ? [{ path, rule: "pair" }] : [];

function findLifeDateFaults(deceased: FuneralData["cargo_deceased"], now: Date): DraftFault[] {
  const { birthday, date_of_death } = deceased ?? {};
  const path = "funeral_data.cargo_deceased";
  const latest = now.getTime() + LARGEST_ZONE_OFFSET_MS;
  const future = Object.entries({ date_of_death, birthday }).filter(([, day]) => day && Date.parse(day) > latest);
  return [
    ...future.map(([name]) => ({ path: `${path}.${name}`, rule: "future" })),
    ...findOrderFault(birthday, date_of_death, `${path}.date_of_death`),
  ];
}
