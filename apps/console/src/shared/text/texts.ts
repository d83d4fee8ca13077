import { preferencesStore } from "../state/preferences.ts";
import { shownTenant } from "../api/session.ts";

export type Language = "de" | "en";
export type TextTree = Record<string, Record<string, unknown>>;

/** Language that the user has chosen, else that of the company, else that of the browser. */
export function currentLanguage(): Language {
  const chosen = preferencesStore.get().language ?? shownTenant()?.language ?? navigator.language;
  return chosen.startsWith("en") ? "en" : "de";
}

/** Bundles of texts; only the current language is loaded. */
const textBundles = {
  de: async () => (await import("virtual:texts/de")).default,
  en: async () => (await import("virtual:texts/en")).default,
} satisfies Record<Language, () => Promise<TextTree>>;

/**
 * Reads the texts of a language by feature and name. Each language is requested once, and again only after a failure.
 */
export function createCachedTextsLoader(load: (language: Language) => Promise<TextTree>) {
  const asked = new Map<Language, Promise<TextTree>>();
  return (language: Language): Promise<TextTree> => {
    const known = asked.get(language);
    if (known) return known;
    const texts = load(language);
    asked.set(language, texts);
    texts.catch(() => asked.delete(language));
    return texts;
  };
}

/** Texts of the whole console, without those that are loaded later. */
export const loadTexts = createCachedTextsLoader((language) => textBundles[language]());
