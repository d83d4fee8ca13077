import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { describeConfig } from "./config";

it("describes every variable in the README", () => {
  const readme = readFileSync(new URL("../../../../../README.md", import.meta.url), "utf8");
  expect(readme).toContain(describeConfig());
});
