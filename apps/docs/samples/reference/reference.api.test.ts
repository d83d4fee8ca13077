import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { operations } from "../../steps/reference";
import { startProduct, type Product } from "../runner/start-product";
import { draftedOperations } from "./drafts";
import { isThere, sampleLanguages } from "./languages";
import { runSamples, SETTINGS } from "./run";
import { openStage, type Stage } from "./stage";
import { tryDefaults } from "./try-defaults";

/** What integrators write most is run whole; of the rest every tenth, because each is a process of its own. */
const WHOLE = ["Shell", "TypeScript client", "JavaScript"];
const tenth = operations.filter((_, index) => index % 10 === 0);

const installed: string[] = [];
for (const language of sampleLanguages) if (await isThere(language)) installed.push(language.label);

describe("samples of the reference", { timeout: 240_000 }, () => {
  let product: Product;
  let stage: Stage;

  beforeAll(async () => {
    product = await startProduct(SETTINGS);
    stage = await openStage(product.url, product.output());
  }, 300_000);
  afterAll(() => product?.stop());

  it.for(sampleLanguages)("are answered as the reference announces: $label", async (language, { skip }) => {
    skip(!installed.includes(language.label), `${language.label} is not installed`);
    const chosen = WHOLE.includes(language.label) ? operations : tenth;
    const outcomes = await runSamples(stage, [language], chosen);
    expect(outcomes).toHaveLength(chosen.length);
    expect(outcomes.filter(({ isAnnounced }) => !isAnnounced)).toEqual([]);
  });

  it('begin what is tried: "Try it" of each operation is answered as it opens, or refused as announced', async () => {
    const tried = await tryDefaults(stage);
    expect(tried).toHaveLength(operations.length);
    expect(tried.filter(({ isAnnounced }) => !isAnnounced)).toEqual([]);
    // The rest wants what the sandbox has none of, or is refused because of what it finds there.
    const done = tried.filter(({ answered }) => answered.startsWith("2"));
    expect(done.length).toBeGreaterThan(0.65 * operations.length);
  });

  it("are run in shell, JavaScript and Python at least", () => {
    expect(installed).toEqual(expect.arrayContaining([...WHOLE, "Python"]));
  });

  it("say nothing of operations that are not there", () => {
    const ids = operations.map(({ id }) => id);
    expect(draftedOperations.filter((id) => !ids.includes(id))).toEqual([]);
  });
});
