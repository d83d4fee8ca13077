/**
 * `npm run docs:samples [language ...]`: runs every sample of the reference in every installed language against a
 * demonstration of its own, and prints a table of the answers.
 */
import { PRODUCT_START_ARGUMENTS, startProduct } from "../runner/start-product";
import { isLanguageInstalled, sampleLanguages } from "./languages";
import { type SampleOutcome, runSamples, SAMPLE_RUN_PRODUCT_SETTINGS } from "./run";
import { openOperationSampleRunContext } from "./stage";

/** Languages without which the run proves nothing, because integrators use them most. */
const requiredLanguages = new Set(["Shell", "TypeScript client", "JavaScript", "Python"]);

async function runReferenceSamples() {
  const asked = process.argv.slice(2).map((name) => name.toLowerCase());
  const there = await Promise.all(sampleLanguages.map(isLanguageInstalled));
  const languages = sampleLanguages.filter(
    ({ label }, index) => there[index] && (asked.length === 0 || asked.includes(label.toLowerCase())),
  );
  const missing = sampleLanguages.filter((_, index) => !there[index]).map(({ label }) => label);
  const product = await startProduct(PRODUCT_START_ARGUMENTS, SAMPLE_RUN_PRODUCT_SETTINGS);
  try {
    const outcomes = await runSamples(await openOperationSampleRunContext(product.url, product.output()), languages);
    printOutcomes(
      outcomes,
      languages.map(({ label }) => label),
    );
    if (missing.length > 0) console.log(`Not installed here: ${missing.join(", ")}`);
    const isWhole = asked.length > 0 || !missing.some((label) => requiredLanguages.has(label));
    process.exitCode = isWhole && outcomes.every(({ isAnnounced }) => isAnnounced) ? 0 : 1;
  } finally {
    await product.stop();
  }
}

function printOutcomes(outcomes: readonly SampleOutcome[], labels: readonly string[]) {
  const cell = (text: string) => text.padEnd(18);
  console.log(["Operation".padEnd(42), ...labels.map(cell)].join(""));
  for (const operation of new Set(outcomes.map((outcome) => outcome.operation))) {
    const row = labels.map((label) => {
      const outcome = outcomes.find((each) => each.operation === operation && each.language === label);
      return cell(outcome === undefined ? "" : outcome.isAnnounced ? outcome.answered : "wrong");
    });
    console.log([operation.padEnd(42), ...row].join(""));
  }
  const wrong = outcomes.filter(({ isAnnounced }) => !isAnnounced);
  for (const { operation, language, answered } of wrong) console.log(`\n${operation} in ${language}: ${answered}`);
  console.log(`\n${outcomes.length} run, ${outcomes.length - wrong.length} as announced, ${wrong.length} wrong`);
}

void runReferenceSamples();
