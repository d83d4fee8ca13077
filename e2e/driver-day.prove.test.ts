import { afterAll, beforeAll, describe, it } from "vitest";
import { hasChromium } from "./browser";
import { type OpenedConsole, openConsole } from "./console-testkit";
import { createDisabledPhone } from "./driver/scenes/disabled-phone";

/** Longest time until an online phone has deleted everything after the dispatcher has disabled it. */
const DISABLED_MS_MAX = 5_000;

describe.skipIf(!hasChromium)("how soon a phone obeys (needs /usr/bin/chromium)", () => {
  let product: OpenedConsole;
  beforeAll(async () => {
    product = await openConsole();
  });
  afterAll(() => product.close());

  it("a phone deletes all of its data within five seconds when it is disabled", async () => {
    const phone = await createDisabledPhone(product);
    await phone.page.getByLabel("Ihre Firma").waitFor({ timeout: DISABLED_MS_MAX });
    await phone.context.close();
  });
});
