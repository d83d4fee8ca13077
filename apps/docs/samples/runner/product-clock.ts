let aheadMs = 0;

/** From now on `productNow` is the time of this product, a process of its own whose machine may be another one. */
export async function askForTime(url: string) {
  const { headers } = await fetch(`${url}/readyz`);
  const differenceMs = Date.parse(headers.get("date") ?? "") - Date.now();
  // The header names whole seconds only: what differs by less is the same clock.
  aheadMs = Math.abs(differenceMs) < 2_000 ? 0 : differenceMs;
}

/** What happens in a scene happens by the clock of the product that it is played to. */
export const productNow = () => new Date(Date.now() + aheadMs);
