import { readFileSync } from "node:fs";
import { afterAll, beforeAll } from "vitest";
import { recordDay } from "../recorded-day/record-day";
import { sampleDrafts } from "../samples";
import { allScenes } from "./all-scenes";
import { normaliseAnswer } from "./normalise";
import { pasteSamples, runSample } from "./run-sample";
import { filesOfSample, listSampleNames, type SampleFile } from "./sample-files";
import { preparedForAll, openScenesStage, type ScenesStage } from "./scenes";
import type { StartedProduct } from "./start-product";
import { productNow } from "./product-clock";

/** Sort key of samples that add a person: others that list people would count that one, so they run first. */
const personSortKey = (sample: string) => Number(sampleDrafts[sample]?.scene === "askedDriver");
const endingSamples = listSampleNames()
  .filter((sample) => sampleDrafts[sample]?.isServer !== true)
  .toSorted((a, b) => personSortKey(a) - personSortKey(b));

/** Files of the samples that end by themselves, in the order in which they are run. */
export const runnableFiles = endingSamples.flatMap((sample) =>
  filesOfSample(sample).map((file) => ({ sample, file, name: file.path.split("/").slice(-2).join("/") })),
);

/** Shell samples of the quick start in the order of the page, each of which goes on where the one before it ended. */
export const quickStartSamples = [
  ...readFileSync(new URL("../../docs/quick_start.md", import.meta.url), "utf8").matchAll(
    /<Sample of=\{samples\} name="([^"]+)"/g,
  ),
]
  .map(([, name]) => `quick-start/${name}`)
  .filter((sample) => filesOfSample(sample).some(({ language }) => language.suffix === "sh"));

/** Starts a product for the samples of a test file, and returns what each sample prints. */
export function startSamples(start: () => Promise<StartedProduct>) {
  let product: StartedProduct;
  const started = {} as { stage: ScenesStage; atMs: number };

  beforeAll(async () => {
    started.atMs = performance.now();
    product = await start();
    started.stage = await openScenesStage(product.url, product.output());
  }, 300_000);
  afterAll(() => product?.stop());

  async function shownBy(sample: string, file: SampleFile): Promise<string> {
    const { scene, after } = sampleDrafts[sample] ?? {};
    const now = productNow();
    const variables = { ...preparedForAll(started.stage), ...(scene && (await allScenes[scene](started.stage))) };
    const source = [sample, ...(after ?? [])].flatMap((name) => filesOfSample(name).map(({ code }) => code)).join("\n");
    return normaliseAnswer(await runSample(file, { variables, ...(after && { after }) }), { variables, source, now });
  }
  /** Answers of a page's shell samples that are pasted one after the other into one shell, by sample. */
  async function shownByPasting(samples: readonly string[]): Promise<Readonly<Record<string, string>>> {
    const now = productNow();
    const files = samples.flatMap((sample) => filesOfSample(sample).filter(({ language }) => language.suffix === "sh"));
    const variables = { ...preparedForAll(started.stage), ...(await allScenes.freeVehicle(started.stage)) };
    const printed = await pasteSamples(files, variables);
    const source = files.map(({ code }) => code).join("\n");
    const shown = printed.map((text) => normaliseAnswer(text, { variables, source, now }));
    return Object.fromEntries(samples.map((sample, index) => [sample, shown[index] ?? ""]));
  }
  /** The recorded day of the home page, as text. */
  async function recordedDay(): Promise<string> {
    const day = await recordDay(started.stage);
    const [first] = day.events;
    return normaliseAnswer(JSON.stringify(day), {
      variables: {},
      source: "",
      now: new Date(first?.at ?? productNow()),
    });
  }
  return { started, shownBy, shownByPasting, recordedDay };
}
