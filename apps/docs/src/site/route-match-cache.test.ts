import { createRequire } from "node:module";
import { expect, it } from "vitest";

// The framework's own copy of the router, not another one in node_modules.
const requireFromFramework = createRequire(createRequire(import.meta.url).resolve("@docusaurus/core/package.json"));
const { matchPath } = requireFromFramework("react-router") as {
  matchPath(path: string, pattern: { path: RegExp }): unknown;
};

/** Whether the router's cache has an entry for a pattern. */
function isMatchCached(pattern: string): boolean {
  let isAsked = false;
  const equal = Object.assign(new RegExp(pattern), {
    exec: () => {
      isAsked = true;
      return null;
    },
  });
  matchPath("/docs/intro", { path: equal });
  return !isAsked;
}

it("the documentation's cache of matched routes holds 10,000 entries", () => {
  const patterns = Array.from({ length: 10_001 }, (_, i) => `^/docs/${i}$`);
  for (const pattern of patterns) matchPath("/docs/intro", { path: new RegExp(pattern) });
  expect(patterns.filter(isMatchCached)).toHaveLength(10_000);
  expect(isMatchCached("^/docs/10000$")).toBe(false);
});
