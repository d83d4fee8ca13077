import { emitOpenApi } from "@leitstand/contract/openapi/openapi";
import type { Operation } from "@leitstand/contract/operation/operation";
import { operations as operationsById } from "@leitstand/contract/operations";

/** Part of a JSON schema of OpenAPI 3.0 that the reference shows. */
export interface ApiSchema {
  readonly $ref?: string;
  readonly type?: string;
  readonly format?: string;
  readonly pattern?: string;
  readonly description?: string;
  readonly nullable?: boolean;
  readonly enum?: readonly unknown[];
  readonly "x-extensible-enum"?: readonly unknown[];
  readonly default?: unknown;
  readonly properties?: Readonly<Record<string, ApiSchema>>;
  readonly required?: readonly string[];
  readonly items?: ApiSchema;
  readonly anyOf?: readonly ApiSchema[];
  readonly allOf?: readonly ApiSchema[];
  readonly additionalProperties?: boolean | ApiSchema;
  readonly uniqueItems?: boolean;
  readonly [keyword: string]: unknown;
}
export interface ApiParameter {
  readonly $ref?: string;
  readonly name: string;
  readonly in: "path" | "query" | "header";
  readonly required?: boolean;
  readonly description?: string;
  readonly schema: ApiSchema;
  readonly example?: unknown;
}
interface ApiContent {
  readonly content?: Readonly<Record<string, { readonly schema: ApiSchema; readonly example?: unknown }>>;
}
export interface DescribedOperation {
  readonly operationId: string;
  readonly parameters: readonly ApiParameter[];
  readonly requestBody?: ApiContent & { readonly required?: boolean };
  readonly responses: Readonly<Record<string, ApiContent>>;
}
interface ApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, DescribedOperation>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, ApiSchema>>;
    readonly parameters: Readonly<Record<string, ApiParameter>>;
    readonly examples: Readonly<Record<string, { readonly value: unknown }>>;
  };
}

/** Content of openapi.yaml, made from the contract. */
export const apiDocument = emitOpenApi(
  operationsById as unknown as Readonly<Record<string, Operation>>,
) as unknown as ApiDocument;

/** All operations, in the order of the contract. */
export const allOperations: readonly Operation[] = Object.values(operationsById as Record<string, Operation>);

export function describedOperationOf({ path, method }: Pick<Operation, "path" | "method">): DescribedOperation {
  const found = apiDocument.paths[path]?.[method.toLowerCase()];
  if (found === undefined) throw new Error(`The document has no ${method} ${path}.`);
  return found;
}

export function parametersOf(operation: Operation): readonly ApiParameter[] {
  return describedOperationOf(operation).parameters.map((parameter) => {
    const name = parameter.$ref?.split("/").at(-1);
    const found = name === undefined ? parameter : apiDocument.components.parameters[name];
    if (found === undefined) throw new Error(`The document has no ${parameter.$ref}.`);
    return found;
  });
}

/** Name of a schema in the document. */
export const schemaName = ({ $ref }: ApiSchema) => $ref?.split("/").at(-1);

/** Schema with its reference resolved; properties beside the reference take precedence. */
export function resolveReference(schema: ApiSchema): ApiSchema {
  const { $ref, allOf, ...own } = schema;
  const name = schemaName(schema);
  const referred = name === undefined ? undefined : apiDocument.components.schemas[name];
  if (name !== undefined && referred === undefined) throw new Error(`The document has no ${$ref}.`);
  const parts = [...(referred ? [resolveReference(referred)] : []), ...(allOf ?? []).map(resolveReference)];
  return parts.reduceRight<ApiSchema>((rest, part) => ({ ...part, ...rest }), own);
}
