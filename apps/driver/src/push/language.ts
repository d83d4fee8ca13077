/** What the app speaks. */
const languages = ["de", "en"] as const;
export type Language = (typeof languages)[number];

interface Speakers {
  /** Chosen in the app. */
  readonly own: string | null | undefined;
  /** What the browser asks for, the dearest first. */
  readonly browser: readonly string[];
  readonly company: string | null | undefined;
}

/** What somebody has chosen, else what their browser asks for, else what the company speaks. */
export function languageFor({ own, browser, company }: Speakers): Language {
  for (const wanted of [own, ...browser, company]) {
    const spoken = languages.find((language) => wanted?.split("-")[0]?.toLowerCase() === language);
    if (spoken !== undefined) return spoken;
  }
  return "de";
}
