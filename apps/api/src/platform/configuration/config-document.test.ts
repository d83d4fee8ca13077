import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { describeConfig } from "./config";

it("describes every configuration variable in docs/configuration.md", () => {
  const document = readFileSync(new URL("../../../../../docs/configuration.md", import.meta.url), "utf8");
  expect(document).toContain(describeConfig());
});
