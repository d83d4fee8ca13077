import { generateOpenApiDocument } from "@leitstand/contract/openapi/openapi";
import type { Operation } from "@leitstand/contract/operation/operation";
import { operations as operationsById } from "@leitstand/contract/operations";

/** Part of a JSON schema of OpenAPI 3.0 that the reference shows. */
export interface OpenApiSchema {
  readonly $ref?: string;
  readonly type?: string;
  readonly format?: string;
  readonly pattern?: string;
  readonly description?: string;
  readonly nullable?: boolean;
  readonly enum?: readonly unknown[];
  readonly "x-extensible-enum"?: readonly unknown[];
  readonly default?: unknown;
  readonly properties?: Readonly<Record<string, OpenApiSchema>>;
  readonly required?: readonly string[];
  readonly items?: OpenApiSchema;
  readonly anyOf?: readonly OpenApiSchema[];
  readonly allOf?: readonly OpenApiSchema[];
  readonly additionalProperties?: boolean | OpenApiSchema;
  readonly uniqueItems?: boolean;
  readonly [keyword: string]: unknown;
}
export interface OpenApiParameter {
  readonly $ref?: string;
  readonly name: string;
  readonly in: "path" | "query" | "header";
  readonly required?: boolean;
  readonly description?: string;
  readonly schema: OpenApiSchema;
  readonly example?: unknown;
}
interface ApiContent {
  readonly content?: Readonly<Record<string, { readonly schema: OpenApiSchema; readonly example?: unknown }>>;
}
export interface OpenApiOperation {
  readonly operationId: string;
  readonly parameters: readonly OpenApiParameter[];
  readonly requestBody?: ApiContent & { readonly required?: boolean };
  readonly responses: Readonly<Record<string, ApiContent>>;
}
interface ApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, OpenApiOperation>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, OpenApiSchema>>;
    readonly parameters: Readonly<Record<string, OpenApiParameter>>;
    readonly examples: Readonly<Record<string, { readonly value: unknown }>>;
  };
}

/** Content of openapi.yaml, made from the contract. */
export const openApiDocument = generateOpenApiDocument(
  operationsById as unknown as Readonly<Record<string, Operation>>,
) as unknown as ApiDocument;

/** All operations, in the order of the contract. */
export const allOperations: readonly Operation[] = Object.values(operationsById as Record<string, Operation>);

export function openApiOperationOf({ path, method }: Pick<Operation, "path" | "method">): OpenApiOperation {
  const found = openApiDocument.paths[path]?.[method.toLowerCase()];
  if (found === undefined) throw new Error(`The document has no ${method} ${path}.`);
  return found;
}

export function parametersOf(operation: Operation): readonly OpenApiParameter[] {
  return openApiOperationOf(operation).parameters.map((parameter) => {
    const name = parameter.$ref?.split("/").at(-1);
    const found = name === undefined ? parameter : openApiDocument.components.parameters[name];
    if (found === undefined) throw new Error(`The document has no ${parameter.$ref}.`);
    return found;
  });
}

/** Name of a schema in the document. */
export const referencedSchemaName = ({ $ref }: OpenApiSchema) => $ref?.split("/").at(-1);

/** Schema with its reference resolved; properties beside the reference take precedence. */
export function resolveSchemaReference(schema: OpenApiSchema): OpenApiSchema {
  const { $ref, allOf, ...own } = schema;
  const name = referencedSchemaName(schema);
  const referred = name === undefined ? undefined : openApiDocument.components.schemas[name];
  if (name !== undefined && referred === undefined) throw new Error(`The document has no ${$ref}.`);
  const parts = [...(referred ? [resolveSchemaReference(referred)] : []), ...(allOf ?? []).map(resolveSchemaReference)];
  return parts.reduceRight<OpenApiSchema>((rest, part) => ({ ...part, ...rest }), own);
}
