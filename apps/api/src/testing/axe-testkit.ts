import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "playwright-core";

const axeSource = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

interface AxeGlobal {
  run(where: Document, options: object): Promise<{ violations: readonly AxeViolation[] }>;
}
interface AxeViolation {
  readonly id: string;
  readonly nodes: readonly { readonly html: string }[];
}

/** Accessibility rules that a page breaks, each with the element that breaks it; with `runOnly` some rules alone. */
export async function findAccessibilityViolations(page: Page, runOnly?: readonly string[]): Promise<string[]> {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axeSource);
  const { violations } = await page.evaluate(
    (options) => (globalThis as unknown as { axe: AxeGlobal }).axe.run(document, options),
    // Passed checks and selectors are left out: both take longer than the check itself.
    { resultTypes: ["violations"], selectors: false, ...(runOnly && { runOnly }) },
  );
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 200)}`));
}
