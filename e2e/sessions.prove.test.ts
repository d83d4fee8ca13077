import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hasChromium } from "./browser";
import { type OpenedConsole, openConsole } from "./console-testkit";
import { originsVisitedBySignIn } from "./signed-in-to";

describe.skipIf(!hasChromium)("sessions of the console, by every kind of link (needs /usr/bin/chromium)", () => {
  let product: OpenedConsole;
  beforeAll(async () => {
    product = await openConsole();
  });
  afterAll(() => product.close());

  it.each([
    "//elsewhere.example",
    "/%5Celsewhere.example",
    "/\t/elsewhere.example",
    "javascript:document.title='elsewhere'",
  ])("signing in by any kind of link never leads to another site, not even to %j", async (to) => {
    expect(await originsVisitedBySignIn(product, to)).toEqual([product.url]);
  });
});
