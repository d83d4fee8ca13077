import { CaseCreateRequest, CaseUpdateRequest } from "@leitstand/contract/cases/case";
import { isCountryCode } from "@leitstand/contract/core/country";
import { Settings } from "typebox/system";
import { Errors } from "typebox/value";
import type { CaseDraft } from "./case-values.ts";

/** What is wrong with a request, by the contract's own schemas and by the rules that the server adds to them. */
export interface DraftFault {
  readonly path: string;
  /** A keyword of JSON schema, or `order`, `future`, `pair`, `country`. */
  readonly rule: string;
  readonly limit?: number;
}

// All faults are shown, not the first eight. Checked without generated code, which our content security policy forbids.
Settings.Set({ maxErrors: 200 });

/** Every fault, each path once, in the order of the schema. */
export function findFaults(request: CaseDraft, { isNew, now }: { isNew: boolean; now: Date }): readonly DraftFault[] {
  const schema = isNew ? CaseCreateRequest : CaseUpdateRequest;
  const checked = isNew ? request : { ...request, lock_version: 0 };
  const found = [...Errors(schema, checked).flatMap(faultsOf), ...findMisfits(request, now)];
  return [...new Map(found.toReversed().map((fault) => [fault.path, fault])).values()].toReversed();
}

type SchemaError = ReturnType<typeof Errors>[number];

/** A union with null reports its null branch too, and itself; people want the fault inside. */
function faultsOf({ keyword, instancePath, params }: SchemaError): DraftFault[] {
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

/** Somewhere on earth it is tomorrow already. */
const EARLIEST_ZONE_MS = 14 * 3_600_000;

function findMisfits({ not_before, due_at, funeral_data, rsa_data }: CaseDraft, now: Date): DraftFault[] {
  const faults: DraftFault[] = [];
  const inOrder = (from: string | null | undefined, to: string | null | undefined, path: string) => {
    if (from && to && Date.parse(from) > Date.parse(to)) faults.push({ path, rule: "order" });
  };
  inOrder(not_before, due_at, "due_at");
  const places = {
    "funeral_data.source_address": funeral_data?.source_address,
    "funeral_data.target_address": funeral_data?.target_address,
    "funeral_data.police_address": funeral_data?.police_address,
    "rsa_data.source_address": rsa_data?.source_address,
    "rsa_data.target_address": rsa_data?.target_address,
    "rsa_data.customer.address": rsa_data?.customer?.address,
  };
  const isCountry = (country: string | null | undefined, path: string) => {
    if (country && /^[A-Z]{2}$/.test(country) && !isCountryCode(country)) faults.push({ path, rule: "country" });
  };
  isCountry(rsa_data?.vehicle?.country, "rsa_data.vehicle.country");
  for (const [path, place] of Object.entries(places)) {
    if (!place) continue;
    const { lat, lon, timeframe, country } = place;
    isCountry(country, `${path}.country`);
    if ((lat ?? null) === null && (lon ?? null) !== null) faults.push({ path: `${path}.lat`, rule: "pair" });
    if ((lon ?? null) === null && (lat ?? null) !== null) faults.push({ path: `${path}.lon`, rule: "pair" });
    inOrder(timeframe?.from, timeframe?.to, `${path}.timeframe.to`);
  }
  const { birthday, date_of_death } = funeral_data?.cargo_deceased ?? {};
  const deceased = "funeral_data.cargo_deceased";
  for (const [name, day] of Object.entries({ date_of_death, birthday })) {
    if (day && Date.parse(day) > now.getTime() + EARLIEST_ZONE_MS)
      faults.push({ path: `${deceased}.${name}`, rule: "future" });
  }
  inOrder(birthday, date_of_death, `${deceased}.date_of_death`);
  return faults;
}
