import { createRequire } from "node:module";
import { expect, it } from "vitest";

// The router that the site's framework brings, not one beside it.
const frameworks = createRequire(createRequire(import.meta.url).resolve("@docusaurus/core/package.json"));
const { matchPath } = frameworks("react-router") as { matchPath(path: string, pattern: { path: RegExp }): unknown };

/** What the router has cached for a pattern answers in place of an equal one that comes later. */
function isCached(pattern: string): boolean {
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

it("the route-match cache holds 10,000 entries", () => {
  const patterns = Array.from({ length: 10_001 }, (_, i) => `^/docs/${i}$`);
  for (const pattern of patterns) matchPath("/docs/intro", { path: new RegExp(pattern) });
  expect(patterns.filter(isCached)).toHaveLength(10_000);
  expect(isCached("^/docs/10000$")).toBe(false);
});
