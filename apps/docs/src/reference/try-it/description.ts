import type { DemonstrationPersonKey } from "./people";

/** Field in the form of "Try it"; values are text until they are sent. */
export interface TryItField {
  /** Part of the request; `whole body`: JSON that is no object. */
  readonly place: "path" | "query" | "header" | "body" | "whole body";
  readonly name: string;
  readonly kind: "text" | "number" | "boolean" | "enum" | "json";
  readonly isRequired: boolean;
  readonly values?: readonly string[];
  /** Value in the sample, with variables such as `$CASE_ID` for objects to be found in the sandbox. */
  readonly example?: string;
}

/** Description of an operation, as `steps/reference/try-description.ts` writes it to `/reference/try/<id>.json`. */
export interface TryItOperation {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  /** Person of the sandbox who may call it. */
  readonly by: DemonstrationPersonKey;
  readonly auth: "public" | "tenant_key" | "bearer";
  readonly answers: "json" | "binary" | "event_stream";
  readonly sends: "nothing" | "json" | "multipart";
  readonly fields: readonly TryItField[];
}
