import { afterAll, beforeAll } from "vitest";
import { recordDay } from "../recorded-day/record-day";
import { sampleDrafts } from "../samples";
import { allScenes } from "./all-scenes";
import { normaliseAnswer } from "./normalise";
import { runSample } from "./run-sample";
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
  return { started, shownBy, recordedDay };
}
