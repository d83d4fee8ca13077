import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hasChromium } from "./browser";
import { type OpenedConsole, openConsole } from "./console-testkit";
import { openDriverPhone, planDriverTour, signInOnPhone } from "./driver/driver-testkit";
import { walkThroughTransports } from "./driver/look/funeral-walk";
import { allLanguagesAndThemes, AppearanceChecker } from "./driver/look/looks";
import { walkThroughBreakdowns } from "./driver/look/roadside-walk";
import { walkThroughSignIn } from "./driver/look/sign-in-walk";

/** Folder for a picture of every screen, given by `LOOK_PICTURES=/some/folder`. */
const picturesFolder = process.env["LOOK_PICTURES"];

interface LayoutBlemish {
  readonly css?: string;
  /** Text that replaces the hint on the screen. */
  readonly text?: string;
  readonly says: RegExp;
}
const layoutBlemishes: Record<string, LayoutBlemish> = {
  "a target of 40 px": { css: ".primary { min-height: 40px; padding: 0 }", says: /by 40: button/ },
  "text in the colour of a state": { css: ".hint { color: var(--state-moving) }", says: /color-contrast/ },
  "letters of 13 px": { css: ".hint { font-size: 13px }", says: /13 px: p\.hint/ },
  "a word that does not fit": {
    css: ".primary { width: 50px; white-space: nowrap }",
    says: /does not fit into button/,
  },
  "a word that is broken": { css: ".hint { width: 60px; overflow-wrap: anywhere }", says: /broken in two/ },
  "a screen that scrolls sideways": { css: ".ask { min-width: 500px }", says: /scrolls sideways/ },
  "a primary that must be scrolled to": { css: ".screen { padding-bottom: 500px }", says: /high: main/ },
  "red work": { css: ".hint { border-left: 1px solid var(--late) }", says: /borderLeftColor/ },
  "a word of the other language": { text: "Please enter", says: /"please" in/ },
  "a key": { text: "sign-in.company_hint", says: /"company_hint" in/ },
  "a constant": { text: "LOCK_VERSION_CONFLICT", says: /"LOCK_VERSION_CONFLICT" in/ },
};

describe.skipIf(!hasChromium)("the screens of the phone (needs /usr/bin/chromium)", () => {
  let product: OpenedConsole;
  beforeAll(async () => {
    product = await openConsole();
  });
  afterAll(() => product.close());

  const look = (page: Page, name: string, isFuneral = false) =>
    AppearanceChecker.on(page, {
      looks: allLanguagesAndThemes,
      isFuneral,
      pictures: picturesFolder && `${picturesFolder}/${name}`,
    });

  it("the screens of the driver app have no layout faults from the first start to the first shift", async () => {
    const phone = await openDriverPhone(product, "bestattung");
    const seen = await look(phone.page, "sign-in", true);
    await walkThroughSignIn({ product, phone, looks: seen });
    expect(seen.faults).toEqual([]);
    await phone.context.close();
  }, 300_000);

  it("the screens of the driver app have no layout faults, and no red, in a shift of funeral transports", async () => {
    const { api: office } = await product.signIn("bestattung", "admin");
    await office.createAddress({ name: "Pathologie Süd", city: "Graz", cold_storage: true, lat: 47.08, lon: 15.47 });
    const phone = await openDriverPhone(product, "bestattung", { place: 1 });
    const { dispatcher, tour } = await planDriverTour(await product.signIn("bestattung"), phone, []);
    const seen = await look(phone.page, "transports", true);
    await signInOnPhone(product, "bestattung", phone);
    await walkThroughTransports({ dispatcher, phone, looks: seen, tour });
    expect(seen.faults).toEqual([]);
    await phone.context.close();
  }, 300_000);

  it("the screens of the driver app have no layout faults in a shift of breakdowns", async () => {
    const position = { latitude: 47.07, longitude: 15.43 };
    const phone = await openDriverPhone(product, "pannenhilfe", { position });
    const { dispatcher, tour } = await planDriverTour(await product.signIn("pannenhilfe"), phone, []);
    const seen = await look(phone.page, "breakdowns");
    await signInOnPhone(product, "pannenhilfe", phone);
    await walkThroughBreakdowns({ dispatcher, phone, looks: seen, tour });
    expect(seen.faults).toEqual([]);
    await phone.context.close();
  }, 300_000);

  it.each(Object.entries(layoutBlemishes))(
    "the test of the driver app's screens detects a fault: %s",
    async (name, { css = "", text, says }) => {
      const { page, context } = await openDriverPhone(product, "bestattung");
      const seen = await AppearanceChecker.on(page, { looks: allLanguagesAndThemes.slice(0, 1), isFuneral: true });
      await page.evaluate(
        ([style, instead]) => {
          const sheet = new CSSStyleSheet();
          sheet.replaceSync(style);
          document.adoptedStyleSheets = [sheet];
          const hint = document.querySelector(".hint");
          if (hint && instead !== undefined) hint.textContent = instead;
        },
        [css, text] as const,
      );
      await seen.at(name);
      expect(seen.faults.join("\n")).toMatch(says);
      await context.close();
    },
  );
});
