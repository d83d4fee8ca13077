/** Value that callers fill in themselves: an id that they have read before, or a secret of their own. */
export class Variable {
  constructor(
    /** Name of the environment variable: `CASE_ID`. */
    readonly name: string,
    readonly type: "text" | "number" = "text",
  ) {}
}

export const text = (name: string) => new Variable(name);
export const number = (name: string) => new Variable(name, "number");

/** Value of a request: JSON that may contain variables. */
export type Value = null | boolean | number | string | Variable | readonly Value[] | Fields;
export type Fields = { readonly [name: string]: Value };

export const isFields = (value: Value | undefined): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof Variable);

/** All variables in a value, each once, in the order in which they are read. */
export function variablesIn(value: Value | undefined): readonly Variable[] {
  const found = new Map(listVariables(value).map((variable) => [variable.name, variable]));
  return [...found.values()];
}

function listVariables(value: Value | undefined): readonly Variable[] {
  if (value instanceof Variable) return [value];
  if (Array.isArray(value)) return (value as readonly Value[]).flatMap(listVariables);
  return isFields(value) ? Object.values(value).flatMap(listVariables) : [];
}
