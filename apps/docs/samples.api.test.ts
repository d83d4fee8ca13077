import { existsSync, writeFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { languages } from "./samples/runner/languages";
import { normalise } from "./samples/runner/normalise";
import { isInstalled, runSample } from "./samples/runner/run-sample";
import { answerOf, answerPath, filesOf, listSamples, type SampleFile } from "./samples/runner/sample-files";
import { everyScene, scenes, setStage, type Stage } from "./samples/runner/scenes";
import { type Product, startProduct } from "./samples/runner/start-product";
import { sampleDrafts } from "./samples/samples";

/** Writes what the server answers instead of comparing it. */
const isUpdate = process.env["UPDATE_SAMPLES"] === "1";

/** PHP and Java are asked of nobody who works on the product; where they are, their samples run too. */
const installed: string[] = [];
for (const language of languages) if (await isInstalled(language)) installed.push(language.suffix);

const all = listSamples().flatMap((sample) =>
  filesOf(sample).map((file) => ({ sample, file, name: file.path.split("/").slice(-2).join("/") })),
);

describe("samples of the documentation", { timeout: 60_000 }, () => {
  let product: Product;
  let stage: Stage;
  let startedAt: number;

  beforeAll(async () => {
    startedAt = Date.now();
    product = await startProduct();
    stage = await setStage(product.url, product.output());
  }, 300_000);
  afterAll(() => product?.stop());

  async function shownBy(sample: string, file: SampleFile): Promise<string> {
    const { scene, after } = sampleDrafts[sample] ?? {};
    const now = new Date();
    const variables = { ...everyScene(stage), ...(scene && (await scenes[scene](stage))) };
    const source = [sample, ...(after ?? [])].flatMap((name) => filesOf(name).map(({ code }) => code)).join("\n");
    return normalise(await runSample(file, { variables, ...(after && { after }) }), { variables, source, now });
  }

  it("take a newcomer from `npm start` to a delivered case in less than three of the five minutes", async () => {
    const [file] = filesOf("quick-start/4-deliver");
    const shown = await shownBy("quick-start/4-deliver", file as SampleFile);
    expect(JSON.parse(shown)).toMatchObject({ state: "DELIVERED", finalized: true });
    // The other two are for installing and building, which the first start ever does before.
    expect((Date.now() - startedAt) / 60_000).toBeLessThan(3);
  });

  it.for(all)("answer as their page shows: $name", async ({ sample, file }, { skip }) => {
    skip(!installed.includes(file.language.suffix), `${file.language.label} is not installed`);
    const shown = await shownBy(sample, file);
    const isFirst = filesOf(sample)[0]?.path === file.path;
    if (isUpdate && isFirst) writeFileSync(answerPath(sample), `${shown}\n`);
    expect(existsSync(answerPath(sample)), "recorded with UPDATE_SAMPLES=1").toBe(true);
    expect(shown, "after a wanted change record it again with UPDATE_SAMPLES=1").toBe(answerOf(sample));
  });

  it("are run in shell, JavaScript and Python at least", () => {
    expect(installed).toEqual(expect.arrayContaining(["sh", "mjs", "py"]));
  });

  it("are all there: nothing is described that has no sample", () => {
    expect(Object.keys(sampleDrafts).filter((sample) => !listSamples().includes(sample))).toEqual([]);
  });
});
