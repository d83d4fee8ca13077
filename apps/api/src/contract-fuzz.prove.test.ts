import { seedFromEnvironmentOrDrawn } from "@leitstand/scenario/seed-testkit";
import { describe, expect, it } from "vitest";
import { fuzzRequestKinds } from "./testing/fuzz/fuzz-request";
import {
  sendFuzzRequestWithTimeout,
  type SentFuzzRequest,
  ApiFuzzer,
  describeFuzzRequest,
} from "./testing/fuzz/fuzzer";
import { startApi } from "./testing/start-api";

const SEED = seedFromEnvironmentOrDrawn(import.meta.url);
const PARALLEL_REQUESTS = 12;
const REQUESTS_MIN = 10_000;
const ANSWER_MS_MAX = 1_000;
/** Milliseconds that a caller lets the search for a plan take. */
const SOLVER_SEARCH_MS_MAX = 5_000;
const answerLimitMs = (operation: string) => ANSWER_MS_MAX + (operation === "solveRouting" ? SOLVER_SEARCH_MS_MAX : 0);

describe(`every operation under fire (seed ${SEED})`, () => {
  const api = startApi();

  it(`the API answers ${REQUESTS_MIN} random valid and invalid requests as the contract says, each within a second`, {
    timeout: 900_000,
  }, async () => {
    let count = 0;
    const slow: SentFuzzRequest[] = [];
    const note = (fired: SentFuzzRequest) => {
      count++;
      if (fired.ms > answerLimitMs(fired.operation)) slow.push(fired);
    };
    const fuzzers = await Promise.all(
      Array.from({ length: PARALLEL_REQUESTS }, (_, gun) => ApiFuzzer.open(api, SEED + gun)),
    );
    await Promise.all(fuzzers.map((fuzzer) => fuzzer.run(fuzzRequestKinds, note)));
    const faults = fuzzers.flatMap((fuzzer) => fuzzer.faults);
    for (const one of slow)
      if (await isSlowAgain(one))
        faults.push(`slow: ${one.operation} (seed ${one.seed}) ${describeFuzzRequest(one.request)}`);
    expect(faults.slice(0, 20)).toEqual([]);
    expect(count).toBeGreaterThanOrEqual(REQUESTS_MIN);
    const sum = (of: "valid" | "accepted") => fuzzers.reduce((all, { outcomes }) => all + outcomes[of], 0);
    expect(sum("accepted") / sum("valid")).toBeGreaterThan(0.4);
  });

  /** Whether the product was slow and not the machine: the same request, sent alone, is slow again. */
  async function isSlowAgain({ operation, request }: SentFuzzRequest): Promise<boolean> {
    for (let attempt = 0; attempt < 3; attempt++)
      if ((await sendFuzzRequestWithTimeout(api.url, request)).ms <= answerLimitMs(operation)) return false;
    return true;
  }
});
