import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startDemonstrationAtCurrentTime } from "../../../api/src/testing/runs/demonstration-of-today";
import { operations } from "../../steps/reference";
import type { StartedProduct } from "../runner/start-product";
import { sampleLanguages } from "./languages";
import { runSamples } from "./run";
import { openOperationSampleRunContext, type OperationSampleRunContext } from "./stage";

/** Samples in the other languages are run by `npm run docs:samples`. */
describe("samples of the reference", { timeout: 240_000 }, () => {
  let product: StartedProduct;
  let stage: OperationSampleRunContext;

  beforeAll(async () => {
    product = await startDemonstrationAtCurrentTime({ rateLimitFactor: 1_000 });
    stage = await openOperationSampleRunContext(product.url, product.output());
  }, 300_000);
  afterAll(() => product?.stop());

  it("the samples of the reference in JavaScript get the announced answers", async () => {
    const outcomes = await runSamples(
      stage,
      sampleLanguages.filter(({ label }) => label === "JavaScript"),
    );
    expect(outcomes).toHaveLength(operations.length);
    expect(outcomes.filter(({ isAnnounced }) => !isAnnounced)).toEqual([]);
  });
});
