import { expect, it } from "vitest";
import { nearestPages, type PageEntry } from "./nearest-pages";

const aPage = (path: string, title: string): PageEntry => ({ path, title, description: "" });
const examplePages = [
  aPage("/docs/intro", "Introduction"),
  aPage("/docs/api/authentication", "Authentication"),
  aPage("/docs/api/rate_limiting", "Rate limiting"),
  aPage("/docs/api/errors/error-types", "Error types"),
];

it.each([
  ["/docs/api/authentification", "/docs/api/authentication"],
  ["/docs/authentication.html", "/docs/api/authentication"],
  ["/ratelimit", "/docs/api/rate_limiting"],
  ["/docs/errors/types", "/docs/api/errors/error-types"],
  ["/introduction", "/docs/intro"],
])("the nearest page leads from %s to %s", (asked, path) => {
  expect(nearestPages(asked, examplePages)[0]?.path).toBe(path);
});

it("the nearest pages are none when no page is similar", () => {
  expect(nearestPages("/wp-admin/xyz", examplePages)).toEqual([]);
});
