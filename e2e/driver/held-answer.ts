import type { Page } from "playwright-core";

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
  await page.route(
    address,
    async (route) => {
      const response = await route.fetch();
      tellThere();
      await isReleased;
      await route.fulfill({ response });
    },
    { times: 1 },
  );
  return {
    isThere,
    letThrough: async () => {
      const arrives = page.waitForResponse(address).then((response) => response.finished());
      release();
      await arrives;
      await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
    },
  };
}
