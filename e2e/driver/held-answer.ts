import type { Page, Request, Route } from "playwright-core";

/** Answer of the server that a page waits for. */
interface HeldAnswer {
  /** Resolves when the server has given the answer that is held back. */
  readonly isThere: Promise<void>;
  /** Resolves when the page has received it, and has drawn the result. */
  letThrough(): Promise<void>;
}

/**
 * Holds back the first answer to a page from an address that `isMeant` accepts: a page also asks by itself, and gets an
 * answer that the test is not about.
 */
export async function holdBackFirstAnswer(
  page: Page,
  address: RegExp,
  isMeant: (text: string) => boolean = () => true,
): Promise<HeldAnswer> {
  let release = () => {};
  let tellThere = () => {};
  const isReleased = new Promise<void>((resolve) => (release = resolve));
  const isThere = new Promise<void>((resolve) => (tellThere = resolve));
  let held: Request | undefined;
  // The route stays until the answer is let through: with its last route a page releases all held requests.
  const hold = async (route: Route) => {
    if (held) return route.fallback();
    const response = await route.fetch();
    if (held || !isMeant(await response.text())) return route.fulfill({ response });
    held = route.request();
    tellThere();
    await isReleased;
    await route.fulfill({ response });
  };
  await page.route(address, hold);
  return {
    isThere,
    letThrough: async () => {
      await isThere;
      const arrives = page
        .waitForResponse((response) => response.request() === held)
        .then((response) => response.finished());
      release();
      await arrives;
      await page.unroute(address, hold);
      await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
    },
  };
}
