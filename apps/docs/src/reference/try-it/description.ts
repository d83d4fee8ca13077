import type { PersonKey } from "./people";

/** A field of the form of "Try it"; values are text until they are sent. */
export interface TryField {
  /** `whole body`: JSON that is no object. */
  readonly place: "path" | "query" | "header" | "body" | "whole body";
  readonly name: string;
  readonly kind: "text" | "number" | "boolean" | "enum" | "json";
  readonly isRequired: boolean;
  readonly values?: readonly string[];
  /** What the sample sends: with `$CASE_ID` where it is somebody's, to be found in the sandbox. */
  readonly example?: string;
}

/** An operation, as `steps/reference/try-description.ts` writes it to `/reference/try/<id>.json`. */
export interface TryDescription {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  /** Who of the sandbox may do it. */
  readonly by: PersonKey;
  readonly auth: "public" | "tenant_key" | "bearer";
  readonly answers: "json" | "binary" | "event_stream";
  readonly sends: "nothing" | "json" | "multipart";
  readonly fields: readonly TryField[];
}
