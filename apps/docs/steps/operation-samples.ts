import type { Operation } from "@leitstand/contract/operation/operation";
import { buildJavaSample } from "./languages/java";
import { buildPhpSample } from "./languages/php";
import { buildPythonSample } from "./languages/python";
import { buildTypescriptClientSample, buildJavascriptSample } from "./languages/scripts";
import { buildShellSample } from "./languages/shell";
import type { ExampleRequest } from "./operation-request";

export { API_ORIGIN_PLACEHOLDER, API_URL_PLACEHOLDER } from "./languages/credential";

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
  { label: "Shell", language: "bash", code: buildShellSample(request) },
  { label: "TypeScript client", language: "typescript", code: buildTypescriptClientSample(operation, request) },
  { label: "JavaScript", language: "js", code: buildJavascriptSample(request) },
  { label: "Python", language: "python", code: buildPythonSample(request) },
  { label: "PHP", language: "php", code: buildPhpSample(request) },
  { label: "Java", language: "java", code: buildJavaSample(request) },
];
