import { ProblemError } from "./problem-error";

/** A value somewhere in the problem, and the path to it. */
export interface FoundValue {
  readonly value: unknown;
  readonly path: string;
}

export type Fields = Readonly<Record<string, unknown>>;

interface Range {
  readonly least?: number;
  readonly most?: number;
  readonly isWhole?: boolean;
}

export function refuse(...[code, path, reason]: ConstructorParameters<typeof ProblemError>): never {
  throw new ProblemError(code, path, reason);
}

export function fieldsOf({ value, path }: FoundValue): Fields {
  if (typeof value !== "object" || value === null || Array.isArray(value))
    refuse("WRONG_TYPE", path, "is not an object");
  return value as Fields;
}

/** A property, with its path. */
export const at = (fields: Fields, name: string, path: string): FoundValue => ({
  value: fields[name],
  path: path === "" ? name : `${path}.${name}`,
});

/** Members of a list; none where it is left out. */
export function listOf({ value, path }: FoundValue): FoundValue[] {
  if (value === undefined) return [];
  if (!Array.isArray(value)) refuse("WRONG_TYPE", path, "is not a list");
  return value.map((member: unknown, index) => ({ value: member, path: `${path}[${index}]` }));
}

export function readNumber({ value, path }: FoundValue, range: Range = {}): number {
  const { least = Number.NEGATIVE_INFINITY, most = Number.POSITIVE_INFINITY, isWhole = false } = range;
  if (typeof value !== "number" || !Number.isFinite(value)) refuse("WRONG_TYPE", path, "is not a finite number");
  if (isWhole && !Number.isSafeInteger(value)) refuse("WRONG_TYPE", path, "is not a whole number");
  if (value < least || value > most) {
    refuse(
      "OUT_OF_RANGE",
      path,
      `is not ${most === Number.POSITIVE_INFINITY ? `at least ${least}` : `from ${least} to ${most}`}`,
    );
  }
  return value;
}

/** A number in range, or undefined where it is left out. */
export function maybeNumber(found: FoundValue, range: Range = {}): number | undefined {
  return found.value === undefined ? undefined : readNumber(found, range);
}

export function maybeText({ value, path }: FoundValue): void {
  if (value !== undefined && typeof value !== "string") refuse("WRONG_TYPE", path, "is not text");
}

/** A list of whole numbers from 0, such as amounts and skills. */
export function wholeNumbers(found: FoundValue): number[] {
  return listOf(found).map((member) => readNumber(member, { least: 0, isWhole: true }));
}
