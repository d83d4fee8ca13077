import type { Page, Request, Route } from "playwright-core";

/** Answer of the server that a page waits for. */
interface HeldAnswer {
  /** Resolves when the server has given the answer that is held back. */
  readonly isThere: Promise<void>;
  /** Resolves when the page has received it, and has drawn the result. */
  letThrough(): Promise<void>;
}

/** Holds back the answer to a page's next request to an address. */
export async function holdAnswer(page: Page, address: RegExp): Promise<HeldAnswer> {
  let release = () => {};
  let tellThere = () => {};
  const isReleased = new Promise<void>((resolve) => (release = resolve));
  const isThere = new Promise<void>((resolve) => (tellThere = resolve));
  let held: Request | undefined;
  // The route stays until the answer is let through: with its last route a page releases all held requests.
  const hold = async (route: Route) => {
    if (held) return route.fallback();
    held = route.request();
    const response = await route.fetch();
    tellThere();
    await isReleased;
    await route.fulfill({ response });
  };
  await page.route(address, hold);
  return {
    isThere,
    letThrough: async () => {
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
