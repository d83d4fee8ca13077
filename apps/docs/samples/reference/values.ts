/** Value that callers fill in themselves: an id that they have read before, or a secret of their own. */
export class SampleVariable {
  constructor(
    /** Name of the environment variable: `CASE_ID`. */
    readonly name: string,
    readonly type: "text" | "number" = "text",
  ) {}
}

export const createTextVariable = (name: string) => new SampleVariable(name);
export const createNumberVariable = (name: string) => new SampleVariable(name, "number");

/** Value of a request: JSON that may contain variables. */
export type SampleValue = null | boolean | number | string | SampleVariable | readonly SampleValue[] | SampleObject;
export type SampleObject = { readonly [name: string]: SampleValue };

export const isSampleObject = (value: SampleValue | undefined): value is SampleObject =>
  typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof SampleVariable);

/** All variables in a value, each once, in the order in which they are read. */
export function variablesInValue(value: SampleValue | undefined): readonly SampleVariable[] {
  const found = new Map(listUniqueVariables(value).map((variable) => [variable.name, variable]));
  return [...found.values()];
}

function listUniqueVariables(value: SampleValue | undefined): readonly SampleVariable[] {
  if (value instanceof SampleVariable) return [value];
  if (Array.isArray(value)) return (value as readonly SampleValue[]).flatMap(listUniqueVariables);
  return isSampleObject(value) ? Object.values(value).flatMap(listUniqueVariables) : [];
}
