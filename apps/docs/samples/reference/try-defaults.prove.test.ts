import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startDemonstrationAtCurrentTime } from "../../../api/src/testing/runs/demonstration-of-today";
import { operations } from "../../steps/reference";
import type { StartedProduct } from "../runner/start-product";
import { openOperationSampleRunContext, type OperationSampleRunContext } from "./stage";
import { sendTryItDefaults } from "./try-defaults";

describe('"Try it" of the reference', { timeout: 240_000 }, () => {
  let product: StartedProduct;
  let stage: OperationSampleRunContext;

  beforeAll(async () => {
    product = await startDemonstrationAtCurrentTime({ rateLimitFactor: 1_000 });
    stage = await openOperationSampleRunContext(product.url, product.output());
  }, 300_000);
  afterAll(() => product?.stop());

  it('"Try it" of each operation is answered with its initial values, or refused as announced', async () => {
    const tried = await sendTryItDefaults(stage);
    expect(tried).toHaveLength(operations.length);
    expect(tried.filter(({ isAnnounced }) => !isAnnounced)).toEqual([]);
    // The others need objects that the sandbox does not have, or are refused because of its data.
    const done = tried.filter(({ answered }) => answered.startsWith("2"));
    expect(done.length).toBeGreaterThan(0.65 * operations.length);
  });
});
