import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { acceptsIdempotencyKey, type Operation } from "@leitstand/contract/operation/operation";
import { allOperations } from "@leitstand/contract/operations";
import type { TObject, TSchemaOptions } from "typebox";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { sql, toJsonParameter } from "#platform/database/sql";
import { sortFieldsDeeply } from "#platform/sorted";
import { expandRowToExpectedOutcomes, parseReviewedAccessTable } from "./testing/authorization/expected-table";
import { type CallerKind, callerKinds } from "./testing/authorization/callers";
import {
  prepareRequestOfCaller,
  type ReceivedAnswer,
  outcomeOfAnswer,
  sendRequestOfCaller,
  type RequestOfCaller,
  accessMatrixFixtureOf,
} from "./testing/authorization/matrix";
import { startBlockedWork } from "./testing/races/blocked-work";
import { startApi } from "./testing/start-api";

const reviewedRows = parseReviewedAccessTable(
  readFileSync(new URL("./authorization.expected.csv", import.meta.url), "utf8"),
);
const expectedOutcomes = new Map(reviewedRows.map((row) => [row.operation, expandRowToExpectedOutcomes(row, 200)]));
const PARALLEL_OPERATIONS = 6;

/** Operations for which openapi.yaml offers the header. */
function operationsWithKeyHeader(): readonly Operation[] {
  const text = readFileSync(new URL("../../../openapi.yaml", import.meta.url), "utf8");
  type Description = { operationId?: string; parameters?: { $ref?: string }[] };
  const { paths } = parse(text) as { paths: Record<string, Record<string, Description>> };
  const described = Object.values(paths).flatMap((item) => Object.values(item));
  const ids = described
    .filter(({ parameters }) => parameters?.some(({ $ref }) => $ref?.endsWith("/IdempotencyKey")))
    .map(({ operationId }) => operationId);
  return allOperations.filter(({ id }) => ids.includes(id));
}

/** First kind of caller that the operation serves. */
const servedCaller = ({ id }: Operation): CallerKind =>
  callerKinds.find((kind) => expectedOutcomes.get(id)?.get(kind)?.startsWith("2")) ?? "user_with";

describe("repetition of a request under its Idempotency-Key", () => {
  const api = startApi();

  const under = (key: string, { sample, caller }: RequestOfCaller): RequestOfCaller => ({
    sample,
    caller: { ...caller, headers: { ...caller.headers, "idempotency-key": key } },
  });

  /** Refusal of a repetition where the first request has ended the session that sent it. */
  const endsItsSession: ReadonlySet<string> = new Set(["signOut", "changeOwnPassword"]);
  const ENDED = "401 AUTH_TOKEN_REVOKED";
  const RUNNING = "409 IDEMPOTENCY_REQUEST_IN_PROGRESS";

  /** Sends a request twice at once and a third time later, and returns the fault of the answers. */
  async function findFault(operation: Operation): Promise<string | undefined> {
    const sending = await prepareRequestOfCaller(await accessMatrixFixtureOf(api, operation), operation, {
      kind: servedCaller(operation),
    });
    const ask = (key: string): Promise<ReceivedAnswer> => sendRequestOfCaller(api.url, operation, under(key, sending));
    const malformed = outcomeOfAnswer(await ask('"'));
    if (malformed !== "400 IDEMPOTENCY_KEY_INVALID") return `${malformed} to a malformed key`;
    const key = `"${randomUUID()}"`;
    const both = await Promise.all([ask(key), ask(key)]);
    const isAccepted = (answer: ReceivedAnswer) =>
      endsItsSession.has(operation.id) && outcomeOfAnswer(answer) === ENDED;
    const counted = both.filter((answer) => !isAccepted(answer) && outcomeOfAnswer(answer) !== RUNNING);
    const later = await ask(key);
    const answers = new Set([...counted, ...(isAccepted(later) ? [] : [later])].map(comparable));
    const outcomes = [...both, later].map((answer) => outcomeOfAnswer(answer)).join(", ");
    return answers.size === 1 && outcomes.includes(String(operation.success)) ? undefined : outcomes;
  }

  /**
   * Answer with its fields in sorted order: an answer that is read again for a caller with fewer rights has another
   * order.
   */
  const comparable = ({ status, text }: ReceivedAnswer) =>
    `${status} ${text && JSON.stringify(sortFieldsDeeply(JSON.parse(text)))}`;

  it("openapi.yaml offers the Idempotency-Key for the operations whose contract accepts it", () => {
    const ids = (operations: readonly Operation[]) => operations.map(({ id }) => id).toSorted();
    expect(ids(operationsWithKeyHeader())).toEqual(ids(allOperations.filter(acceptsIdempotencyKey)));
    expect(operationsWithKeyHeader().length).toBeGreaterThan(100);
  });

  it("an operation whose answer shows something only once stores that answer encrypted for repetitions", () => {
    const tellsOnce = ({ answer }: Operation) =>
      Object.values((answer as TObject | undefined)?.properties ?? {}).some((field) =>
        /shown (this once|only in this answer)/.test((field as TSchemaOptions).description ?? ""),
      );
    const ids = (operations: readonly Operation[]) => operations.map(({ id }) => id).toSorted();
    const secret = operationsWithKeyHeader().filter(tellsOnce);
    expect(ids(secret)).toEqual(ids(allOperations.filter(({ showsSecret }) => showsSecret)));
    expect(secret.length).toBeGreaterThan(3);
  });

  it("a request gets the answer of the same one even if that was given between the look for it and the work", async () => {
    const office = await api.signIn("createVehicleType", "getVehicleTypes");
    const { tenant } = office.session;
    const draft = { name: "Überführungswagen", short_key: "UE" };
    const call = { idempotencyKey: "the same" };
    const first = await office.createVehicleType(draft, call);
    // As if the first request had not been committed when the second one looked for its answer.
    const { outcome } = await api.db.transaction(tenant.id, async (tx) => {
      const { answer, type } = await api.db.system.one<{ answer: unknown; type: unknown }>(sql`
        with record as (delete from idempotency_records where tenant_id = ${tenant.id} returning *),
        gone as (delete from vehicle_types where tenant_id = ${tenant.id} and id = ${first.id} returning *)
        select (select to_jsonb(record) from record) as answer, (select to_jsonb(gone) from gone) as type`);
      await tx.run(
        sql`insert into vehicle_types select * from jsonb_populate_record(null::vehicle_types, ${toJsonParameter(type)}::jsonb)`,
      );
      const blocked = await startBlockedWork({ tx, db: api.db.system }, () => office.createVehicleType(draft, call));
      await tx.run(
        sql`insert into idempotency_records select * from jsonb_populate_record(null::idempotency_records, ${toJsonParameter(answer)}::jsonb)`,
      );
      return blocked;
    });
    expect(await outcome).toEqual(first);
    expect(await office.getVehicleTypes()).toHaveLength(1);
  });

  it("every operation that offers the Idempotency-Key reads it, and answers a repetition like the first request", {
    timeout: 300_000,
  }, async () => {
    const waiting = [...operationsWithKeyHeader()];
    const faults: string[] = [];
    const worker = async () => {
      for (let operation = waiting.pop(); operation; operation = waiting.pop()) {
        const fault = await findFault(operation).catch((error: unknown) => `broken: ${String(error)}`);
        if (fault !== undefined) faults.push(`${operation.id}: ${fault}`);
      }
    };
    await Promise.all(Array.from({ length: PARALLEL_OPERATIONS }, worker));
    expect(faults.toSorted()).toEqual([]);
  });
});
