import { afterAll, beforeAll } from "vitest";
import { recordDay } from "../recorded-day/record-day";
import { sampleDrafts } from "../samples";
import { allScenes } from "./all-scenes";
import { normalise } from "./normalise";
import { runSample } from "./run-sample";
import { filesOf, listSamples, type SampleFile } from "./sample-files";
import { everyScene, setStage, type Stage } from "./scenes";
import type { Product } from "./start-product";
import { productNow } from "./product-clock";

/** Sort key of samples that add a person: others that list people would count that one, so they run first. */
const addsPerson = (sample: string) => Number(sampleDrafts[sample]?.scene === "askedDriver");
const ending = listSamples()
  .filter((sample) => sampleDrafts[sample]?.isServer !== true)
  .toSorted((a, b) => addsPerson(a) - addsPerson(b));

/** Files of the samples that end by themselves, in the order in which they are run. */
export const runnableFiles = ending.flatMap((sample) =>
  filesOf(sample).map((file) => ({ sample, file, name: file.path.split("/").slice(-2).join("/") })),
);

/** Starts a product for the samples of a test file, and returns what each sample prints. */
export function startSamples(start: () => Promise<Product>) {
  let product: Product;
  const started = {} as { stage: Stage; atMs: number };

  beforeAll(async () => {
    started.atMs = performance.now();
    product = await start();
    started.stage = await setStage(product.url, product.output());
  }, 300_000);
  afterAll(() => product?.stop());

  async function shownBy(sample: string, file: SampleFile): Promise<string> {
    const { scene, after } = sampleDrafts[sample] ?? {};
    const now = productNow();
    const variables = { ...everyScene(started.stage), ...(scene && (await allScenes[scene](started.stage))) };
    const source = [sample, ...(after ?? [])].flatMap((name) => filesOf(name).map(({ code }) => code)).join("\n");
    return normalise(await runSample(file, { variables, ...(after && { after }) }), { variables, source, now });
  }
  /** The recorded day of the home page, as text. */
  async function recordedDay(): Promise<string> {
    const day = await recordDay(started.stage);
    const [first] = day.events;
    return normalise(JSON.stringify(day), { variables: {}, source: "", now: new Date(first?.at ?? productNow()) });
  }
  return { started, shownBy, recordedDay };
}
