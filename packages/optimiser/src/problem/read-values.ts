import { PlanningProblemError } from "./problem-error";

/** A value somewhere in the problem, and the path to it. */
export interface ValueWithPath {
  readonly value: unknown;
  readonly path: string;
}

export type ObjectFields = Readonly<Record<string, unknown>>;

interface NumberBounds {
  readonly least?: number;
  readonly most?: number;
  readonly isWhole?: boolean;
}

export function throwPlanningProblemError(
  ...[code, path, reason]: ConstructorParameters<typeof PlanningProblemError>
): never {
  throw new PlanningProblemError(code, path, reason);
}

export function readObject({ value, path }: ValueWithPath): ObjectFields {
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throwPlanningProblemError("WRONG_TYPE", path, "is not an object");
  return value as ObjectFields;
}

/** Property of an object, with the path to it. */
export const propertyAt = (fields: ObjectFields, name: string, path: string): ValueWithPath => ({
  value: fields[name],
  path: path === "" ? name : `${path}.${name}`,
});

/** Members of a list; none where it is left out. */
export function readOptionalList({ value, path }: ValueWithPath): ValueWithPath[] {
  if (value === undefined) return [];
  if (!Array.isArray(value)) throwPlanningProblemError("WRONG_TYPE", path, "is not a list");
  return value.map((member: unknown, index) => ({ value: member, path: `${path}[${index}]` }));
}

export function readNumber({ value, path }: ValueWithPath, range: NumberBounds = {}): number {
  const { least = Number.NEGATIVE_INFINITY, most = Number.POSITIVE_INFINITY, isWhole = false } = range;
  if (typeof value !== "number" || !Number.isFinite(value))
    throwPlanningProblemError("WRONG_TYPE", path, "is not a finite number");
  if (isWhole && !Number.isSafeInteger(value)) throwPlanningProblemError("WRONG_TYPE", path, "is not a whole number");
  if (value < least || value > most) {
    throwPlanningProblemError(
      "OUT_OF_RANGE",
      path,
      `is not ${most === Number.POSITIVE_INFINITY ? `at least ${least}` : `from ${least} to ${most}`}`,
    );
  }
  return value;
}

/** A number in range, or undefined where it is left out. */
export function readOptionalNumber(found: ValueWithPath, range: NumberBounds = {}): number | undefined {
  return found.value === undefined ? undefined : readNumber(found, range);
}

export function checkOptionalText({ value, path }: ValueWithPath): void {
  if (value !== undefined && typeof value !== "string") throwPlanningProblemError("WRONG_TYPE", path, "is not text");
}

/** Reads a list of whole numbers from 0, such as amounts and skills. */
export function readWholeNumbers(found: ValueWithPath): number[] {
  return readOptionalList(found).map((member) => readNumber(member, { least: 0, isWhole: true }));
}
