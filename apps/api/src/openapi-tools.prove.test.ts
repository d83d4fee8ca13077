import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { allOperations } from "@leitstand/contract/operations";
import { seedFromEnvironmentOrDrawn } from "@leitstand/scenario/seed-testkit";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { parse } from "yaml";
import { hashPassword } from "#platform/access/password-hash";
import { sql } from "#platform/database/sql";
import { startExpressValidator } from "./testing/openapi/express-validator";
import { runGeneratedClient } from "./testing/openapi/generated-client";
import { recordExchanges } from "./testing/openapi/journey";
import { plantSchemaFaults, type PlantedSchemaFault, choosePlantedFaults } from "./testing/openapi/planted";
import { startPrismValidator } from "./testing/openapi/prism";
import type { RecordedExchange } from "./testing/openapi/recorder";
import { startOpenApiBackendValidator, startResponseValidator } from "./testing/openapi/schema-validators";
import { installOpenApiTools, loadOpenApiTool } from "./testing/openapi/tools";
import { isJsonAnswer, parseJsonBody, type ExchangeValidator } from "./testing/openapi/validator";
import type { ContractSchemaPart } from "./testing/schema-arbitrary";
import { testPassword } from "./testing/sign-in-fixtures";
import { startApi } from "./testing/start-api";

const SEED = seedFromEnvironmentOrDrawn(import.meta.url);
const EXCHANGES_MIN = 900;
/** Exchanges kept of each operation and status; the many that only prepare data repeat each other. */
const EXCHANGES_KEPT_PER_STATUS = 2;
const openapiFile = fileURLToPath(new URL("../../../openapi.yaml", import.meta.url));
const readOpenapi = () => parse(readFileSync(openapiFile, "utf8")) as object;

describe(`openapi.yaml in the hands of common tools (seed ${SEED})`, { timeout: 600_000 }, () => {
  const api = startApi();
  let exchanges: readonly RecordedExchange[];
  let validators: readonly ExchangeValidator[];
  beforeAll(async () => {
    installOpenApiTools();
    const document = readOpenapi();
    validators = await Promise.all([
      startPrismValidator(document),
      startExpressValidator(document),
      startOpenApiBackendValidator(document),
      startResponseValidator(document),
    ]);
    exchanges = sampleExchanges(await recordExchanges(api, SEED));
  }, 600_000);
  afterAll(async () => {
    for (const { stop } of validators ?? []) await stop?.();
  });

  it("the recorded requests call every operation of openapi.yaml at least once with success and once with a refusal", () => {
    expect(exchanges.length).toBeGreaterThanOrEqual(EXCHANGES_MIN);
    const reached = (isWell: boolean) =>
      new Set(exchanges.filter(({ answer }) => answer.status < 400 === isWell).map(({ operation }) => operation.id));
    const ids = allOperations.map(({ id }) => id);
    expect(ids.filter((id) => !reached(true).has(id))).toEqual([]);
    expect(ids.filter((id) => !reached(false).has(id))).toEqual([]);
  });

  it("four validators find no answer that differs from openapi.yaml", async () => {
    const found = await complaints(({ answerFault }, exchange) => answerFault(exchange, exchange.answer), exchanges);
    expect(found).toEqual([]);
  });

  it("validators find no accepted request that differs from openapi.yaml", async () => {
    const accepted = exchanges.filter(({ answer }) => answer.status < 300);
    const found = await complaints(async ({ requestFault }, exchange) => requestFault?.(exchange), accepted);
    expect(found).toEqual([]);
  });

  it("each of four validators finds faults that the test adds to answers", async () => {
    const { planted, unseen } = await lookFor(validators, plantedAnswers());
    expect(unseen).toEqual([]);
    expect(planted.filter(({ what }) => what === "missing field").length).toBeGreaterThan(200);
    expect(planted.filter(({ what }) => what === "wrong enum value").length).toBeGreaterThan(100);
  });

  it("validators of requests find faults that the test adds to bodies", async () => {
    const gates = validators.filter(({ requestFault }) => requestFault);
    expect(gates.map(({ name }) => name)).toEqual(["Prism", "express-openapi-validator"]);
    const { planted, unseen } = await lookFor(gates, plantedBodies());
    expect(unseen).toEqual([]);
    expect(planted.filter(({ what }) => what === "missing field").length).toBeGreaterThan(50);
    expect(planted.filter(({ what }) => what === "wrong enum value").length).toBeGreaterThan(20);
  });

  it("Prism overlooks faults in answers when openapi.yaml lists null in nullable enums, because it adds null a second time", async () => {
    const prism = await startPrismValidator(addNullToNullableEnums(readOpenapi()) as object);
    try {
      const { unseen } = await lookFor([prism], plantedAnswers());
      expect(unseen.length).toBeGreaterThan(50);
    } finally {
      await prism.stop?.();
    }
  });

  it("two parsers read openapi.yaml without an error or warning", async () => {
    const parser = loadOpenApiTool<{ validate(document: string): Promise<{ valid: boolean; warnings: unknown[] }> }>(
      "@readme/openapi-parser",
    );
    expect(await parser.validate(openapiFile)).toMatchObject({ valid: true, warnings: [] });
    const swagger = loadOpenApiTool<{ default: { validate(document: string): Promise<object> } }>(
      "@apidevtools/swagger-parser",
    );
    expect(await swagger.default.validate(openapiFile)).toHaveProperty("openapi", "3.0.3");
  });

  it("types and a client generated from openapi.yaml compile in strict mode and complete a small journey", async () => {
    const grants = ["createArea", "updateArea", "getArea", "getAreas", "getTours", "getCases"];
    const { session } = await api.signIn(...grants);
    const email = "grete@example.org";
    await api.db.system.run(sql`
      update users set email = ${email}, password_hash = ${await hashPassword(testPassword)} where id = ${session.user_id}`);
    const args = [api.url, session.tenant.short_code, email, testPassword];
    expect(await runGeneratedClient(openapiFile, args)).toEqual({
      titles: ["Graz Ost"],
      minutes: 0,
      polygon: null,
      tours: 0,
      contact: null,
      refused: [404, "RESOURCE_NOT_FOUND"],
    });
  });

  async function complaints(
    faultOf: (validator: ExchangeValidator, exchange: RecordedExchange) => Promise<string | undefined>,
    asked: readonly RecordedExchange[],
  ): Promise<readonly string[]> {
    const found: string[] = [];
    expect(asked.length).toBeGreaterThan(30);
    for (const validator of validators) {
      for (const exchange of asked) {
        const fault = await faultOf(validator, exchange);
        if (fault === undefined) continue;
        const { operation, path: where, body, answer } = exchange;
        const said = body.toString().slice(0, 200);
        found.push(`${validator.name}: ${operation.id} ${answer.status} ${where}: ${fault} ${said}`);
      }
    }
    return found.slice(0, 20);
  }

  interface HiddenFault extends PlantedSchemaFault {
    readonly exchange: RecordedExchange;
    look(validator: ExchangeValidator): Promise<string | undefined>;
  }

  async function lookFor(asked: readonly ExchangeValidator[], planted: readonly HiddenFault[]) {
    const unseen: string[] = [];
    for (const validator of asked) {
      for (const { what, where, exchange, look } of planted)
        if ((await look(validator)) === undefined)
          unseen.push(`${validator.name}: ${what} ${where} of ${exchange.operation.id}`);
    }
    return { planted, unseen };
  }

  const plantedAnswers = (): readonly HiddenFault[] =>
    fullest(
      ({ answer }) => answer.body,
      ({ operation, answer }) => isJsonAnswer(answer) && operation.answerType !== "binary",
    ).flatMap((exchange) =>
      choosePlantedFaults(
        plantSchemaFaults(exchange.operation.answer as ContractSchemaPart, parseJsonBody(exchange.answer)),
      ).map((planted) => ({
        ...planted,
        exchange,
        look: ({ answerFault }) => answerFault(exchange, { ...exchange.answer, body: jsonBuffer(planted.value) }),
      })),
    );

  const plantedBodies = (): readonly HiddenFault[] =>
    fullest(
      ({ body }) => body,
      ({ operation, body }) => operation.bodyType !== "multipart" && body.length > 0,
    ).flatMap((exchange) =>
      choosePlantedFaults(
        plantSchemaFaults(exchange.operation.body as ContractSchemaPart, parseJsonBody(exchange)),
      ).map((planted) => ({
        ...planted,
        exchange,
        look: async ({ requestFault }) => requestFault?.({ ...exchange, body: jsonBuffer(planted.value) }),
      })),
    );

  /** Largest accepted exchange of each operation. */
  function fullest(
    of: (exchange: RecordedExchange) => Buffer,
    fits: (exchange: RecordedExchange) => boolean,
  ): readonly RecordedExchange[] {
    const found = new Map<string, RecordedExchange>();
    for (const exchange of exchanges) {
      if (exchange.answer.status >= 300 || !fits(exchange)) continue;
      const known = found.get(exchange.operation.id);
      if (!known || of(known).length < of(exchange).length) found.set(exchange.operation.id, exchange);
    }
    return [...found.values()];
  }
});

function sampleExchanges(all: readonly RecordedExchange[]): readonly RecordedExchange[] {
  const counts = new Map<string, number>();
  return all.filter(({ operation, answer }) => {
    const kind = `${operation.id} ${answer.status}`;
    const count = (counts.get(kind) ?? 0) + 1;
    counts.set(kind, count);
    return count <= EXCHANGES_KEPT_PER_STATUS;
  });
}

const jsonBuffer = (value: unknown) => Buffer.from(JSON.stringify(value));

/** The document with null in nullable enums, as it was before, and as other tools accept it. */
function addNullToNullableEnums(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(addNullToNullableEnums);
  if (typeof value !== "object" || value === null) return value;
  const copy = Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, addNullToNullableEnums(inner)]));
  const { allOf, ...rest } = copy as { allOf?: { enum?: readonly unknown[] }[]; nullable?: boolean };
  const listed = rest.nullable ? allOf?.[0]?.enum : undefined;
  return listed ? { ...rest, enum: listed } : copy;
}
