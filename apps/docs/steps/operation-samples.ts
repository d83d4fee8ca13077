import type { Operation } from "@leitstand/contract/operation/operation";
import { java } from "./languages/java";
import { php } from "./languages/php";
import { python } from "./languages/python";
import { client, javascript } from "./languages/scripts";
import { shell } from "./languages/shell";
import type { ExampleRequest } from "./operation-request";

export { API_ORIGIN, API_URL } from "./languages/credential";

export interface Sample {
  readonly label: string;
  /** Name of the language in the highlighter. */
  readonly language: string;
  readonly code: string;
}

/** The same request in each language, using only its standard library, with variables for values of the caller. */
export const samplesOf = (operation: Operation, request: ExampleRequest): readonly Sample[] => [
  { label: "Shell", language: "bash", code: shell(request) },
  { label: "TypeScript client", language: "typescript", code: client(operation, request) },
  { label: "JavaScript", language: "js", code: javascript(request) },
  { label: "Python", language: "python", code: python(request) },
  { label: "PHP", language: "php", code: php(request) },
  { label: "Java", language: "java", code: java(request) },
];
