import type { Page, Request, Route } from "playwright-core";

/** An answer of the server that a page waits for. */
interface HeldAnswer {
  /** The server has given it. */
  readonly isThere: Promise<void>;
  /** Resolves when the page has it, and has drawn what follows. */
  letThrough(): Promise<void>;
}

/** Holds back the answer to what a page asks next by an address. */
export async function holdAnswer(page: Page, address: RegExp): Promise<HeldAnswer> {
  let release = () => {};
  let tellThere = () => {};
  const isReleased = new Promise<void>((resolve) => (release = resolve));
  const isThere = new Promise<void>((resolve) => (tellThere = resolve));
  let held: Request | undefined;
  // It stays until the answer is let through: with its last route a page lets go of all requests that are held.
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
