import { readFileSync } from "node:fs";
import { caseActions } from "@leitstand/contract/cases/case-transitions";
import { expect, it } from "vitest";

it.each(["de", "en"])("the driver app has a word for the completed action %s", (language) => {
  const file = new URL(`../../messages/${language}/case.json`, import.meta.url);
  const { done } = JSON.parse(readFileSync(file, "utf8")) as { done: Record<string, string> };
  expect(caseActions.filter((action) => !(action in done))).toEqual([]);
});
