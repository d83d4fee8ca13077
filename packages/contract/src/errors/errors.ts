import { Type } from "typebox";
import { DateTime, Enum, ClosedObject } from "../core/schema";
import { accessErrorDefinitions } from "./errors-access";
import { conflictErrorDefinitions } from "./errors-conflict";
import { requestErrorDefinitions } from "./errors-request";
import { ruleErrorDefinitions } from "./errors-rule";
import { serverErrorDefinitions } from "./errors-server";

/** Every error code there is. Codes are never renamed or reused. Server, OpenAPI and documentation read this one list. */
export const errorDefinitions = {
  ...requestErrorDefinitions,
  ...accessErrorDefinitions,
  ...conflictErrorDefinitions,
  ...ruleErrorDefinitions,
  ...serverErrorDefinitions,
} as const;

export type ErrorCode = keyof typeof errorDefinitions;
export const errorCodes = Object.keys(errorDefinitions) as ErrorCode[];

export const ErrorArg = ClosedObject(
  {
    key: Type.String(),
    value: Type.String({ description: "Always text; `type` says how to read it." }),
    type: Enum(["string", "int", "uuid", "datetime", "enum"]),
  },
  { $id: "ErrorArg" },
);

/** The answer of every refused or failed call. */
export const ErrorAnswer = ClosedObject(
  {
    time: { ...DateTime, description: "When it was refused, by the server's clock." },
    code: Type.String({ description: "Stable and machine-readable; decide by this." }),
    title: Type.String({ description: "Fixed English." }),
    message: Type.String({ description: "For people, in the language of Accept-Language (en, de)." }),
    args: Type.Array(ErrorArg, { description: "What the code speaks of: each with `key`, `value` and `type`." }),
    trace_id: Type.String({ description: "Quote it to support." }),
  },
  { $id: "Error" },
);

/** The same answer as `application/problem+json` (RFC 9457), for callers who ask for that. */
export const ProblemAnswer = ClosedObject(
  {
    type: Type.String({ description: "The code's place on the page of error types." }),
    status: Type.Integer({ description: "The status of the answer." }),
    detail: Type.String({ description: "What `message` says." }),
    instance: Type.String({ description: "`urn:trace:` and the `trace_id`." }),
    ...ErrorAnswer.properties,
  },
  { $id: "Problem" },
);
