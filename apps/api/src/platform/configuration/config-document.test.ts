import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { renderConfigTable } from "./config";

it("docs/configuration.md describes every configuration variable", () => {
  const document = readFileSync(new URL("../../../../../docs/configuration.md", import.meta.url), "utf8");
  expect(document).toContain(renderConfigTable());
});
