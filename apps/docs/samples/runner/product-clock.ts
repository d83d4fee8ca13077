let productAheadMs = 0;

/** Sets `productNow` to the time of this product, which runs in a process of its own, perhaps on another machine. */
export async function measureProductClockOffset(url: string) {
  const { headers } = await fetch(`${url}/readyz`);
  const differenceMs = Date.parse(headers.get("date") ?? "") - Date.now();
  // The header has whole seconds only: a smaller difference means the same clock.
  productAheadMs = Math.abs(differenceMs) < 2_000 ? 0 : differenceMs;
}

/** Current time of the product that scenes are played to. */
export const productNow = () => new Date(Date.now() + productAheadMs);
