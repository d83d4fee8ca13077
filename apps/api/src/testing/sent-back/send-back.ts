/** Reads an object as an integrator does, and sends back the fields that its update takes. */
import { isDeepStrictEqual } from "node:util";
import type { Operation } from "@leitstand/contract/operation/operation";
import { allOperations } from "@leitstand/contract/operations";
import { sampleFor, worldOf } from "../authorization/matrix";
import type { World } from "../authorization/scene";
import type { SchemaPart } from "../schema-arbitrary";
import type { TestApi } from "../start-api";
import { filled } from "./filled";

export type Fields = Readonly<Record<string, unknown>>;
type Params = Readonly<Record<string, string>>;

/** Fields that every update changes besides those of the request: version and time. */
const versions = new Set(["lock_version", "updated_at", "waiting_updated_at"]);

/**
 * Operation that reads the object of an update: by its own path, by that of the object it is part of, or in the list
 * that holds it.
 */
function readerOf({ path }: Operation): Operation | undefined {
  const above = path.replace(/\/[^/]+$/, "");
  const reads = (at: string) => allOperations.find((one) => one.method === "GET" && one.path === at);
  return reads(path) ?? reads(above);
}

export class SentBack {
  private constructor(
    readonly operation: Operation,
    private readonly world: World,
    private readonly params: Params,
  ) {}

  /** Makes an object as the samples of the authorization matrix do. */
  static async of(api: TestApi, operation: Operation): Promise<SentBack> {
    const world = await worldOf(api, operation);
    const { params = {}, body } = await sampleFor(world, operation);
    const object = new SentBack(operation, world, params);
    if (operation.id === "updateConnector") await object.write(body ?? {});
    return object;
  }

  async read(): Promise<Fields> {
    const reader = readerOf(this.operation) as Operation;
    const { status, answer } = await this.send(reader);
    if (status !== 200) throw new Error(`${reader.id}: ${status} ${JSON.stringify(answer)}`);
    return (Array.isArray(answer) ? answer.find(({ id }) => id === this.params["id"]) : answer) as Fields;
  }

  /** Fields of a read object that the update accepts. */
  writable(read: Fields): Fields {
    return taken(this.operation.body as SchemaPart, read) as Fields;
  }

  /** Values unlike those of the sample. */
  others = () => filled[this.operation.id]?.(this.world) as Promise<Fields> | Fields;

  async write(body: Fields) {
    return this.send(this.operation, body);
  }

  /** Sets every field that can be set. */
  async fill() {
    const { status, answer } = await this.write({ ...this.writable(await this.read()), ...(await this.others()) });
    if (status >= 300) throw new Error(`${this.operation.id}: ${status} ${JSON.stringify(answer)}`);
  }

  private async send({ path, method }: Operation, body?: Fields) {
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
    return { status: response.status, answer: (text === "" ? null : JSON.parse(text)) as Fields & { code?: string } };
  }
}

/** Part of a value that has a place in the schema. */
function taken(schema: SchemaPart, value: unknown): unknown {
  if (schema.anyOf) return taken(schema.anyOf.find(({ type }) => type === "object" || type === "array") ?? {}, value);
  if (Array.isArray(value)) return value.map((item) => taken(schema.items ?? {}, item));
  if (value === null || typeof value !== "object" || !schema.properties) return value;
  return Object.fromEntries(
    Object.entries(schema.properties).flatMap(([name, inner]) =>
      name in value ? [[name, taken(inner, (value as Fields)[name])]] : [],
    ),
  );
}

/** Fields in which two readings differ. */
export const differences = (before: Fields, after: Fields): string[] =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (name) => !versions.has(name) && !isDeepStrictEqual(said(before[name]), said(after[name])),
  );

/** Value without nulls: null and left out both say that nothing is known. */
const said = (value: unknown): unknown =>
  value === null || typeof value !== "object"
    ? value
    : Array.isArray(value)
      ? value.map(said)
      : Object.fromEntries(
          Object.entries(value).flatMap(([name, inner]) => (inner === null ? [] : [[name, said(inner)]])),
        );
