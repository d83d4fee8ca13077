import type { RecordedExchange } from "./recorder";
import { loadOpenApiTool } from "./tools";
import { isJsonAnswer, parseJsonBody, type ExchangeValidator } from "./validator";

interface OpenApiBackend {
  init(): Promise<unknown>;
  validateResponse(
    answer: unknown,
    operationId: string,
    status: number,
  ): { readonly errors?: readonly { readonly instancePath: string; readonly message?: string }[] | null };
}

/** Starts openapi-backend, which checks the JSON of answers. */
export async function startOpenApiBackendValidator(document: object): Promise<ExchangeValidator> {
  const { OpenAPIBackend } = loadOpenApiTool<{ OpenAPIBackend: new (options: object) => OpenApiBackend }>(
    "openapi-backend",
  );
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
      if (!isJsonAnswer(answer)) return undefined;
      const { errors } = backend.validateResponse(parseJsonBody(answer), operation.id, answer.status);
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
interface DereferencedDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly responses: object }>>>>;
}

/** Starts openapi-response-validator, on a document whose references swagger-parser has followed. */
export async function startResponseValidator(document: object): Promise<ExchangeValidator> {
  const parser = loadOpenApiTool<{ default: { dereference(document: object): Promise<DereferencedDocument> } }>(
    "@apidevtools/swagger-parser",
  );
  const { paths } = await parser.default.dereference(structuredClone(document));
  const { default: Made } = loadOpenApiTool<{ default: new (options: object) => ResponseValidator }>(
    "openapi-response-validator",
  );
  const known = new Map<string, ResponseValidator>();
  const validatorOf = ({ operation: { id, path, method } }: RecordedExchange) => {
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
            .validateResponse(answer.status, parseJsonBody(answer))
            ?.errors.map(({ path, message }) => `${path} ${message}`)
            .join("; ")
        : undefined,
  };
}
