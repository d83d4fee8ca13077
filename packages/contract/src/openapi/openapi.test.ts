import { Type } from "typebox";
import { describe, expect, it } from "vitest";
import { generateOpenApiDocument } from "./openapi";
import { OpenApiSchemaCollector } from "./openapi-schema";
import { defineOperations } from "../operation/operation";
import { Enum, IdParams, LockVersion, Nullable, ClosedObject, sortQueryFields, Uuid } from "../core/schema";

const convertSchema = (schema: object) => new OpenApiSchemaCollector().convert(schema);
const PlaceSchema = ClosedObject({ city: Type.String() }, { $id: "Place" });
const CatSchema = ClosedObject({ kind: Type.Literal("CAT"), lives: Type.Integer() }, { $id: "Cat" });
const DogSchema = ClosedObject({ kind: Type.Literal("DOG"), tricks: Type.Array(Type.String()) }, { $id: "Dog" });

describe("schemas in the dialect of OpenAPI 3.0.3", () => {
  it.each<[string, object, object]>([
    ["null beside a type", Nullable(Type.String()), { type: "string", nullable: true }],
    ["null beside a name", Nullable(PlaceSchema), { $ref: "#/components/schemas/PlaceOrNull" }],
    ["null beside an enum", Nullable(Enum(["A"])), { type: "string", nullable: true, allOf: [{ enum: ["A", null] }] }],
    [
      "null beside constants",
      Nullable(Type.Union([Type.Literal("A"), Type.Literal("B")])),
      { type: "string", nullable: true, allOf: [{ enum: ["A", "B", null] }] },
    ],
    [
      "null beside a choice",
      Type.Union([PlaceSchema, Type.Integer(), Type.Null()]),
      { anyOf: [{ $ref: "#/components/schemas/Place" }, { type: "integer", nullable: true }] },
    ],
    [
      "a note beside a name that may be null",
      Type.Union([PlaceSchema, Type.Null()], { description: "Null: nowhere." }),
      { description: "Null: nowhere.", allOf: [{ $ref: "#/components/schemas/PlaceOrNull" }] },
    ],
    ["a list of types", Type.Unsafe({ type: ["integer", "null"] }), { type: "integer", nullable: true }],
    ["a constant", Type.Literal("A"), { type: "string", enum: ["A"] }],
    ["constants", Type.Union([Type.Literal("A"), Type.Literal("B")]), { type: "string", enum: ["A", "B"] }],
    ["an open bound", Type.Number({ exclusiveMinimum: 0 }), { type: "number", minimum: 0, exclusiveMinimum: true }],
    ["an example", Type.String({ examples: ["a", "b"] }), { type: "string", example: "a" }],
    [
      "a map",
      Type.Record(Type.String(), Type.Integer()),
      { type: "object", additionalProperties: { type: "integer" } },
    ],
    [
      "no required",
      ClosedObject({ a: Type.Optional(Uuid) }),
      { type: "object", properties: { a: { type: "string", format: "uuid" } }, additionalProperties: false },
    ],
    [
      "a pair",
      Type.Tuple([Type.Number(), Type.Number()]),
      { type: "array", items: { type: "number" }, minItems: 2, maxItems: 2 },
    ],
  ])("the OpenAPI document writes a schema in the dialect of OpenAPI 3.0.3: %s", (_, schema, expected) => {
    expect(convertSchema(schema)).toEqual(expected);
  });

  it("the OpenAPI document distinguishes objects of a union by a discriminator", () => {
    expect(convertSchema(Type.Union([CatSchema, DogSchema]))).toEqual({
      oneOf: [{ $ref: "#/components/schemas/Cat" }, { $ref: "#/components/schemas/Dog" }],
      discriminator: {
        propertyName: "kind",
        mapping: { CAT: "#/components/schemas/Cat", DOG: "#/components/schemas/Dog" },
      },
    });
  });

  it("the OpenAPI document has a separate component for a nullable object, and only components that are referred to", () => {
    const components = new OpenApiSchemaCollector();
    components.convert(Type.Object({ place: Nullable(PlaceSchema) }));
    const body = { type: "object", required: ["city"], properties: { city: { type: "string" } } };
    const PlaceOrNull = { ...body, additionalProperties: false, nullable: true };
    expect(components.toJson()).toEqual({ PlaceOrNull });
    components.convert(PlaceSchema);
    expect(components.toJson()).toEqual({ Place: { ...body, additionalProperties: false }, PlaceOrNull });
  });

  it("the OpenAPI generator throws for two schemas of the same name, and for keywords that OpenAPI 3.0.3 does not have", () => {
    const components = new OpenApiSchemaCollector();
    components.convert(PlaceSchema);
    expect(() => components.convert(ClosedObject({ town: Type.String() }, { $id: "Place" }))).toThrow(
      "two different schemas are named Place",
    );
    expect(() => convertSchema({ type: "string", if: {} })).toThrow('does not know "if"');
  });
});

const ShelfSchema = ClosedObject(
  { id: Uuid, title: Type.String(), place: Nullable(PlaceSchema), lock_version: LockVersion },
  { $id: "Shelf" },
);
const BoxSchema = ClosedObject({ title: Type.String() }, { $id: "Box", examples: [{ title: "red" }] });
const shelfOperations = defineOperations("areas", {
  getShelves: {
    on: "GET /shelves",
    summary: "List shelves",
    query: ClosedObject({
      ...sortQueryFields,
      colors: Type.Optional(Type.Array(Enum(["RED", "BLUE"]))),
      title: Type.Optional(Type.String()),
    }),
    answer: Type.Array(ShelfSchema),
  },
  getBoxes: { on: "GET /boxes", summary: "List boxes", answer: Type.Array(BoxSchema) },
  createBox: {
    on: "POST /boxes",
    changes: "BRANCH",
    summary: "Add a box",
    success: 201,
    answer: BoxSchema,
    example: { answer: { title: "blue" } },
  },
  updateShelf: {
    on: "PUT /shelves/{id}",
    changes: "TENANT",
    summary: "Change a shelf",
    params: IdParams,
    body: ShelfSchema,
    answer: ShelfSchema,
    tenantTypes: ["FUNERAL"],
  },
  uploadShelf: {
    on: "POST /shelves/{id}/file",
    changes: "BRANCH",
    summary: "Add",
    params: IdParams,
    bodyType: "multipart",
    body: ClosedObject({ note: Type.String() }),
    success: 201,
  },
  watchShelves: {
    on: "GET /watch",
    summary: "Watch",
    answerType: "event_stream",
    answer: ShelfSchema,
    auth: "tenant_key",
  },
  getFile: {
    on: "GET /files/{id}",
    summary: "Read",
    params: IdParams,
    answerType: "binary",
    grant: null,
    auth: "public",
  },
});

interface EmittedAnswer {
  readonly $ref?: string;
  readonly headers?: object;
  readonly content?: Record<string, { example?: unknown; examples?: object; schema?: object }>;
}
interface EmittedDocument {
  readonly paths: Record<
    string,
    Record<
      string,
      {
        parameters: { $ref?: string; name?: string }[];
        responses: Record<string, EmittedAnswer>;
      } & Record<string, unknown>
    >
  >;
  readonly components: {
    readonly schemas: object;
    readonly examples: object;
    readonly parameters: object;
    readonly responses: Record<string, EmittedAnswer>;
  };
}

describe("operations in openapi.yaml", () => {
  const document = generateOpenApiDocument(shelfOperations) as unknown as EmittedDocument;
  const update = document.paths["/shelves/{id}"]?.["put"];
  const componentOf = ($ref: string) => document.components.responses[$ref.split("/").at(-1) ?? ""];

  it("the OpenAPI document describes for an operation its grant, kinds of tokens, tenant types, owner and limits", () => {
    expect(update).toMatchObject({
      operationId: "updateShelf",
      "x-grant": "updateShelf",
      "x-token-kinds": ["USER", "DEVICE", "SERVICE"],
      "x-tenant-types": ["FUNERAL"],
      "x-changes": "TENANT",
      "x-rate-limit": { class: "write", token: { per_second: 10 } },
      security: [{ bearer: [] }],
    });
    expect(document.paths["/watch"]?.["get"]?.["security"]).toEqual([{ tenant_key: [] }]);
    expect(document.paths["/files/{id}"]?.["get"]?.["security"]).toEqual([]);
  });

  it("the OpenAPI document lists an operation's parameters in path and query, and the headers that it needs", () => {
    expect(update?.parameters.map(({ name, $ref }) => name ?? $ref?.split("/").at(-1))).toEqual([
      "id",
      "IdempotencyKey",
      "IfMatch",
      "AcceptLanguage",
    ]);
    const listed = document.paths["/shelves"]?.["get"]?.parameters;
    expect(listed).toContainEqual(expect.objectContaining({ name: "sort", in: "query", required: false }));
  });

  it("the OpenAPI document has one example of success and at least two of errors for each operation", () => {
    for (const operation of Object.values(document.paths).flatMap((path) => Object.values(path))) {
      const answers = Object.entries(operation.responses);
      const refusals = answers.flatMap(([status, { $ref = "" }]) =>
        status < "4" ? [] : Object.keys(componentOf($ref)?.content?.["application/json"]?.examples ?? {}),
      );
      expect(refusals.length).toBeGreaterThanOrEqual(2);
    }
    expect(update?.responses["200"]?.content?.["application/json"]?.example).toMatchObject({
      title: "title",
      lock_version: 1,
    });
  });

  it("the OpenAPI document lists each error of an operation once, by its code or by status and codes", () => {
    const watch = document.paths["/watch"]?.["get"]?.responses;
    expect(watch?.["503"]).toEqual({ $ref: "#/components/responses/SERVICE_UNAVAILABLE" });
    expect(document.components.responses["SERVICE_UNAVAILABLE"]?.headers).toHaveProperty("Retry-After");
    expect(watch?.["default"]).toEqual({ $ref: "#/components/responses/Error" });
    const refused = update?.responses["403"]?.$ref ?? "";
    expect(refused).toMatch(/^#\/components\/responses\/Refused403_[0-9a-f]{8}$/);
    const malformed = ["/shelves/{id}", "/boxes"].map((path) => Object.values(document.paths[path] ?? {})[0]);
    expect(new Set(malformed.map((operation) => operation?.responses["400"]?.$ref)).size).toBe(2);
    expect(document.paths["/shelves/{id}/file"]?.["post"]?.responses["401"]).toEqual(update?.responses["401"]);
    expect(Object.keys(componentOf(refused)?.content ?? {})).toEqual(["application/json", "application/problem+json"]);
  });

  it("the OpenAPI document says of each list in a query whether it is separated by commas or repeated", () => {
    const parameters = document.paths["/shelves"]?.["get"]?.parameters;
    expect(parameters).toContainEqual(expect.objectContaining({ name: "sort", style: "form", explode: true }));
    expect(parameters).toContainEqual(expect.objectContaining({ name: "colors", style: "form", explode: false }));
    expect(parameters).toContainEqual(expect.not.objectContaining({ style: "form" }));
  });

  it("the OpenAPI document omits an example of a response if the component has one", () => {
    const boxes = document.paths["/boxes"]?.["get"]?.responses["200"]?.content?.["application/json"];
    expect(boxes).toEqual({ schema: { type: "array", items: { $ref: "#/components/schemas/Box" } } });
    const own = document.paths["/boxes"]?.["post"]?.responses["201"]?.content?.["application/json"];
    expect(own).toEqual({ schema: { $ref: "#/components/schemas/Box" }, example: { title: "blue" } });
    expect(document.components.schemas).toMatchObject({ Box: { example: { title: "red" } } });
  });

  it("the OpenAPI document gives files and streams their own media types", () => {
    const upload = document.paths["/shelves/{id}/file"]?.["post"]?.["requestBody"];
    expect(upload).toMatchObject({ content: { "multipart/form-data": { schema: { required: ["file", "note"] } } } });
    const watch = document.paths["/watch"]?.["get"]?.responses["200"]?.content;
    expect(Object.keys(watch ?? {})).toEqual(["application/json", "text/event-stream"]);
  });

  it("the OpenAPI generator throws for a path parameter without a description", () => {
    const lost = defineOperations("areas", { getLost: { on: "GET /lost/{key}", summary: "Lost" } });
    expect(() => generateOpenApiDocument(lost)).toThrow("getLost: the path names {key}, params does not");
  });
});
