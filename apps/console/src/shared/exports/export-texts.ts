import type { TextLoadersByLanguage } from "#shared/text/later-texts.tsx";

export const exportTexts: TextLoadersByLanguage = {
  de: () => import("virtual:texts/de/exports"),
  en: () => import("virtual:texts/en/exports"),
};
