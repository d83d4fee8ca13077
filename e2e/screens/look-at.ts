import { expect } from "vitest";
import { findAxeFaults } from "../console-testkit";
import { findDifference } from "./pictures";
import type { Language, Scheme, Screen, Stage } from "./screen";
import type { ScreenBrowser, Size } from "./screen-browser";

type Look = `${Size}-${Scheme}-${Language}`;
/** Each language, then each scheme in each size. */
const everyLook: readonly Look[] = [
  "1440-light-de",
  "1920-dark-de",
  "1024-light-de",
  "1440-dark-en",
  "1920-light-en",
  "1024-dark-en",
];
/** German words are the longer ones: they are what breaks a line. What is dark there is dark by the main states' colours. */
const oneLook: readonly Look[] = ["1440-light-de"];

/** What depends on colours alone; the rest is the same in the dark. */
const colorRules = ["color-contrast", "link-in-text-block"];

/** Goes there, and fails where it does not look as it is kept, or stands in somebody's way. */
export async function lookAt(browser: ScreenBrowser, screen: Screen): Promise<void> {
  const looks = screen.isMain ? everyLook : oneLook;
  const differences: (string | undefined)[] = [];
  const faults: unknown[] = [];
  for (const language of ["de", "en"] as const) {
    const own = looks.filter((look) => look.endsWith(language));
    if (!own[0]) continue;
    await browser.show(partsOf(own[0]));
    const stage = await browser.open(screen, language);
    for (const look of own) {
      await browser.show(partsOf(look));
      differences.push(await findDifference(browser, screen, `${screen.name}-${look}`));
    }
    if (language === "de") faults.push(...(await faultsInBothSchemes(browser, stage)));
    await screen.leave?.(stage);
  }
  expect({ differences: differences.filter((one) => one !== undefined), faults }).toEqual({
    differences: [],
    faults: [],
  });
}

async function faultsInBothSchemes(browser: ScreenBrowser, { page }: Stage): Promise<unknown[]> {
  await browser.show({ scheme: "light", size: "1440" });
  const light = await findAxeFaults(page);
  await browser.show({ scheme: "dark", size: "1440" });
  return [...light, ...(await findAxeFaults(page, colorRules))];
}

function partsOf(look: Look) {
  const [size, scheme] = look.split("-") as [Size, Scheme, Language];
  return { size, scheme };
}
