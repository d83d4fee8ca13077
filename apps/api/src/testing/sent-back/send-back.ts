/** Reads an object as an integrator does, and sends back the fields that its update takes. */
import { isDeepStrictEqual } from "node:util";
import type { Operation } from "@leitstand/contract/operation/operation";
import { allOperations } from "@leitstand/contract/operations";
import { makeSampleRequestOfAdmin, accessMatrixFixtureOf } from "../authorization/matrix";
import type { AccessMatrixFixture } from "../authorization/scene";
import type { ContractSchemaPart } from "../schema-arbitrary";
import type { TestApi } from "../start-api";
import { changedUpdateBodyMakers } from "./filled";

export type BodyFields = Readonly<Record<string, unknown>>;
type PathParams = Readonly<Record<string, string>>;

/** Fields that every update changes besides those of the request: version and time. */
const versionFields = new Set(["lock_version", "updated_at", "waiting_updated_at"]);

/**
 * Operation that reads the object of an update: by its own path, by that of the object it is part of, or in the list
 * that holds it.
 */
function readOperationOf({ path }: Operation): Operation | undefined {
  const above = path.replace(/\/[^/]+$/, "");
  const reads = (at: string) => allOperations.find((one) => one.method === "GET" && one.path === at);
  return reads(path) ?? reads(above);
}

export class ReadAndSendBackCheck {
  private constructor(
    readonly operation: Operation,
    private readonly world: AccessMatrixFixture,
    private readonly params: PathParams,
  ) {}

  /** Makes an object as the samples of the authorization matrix do. */
  static async of(api: TestApi, operation: Operation): Promise<ReadAndSendBackCheck> {
    const world = await accessMatrixFixtureOf(api, operation);
    const { params = {}, body } = await makeSampleRequestOfAdmin(world, operation);
    const object = new ReadAndSendBackCheck(operation, world, params);
    if (operation.id === "updateConnector") await object.write(body ?? {});
    return object;
  }

  async read(): Promise<BodyFields> {
    const reader = readOperationOf(this.operation) as Operation;
    const { status, answer } = await this.send(reader);
    if (status !== 200) throw new Error(`${reader.id}: ${status} ${JSON.stringify(answer)}`);
    return (Array.isArray(answer) ? answer.find(({ id }) => id === this.params["id"]) : answer) as BodyFields;
  }

  /** Fields of a read object that the update accepts. */
  writable(read: BodyFields): BodyFields {
    return pickSchemaFields(this.operation.body as ContractSchemaPart, read) as BodyFields;
  }

  /** Values for all fields that differ from those of the sample. */
  others = () => changedUpdateBodyMakers[this.operation.id]?.(this.world) as Promise<BodyFields> | BodyFields;

  async write(body: BodyFields) {
    return this.send(this.operation, body);
  }

  /** Fills every field of the object that can be set. */
  async fill() {
    const { status, answer } = await this.write({ ...this.writable(await this.read()), ...(await this.others()) });
    if (status >= 300) throw new Error(`${this.operation.id}: ${status} ${JSON.stringify(answer)}`);
  }

  private async send({ path, method }: Operation, body?: BodyFields) {
    const { api, admin } = this.world;
    const url = path.replaceAll(/\{(\w+)\}/g, (_all, name: string) => this.params[name] as string);
    const response = await fetch(`${api.url}/api/v1${url}`, {
      method,
      headers: {
        authorization: `Bearer ${admin.session.token}`,
        ...(body === undefined ? {} : { "content-type": "application/json" }),
      },
      body: body === undefined ? null : JSON.stringify(body),
    });
    const text = await response.text();
    return {
      status: response.status,
      answer: (text === "" ? null : JSON.parse(text)) as BodyFields & { code?: string },
    };
  }
}

/** Part of a value that has a place in the schema. */
function pickSchemaFields(schema: ContractSchemaPart, value: unknown): unknown {
  if (schema.anyOf)
    return pickSchemaFields(schema.anyOf.find(({ type }) => type === "object" || type === "array") ?? {}, value);
  if (Array.isArray(value)) return value.map((item) => pickSchemaFields(schema.items ?? {}, item));
  if (value === null || typeof value !== "object" || !schema.properties) return value;
  return Object.fromEntries(
    Object.entries(schema.properties).flatMap(([name, inner]) =>
      name in value ? [[name, pickSchemaFields(inner, (value as BodyFields)[name])]] : [],
    ),
  );
}

/** Fields in which two readings differ. */
export const differingFields = (before: BodyFields, after: BodyFields): string[] =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (name) => !versionFields.has(name) && !isDeepStrictEqual(withoutNulls(before[name]), withoutNulls(after[name])),
  );

/** Value without nulls: null and left out both say that nothing is known. */
const withoutNulls = (value: unknown): unknown =>
  value === null || typeof value !== "object"
    ? value
    : Array.isArray(value)
      ? value.map(withoutNulls)
      : Object.fromEntries(
          Object.entries(value).flatMap(([name, inner]) => (inner === null ? [] : [[name, withoutNulls(inner)]])),
        );
