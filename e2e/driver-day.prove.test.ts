import { afterAll, beforeAll, describe, it } from "vitest";
import { hasBrowser } from "./browser";
import { type OpenedConsole, openConsole } from "./console-testkit";
import { aDisabledPhone } from "./driver/scenes/disabled-phone";

/** A phone that is online has forgotten everything so soon after the desk has said so. */
const DISABLED_MS_MAX = 5_000;

describe.skipIf(!hasBrowser)("how soon a phone obeys (needs /usr/bin/chromium)", () => {
  let desk: OpenedConsole;
  beforeAll(async () => {
    desk = await openConsole();
  });
  afterAll(() => desk.close());

  it("forgets everything within five seconds when it is disabled", async () => {
    const phone = await aDisabledPhone(desk);
    await phone.page.getByLabel("Ihre Firma").waitFor({ timeout: DISABLED_MS_MAX });
    await phone.context.close();
  });
});
