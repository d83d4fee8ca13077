import type { Operation } from "@leitstand/contract/operation/operation";
import { javaSample } from "./languages/java";
import { phpSample } from "./languages/php";
import { pythonSample } from "./languages/python";
import { clientSample, javascriptSample } from "./languages/scripts";
import { shellSample } from "./languages/shell";
import type { ExampleRequest } from "./operation-request";

export { API_ORIGIN, API_URL } from "./languages/credential";

export interface OperationSample {
  readonly label: string;
  /** Name of the language in the highlighter. */
  readonly language: string;
  readonly code: string;
}

/**
 * An operation's request as a program in each language, using only its standard library, with variables for values of
 * the caller.
 */
export const samplesOfOperation = (operation: Operation, request: ExampleRequest): readonly OperationSample[] => [
  { label: "Shell", language: "bash", code: shellSample(request) },
  { label: "TypeScript client", language: "typescript", code: clientSample(operation, request) },
  { label: "JavaScript", language: "js", code: javascriptSample(request) },
  { label: "Python", language: "python", code: pythonSample(request) },
  { label: "PHP", language: "php", code: phpSample(request) },
  { label: "Java", language: "java", code: javaSample(request) },
];
