import { buildDocsBeside, buildProduct } from "../tools/build.mjs";

/**
 * Journeys look at the console as it is delivered, not as a development server would show it. The documentation is built beside the
 * tests that come before those which look at it; docs-testkit.ts waits for it.
 */
export default async function build() {
  await buildProduct();
  const docs = buildDocsBeside();
  return () => docs?.end();
}
