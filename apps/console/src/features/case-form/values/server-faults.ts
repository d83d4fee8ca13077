import type { ApiProblem } from "@leitstand/client/problem";
import { type CaseType, formFieldsByCaseType } from "../fields/case-fields.ts";
import type { CaseDraft } from "./case-values.ts";
import { valueAtPath } from "../fields/field.ts";
import type { DraftFault } from "./schema-faults.ts";

/**
 * Faults of a refusal at the fields that it names. Empty when it is about no field, and is shown for the whole form.
 */
export function draftFaultsOfApiProblem(
  problem: ApiProblem,
  { type, request }: { type: CaseType; request: CaseDraft },
) {
  const faults = faultsOfNamedField(problem, request);
  return faults.flatMap(({ path, ...fault }): DraftFault[] => {
    const known = formPathOfName(type, path);
    return known === undefined ? [] : [{ ...fault, path: known }];
  });
}

function faultsOfNamedField(problem: ApiProblem, request: CaseDraft): readonly DraftFault[] {
  const field = problem.arg("field") ?? "";
  switch (problem.code) {
    case "VALIDATION_FAILED":
      return validationFaults(problem);
    case "FIELD_COMBINATION_INVALID":
      return (problem.arg("fields") ?? "").split(",").map((path) => ({ path, rule: "combination" }));
    case "REFERENCE_NOT_FOUND":
      return [{ path: field, rule: "reference" }];
    case "RESOURCE_ALREADY_EXISTS":
      return [{ path: field, rule: "exists" }];
    case "BRANCH_ACCESS_DENIED":
      return [{ path: "branch_id", rule: "branch" }];
    case "TIME_OUT_OF_RANGE":
      return [{ path: field, rule: "range" }];
    case "TIME_RANGE_INVALID":
      return [{ path: fieldWithMoment(problem.arg("to"), request), rule: "order" }];
    default:
      return [];
  }
}

/** Reads the arguments `field`, `rule`, `limit` and `expected`, which follow each other once for each fault. */
function validationFaults({ args }: ApiProblem): readonly DraftFault[] {
  const faults: { path: string; rule: string; limit?: number; expected?: string }[] = [];
  for (const { key, value } of args) {
    if (key === "field") faults.push({ path: value, rule: "format" });
    const last = faults.at(-1);
    if (last && key === "rule") last.rule = value;
    if (last && key === "limit") last.limit = Number(value);
    if (last && key === "expected") last.expected = value;
  }
  return faults;
}

/**
 * The field that a fault of order belongs to. The server names the times and not the fields: it is the field with the
 * same moment.
 */
function fieldWithMoment(time: string | undefined, request: CaseDraft): string {
  const moment = Date.parse(time ?? "");
  const ends = formFieldsByCaseType[request.data_type].filter(
    ({ kind, path }) => kind === "moment" && path !== "not_before",
  );
  const found = ends.find(({ path }) => Date.parse(String(valueAtPath(request, path))) === moment);
  return found?.path ?? "funeral_data.cargo_deceased.date_of_death";
}

/** Path of a field in the form; some rules name a field by its last word alone. */
function formPathOfName(type: CaseType, name: string): string | undefined {
  const fields = formFieldsByCaseType[type];
  const inList = fields.some(({ path, item }) => item !== undefined && name.startsWith(`${path}.`));
  if (inList || fields.some(({ path }) => path === name)) return name;
  return fields.find(({ path }) => name !== "" && path.endsWith(`.${name}`))?.path;
}
