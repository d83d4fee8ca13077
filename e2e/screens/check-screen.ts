import { expect } from "vitest";
import { findScreenshotDifference } from "./pictures";
import type { Language, ColorScheme, ScreenScenario, ScreenScenarioContext } from "./screen";
import type { ScreenBrowser, ScreenSize } from "./screen-browser";
import { findAccessibilityViolations } from "../../apps/api/src/testing/axe-testkit";

type ScreenVariant = `${ScreenSize}-${ColorScheme}-${Language}`;
/** Variants of a main screen: each language, then each scheme in each size. */
const mainScreenVariants: readonly ScreenVariant[] = [
  "1440-light-de",
  "1920-dark-de",
  "1024-light-de",
  "1440-dark-en",
  "1920-light-en",
  "1024-dark-en",
];
/**
 * Variant of all other screens, in German, whose words are longer and break lines first. Their dark colours are covered
 * by the main screens.
 */
const otherScreenVariants: readonly ScreenVariant[] = ["1440-light-de"];

/** Rules of axe that depend on colours; others need no second run in the dark. */
const colorRules = ["color-contrast", "link-in-text-block"];

/** Opens a screen, and fails when it differs from its picture or has layout or accessibility faults. */
export async function checkScreen(browser: ScreenBrowser, screen: ScreenScenario): Promise<void> {
  const looks = screen.isMain ? mainScreenVariants : otherScreenVariants;
  const differences: (string | undefined)[] = [];
  const faults: unknown[] = [];
  for (const language of ["de", "en"] as const) {
    const own = looks.filter((look) => look.endsWith(language));
    if (!own[0]) continue;
    await browser.show(variantParts(own[0]));
    const stage = await browser.open(screen, language);
    for (const look of own) {
      await browser.show(variantParts(look));
      differences.push(await findScreenshotDifference(browser, screen, `${screen.name}-${look}`));
    }
    if (language === "de") faults.push(...(await axeFaultsInBothSchemes(browser, stage)));
    await screen.leave?.(stage);
  }
  expect({ differences: differences.filter((one) => one !== undefined), faults }).toEqual({
    differences: [],
    faults: [],
  });
}

async function axeFaultsInBothSchemes(browser: ScreenBrowser, { page }: ScreenScenarioContext): Promise<unknown[]> {
  await browser.show({ scheme: "light", size: "1440" });
  const light = await findAccessibilityViolations(page);
  await browser.show({ scheme: "dark", size: "1440" });
  return [...light, ...(await findAccessibilityViolations(page, colorRules))];
}

function variantParts(look: ScreenVariant) {
  const [size, scheme] = look.split("-") as [ScreenSize, ColorScheme, Language];
  return { size, scheme };
}
