/** Languages of the app. */
const languages = ["de", "en"] as const;
export type Language = (typeof languages)[number];

interface Speakers {
  /** Language chosen in the app. */
  readonly own: string | null | undefined;
  /** Languages of the browser, the preferred one first. */
  readonly browser: readonly string[];
  readonly company: string | null | undefined;
}

/** Language chosen in the app, else the browser's, else the company's. */
export function languageFor({ own, browser, company }: Speakers): Language {
  for (const wanted of [own, ...browser, company]) {
    const spoken = languages.find((language) => wanted?.split("-")[0]?.toLowerCase() === language);
    if (spoken !== undefined) return spoken;
  }
  return "de";
}
