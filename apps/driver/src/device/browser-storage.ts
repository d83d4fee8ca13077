import type { PhoneFunctions } from "./device.ts";

export const browserStorage: PhoneFunctions["storage"] = {
  keep: async () => {
    await navigator.storage?.persist?.().catch(() => false);
  },
  usedShare: async () => {
    const { usage, quota } = (await navigator.storage?.estimate?.().catch(() => undefined)) ?? {};
    return usage === undefined || !quota ? null : usage / quota;
  },
};
