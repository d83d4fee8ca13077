import type { LaterTexts } from "#shared/text/later-texts.tsx";

export const exportTexts: LaterTexts = {
  de: () => import("virtual:texts/de/exports"),
  en: () => import("virtual:texts/en/exports"),
};
