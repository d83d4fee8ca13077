import type { LazyTexts } from "#shared/text/later-texts.tsx";

export const exportTexts: LazyTexts = {
  de: () => import("virtual:texts/de/exports"),
  en: () => import("virtual:texts/en/exports"),
};
