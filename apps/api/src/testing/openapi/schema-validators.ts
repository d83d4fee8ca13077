import type { Exchange } from "./recorder";
import { tool } from "./tools";
import { isJson, jsonOf, type Validator } from "./validator";

interface Backend {
  init(): Promise<unknown>;
  validateResponse(
    answer: unknown,
    operationId: string,
    status: number,
  ): { readonly errors?: readonly { readonly instancePath: string; readonly message?: string }[] | null };
}

/** Starts openapi-backend, which checks the JSON of answers. */
export async function startBackend(document: object): Promise<Validator> {
  const { OpenAPIBackend } = tool<{ OpenAPIBackend: new (options: object) => Backend }>("openapi-backend");
  const backend = new OpenAPIBackend({
    definition: structuredClone(document),
    apiRoot: "/api/v1",
    // Without `quick` it would compile schemas that no answer needs; other tools check the document.
    quick: true,
    ajvOpts: { logger: false },
  });
  await backend.init();
  return {
    name: "openapi-backend",
    answerFault: async ({ operation }, answer) => {
      if (!isJson(answer)) return undefined;
      const { errors } = backend.validateResponse(jsonOf(answer), operation.id, answer.status);
      return errors?.map(({ instancePath, message }) => `${instancePath} ${message}`).join("; ");
    },
  };
}

interface ResponseValidator {
  validateResponse(
    status: number,
    answer: unknown,
  ): { readonly errors: readonly { readonly path?: string; readonly message?: string }[] } | undefined;
}
interface Dereferenced {
  readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly responses: object }>>>>;
}

/** Starts openapi-response-validator, on a document whose references swagger-parser has followed. */
export async function startResponseValidator(document: object): Promise<Validator> {
  const parser = tool<{ default: { dereference(document: object): Promise<Dereferenced> } }>(
    "@apidevtools/swagger-parser",
  );
  const { paths } = await parser.default.dereference(structuredClone(document));
  const { default: Made } = tool<{ default: new (options: object) => ResponseValidator }>("openapi-response-validator");
  const known = new Map<string, ResponseValidator>();
  const validatorOf = ({ operation: { id, path, method } }: Exchange) => {
    const responses = paths[path]?.[method.toLowerCase()]?.responses ?? {};
    const made = known.get(id) ?? new Made({ responses });
    known.set(id, made);
    return made;
  };
  return {
    name: "openapi-response-validator",
    // This validator knows one media type of each answer, the first.
    answerFault: async (exchange, answer) =>
      answer.headers["content-type"]?.startsWith("application/json")
        ? validatorOf(exchange)
            .validateResponse(answer.status, jsonOf(answer))
            ?.errors.map(({ path, message }) => `${path} ${message}`)
            .join("; ")
        : undefined,
  };
}
