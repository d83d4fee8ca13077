import { describe, expect, it } from "vitest";
import { fillTestTemplate, parserStressTemplates, nestedTemplate } from "./template-testkit";

describe("templates of a company", () => {
  it("filling export templates that multiply lists, with text or without, ends within two seconds", () => {
    const history = Array.from({ length: 1_000 }, () => ({}));
    const began = performance.now();
    for (const body of ["", "x".repeat(1_000)])
      expect(fillTestTemplate(nestedTemplate(5, body), { history })).toBeUndefined();
    expect(performance.now() - began).toBeLessThan(2_000);
  });

  it.each(parserStressTemplates)("every export template is parsed within a second", (content) => {
    const began = performance.now();
    fillTestTemplate(content);
    expect(performance.now() - began).toBeLessThan(1_000);
  });
});
