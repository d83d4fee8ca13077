import type { Page } from "playwright-core";

/** Texts of elements that are wider than the window; map and timeline scroll by themselves. */
export const findOverflowingTexts = (page: Page) =>
  page.evaluate(() =>
    document.documentElement.scrollWidth > innerWidth || document.body.scrollWidth > innerWidth
      ? [...document.querySelectorAll("main *")]
          .filter((element) => element.getBoundingClientRect().right > innerWidth + 1)
          .slice(0, 3)
          .map((element) => element.outerHTML.slice(0, 120))
      : [],
  );
