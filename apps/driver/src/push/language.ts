/** Languages of the app. */
const appLanguages = ["de", "en"] as const;
export type Language = (typeof appLanguages)[number];

interface LanguageSources {
  /** Language chosen in the app. */
  readonly own: string | null | undefined;
  /** Languages of the browser, the preferred one first. */
  readonly browser: readonly string[];
  readonly company: string | null | undefined;
}

/** Language chosen in the app, else the browser's, else the company's. */
export function chooseLanguageFrom({ own, browser, company }: LanguageSources): Language {
  for (const wanted of [own, ...browser, company]) {
    const spoken = appLanguages.find((language) => wanted?.split("-")[0]?.toLowerCase() === language);
    if (spoken !== undefined) return spoken;
  }
  return "de";
}
