import type { Operation } from "@leitstand/contract/operation/operation";
import { allOperations } from "@leitstand/contract/operations";
import { isCommaSeparatedListSchema } from "@leitstand/contract/core/comma-list";
import fc from "fast-check";
import type { CallerKind } from "../authorization/callers";
import {
  prepareRequestOfCaller,
  type RequestOfCaller,
  sendRequestOfCaller,
  tryOperationAsEveryCaller,
  accessMatrixFixtureOf,
} from "../authorization/matrix";
import { type ContractSchemaPart, oneFaultyFieldArbitrary, validValueArbitrary } from "../schema-arbitrary";
import { openApiSession, type TestApi } from "../start-api";
import { type RecordedExchange, startExchangeRecorder } from "./recorder";

const JOURNEY_CALLERS: readonly CallerKind[] = [
  "no_token",
  "user_with",
  "user_without",
  "device_with",
  "driver_on_tour",
  "service_with",
  "other_branch",
];
const PARALLEL_OPERATIONS = 8;

/**
 * Calls every operation with valid and invalid requests, by callers with and without the right; returns the requests
 * and answers.
 */
export async function recordExchanges(api: TestApi, seed: number): Promise<readonly RecordedExchange[]> {
  const recorder = await startExchangeRecorder(api.url);
  const { url, exchanges } = recorder;
  const recorded: TestApi = { ...api, url, bearer: (given) => openApiSession(api.db, url, given) };
  let next = 0;
  const worker = async () => {
    for (let operation = allOperations[next++]; operation; operation = allOperations[next++]) {
      await tryOperationAsEveryCaller(recorded, operation, { kinds: JOURNEY_CALLERS });
      await varyRequest(recorded, operation, seed + next);
    }
  };
  try {
    await Promise.all(Array.from({ length: PARALLEL_OPERATIONS }, worker));
    await sendListQueries(recorded);
  } finally {
    await recorder.stop();
  }
  return exchanges;
}

/** Sends bodies and queries that the contract allows, and ones with a single fault. */
async function varyRequest(api: TestApi, operation: Operation, seed: number) {
  const { body, query, bodyType } = operation;
  const { sample, caller } = await prepareRequestOfCaller(await accessMatrixFixtureOf(api, operation), operation, {
    kind: callerKindFor(operation),
  });
  const vary = (change: Partial<RequestOfCaller["sample"]>) =>
    sendRequestOfCaller(api.url, operation, { sample: { ...sample, ...change }, caller });
  const draw = <T>(arbitrary: fc.Arbitrary<T>): T[] => fc.sample(arbitrary, { seed, numRuns: 2 });
  if (body && bodyType !== "multipart") {
    const bodies = [validValueArbitrary, oneFaultyFieldArbitrary].flatMap((make) =>
      draw(make(body as ContractSchemaPart, noKnownValues)),
    );
    for (const each of bodies) await vary({ body: each as Record<string, unknown> });
  }
  if (operation.auth === "public" && sample.params) {
    await vary({ params: Object.fromEntries(Object.keys(sample.params).map((name) => [name, "unknown"])) });
  }
  if (query) {
    for (const values of draw(validValueArbitrary(query as ContractSchemaPart, noKnownValues)))
      await vary({ query: queryText(operation, values as Record<string, unknown>) });
    await vary({ query: { ...sample.query, tenant_id: "x" } });
  }
}

const noKnownValues = () => [];
const callerKindFor = ({ kinds }: Operation): CallerKind =>
  kinds.includes("USER") ? "user_with" : kinds.includes("DEVICE") ? "device_with" : "service_with";

const queryText = ({ query }: Operation, values: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => {
      if (!Array.isArray(value)) return [[name, String(value)]];
      const schema = query?.properties[name] as object;
      return value.length === 0 ? [] : [[name, isCommaSeparatedListSchema(schema) ? value.join() : String(value[0])]];
    }),
  ) as Record<string, string>;

/** Sends lists in queries as our client writes them: with commas, and repeated. */
async function sendListQueries(api: TestApi) {
  const { admin } = await accessMatrixFixtureOf(api, allOperations.find(({ id }) => id === "getTours") as Operation);
  await admin.getTours({ statuses: ["STARTED", "FINISHED"] });
  await admin.getUsers({ sort: ["lastname,asc", "firstname,desc"] });
}
