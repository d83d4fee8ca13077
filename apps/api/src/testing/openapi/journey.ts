import type { Operation } from "@leitstand/contract/operation/operation";
import { allOperations } from "@leitstand/contract/operations";
import { isCommaSeparatedList } from "@leitstand/contract/core/comma-list";
import fc from "fast-check";
import type { CallerKind } from "../authorization/callers";
import {
  aimRequestAtCaller,
  type AimedRequest,
  sendAimedRequest,
  tryOperation,
  worldOf,
} from "../authorization/matrix";
import { type SchemaPart, oneFieldWrong, validValue } from "../schema-arbitrary";
import { openSession, type TestApi } from "../start-api";
import { type RecordedExchange, startRecorder } from "./recorder";

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
  const recorder = await startRecorder(api.url);
  const { url, exchanges } = recorder;
  const recorded: TestApi = { ...api, url, bearer: (given) => openSession(api.db, url, given) };
  let next = 0;
  const worker = async () => {
    for (let operation = allOperations[next++]; operation; operation = allOperations[next++]) {
      await tryOperation(recorded, operation, { kinds: JOURNEY_CALLERS });
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
  const { sample, caller } = await aimRequestAtCaller(await worldOf(api, operation), operation, {
    kind: callerKindFor(operation),
  });
  const vary = (change: Partial<AimedRequest["sample"]>) =>
    sendAimedRequest(api.url, operation, { sample: { ...sample, ...change }, caller });
  const draw = <T>(arbitrary: fc.Arbitrary<T>): T[] => fc.sample(arbitrary, { seed, numRuns: 2 });
  if (body && bodyType !== "multipart") {
    const bodies = [validValue, oneFieldWrong].flatMap((make) => draw(make(body as SchemaPart, noKnownValues)));
    for (const each of bodies) await vary({ body: each as Record<string, unknown> });
  }
  if (operation.auth === "public" && sample.params) {
    await vary({ params: Object.fromEntries(Object.keys(sample.params).map((name) => [name, "unknown"])) });
  }
  if (query) {
    for (const values of draw(validValue(query as SchemaPart, noKnownValues)))
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
      return value.length === 0 ? [] : [[name, isCommaSeparatedList(schema) ? value.join() : String(value[0])]];
    }),
  ) as Record<string, string>;

/** Sends lists in queries as our client writes them: with commas, and repeated. */
async function sendListQueries(api: TestApi) {
  const { admin } = await worldOf(api, allOperations.find(({ id }) => id === "getTours") as Operation);
  await admin.getTours({ statuses: ["STARTED", "FINISHED"] });
  await admin.getUsers({ sort: ["lastname,asc", "firstname,desc"] });
}
