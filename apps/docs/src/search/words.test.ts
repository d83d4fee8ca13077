import { expect, it } from "vitest";
import { withoutBaseUrl } from "./words";

it.each([
  ["POST /api/v1/cases", "POST /cases"],
  ["/api/v1/cases/{id}", "/cases/{id}"],
  ["https://api.example.com/api/v1/tours", "/tours"],
  ["http://localhost:8080/API/v1/tours", "/tours"],
  ["https://example.com/leitstand/api/v1/tours", "/tours"],
  ["/api/v1", "/api/v1"],
  ["rate limit", "rate limit"],
])("the documentation's search looks for the path in %s", (query, wanted) => {
  expect(withoutBaseUrl(query)).toBe(wanted);
});
