import { caseActionInputFields } from "@leitstand/contract/cases/case-action-input";
import type { Case } from "@leitstand/contract/cases/case";
import type { CaseAction } from "@leitstand/contract/cases/case-transitions";
import type { ApiProblem } from "@leitstand/client/problem";
import type { ActionInput } from "#live/case-actions.ts";
import { isDateTimeFieldReadable } from "#shared/text/temporal.ts";
import { dateTimeFieldToInstant } from "#shared/text/time.ts";
import type { ActionInputField } from "./action-choice.ts";

/** Address as it is typed in the form of an action. */
export interface TypedActionAddress {
  readonly name?: string;
  readonly street?: string;
  readonly zip_code?: string;
  readonly city?: string;
}
export type ActionFieldValue = string | boolean | readonly string[] | TypedActionAddress;
export type ActionFieldValues = Partial<Readonly<Record<ActionInputField, ActionFieldValue>>>;

/** Request for an action on a tour's link of the case, or on the case as a whole. */
export interface CaseActionRequest {
  readonly action: CaseAction;
  readonly tour_id?: string | undefined;
}

/** Input for the server from typed fields; empty ones are left out. */
export function actionInputFromForm(
  values: ActionFieldValues,
  isForced: boolean,
): Pick<ActionInput, "reason" | "payload"> {
  const { reason, to_tour_id, ...rest } = values;
  const fields: [string, unknown][] = Object.entries(rest).flatMap(([name, value]): [string, unknown][] => {
    const given = givenValue(value);
    if (given === undefined) return [];
    return [[name, isTimeField(name) && typeof given === "string" ? dateTimeFieldToInstant(given) : given]];
  });
  // One select covers both: the new owner is a tour or a branch.
  const [kind, id] = typeof to_tour_id === "string" ? to_tour_id.split(" ") : [];
  if (id !== undefined) fields.push([kind === "branch" ? "to_branch_id" : "to_tour_id", id]);
  if (isForced) fields.push(["force", true]);
  const text = typeof reason === "string" ? reason.trim() : "";
  return {
    ...(text === "" ? {} : { reason: text }),
    ...(fields.length === 0 ? {} : { payload: Object.fromEntries(fields) as NonNullable<ActionInput["payload"]> }),
  };
}

const isTimeField = (name: string) => name === "postponed_until" || name === "eta";

/** Value without what was left empty; undefined when nothing is left. */
function givenValue(value: ActionFieldValue): unknown {
  if (Array.isArray(value)) return value.length > 0 ? value : undefined;
  if (typeof value === "boolean") return value ? true : undefined;
  if (typeof value === "object") {
    const known = Object.entries(value).filter(([, text]) => text !== "");
    return known.length > 0 ? Object.fromEntries(known) : undefined;
  }
  return value.trim() || undefined;
}

/** Required fields that are still empty. */
export const findMissingActionFields = (
  required: readonly ActionInputField[],
  values: ActionFieldValues,
): ActionInputField[] =>
  required.filter((name) => {
    const value = values[name];
    return value === undefined || givenValue(value) === undefined;
  });

/** Whether all given times can be sent; a field whose time cannot be says so itself. */
export const areTimesReadable = (values: ActionFieldValues): boolean =>
  Object.entries(values).every(([name, value]) => {
    const given = isTimeField(name) ? givenValue(value) : undefined;
    return typeof given !== "string" || isDateTimeFieldReadable(given);
  });

/** Fields that a refusal is about. A refusal about a tour or a branch is shown at their common choice. */
export function findFaultyActionFields(problem: ApiProblem): ActionInputField[] {
  const names = problem.args.flatMap(({ key, value }) => (key === "field" || key === "fields" ? value.split(",") : []));
  return names.map((name) => {
    const last = name.split(/[./]/).at(-1) ?? name;
    return (last === "to_branch_id" || last === "tour_id" ? "to_tour_id" : last) as ActionInputField;
  });
}

/** Whether an action can be forced although a rule is broken. */
export const canActionBeForced = (action: CaseAction) =>
  (caseActionInputFields[action].optional as readonly string[]).includes("force");

/** Whether the case in its current version still offers the requested action. */
export function isActionOffered({ action, tour_id }: CaseActionRequest, dispatchCase: Case): boolean {
  const link = dispatchCase.tour_case_states?.find((known) => known.tour_id === tour_id);
  const offered = tour_id === undefined || action === "ASSIGN" ? dispatchCase.state.actions : (link?.actions ?? []);
  return offered.includes(action);
}
