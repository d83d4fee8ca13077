import type { ZonedDateTime } from "#shared/text/temporal.ts";
import type { Case } from "@leitstand/contract/cases/case";
import type { FuneralData } from "@leitstand/contract/cases/funeral-data";
import type { CaseType } from "../fields/case-fields.ts";
import { type FormValues, setValueAtPath, valueAtPath } from "../fields/field.ts";

/** Circumstances that give a new case its defaults, so that most calls need not ask for them. */
export interface FormDefaultsInput {
  readonly type: CaseType;
  readonly now: ZonedDateTime;
  /** Branches in which the dispatcher may create cases. */
  readonly branches: readonly { readonly id: string; readonly address: { country?: string | null } | null }[];
  /** Recent cases, the newest first. */
  readonly recent: readonly Case[];
  readonly me: string | undefined;
}

export function createDefaultFormValues({ type, now, branches, recent, me }: FormDefaultsInput): FormValues {
  const draft: FormValues = { approved: true, data_type: type };
  const country = mostCommonValue(branches.map(({ address }) => address?.country)) ?? "AT";
  const mine = recent.filter(({ created_by }) => created_by?.id === me);
  const branch = usualBranch(branches, mine.length > 0 ? mine : recent);
  if (branch !== undefined) draft["branch_id"] = branch;
  setValueAtPath(
    draft,
    "due_at",
    roundUpToFiveMinutes(now.add({ hours: 1 }))
      .toInstant()
      .toString(),
  );
  const data = type === "FUNERAL" ? "funeral_data" : "rsa_data";
  for (const end of ["source_address", "target_address"]) setValueAtPath(draft, `${data}.${end}.country`, country);
  if (type === "FUNERAL") {
    setValueAtPath(draft, "funeral_data.cargo_type", "PERSON");
    setValueAtPath(draft, "funeral_data.transport_type", usualTransportType(recent));
    return draft;
  }
  setValueAtPath(draft, "rsa_data.vehicle.country", country);
  const usual = mostCommonValue(recent.map(({ rsa_data }) => rsa_data?.service?.key));
  const service = recent.find(({ rsa_data }) => rsa_data?.service?.key === usual)?.rsa_data?.service;
  if (service) setValueAtPath(draft, "rsa_data.service", { key: service.key, name: service.name });
  return draft;
}

const usualTransportType = (recent: readonly Case[]): FuneralData["transport_type"] =>
  mostCommonValue(recent.map(({ funeral_data }) => funeral_data?.transport_type)) ?? "Transportauftrag";

/** Default branch: the only branch there is, else the branch of most recent cases. */
function usualBranch(branches: FormDefaultsInput["branches"], recent: readonly Case[]): string | undefined {
  if (branches.length === 1) return branches[0]?.id;
  const reachable = new Set(branches.map(({ id }) => id));
  return mostCommonValue(recent.map(({ branch_id }) => (reachable.has(branch_id ?? "") ? branch_id : undefined)));
}

/** The most common value; of equally common ones the first. */
function mostCommonValue<T>(values: readonly (T | null | undefined)[]): T | undefined {
  const counts = new Map<T, number>();
  for (const value of values)
    if (value !== null && value !== undefined) counts.set(value, (counts.get(value) ?? 0) + 1);
  let best: T | undefined;
  for (const [value, count] of counts) if (best === undefined || count > (counts.get(best) ?? 0)) best = value;
  return best;
}

const ROUND_UP_MINUTES = 5;
export const roundUpToFiveMinutes = (moment: ZonedDateTime) =>
  moment.round({ smallestUnit: "minute", roundingIncrement: ROUND_UP_MINUTES, roundingMode: "ceil" });

/** Different values that recent cases have in a field, the usual ones first. */
export function valuesUsedInRecentCases(recent: readonly Case[], path: string): readonly string[] {
  const counts = new Map<string, number>();
  for (const dispatchCase of recent) {
    const value = valueAtPath(dispatchCase, path);
    if (typeof value === "string" && value !== "") counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  return [...counts].toSorted(([, one], [, other]) => other - one).map(([value]) => value);
}
