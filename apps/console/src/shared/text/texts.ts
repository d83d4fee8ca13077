import { preferences } from "../state/preferences.ts";
import { tenant } from "../api/session.ts";

export type Language = "de" | "en";
export type Texts = Record<string, Record<string, unknown>>;

/** What the person has chosen, else what the company speaks, else what the browser asks for. */
export function languageNow(): Language {
  const chosen = preferences.get().language ?? tenant.get()?.language ?? navigator.language;
  return chosen.startsWith("en") ? "en" : "de";
}

/** Only the language that is shown is fetched. */
const bundles = {
  de: async () => (await import("virtual:texts/de")).default,
  en: async () => (await import("virtual:texts/en")).default,
} satisfies Record<Language, () => Promise<Texts>>;

/** Reads the texts of a language by feature and name. Each language is asked for once; what did not arrive is asked for again. */
export function textsReader(load: (language: Language) => Promise<Texts>) {
  const asked = new Map<Language, Promise<Texts>>();
  return (language: Language): Promise<Texts> => {
    const known = asked.get(language);
    if (known) return known;
    const texts = load(language);
    asked.set(language, texts);
    texts.catch(() => asked.delete(language));
    return texts;
  };
}

/** The texts of the whole console, without those that come later. */
export const textsOf = textsReader((language) => bundles[language]());
