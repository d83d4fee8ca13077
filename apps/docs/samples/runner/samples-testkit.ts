import { readFileSync } from "node:fs";
import { afterAll, beforeAll } from "vitest";
import { recordDemonstrationDay } from "../recorded-day/record-day";
import { requirementsBySample } from "../samples";
import { allSampleScenes } from "./all-scenes";
import { normaliseSampleOutput } from "./normalise";
import { runSamplesInOneShell, runSample } from "./run-sample";
import { filesOfSample, listSampleNames, type SampleFile } from "./sample-files";
import { commonSampleVariables, openSampleSceneContext, type SampleSceneContext, type SampleVariables } from "./scenes";
import type { StartedProduct } from "./start-product";
import { productNow } from "./product-clock";

const runOrderKey = (sample: string) => Number(requirementsBySample[sample]?.runsLast === true);
const endingSamples = listSampleNames()
  .filter((sample) => requirementsBySample[sample]?.isServer !== true)
  .toSorted((a, b) => runOrderKey(a) - runOrderKey(b));

/** Files of the samples that end by themselves, in the order in which they are run. */
export const selfEndingSampleFiles = endingSamples.flatMap((sample) =>
  filesOfSample(sample).map((file) => ({ sample, file, name: file.path.split("/").slice(-2).join("/") })),
);

/** Shell samples of the quick start in the order of the page, each of which goes on where the one before it ended. */
export const quickStartSampleNames = [
  ...readFileSync(new URL("../../docs/quick_start.md", import.meta.url), "utf8").matchAll(
    /<Sample of=\{samples\} name="([^"]+)"/g,
  ),
]
  .map(([, name]) => `quick-start/${name}`)
  .filter((sample) => filesOfSample(sample).some(({ language }) => language.suffix === "sh"));

/** Starts a product for the samples of a test file, and returns what each sample prints. */
export function startProductForSamples(start: () => Promise<StartedProduct>) {
  let product: StartedProduct;
  const started = {} as { stage: SampleSceneContext; atMs: number };

  beforeAll(async () => {
    started.atMs = performance.now();
    product = await start();
    started.stage = await openSampleSceneContext(product.url, product.output());
  }, 300_000);
  afterAll(() => product?.stop());

  /** Output of a sample that is run after those it needs, or else after the given others. */
  async function shownBy(sample: string, file: SampleFile, others?: readonly string[]): Promise<string> {
    const { scene, after = others } = requirementsBySample[sample] ?? {};
    const now = productNow();
    const common = commonSampleVariables(started.stage);
    const variables = { ...common, ...(scene && (await allSampleScenes[scene](started.stage, common))) };
    const source = [sample, ...(after ?? [])].flatMap((name) => filesOfSample(name).map(({ code }) => code)).join("\n");
    return normaliseSampleOutput(await runSample(file, { variables, ...(after && { after }) }), {
      variables,
      source,
      now,
    });
  }
  /** Answers of a page's shell samples that are pasted one after the other into one shell, by sample. */
  async function shownByPasting(samples: readonly string[]): Promise<Readonly<Record<string, string>>> {
    const now = productNow();
    const files = samples.flatMap((sample) => filesOfSample(sample).filter(({ language }) => language.suffix === "sh"));
    const variables = {
      ...commonSampleVariables(started.stage),
      ...(await allSampleScenes.freeVehicle(started.stage)),
    };
    const printed = await runSamplesInOneShell(files, variables);
    const source = files.map(({ code }) => code).join("\n");
    const shown = printed.map((text) => normaliseSampleOutput(text, { variables, source, now }));
    return Object.fromEntries(samples.map((sample, index) => [sample, shown[index] ?? ""]));
  }
  /** Variables of the introduction that a scene gives another value, as `<scene>: <variable>`. */
  async function variablesRedefinedByScenes(): Promise<readonly string[]> {
    const redefined: string[] = [];
    for (const [name, play] of Object.entries(allSampleScenes)) {
      const common = commonSampleVariables(started.stage);
      const given: SampleVariables = await play(started.stage, common);
      const changed = Object.keys(given).filter((key) => key in common && given[key] !== common[key]);
      redefined.push(...changed.map((key) => `${name}: ${key}`));
    }
    return redefined;
  }
  /** The recorded day of the home page, as text. */
  async function recordedDay(): Promise<string> {
    const day = await recordDemonstrationDay(started.stage);
    const [first] = day.events;
    return normaliseSampleOutput(JSON.stringify(day), {
      variables: {},
      source: "",
      now: new Date(first?.at ?? productNow()),
    });
  }
  return { started, shownBy, shownByPasting, variablesRedefinedByScenes, recordedDay };
}
