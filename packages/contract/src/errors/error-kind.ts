export type ErrorArgType = "string" | "int" | "uuid" | "datetime" | "enum";

/** One kind of refusal: its status, fixed English title, typed arguments, localised message, and what to do about it. */
export interface ErrorDefinition {
  readonly status: number;
  readonly title: string;
  readonly args: Readonly<Record<string, ErrorArgType>>;
  readonly message: { readonly en: string; readonly de: string };
  readonly fix: string;
}

/** A text for people, in the languages of the product. */
export interface LocalizedErrorSentence {
  readonly en: string;
  readonly de: string;
}

/** Sentences by the code of an error, the name of an argument and its value. */
export type ErrorSentenceTable = Readonly<
  Record<string, Readonly<Record<string, Readonly<Record<string, LocalizedErrorSentence>>>>>
>;
