import type { Page, Response } from "playwright-core";
import { bundleAppPartPage } from "../planted-page";
import type { LayoutFaultFinder } from "./look-page";
import { findForeignWords, type Language, textLeavesOf } from "./words";
import { findAccessibilityViolations } from "../../../apps/api/src/testing/axe-testkit";

export interface LanguageAndTheme {
  readonly language: Language;
  readonly theme: "dark" | "sun";
}
export const allLanguagesAndThemes: readonly LanguageAndTheme[] = [
  { language: "de", theme: "dark" },
  { language: "en", theme: "sun" },
  { language: "de", theme: "sun" },
  { language: "en", theme: "dark" },
];
const firstLook = { language: "de", theme: "dark" } as const satisfies LanguageAndTheme;

const usualViewport = { width: 390, height: 844 };
const narrowestViewport = { width: 320, height: 640 };
const viewportSizes = [narrowestViewport, { width: 360, height: 640 }, { width: 768, height: 1024 }, usualViewport];
/**
 * Sizes of letters by theme, in percent. The letters of the sun theme are wider: if they fit, those of the dark theme
 * do, too.
 */
const letterPercentsByTheme = { dark: [100], sun: [100, 200] } as const;

interface LookOptions {
  readonly looks?: readonly LanguageAndTheme[];
  /** Whether the shift is one of transports, which must show no red. */
  readonly isFuneral?: boolean;
  /**
   * Folder for pictures of every screen, in English also on the narrowest phone and in letters of twice the size; none
   * are taken by default.
   */
  readonly pictures?: string | undefined;
}

/** Checks each screen that a phone comes to: in each language and theme, size of the phone and size of the letters. */
export class AppearanceChecker {
  readonly faults: string[] = [];
  /** Texts that people have written, and that the app only shows. */
  private readonly data = new Set<string>();
  private count = 0;

  private constructor(
    readonly page: Page,
    private readonly of: {
      /** Another window of the same phone, in which the test changes settings of the app. */
      readonly settings: Page;
      /** Script that checks the page, run within it. */
      readonly script: string;
    },
    private readonly options: LookOptions,
  ) {
    page.on("response", (response) => void this.learn(response));
  }

  static async on(page: Page, options: LookOptions = {}): Promise<AppearanceChecker> {
    const settings = await page.context().newPage();
    await settings.goto(new URL("/driver/icon.svg", page.url()).href);
    await page.bringToFront();
    const script = await bundleAppPartPage({ entry: "look/look-page.ts", folder: "shared" });
    const looks = new AppearanceChecker(page, { settings, script }, options);
    // Loads both languages before the phone loses its network.
    for (const look of allLanguagesAndThemes) await looks.show(look);
    await looks.show(firstLook);
    return looks;
  }

  /** Collects texts of people from the API's answers; constants are no names. */
  private async learn(response: Response) {
    if (!response.url().includes("/api/v1/")) return;
    const told: unknown = await response.json().catch(() => null);
    for (const text of textLeavesOf(told)) if (/^\p{Lu}.*\p{Ll}|\s/u.test(text)) this.data.add(text);
  }

  /** Checks the current screen, and reports its faults under the given name. */
  async at(name: string) {
    this.count++;
    // Waits until parts that are loaded on first use are there.
    await this.page.locator("main, dialog[open]").first().waitFor();
    const themes = new Set<string>();
    for (const look of this.options.looks ?? allLanguagesAndThemes) {
      await this.show(look);
      const label = `${name} ${look.language} ${look.theme}`;
      this.add(label, await this.seen(look));
      // The accessibility rules of axe find the same in every language.
      if (!themes.has(look.theme)) this.add(label, await findAccessibilityViolations(this.page));
      themes.add(look.theme);
      for (const size of viewportSizes)
        this.add(`${label} ${size.width}x${size.height}`, await this.fits(size, look, name));
      await this.picture(name, look);
    }
    await this.show(firstLook);
  }

  private add(label: string, faults: readonly string[]) {
    this.faults.push(...new Set(faults.map((fault) => `${label}: ${fault}`)));
  }

  private async seen({ language }: LanguageAndTheme): Promise<string[]> {
    await this.prepare();
    const { texts, reds } = await this.page.evaluate(() => {
      const { lookPage } = window as unknown as { lookPage: LayoutFaultFinder };
      return { texts: lookPage.texts(), reds: lookPage.reds() };
    });
    const foreign = findForeignWords(texts, language, [...this.data]);
    return [...foreign, ...(this.options.isFuneral ? reds : [])];
  }

  private async fits(size: (typeof viewportSizes)[number], look: LanguageAndTheme, name: string): Promise<string[]> {
    const faults: string[] = [];
    await this.page.setViewportSize(size);
    for (const letters of letterPercentsByTheme[look.theme]) {
      const found = await this.page.evaluate((percent) => {
        document.documentElement.style.fontSize = `${percent}%`;
        return (window as unknown as { lookPage: LayoutFaultFinder }).lookPage.faults({ isPlain: percent === 100 });
      }, letters);
      faults.push(...found.map((fault) => (letters === 100 ? fault : `${letters} %: ${fault}`)));
      if (size === narrowestViewport && look.language === "en")
        await this.picture(`${name}-${size.width}px-${letters}`, look);
    }
    await this.page.evaluate(() => document.documentElement.style.removeProperty("font-size"));
    return faults;
  }

  /** Installs the script again, which a reload has removed. */
  private async prepare() {
    if (!(await this.page.evaluate(() => "lookPage" in window))) await this.page.evaluate(`{${this.of.script}}`);
  }

  private async picture(name: string, { language, theme }: LanguageAndTheme) {
    if (this.options.pictures === undefined) return;
    const file = `${String(this.count).padStart(2, "0")}-${name}-${language}-${theme}.png`;
    await this.page.screenshot({ path: `${this.options.pictures}/${file}` });
  }

  private async show({ language, theme }: LanguageAndTheme) {
    await this.of.settings.evaluate(
      (chosen) => {
        for (const [key, value] of Object.entries(chosen)) localStorage.setItem(`leitstand-driver.${key}`, value);
      },
      { language, theme },
    );
    await this.page.waitForFunction(
      (chosen) =>
        document.documentElement.lang === chosen.language && document.documentElement.dataset["theme"] === chosen.theme,
      { language, theme },
    );
  }
}
