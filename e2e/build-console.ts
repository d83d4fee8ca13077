import { buildDocsInChildProcess, buildProduct } from "../tools/build.mjs";

/**
 * Builds the console as it is delivered, for journeys. The documentation is built in parallel with the first tests;
 * docs-testkit.ts waits for it.
 */
export default async function buildConsoleBeforeTests() {
  await buildProduct();
  const docs = buildDocsInChildProcess();
  return () => docs?.end();
}
