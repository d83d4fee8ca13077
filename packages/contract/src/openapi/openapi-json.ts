/** Value in a JSON document; undefined ones are left out. */
export type JsonValue =
  | null
  | boolean
  | number
  | string
  | readonly JsonValue[]
  | { readonly [key: string]: JsonValue | undefined };
export type JsonObject = { [key: string]: JsonValue | undefined };
