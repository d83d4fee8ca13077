import { expect, it } from "vitest";
import { findSimilarPages, type DocPageEntry } from "./nearest-pages";

const aPage = (path: string, title: string): DocPageEntry => ({ path, title, description: "" });
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
])("the not-found page of the documentation suggests for the path %s the page %s", (asked, path) => {
  expect(findSimilarPages(asked, examplePages)[0]?.path).toBe(path);
});

it("the not-found page of the documentation suggests nothing when no page is similar", () => {
  expect(findSimilarPages("/wp-admin/xyz", examplePages)).toEqual([]);
});
